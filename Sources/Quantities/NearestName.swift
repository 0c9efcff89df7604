/// The name out of `names` that `typed` was probably meant to be, or nil if none is near.
///
/// Near means that at most a third of the letters, and at least two, must be inserted, deleted or
/// changed; the first of equally near names wins. Where none is near, a name whose part after a dot
/// is `typed` counts, as in `response` for `spring.response`.
///
/// - Complexity: O(typed × total letters of the names); no more than 64 letters of `typed` count.
package func nearestName(to typed: String, in names: [String]) -> String? {
  let letters = Array(typed.lowercased().unicodeScalars.prefix(64))
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(letters, Array(name.lowercased().unicodeScalars))
    if distance < best?.distance ?? .max { best = (name, distance) }
  }
  if let best, best.distance <= max(2, best.name.count / 3) { return best.name }
  return typed.isEmpty ? nil : names.first { $0.lowercased().hasSuffix("." + typed.lowercased()) }
}

/// How many letters must be inserted, deleted or changed to turn `left` into `right`.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let changed = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count]
}
