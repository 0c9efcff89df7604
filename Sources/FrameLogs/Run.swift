import Quantities

/// What a surface did with one recording: every frame, every event, and what it was told to do.
public struct Run: Hashable, Sendable {
  /// Why a run ended.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// All input was applied and the surface rests.
    case rested
    /// The surface was dismissed.
    case gone
    /// The surface still moved when the time after the last input ran out.
    case timeLimit
  }

  /// The settings and the origin of the run, in the order in which they are written.
  public var header: [LogField]
  /// The frame rate.
  public var rate: FrameRate
  /// The scenario's own frame fields.
  public var ownFields: [FieldDescription]
  /// The frames, from the first event of the recording on.
  public var frames: [Frame]
  /// The events, by time.
  public var events: [RunEvent]
  /// Why the run ended.
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

/// The bytes of the files of a run directory.
public struct RunFiles: Hashable, Sendable {
  /// `run.json`: what was replayed, with which settings, and the digests of all four; see ``RunSeal``.
  public var header: [UInt8]
  /// `frames.jsonl`: one frame on each line.
  public var frames: [UInt8]
  /// `events.jsonl`: one event on each line.
  public var events: [UInt8]
  /// `summary.json`: the run in a few numbers.
  public var summary: [UInt8]

  /// The files by name, in the order in which they are written.
  public var byName: [(name: String, bytes: [UInt8])] {
    [
      ("run.json", header), ("frames.jsonl", frames), ("events.jsonl", events),
      ("summary.json", summary),
    ]
  }
}

extension Run {
  /// The text of the run's files.
  public func files() -> RunFiles {
    let frameLines = frameText()
    var eventLines = JSONText()
    for event in events { eventLines.appendLine(event.logFields(at: rate)) }
    var summaryText = JSONText()
    let digest = SHA256.hexadecimal(of: frameLines)
    summaryText.appendDocument(summary().logFields(framesDigest: digest))
    let sealed = RunSeal.header(
      [LogField("schema", .text(Self.schema))] + header,
      digests: [
        LogField("framesSHA256", .text(digest)),
        LogField("eventsSHA256", .text(SHA256.hexadecimal(of: eventLines.bytes))),
        LogField("summarySHA256", .text(SHA256.hexadecimal(of: summaryText.bytes))),
      ])
    return RunFiles(
      header: sealed, frames: frameLines, events: eventLines.bytes,
      summary: summaryText.bytes)
  }

  /// The text of `frames.jsonl`.
  public func frameText() -> [UInt8] {
    var text = JSONText()
    for frame in frames { text.appendLine(frame.logFields) }
    return text.bytes
  }
}
