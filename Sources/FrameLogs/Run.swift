import Quantities

/// The result of replaying one recording, with every frame, every event, and the settings.
public struct Run: Hashable, Sendable {
  /// The reason why a run ended.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// All input was applied, and the surface came to rest.
    case rested
    /// The surface was dismissed.
    case gone
    /// The surface was still moving when the time limit after the last input expired.
    case timeLimit
  }

  /// The fields of `run.json` that identify the recording and the settings, in the order in which they are written.
  public var header: [LogField]
  /// The frame rate.
  public var rate: FrameRate
  /// The frame fields that only this scenario has.
  public var ownFields: [FieldDescription]
  /// The frames, beginning at the first event of the recording.
  public var frames: [Frame]
  /// The events, sorted by time.
  public var events: [RunEvent]
  /// The reason why the run ended.
  public var ending: Ending

  /// Creates a run.
  public init(
    header: [LogField], rate: FrameRate, ownFields: [FieldDescription], frames: [Frame],
    events: [RunEvent], ending: Ending
  ) {
    self.header = header
    self.rate = rate
    self.ownFields = ownFields
    self.frames = frames
    self.events = events
    self.ending = ending
  }

  /// The schema of the files of a run.
  public static let schema = "flickbook.run/1"
}

extension Run {
  /// The keys of the digests of the other files in `run.json`, by the name of the file.
  public static let digestKeys: KeyValuePairs = [
    "frames.jsonl": "framesSHA256", "events.jsonl": "eventsSHA256",
  ]

  /// The keys in `run.json` that describe the result of the run instead of its settings.
  public static let resultKeys: Set = [
    "schema", "summary", "framesSHA256", "eventsSHA256", "margins", "accepted",
  ]
}

/// The bytes of the files of a run directory.
public struct RunFiles: Hashable, Sendable {
  /// `run.json`: the recording, the settings, the summary, and the digests of the two other files.
  public var header: [UInt8]
  /// `frames.jsonl`: one frame per line.
  public var frames: [UInt8]
  /// `events.jsonl`: one event per line.
  public var events: [UInt8]

  /// The files by name, in the order in which they are written.
  public var byName: [(name: String, bytes: [UInt8])] {
    [("run.json", header), ("frames.jsonl", frames), ("events.jsonl", events)]
  }
}

extension Run {
  /// Returns the bytes of the run's files.
  ///
  /// - Parameter results: Further fields at the end of `run.json`, such as the reasons why the run was accepted.
  /// - Returns: The bytes of the files.
  public func files(adding results: [LogField] = []) -> RunFiles {
    let frameLines = frameText()
    var eventLines = JSONText()
    for event in events { eventLines.appendLine(event.logFields(at: rate)) }
    var text = JSONText()
    text.appendDocument(
      [LogField("schema", .text(Self.schema))] + header + [
        LogField("summary", .fields(summary().logFields)),
        LogField("framesSHA256", .text(SHA256.hexadecimal(of: frameLines))),
        LogField("eventsSHA256", .text(SHA256.hexadecimal(of: eventLines.bytes))),
      ] + results)
    return RunFiles(header: text.bytes, frames: frameLines, events: eventLines.bytes)
  }

  /// Returns the bytes of `frames.jsonl`.
  public func frameText() -> [UInt8] {
    var text = JSONText()
    for frame in frames { text.appendLine(frame.logFields) }
    return text.bytes
  }
}

extension Run {
  /// The run up to the last release, without the decision and the motion after the release.
  package var untilLastRelease: Run {
    guard let release = events.last(where: { $0.kind == .decision })?.time else { return self }
    var run = self
    run.frames.removeAll { $0.time >= release }
    run.events.removeAll { $0.time >= release }
    return run
  }
}
