import FrameLogs
import Quantities
public import RecordingFormats
public import TouchInput

/// A recording read from disk.
public struct LoadedRecording: Sendable {
  /// The path from which the recording was read.
  public var path: String
  /// The SHA-256 digest of the file, in hexadecimal.
  public var digest: String
  /// The parsed file, which may hold recordings of several devices.
  public var file: RecordingFile
  /// The recording of the device that was chosen.
  public var recording: Recording
}

/// The reason why a recording could not be read from disk.
public enum LoadError: Error, Hashable, Sendable {
  /// The file could not be read.
  case file(FileError)
  /// The text of the file is not a valid recording.
  case recording(RecordingError)
  /// The file has several devices, and none was chosen or the chosen number does not exist.
  case chooseDevice(path: String, devices: [String])
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LoadError: CustomStringConvertible {
  public var description: String { singleLine(message) }

  /// The message with file names as they are; a file name may contain line breaks.
  private var message: String {
    switch self {
    case .file(let error): error.description
    case .recording(let error): error.description
    case .chooseDevice(let path, let devices):
      """
      \(path): the recording has \(count(devices.count, "device")), \
      \(devices.enumerated().map { "\($0 + 1) '\(excerpt(of: $1))'" }.joined(separator: ", ")); \
      choose one with --device and its number.
      """
    }
  }
}

/// Reads the recording file at `path`, in any known format.
///
/// If the file does not describe its device, `description` names a file that does: an evemu `.desc` file or the output
/// of `getevent -lp`. If `description` is nil, a file of evemu events uses a `.desc` file in the same folder whose
/// name, without `.desc`, is a prefix of its own name; if there are several, it uses the one with the longest name. If
/// the format of the recording cannot store a label, the label is read from the file in the same folder whose name has
/// `.label.yml` appended.
///
/// - Parameters:
///   - path: The path of the file; `-` is standard input.
///   - description: The path of the description of the device; nil if the user named none.
///   - root: The folder in which the file must lie if Flickbook found the file itself; nil for a file that the user
///     named.
/// - Returns: The file and the SHA-256 digest of its bytes, in hexadecimal.
/// - Throws: ``LoadError`` if the file cannot be read or is not a recording.
package func loadedRecordingFile(
  at path: String, description: String? = nil, within root: String? = nil
) throws(LoadError) -> (file: RecordingFile, digest: String) {
  let name = inputName(path)
  var failure: FileError?
  do {
    let source = try OpenFile(path, within: root)
    let beginning = try source.bytes(first: firstLook)
    if beginning.count == firstLook {
      // Refuse a large file that is not a recording before reading all of it.
      _ = try recordingFormat(ofBeginning: beginning, named: name)
      try source.refuse(above: largestFile)
    }
    if description != nil, describesItself(beginning) {
      throw LoadError.recording(.describesItself(file: name))
    }
    let device = try deviceDescription(for: path, beginning, description, within: root)
    var digest = SHA256()
    digest.receive(beginning)
    var count = beginning.count
    var file = try RecordingFile(beginning: beginning, named: name, description: device) {
      guard failure == nil else { return [] }
      do throws(FileError) {
        let part = try source.bytes(first: partSize)
        count += part.count
        guard count <= largestFile else { throw .tooLarge(path: name, limit: largestFile) }
        digest.receive(part)
        return part
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    if path != "-", file.format != .libinput, let label = try labelBeside(path, within: root) {
      file.take(label)
    }
    return (file, digest.hexadecimal)
  } catch let error as LoadError {
    throw error
  } catch let error as FileError {
    throw .file(error)
  } catch let error as RecordingError {
    throw failure.map { .file($0) } ?? .recording(error)
  } catch { throw .file(systemError(name, doing: "reading")) }
}

/// Returns the bytes of the named description, or of the `.desc` file next to a recording that needs one.
private func deviceDescription(
  for path: String, _ beginning: [UInt8], _ description: String?, within root: String?
) throws(FileError) -> [UInt8]? {
  if let description { return try fileBytes(at: description, atMost: largestDescription) }
  guard path != "-", needsDescription(beginning), let beside = try descriptionBeside(path) else {
    return nil
  }
  return try fileBytes(
    at: beside, atMost: largestDescription, within: root ?? folder(of: path))
}

/// The limit for the size of a device description, in bytes.
///
/// We chose 1 MiB because the largest description that evemu writes has about 8 KiB, and the output of `getevent -lp`
/// on a phone has about 40 KiB.
private let largestDescription = 1 << 20

/// The number of bytes that are checked before the rest of a large file is read.
private let firstLook = 1 << 20

/// The number of bytes that are read at a time.
private let partSize = 1 << 20

/// Reads the recording of one device from the file at `path`.
///
/// The number `device` selects a device of the file, counted from 1. If `device` is nil, the file must have only one
/// device, or only one touch device, which is selected.
///
/// See ``loadedRecordingFile(at:description:within:)`` for the other parameters.
///
/// - Throws: ``LoadError`` if the recording cannot be read, or if a device must be chosen.
package func loadedRecording(
  at path: String, description: String? = nil, device: Int? = nil, within root: String? = nil
) throws(LoadError) -> LoadedRecording {
  let (file, digest) = try loadedRecordingFile(at: path, description: description, within: root)
  let recordings = file.recordings
  let touching = recordings.filter { $0.device.reportsPosition }
  let chosen: Recording? =
    if let device {
      recordings.indices.contains(device - 1) ? recordings[device - 1] : nil
    } else if recordings.count == 1 {
      recordings[0]
    } else {
      touching.count == 1 ? touching[0] : nil
    }
  guard let chosen else {
    throw .chooseDevice(path: path, devices: recordings.map(\.device.name))
  }
  return LoadedRecording(path: path, digest: digest, file: file, recording: chosen)
}

extension Recording {
  /// Reads the recording in the file at `path`, in any known format.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` is standard input.
  ///   - description: The path of a device description for a recording without one: an evemu `.desc` file
  ///     or the output of `getevent -lp`.
  ///   - device: The number of the device, counted from 1; nil selects the only touch device.
  /// - Throws: ``LoadError`` if the recording cannot be read, or if a device must be chosen.
  public init(
    contentsOf path: String, description: String? = nil, device: Int? = nil
  ) throws(LoadError) {
    self = try loadedRecording(at: path, description: description, device: device).recording
  }
}

extension DeviceDescription {
  /// Whether the device has axes that report the finger's position.
  fileprivate var reportsPosition: Bool {
    axis(AbsoluteAxis.positionX) != nil || axis(AbsoluteAxis.x) != nil
  }
}

/// Returns the path of the `.desc` file in the folder of `path` whose name, without `.desc`, is the longest prefix of
/// the name of the file.
private func descriptionBeside(_ path: String) throws(FileError) -> String? {
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
  return try namesInFolder(at: folder.isEmpty ? "." : folder)
    .filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(".desc".count)) }
    .max { $0.count < $1.count }
    .map { folder + $0 }
}
