import FrameLogs
import RecordingFormats

/// A recording in a folder of recordings.
public struct CorpusRecording: Hashable, Sendable {
  /// The name of the case to which the recording belongs, or the path of a recording that belongs to no case.
  public var name: String
  /// The path of the recording.
  public var path: String
  /// The case to which the recording belongs; nil if it belongs to none.
  public var ofCase: RecordingCase?
}

/// The contents of a folder of recordings.
public struct CorpusFolder: Hashable, Sendable {
  /// The recordings, in byte order of their paths.
  public var recordings: [CorpusRecording]
  /// The paths of files that do not begin like a recording.
  public var passedOver: [String]
}

/// Returns the recordings in the folder at `path` and the folders below it, inside and outside of cases.
///
/// A file counts as a recording if it begins like one. Files whose names begin with a dot or end in `.desc` or
/// `.label.yml` are ignored. Folders with a `run.json` are runs and are ignored too.
///
/// - Throws: ``FileError`` if a folder or a file cannot be read.
package func corpusFolder(at path: String) throws(FileError) -> CorpusFolder {
  let path = withoutTrailingSlash(path)
  var cases: [String: RecordingCase] = [:]
  for found in try recordingCases(in: path) { cases[found.folder] = found }
  var folder = CorpusFolder(recordings: [], passedOver: [])
  try search(path, of: path, within: [], cases, into: &folder)
  return folder
}

private func search(
  _ path: String, of root: String, within above: [[UInt64]], _ cases: [String: RecordingCase],
  into folder: inout CorpusFolder
) throws(FileError) {
  guard let own = identity(ofFolder: path), !above.contains(own) else { return }
  if let found = cases[path] {
    folder.recordings.append(
      CorpusRecording(name: found.name, path: found.recordingPath, ofCase: found))
    return
  }
  let names = try namesInFolder(at: path)
  guard !names.contains("run.json") else { return }
  for name in names {
    let inner = path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
    switch kindOfFile(at: inner) {
    case .folder:
      try checkFolderFound(inner, within: root)
      try search(
        path == "." ? "./\(name)" : inner, of: root, within: above + [own], cases, into: &folder)
    case .file where name.hasSuffix(".desc") || name.hasSuffix(labelSuffix): break
    case .file:
      if try beginsLikeRecording(inner, within: root) {
        folder.recordings.append(CorpusRecording(name: inner, path: inner, ofCase: nil))
      } else {
        folder.passedOver.append(inner)
      }
    case .stream: folder.passedOver.append(inner)
    case .nothing: break
    }
  }
}

/// Whether the file at `path` begins like a recording; the rest may still be invalid.
private func beginsLikeRecording(
  _ path: String, within root: String
) throws(FileError) -> Bool {
  let file = try OpenFile(path, within: root)
  let beginning = try file.bytes(first: 1 << 20)
  do throws(RecordingError) {
    _ = try recordingFormat(ofBeginning: beginning, named: path)
    return true
  } catch { return false }
}
