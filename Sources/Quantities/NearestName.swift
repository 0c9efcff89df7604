/// Returns the name in `names` that the user probably meant by `typed`, or nil if no name is similar.
///
/// A name is similar if at most two letters must be inserted, deleted or changed to turn `typed` into the name. For a
/// name with nine letters or more, the limit is a third of its length. At least half of the letters must stay, so that
/// a short word is not taken for any other short word. If several names need the same number of changes, the first is
/// returned. If no name is similar, the first name that ends with a dot and `typed` is returned,
/// such as `spring.response` for `response`.
///
/// - Complexity: O(typed × total letters of the names); only the first 64 letters of `typed` are used.
package func nearestName(to typed: String, in names: [String]) -> String? {
  let letters = Array(typed.lowercased().unicodeScalars.prefix(64))
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(letters, Array(name.lowercased().unicodeScalars))
    if distance < best?.distance ?? .max { best = (name, distance) }
  }
  if let best, best.distance <= max(2, best.name.count / 3),
    best.distance * 2 <= max(letters.count, best.name.count)
  {
    return best.name
  }
  return typed.isEmpty ? nil : names.first { $0.lowercased().hasSuffix("." + typed.lowercased()) }
}

/// Returns the number of letters to insert, delete or change to turn `left` into `right`.
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
