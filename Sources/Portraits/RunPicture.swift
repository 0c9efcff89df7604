package import FrameLogs
import GestureReplay
import Quantities

/// The data of a run for the HTML page: the layers on the screen, the curves, the events, and all values.
package struct RunPicture {
  private let run: Run
  private let portrait: Portrait
  private let name: String?
  private let number: Int

  /// Creates the data of `run`; if `name` is nil, the name of the run consists of `number` and the title of the run.
  package init(of run: Run, _ scenery: Scenery?, name: String?, number: Int = 1) {
    self.run = run
    portrait = Portrait(run, scenery)
    self.name = name.map { printable($0, most: 80) }
    self.number = number
  }

  /// The data from which the page draws the run, without the values of the frame fields.
  package var drawingFields: [LogField] {
    let tracks = SceneTracks(portrait)
    return [
      LogField("name", .text(name ?? "\(number) \(portrait.title)")),
      LogField("title", .text("\(name.map { "\($0) · " } ?? "")\(portrait.title)")),
      LogField("caption", .text(caption(run))),
      LogField("rate", .number(run.rate.framesPerSecond)),
      LogField("count", .integer(run.frames.count)),
      LogField("screen", tracks.screen),
      LogField("layers", tracks.layers),
      LogField("rests", .list(portrait.restLayers.map { SceneTracks.rest($0.name, $0.layer) })),
      LogField("curves", .list(portrait.curves.map { Self.fields(of: $0) })),
      LogField("phases", .list(portrait.spans.map { Self.fields(of: $0) })),
      LogField("pad", portrait.touchpad.map { Self.fields(of: $0) } ?? .none),
      LogField("events", .list(run.events.map { fields(of: $0) })),
    ]
  }

  /// The values of all frame fields with their keys and units, and the settings of the run.
  ///
  /// Each setting has its value, its unit, and its origin, for example a preset or a file.
  package var values: [LogField] { Self.values(of: run) }

  /// Returns the ``values`` of `run` without the other data of a picture, for the frames of the run in `range`.
  ///
  /// - Complexity: O(frames in the range).
  package static func values(of run: Run, in range: Range<Int> = 0..<Int.max) -> [LogField] {
    let fields = Frame.commonFields + run.ownFields
    let rows = run.frames[range.clamped(to: run.frames.indices)].map { frame in
      let values = LogValue.fields(frame.logFields)
      return LogValue.list(fields.map { values[$0.key] ?? .none })
    }
    return [
      LogField("keys", .list(fields.map { .text($0.key) })),
      LogField("units", .list(fields.map { .text($0.unit) })),
      LogField("frames", .list(rows)),
      LogField("settings", .fields(settings(in: run.header))),
    ]
  }

  /// Returns the settings in the header of a run: the preset, the options of the replay that have a value, and the
  /// settings of the scenario.
  package static func settings(in header: [LogField]) -> [LogField] {
    let header = LogValue.fields(header)
    let values =
      [("preset", "preset", header["preset"])]
      + RequestOption.inHeader.map { ($0.key, $0.name, $0.logValue(in: header)) }
    let options: [LogField] = values.compactMap { key, name, value in
      value.map {
        LogField(
          key,
          .fields([
            LogField("value", $0), LogField("unit", .none),
            LogField("from", header["from"]?[name] ?? .none),
          ]))
      }
    }
    guard case .fields(let own)? = header["settings"] else { return options }
    return options + own
  }

  private static func fields(of curve: Portrait.Curve) -> LogValue {
    .fields([
      LogField("title", .text(printable(curve.title, most: 40))),
      LogField("down", .flag(curve.growsDown)), LogField("edge", .flag(curve.isEdge)),
      LogField("least", .number(curve.least)), LogField("values", column(curve.values, 4)),
      LogField("targets", column(curve.targets, 4)), LogField("fingers", column(curve.fingers, 2)),
      LogField("rateTitle", .text(printable(curve.rateTitle, most: 40))),
      LogField("rates", column(curve.rates, curve.isInPoints ? 1 : 3)),
    ])
  }

  private static func fields(of span: Portrait.Span) -> LogValue {
    .fields([
      LogField("phase", .text(span.phase.rawValue)), LogField("start", .number(span.start)),
      LogField("end", .number(span.end)),
    ])
  }

  private static func fields(of touchpad: Touchpad) -> LogValue {
    .fields([
      LogField("width", .number(Touchpad.size.width)),
      LogField("height", .number(Touchpad.size.height)), LogField("x", column(touchpad.x, 2)),
      LogField("y", column(touchpad.y, 2)),
    ])
  }

  private func fields(of event: RunEvent) -> LogValue {
    let payload = LogValue.fields(event.payload)
    var words: [String] = []
    if let from = payload["from"]?.asText { words.append("\(from) →") }
    if let target = payload["target"]?.asText { words.append(target) }
    for key in ["reason", "velocityReason"] {
      if let reason = payload[key]?.asText { words.append("(\(reason))") }
    }
    let fast = [payload["velocityX"], payload["velocityY"]].compactMap { $0?.asNumber }
    if fast.contains(where: { $0 != 0 }) {
      words.append("\(fast.map { decimals($0, 0) }.joined(separator: ", ")) pt/s")
    }
    return .fields(
      [
        LogField("time", .number(event.time.isFinite ? event.time.value : 0)),
        LogField("frame", .integer(run.rate.firstFrame(at: event.time))),
        LogField("event", .text(event.kind.rawValue)),
        LogField("words", .text(printable(words.joined(separator: " "), most: 160))),
      ] + (event.kind == .decision ? [LogField("decision", .fields(event.payload))] : []))
  }
}
