import FieldData
import Foundation
import RecordingFormats

/// Recordings of real devices, which are not part of the package; see ``FieldFolder``.
enum FieldRecordings {
  /// The paths of the files in a subfolder whose names end in `suffix`, sorted.
  static func paths(in folderName: String, suffix: String) -> [String] {
    guard let folder = FieldFolder.recordings else { return [] }
    let start = folder.appending(path: folderName)
    let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    var result: [String] = []
    while let file = files?.nextObject() as? URL {
      if file.path.hasSuffix(suffix) { result.append(file.path) }
    }
    return result.sorted()
  }

  static let libinput = paths(in: "libinput", suffix: ".yml")
  static let splitFrames = paths(in: "libinput-split-frames", suffix: ".yml")
  static let evemu = paths(in: "evemu", suffix: ".events")
  static let getevent = paths(in: "getevent", suffix: ".txt")
  static let all = libinput + splitFrames + evemu + getevent

  /// A libinput recording, and the evemu recording from which it was converted.
  static let twins: [(libinput: String, evemu: String)] =
    (libinput + splitFrames).compactMap { path in
      let evemu = path.replacing("/libinput-split-frames/", with: "/evemu/")
        .replacing("/libinput/", with: "/evemu/").replacing(".yml", with: ".events")
      return FileManager.default.fileExists(atPath: evemu) ? (path, evemu) : nil
    }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  static func read(_ path: String) throws -> RecordingFile {
    let name = URL(filePath: path).lastPathComponent
    return try RecordingFile(
      in: bytes(path), named: name, description: description(beside: path))
  }

  /// The `.desc` file whose name is the longest prefix of an evemu file's name.
  static func description(beside path: String) throws -> [UInt8]? {
    let file = URL(filePath: path)
    let name = file.lastPathComponent
    let folder = file.deletingLastPathComponent()
    let candidates = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(5)) }
    guard let best = candidates.max(by: { $0.count < $1.count }) else { return nil }
    return try bytes(folder.appending(path: best).path)
  }
}
