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
