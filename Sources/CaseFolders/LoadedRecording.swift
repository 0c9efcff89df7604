import FrameLogs
public import RecordingFormats
public import TouchInput

/// A recording read from disk.
public struct LoadedRecording: Sendable {
  /// The path that it was read from.
  public var path: String
  /// The SHA-256 digest of the file, in hexadecimal.
  public var digest: String
  /// The file.
  public var file: RecordingFile
  /// The recording of the device that was chosen.
  public var recording: Recording
}

/// Why a recording could not be taken from disk.
public enum LoadError: Error, Hashable, Sendable {
  /// The file could not be read.
  case file(FileError)
  /// What it says could not be understood.
  case recording(RecordingError)
  /// It has several devices and none was chosen, or the choice is not among them.
  case chooseDevice(path: String, devices: [String])
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LoadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .recording(let error): error.description
    case .chooseDevice(let path, let devices):
      """
      \(path): it has \(devices.count) devices, \
      \(devices.enumerated().map { "\($0 + 1) '\($1)'" }.joined(separator: ", ")); \
      choose one with --device and its number.
      """
    }
  }
}

/// The recording file at `path`, in any format that is known.
///
/// A file of evemu events without a device takes its description from `description`, or else from
/// the `.desc` file beside it whose name the file's own begins with.
///
/// - Throws: ``LoadError``.
public func loadedRecordingFile(
  at path: String, description: String? = nil
) throws(LoadError) -> (file: RecordingFile, digest: String) {
  let name = path == "-" ? "standard input" : path
  let bytes = try recordingBytes(at: path, named: name)
  var device: [UInt8]?
  do throws(FileError) {
    if let description {
      device = try fileBytes(at: description, atMost: largestDescription)
    } else if path != "-", needsDescription(bytes), let beside = try descriptionBeside(path) {
      device = try fileBytes(at: beside, atMost: largestDescription)
    }
  } catch { throw .file(error) }
  do throws(RecordingError) {
    let file = try recordingFile(in: bytes, named: name, description: device)
    return (file, SHA256.hexadecimal(of: bytes))
  } catch { throw .recording(error) }
}

/// The most bytes of a `.desc` file.
///
/// Source: ours; the largest that evemu writes has about 8 KiB.
private let largestDescription = 1 << 20

/// How much of a large file is looked at before all of it is read.
private let firstLook = 1 << 20

/// The bytes of a recording; a large file that is none is refused after its beginning.
private func recordingBytes(at path: String, named name: String) throws(LoadError) -> [UInt8] {
  do {
    let file = try OpenFile(path)
    let beginning = try file.bytes(first: firstLook)
    if beginning.count == firstLook {
      _ = try recordingFormat(ofBeginning: beginning, named: name)
    }
    return try file.bytes(after: beginning, limit: largestFile)
  } catch let error as FileError {
    throw .file(error)
  } catch let error as RecordingError {
    throw .recording(error)
  } catch { throw .file(systemError(name, doing: "reading")) }
}

/// The recording at `path` of its only touch device, or of device number `device`, counted from 1.
///
/// - Throws: ``LoadError``.
public func loadedRecording(
  at path: String, description: String? = nil, device: Int? = nil
) throws(LoadError) -> LoadedRecording {
  let (file, digest) = try loadedRecordingFile(at: path, description: description)
  let recordings = file.recordings
  let touching = recordings.filter { $0.device.tellsPlaces }
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

extension DeviceDescription {
  /// Whether it has axes that tell where a finger is.
  fileprivate var tellsPlaces: Bool {
    axis(AbsoluteAxis.positionX) != nil || axis(AbsoluteAxis.x) != nil
  }
}

/// The `.desc` file in the folder of `path` whose name is the longest beginning of the file's own.
private func descriptionBeside(_ path: String) throws(FileError) -> String? {
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { String(path[...$0]) } ?? ""
  let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
  return try namesInFolder(at: folder.isEmpty ? "." : folder)
    .filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(".desc".count)) }
    .max { $0.count < $1.count }
    .map { folder + $0 }
}
