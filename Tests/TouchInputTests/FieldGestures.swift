import FieldData
import Foundation
import RecordingFormats
import Testing
import TouchInput

/// Recordings of real devices, which are not part of the package, and libinput's output for them;
/// see ``FieldFolder``.
enum FieldGestures {
  /// A recording, with its name and libinput's report for it.
  struct Gesture: CustomTestStringConvertible, Sendable {
    var name: String
    var recording: Recording
    var report: [String]

    var testDescription: String { name }
  }

  static let touchscreens = gestures(in: "libinput/touchscreens")
  static let touchpads = gestures(in: "libinput/touchpads")

  private static func gestures(in name: String) -> [Gesture] {
    guard let folder = FieldFolder.recordings else { return [] }
    let start = folder.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: start.path)) ?? []
    return names.filter { $0.hasSuffix(".yml") }.sorted().compactMap { name in
      let report = folder.appending(path: "libinput-oracle/\(name.dropLast(4)).txt")
      guard let data = try? Data(contentsOf: start.appending(path: name)),
        let file = try? RecordingFile(in: [UInt8](data), named: name),
        let recording = file.recordings.first
      else { return nil }
      let text = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
      return Gesture(
        name: name, recording: recording,
        report: text.split(separator: "\n").map { String($0) })
    }
  }
}
