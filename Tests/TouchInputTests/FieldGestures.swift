import Foundation
import RecordingFormats
import Testing
import TouchInput

/// Real recordings, which are not part of the package, and what libinput makes of them.
///
/// They are looked for in the folder that FLICKBOOK_FIELD_DATA names, or beside the package.
enum FieldGestures {
  /// A recording, with its name and libinput's report of it.
  struct Gesture: CustomTestStringConvertible, Sendable {
    var name: String
    var recording: Recording
    var report: [String]

    var testDescription: String { name }
  }

  /// The folder of the recordings, or nil when it is not there.
  static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["FLICKBOOK_FIELD_DATA"]
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/data")
    let folder = data.appending(path: "recordings").standardizedFileURL
    if FileManager.default.fileExists(atPath: folder.path) { return folder }
    print("no field data at \(data.path); set FLICKBOOK_FIELD_DATA to run the tests that need it")
    return nil
  }()

  static let touchscreens = gestures(in: "libinput/touchscreens")
  static let touchpads = gestures(in: "libinput/touchpads")

  private static func gestures(in name: String) -> [Gesture] {
    guard let folder else { return [] }
    let start = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: start.path)) ?? []
    return names.filter { $0.hasSuffix(".yml") }.sorted().compactMap { name in
      let report = folder.appending(path: "libinput-oracle/\(name.dropLast(4)).txt")
      guard let data = try? Data(contentsOf: start.appending(path: name)),
        let file = try? recordingFile(in: [UInt8](data), named: name),
        let recording = file.recordings.first
      else { return nil }
      let text = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
      return Gesture(
        name: name, recording: recording,
        report: text.split(separator: "\n").map { String($0) })
    }
  }
}
