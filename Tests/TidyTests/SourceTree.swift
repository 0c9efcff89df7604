import Foundation

/// The package as it lies on disk.
enum SourceTree {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The targets in the order in which data flows, each with all that it may import of the others.
  static let allowedImports: KeyValuePairs<String, Set<String>> = [
    "Quantities": [],
    "MotionPhysics": ["Quantities"],
    "VelocityEstimation": ["Quantities"],
    "TouchInput": ["Quantities", "VelocityEstimation"],
    "SyntheticHands": ["Quantities", "TouchInput"],
    "FrameLogs": ["Quantities"],
    "ReleaseRules": ["Quantities", "VelocityEstimation", "FrameLogs"],
    "Surfaces": [
      "Quantities", "MotionPhysics", "VelocityEstimation", "TouchInput", "FrameLogs",
      "ReleaseRules",
    ],
    "Scenarios": [
      "Quantities", "MotionPhysics", "TouchInput", "FrameLogs", "ReleaseRules", "Surfaces",
    ],
    "GestureReplay": [
      "Quantities", "MotionPhysics", "VelocityEstimation", "TouchInput", "FrameLogs",
      "ReleaseRules", "Surfaces", "Scenarios", "Synchronization",
    ],
    "InteractionScenarios": ["ReleaseRules", "Surfaces", "Scenarios", "GestureReplay"],
    "Tuning": [
      "Quantities", "MotionPhysics", "TouchInput", "FrameLogs", "InteractionScenarios",
      "GestureReplay", "ReleaseRules", "Scenarios", "Surfaces",
    ],
    "Review": [
      "Quantities", "VelocityEstimation", "TouchInput", "SyntheticHands", "FrameLogs",
      "InteractionScenarios", "GestureReplay", "ReleaseRules", "Scenarios", "Surfaces",
    ],
    "SequenceLaws": [
      "Quantities", "MotionPhysics", "TouchInput", "FrameLogs", "InteractionScenarios",
      "GestureReplay", "ReleaseRules", "Scenarios", "Surfaces",
    ],
    "Portraits": ["Quantities", "FrameLogs"],
    "LivePage": [
      "Quantities", "MotionPhysics", "VelocityEstimation", "TouchInput", "FrameLogs",
      "InteractionScenarios", "GestureReplay", "ReleaseRules", "Scenarios", "Surfaces", "Portraits",
    ],
    "FramePictures": ["Quantities", "FrameLogs", "Portraits"],
    "YAMLNodes": ["CLibyaml"],
    "RecordingFormats": ["Quantities", "TouchInput", "YAMLNodes", "FoundationEssentials"],
    "EvdevDevices": [
      "Quantities", "TouchInput", "RecordingFormats", "CLibevdev", "CSystemCalls", "Glibc",
    ],
    "CaseFolders": [
      "Quantities", "MotionPhysics", "TouchInput", "FrameLogs", "InteractionScenarios",
      "GestureReplay", "ReleaseRules", "Scenarios", "Surfaces", "RecordingFormats", "Review",
      "YAMLNodes", "FoundationEssentials", "Glibc", "CSystemCalls",
    ],
    "StudyFiles": [
      "Quantities", "FrameLogs", "InteractionScenarios", "GestureReplay", "ReleaseRules",
      "Scenarios", "Surfaces", "CaseFolders", "Tuning", "YAMLNodes", "Glibc",
    ],
  ]

  /// The targets that have no clock, disk, device or randomness.
  static let pureTargets = [
    "Quantities", "MotionPhysics", "VelocityEstimation", "TouchInput", "SyntheticHands",
    "FrameLogs", "ReleaseRules", "Surfaces", "Scenarios", "GestureReplay",
    "InteractionScenarios", "Tuning", "Review", "Portraits", "LivePage", "SequenceLaws",
  ]

  /// Where a target lies; what plays the laws lies beside the tests.
  static func folder(of target: String) -> String {
    target == "SequenceLaws" ? "Tests/SequenceLaws" : "Sources/\(target)"
  }

  /// The paths of the files in `folder` whose name ends in one of `endings`, below the package.
  static func files(in folder: String, endings: [String] = [".swift"]) -> [String] {
    let start = package.appending(path: folder)
    let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    var paths: [String] = []
    while let file = files?.nextObject() as? URL {
      guard endings.contains(where: file.path.hasSuffix) else { continue }
      paths.append(String(file.path.dropFirst(package.path.count + 1)))
    }
    return paths.sorted()
  }

  /// All Swift files of the package.
  static let swiftFiles = ["Sources", "Tests", "Benchmarks"].flatMap { files(in: $0) }

  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  static func lines(of path: String) throws -> [Substring] {
    try text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appending(path: path).path)
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let place = package.appending(path: path).path
    return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// A line of Swift without its comment and without what stands between quotes.
///
/// Texts over several lines are passed over by ``codeLines(of:)``.
func code(in line: Substring) -> String {
  var code = ""
  var isQuoted = false
  var isEscaped = false
  var characters = line[...]
  while let character = characters.popFirst() {
    if isEscaped {
      isEscaped = false
      continue
    }
    switch character {
    case "\\" where isQuoted: isEscaped = true
    case "\"":
      isQuoted.toggle()
      code.append(character)
    case "/" where !isQuoted && characters.first == "/": return code
    default: if !isQuoted { code.append(character) }
    }
  }
  return code
}

/// The lines of a Swift file that are code, with their numbers.
func codeLines(of path: String) throws -> [(number: Int, code: String)] {
  try SourceTree.sourceLines[path] ?? readCodeLines(of: path)
}

extension SourceTree {
  /// The lines that are code of what a user builds; several tests look at them.
  fileprivate static let sourceLines: [String: [(number: Int, code: String)]] = {
    var lines: [String: [(number: Int, code: String)]] = [:]
    for path in files(in: "Sources") + files(in: "Tests/SequenceLaws") {
      lines[path] = try? readCodeLines(of: path)
    }
    return lines
  }()
}

private func readCodeLines(of path: String) throws -> [(number: Int, code: String)] {
  var isText = false
  var result: [(number: Int, code: String)] = []
  for (index, line) in try SourceTree.lines(of: path).enumerated() {
    let quotes = line.components(separatedBy: "\"\"\"").count - 1
    if isText || quotes > 0 {
      if quotes % 2 == 1 { isText.toggle() }
      continue
    }
    result.append((index + 1, code(in: line)))
  }
  return result
}
