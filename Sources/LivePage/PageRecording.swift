public import FrameLogs
public import TouchInput

/// A recording in a page, with the name and digest of its file and the version of Flickbook that wrote the page.
///
/// A page keeps all data of the recording that a replay uses, so a replay in the page returns the same bytes as a
/// replay of the file.
public struct PageRecording: Hashable, Sendable {
  /// The name of the recording in the page.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The name of the file of the recording, without folders.
  public var file: String
  /// The SHA-256 digest of the file of the recording, in hexadecimal.
  public var digest: String
  /// The version of Flickbook that wrote the page.
  public var version: String

  /// Creates a recording of a page.
  public init(
    name: String, recording: Recording, file: String, digest: String, version: String
  ) {
    (self.name, self.recording, self.file) = (name, recording, file)
    (self.digest, self.version) = (digest, version)
  }

  /// The fields that describe the recording in the header of a run.
  public var origin: [LogField] {
    [
      LogField("flickbook", .text(version)),
      LogField("recording", .text(file)),
      LogField("recordingSHA256", .text(digest)),
      LogField("source", recording.source.map(LogValue.text) ?? .none),
      LogField("intent", recording.intent.map(LogValue.text) ?? .none),
    ]
  }
}

extension PageRecording {
  /// Returns the request that stores the recording in a ``PageSession``; ``init(request:)`` reads it.
  ///
  /// - Parameter text: The recording as a file in the format of `libinput record`, in the layout that
  ///   `flickbook record` and `libinput record` write.
  /// - Returns: The lines of the request.
  public func request(with text: [UInt8]) -> [UInt8] {
    let lines = [("recording", name), ("file", file), ("digest", digest), ("version", version)]
    return lines.flatMap { PageLines.line($0.0, $0.1) } + Array("text\n".utf8) + text
  }

  /// Reads the request that stores a recording.
  ///
  /// - Throws: ``PageError`` for the first line that does not belong to such a request.
  public init(request: [UInt8]) throws(PageError) {
    var reader = PageLines(request[...])
    guard let first = reader.next(), first.word == "recording" else {
      throw PageError(
        "recording", "the first line is not 'recording NAME'", "begin with that line")
    }
    try self.init(named: first.text, &reader)
  }

  /// Reads the lines of the request after the first, which contains the name of the recording.
  ///
  /// Without the lines `file` and `digest`, the file has the name of the recording and the digest of its text.
  init(named name: String, _ reader: inout PageLines) throws(PageError) {
    self.init(
      name: name, recording: Recording(device: DeviceDescription()), file: name, digest: "",
      version: "")
    var digest: String?
    while let line = reader.next(), line.word != "text" {
      switch line.word {
      case "file": file = line.text
      case "digest": digest = line.text
      case "version": version = line.text
      default:
        throw PageError(
          line.word, "unknown word before the text of a recording",
          "use one of file, digest, version, text")
      }
    }
    recording = try RecordingFileReader.recording(in: reader.rest, named: name)
    self.digest = digest ?? SHA256.hexadecimal(of: Array(reader.rest))
  }
}
