/// The one of `names` that `name` was probably meant to be; nil when none is near.
///
/// Near is an edit distance of at most a third of the name, or 1; cost is the product of lengths.
public func nearestName(to name: String, among names: [String]) -> String? {
  let limit = max(1, name.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names where (candidate.count - name.count).magnitude <= UInt(limit) {
    let distance = editDistance(Array(name.lowercased()), Array(candidate.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name ?? names.first { $0.hasSuffix("." + name) }
}

/// The number of insertions, removals, replacements and swaps of neighbours between two texts.
///
/// Source: F. J. Damerau, "A technique for computer detection and correction of spelling errors",
/// 1964, restricted to non-overlapping swaps.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var next = [row + 1]
    for column in 0..<right.count {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var cost = min(replaced, last[column + 1] + 1, next[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      next.append(cost)
    }
    beforeLast = last
    last = next
  }
  return last[right.count]
}
