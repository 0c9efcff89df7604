/// Returns the name in `names` that the user probably meant by `typed`, or nil if no name is similar.
///
/// A name is similar if at most two changes turn `typed` into the name. A change inserts, deletes or replaces a letter,
/// or exchanges two adjacent letters. For a name with nine letters or more, the limit is a third of its length. At
/// least half of the letters must stay, because otherwise every short word would be similar to every other short word.
/// If several names need the same number of changes, the first is returned. If no name is similar, the first name that
/// ends with a dot and `typed` is returned, such as `spring.response` for `response`.
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

/// Returns the number of changes that turn `left` into `right`: to insert, delete or replace a letter, or to exchange
/// two adjacent letters.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var next = [i + 1]
    for (j, other) in right.enumerated() {
      var distance = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        distance = min(distance, before[j - 1] + 1)
      }
      next.append(distance)
    }
    (before, row) = (row, next)
  }
  return row[right.count]
}
