import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput
import SyntheticHands

/// A folder for one test, which is deleted when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flickbook-cases-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, creates its parent folders, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try makeFolder(at: String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
    try writeFile(Array(text.utf8), at: file)
    return file
  }

  func text(_ name: String) throws -> String {
    String(decoding: try fileBytes(at: "\(path)/\(name)"), as: UTF8.self)
  }
}

/// A run of a sheet with a synthetic flick.
func flickRun(seed: UInt64 = 1) throws -> Run {
  let gesture = try requiredGesture("flick")
  let recording = try gesture.recording(
    SyntheticGesture.Options(digitizer: Digitizer(seed: seed), intent: "half"))
  return try ReplayRequest(scenario: "sheet").run(of: recording)
}

/// The gesture with the given name; throws if it does not exist.
func requiredGesture(_ name: String) throws -> SyntheticGesture {
  struct Missing: Error { var name: String }
  guard let gesture = SyntheticGesture.named(name) else { throw Missing(name: name) }
  return gesture
}
