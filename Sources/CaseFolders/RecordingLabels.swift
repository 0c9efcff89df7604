import FrameLogs
public import RecordingFormats
import TouchInput

/// The change of a recording's label.
public struct LabelChange: Hashable, Sendable {
  /// The label before.
  public var before: RecordingLabel
  /// The label after.
  public var after: RecordingLabel
  /// The path of the file that holds the label: the recording itself, or the label file next to it.
  public var location: String
}

/// The path of the label file of the recording at `path`, for formats that cannot store a label.
package func labelPath(of path: String) -> String { path + labelSuffix }

/// The suffix of label files.
package let labelSuffix = ".label.yml"

/// Reads the label file next to the recording at `path`; nil if there is none.
///
/// - Throws: ``LoadError`` if the label file cannot be read or lies outside of `root`; if `root` is nil, outside of the
///   recording's folder.
func labelBeside(_ path: String, within root: String?) throws(LoadError) -> RecordingLabel? {
  let location = labelPath(of: path)
  guard linkKind(at: location) != .nothing else { return nil }
  let bytes: [UInt8]
  do throws(FileError) {
    bytes = try fileBytes(at: location, atMost: largestLabel, within: root ?? folder(of: path))
  } catch { throw .file(error) }
  do throws(RecordingError) { return try recordingLabel(in: bytes, named: location) } catch {
    throw .recording(error)
  }
}

/// The limit for the size of a label file, in bytes.
///
/// We chose 64 KiB because a label with three words has only about 100 bytes.
private let largestLabel = 65_536

/// Changes the label of the recording at `path`.
///
/// A recording in the native format stores its label in its own file, whose other bytes stay the same. The label of a
/// recording in any other format is stored in a separate file, whose name is that of the recording with `.label.yml`
/// appended. The file is replaced atomically. If the label does not change, nothing is written.
///
/// - Parameters:
///   - path: The path of the recording.
///   - description: The path of the `.desc` file for evemu events that have no `.desc` file next to them.
///   - root: The folder in which the recording must lie; nil for a recording that the user named.
///   - change: Changes the label that it receives.
/// - Returns: The label before and after, and the path of the file that holds it.
/// - Throws: ``LoadError``; the recording is then unchanged.
package func relabel(
  _ path: String, description: String? = nil, within root: String? = nil,
  _ change: (inout RecordingLabel) -> Void
) throws(LoadError) -> LabelChange {
  // A label file must be next to the recording itself, not next to a link in another folder.
  do throws(FileError) {
    if linkKind(at: path) == .link { _ = try writableDestination(path, over: .ours) }
  } catch {
    throw .file(
      .malformed(
        path: path, line: nil, found: "a link to \(resolved(path))",
        expected: "the recording itself; label that file"))
  }
  let loaded = try loadedRecordingFile(at: path, description: description, within: root)
  guard let recording = loaded.file.recordings.first else {
    throw .recording(.noDevices(file: path))
  }
  let before = RecordingLabel(of: recording)
  var after = before
  change(&after)
  let isNative = loaded.file.format == .libinput
  let location = isNative ? path : labelPath(of: path)
  guard after != before else {
    return LabelChange(before: before, after: after, location: location)
  }
  do {
    let text: [UInt8]
    let there: [UInt8]? =
      isNative || linkKind(at: location) != .nothing
      ? try fileBytes(at: location, within: isNative ? root : root ?? folder(of: path)) : nil
    if isNative, let there {
      guard SHA256.hexadecimal(of: there) == loaded.digest else { throw FileError.busy(path: path) }
      text = try labelled(there, with: after, named: path)
    } else {
      text = try labelText(after, replacing: there, named: location)
    }
    try writeFile(
      text, at: location, over: .anything, readers: Readers(ofAll: [path]))
    return LabelChange(before: before, after: after, location: location)
  } catch let error as FileError {
    throw .file(error)
  } catch let error as RecordingError {
    throw .recording(error)
  } catch { throw .file(systemError(path, doing: "writing")) }
}
