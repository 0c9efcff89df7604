import Foundation

/// The package on disk.
enum SourceTree {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files of the package.
  static let swiftFiles = ["Sources", "Tests", "Benchmarks"].flatMap { files(in: $0) }

  /// The package-relative paths of the files in `folder` whose names end in one of `endings`.
  static func files(in folder: String, endings: [String] = [".swift"]) -> [String] {
    let start = package.appending(path: folder)
    let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    var paths: [String] = []
    while let file = files?.nextObject() as? URL {
      guard endings.contains(where: file.path.hasSuffix), !file.hasDirectoryPath else { continue }
      paths.append(String(file.path.dropFirst(package.path.count + 1)))
    }
    return paths.sorted()
  }

  /// The names of the folders directly in `folder`.
  static func folders(in folder: String) -> [String] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: package.appending(path: folder), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.hasDirectoryPath }.map { $0.lastPathComponent }.sorted()
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  static func lines(of path: String) throws -> [Substring] {
    try text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A line of code, with its file and number.
  struct Line: CustomStringConvertible {
    var file: String
    var number: Int
    var text: Substring

    var description: String { "\(file):\(number)" }
  }

  /// The lines of all Swift files in `folder`, without comments.
  static func linesOfCode(in folder: String) throws -> [Line] {
    try files(in: folder).flatMap { file in
      try lines(of: file).enumerated().compactMap { index, line in
        let text = line.drop { $0 == " " }
        return text.hasPrefix("//") ? nil : Line(file: file, number: index + 1, text: text)
      }
    }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appending(path: path).path)
  }
}
