/// The name of the file or folder at `path` in pages and pictures: the path as it was given, or the last
/// part of an absolute path, because its folders can identify a person.
package func shownName(of path: String) -> String {
  guard path.hasPrefix("/") else { return path }
  return path.split(separator: "/").last.map(String.init) ?? path
}

/// Returns `names` with a number after each name that occurred before, so that all names differ.
///
/// A page finds its recordings by their names, and two recordings can have the same one: absolute paths
/// lose their folders, and two folders can hold cases of the same name. The number does not depend on
/// anything but the names and their order.
package func numberedNames(_ names: [String]) -> [String] {
  var taken = Set(names)
  var seen: Set<String> = []
  return names.map { name in
    guard !seen.insert(name).inserted else { return name }
    var number = 2
    while !taken.insert("\(name) (\(number))").inserted { number += 1 }
    return "\(name) (\(number))"
  }
}
