public import CaseFolders
import Foundation
public import Testing

/// The cases in Recordings/.
enum BundledCases {
  /// The package on disk.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the cases.
  static let folder = package.appending(path: "Recordings").path

  /// All cases that the command finds; empty if the folder cannot be read, which a test reports.
  static let all = (try? recordingCases(in: folder)) ?? []

  /// The case with this name.
  static func named(_ name: String) throws -> RecordingCase {
    try #require(all.first { $0.name == name }, "there is no case \(name)")
  }

  /// The expected number of cases per scenario.
  ///
  /// The numbers are in the table in Recordings/README.md, and in no other place.
  static func listedCounts() throws -> [String: Int] {
    let text = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    let rows = text.matches(of: /\n\| `([a-z]+)` \| ([0-9]+) \|/)
    return Dictionary(
      rows.map { (String($0.output.1), Int($0.output.2) ?? 0) }, uniquingKeysWith: +)
  }

  /// The number of folders with a recording per scenario, counted without the command's code.
  static func countsOnDisk() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for scenario in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let place = "\(folder)/\(scenario)"
      let cases = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      let whole = cases.filter {
        FileManager.default.fileExists(atPath: "\(place)/\($0)/recording.yml")
      }
      if !whole.isEmpty { counts[scenario] = whole.count }
    }
    return counts
  }
}

extension RecordingCase: CustomTestStringConvertible {
  /// The name, which describes the gesture.
  public var testDescription: String { name }
}
