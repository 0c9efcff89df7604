import FrameLogs
public import RecordingFormats
import TouchInput

/// What came of labelling a recording.
public struct LabelChange: Hashable, Sendable {
  /// What was said of it before.
  public var before: RecordingLabel
  /// What is said of it now.
  public var after: RecordingLabel
  /// The file in which that stands: the recording itself, or the one beside it.
  public var location: String
}

/// The file beside the recording at `path` in which its label stands where its format has no room.
package func labelPath(of path: String) -> String { path + labelSuffix }

/// How the names of files end that hold the label of a recording.
package let labelSuffix = ".label.yml"

/// What is said in the file beside the recording at `path`; nil where there is none.
///
/// - Throws: ``LoadError`` when it cannot be read, or does not lie in the folder `root`, which is that of
///   the recording if it is nil.
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

/// The most bytes of a label.
///
/// Source: ours; three words have a hundred.
private let largestLabel = 65_536

/// Changes what is said of the recording at `path`.
///
/// A recording in the native format says it itself, and no other byte of it changes; beside any other
/// a file of the same name with `.label.yml` behind it says it. Either is written aside and then takes
/// its place in one step, so that it is never half there. Nothing is written where nothing changes.
///
/// - Parameters:
///   - path: The path of the recording.
///   - description: The path of the `.desc` file of evemu events that have none beside them.
///   - root: The folder that the recording must lie in; nil for one that the user named.
///   - change: Changes the label that it has.
/// - Returns: The label before and now, and where it stands.
/// - Throws: ``LoadError``; the recording is then as it was.
package func relabel(
  _ path: String, description: String? = nil, within root: String? = nil,
  _ change: (inout RecordingLabel) -> Void
) throws(LoadError) -> LabelChange {
  // A label belongs to the recording, and not to a link that leads to it from elsewhere.
  do throws(FileError) {
    if linkKind(at: path) == .link { _ = try placeToWrite(path, over: .ours) }
  } catch {
    throw .file(
      .malformed(
        path: path, line: nil, found: "a link to \(resolved(path))",
        expected: "the recording itself; label that"))
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
