public import FrameLogs
import Quantities

/// A player for `runs` as one HTML page that needs nothing else, from a disk or from a server.
///
/// It draws the first run on its screen with the finger and their trails, the others as ghosts at
/// the same instants; plays at full, a quarter and a tenth of the speed, steps by frame, and shows
/// every value of the frame. The page is as long as the frames' logs, and half as much again for
/// what moves on the screen.
///
/// - Parameters:
///   - runs: The runs, the leading one first; none gives a page that says so.
///   - names: What to call them; where there is no name, the title of the run and its number.
///   - sceneries: How they are looked at; where there is none, no more than where they are.
/// - Returns: The page.
public func htmlPlayer(
  of runs: [Run], names: [String] = [], sceneries: [Scenery?] = []
) -> String {
  var data = JSONText()
  data.append(
    .list(
      runs.enumerated().map { index, run in
        playerData(
          of: run, index < sceneries.count ? sceneries[index] : nil,
          name: index < names.count ? printable(names[index], most: 80) : nil,
          number: index + 1)
      }))
  // Inside a script element, `<` could end it; inside JSON it only stands in texts.
  var embedded: [UInt8] = []
  embedded.reserveCapacity(data.bytes.count)
  for byte in data.bytes {
    if byte == UInt8(ascii: "<") {
      embedded += "\\u003c".utf8
    } else {
      embedded.append(byte)
    }
  }
  return String(decoding: PackageResources.player_html, as: UTF8.self)
    + "<script type=\"application/json\" id=\"runs\">"
    + String(decoding: embedded, as: UTF8.self) + "</script>\n"
}

private func playerData(
  of run: Run, _ scenery: Scenery?, name: String?, number: Int
) -> LogValue {
  let portrait = Portrait(run, scenery)
  let fields = Frame.commonFields + run.ownFields
  let tracks = SceneTracks(portrait)
  return .fields([
    LogField("name", .text(name ?? "\(number) \(portrait.title)")),
    LogField("title", .text("\(name.map { "\($0) · " } ?? "")\(portrait.title)")),
    LogField("caption", .text(caption(run))),
    LogField("rate", .number(run.rate.framesPerSecond)),
    LogField("screen", tracks.screen),
    LogField("layers", tracks.layers),
    LogField("rests", .list(portrait.restLayers.map { SceneTracks.rest($0.name, $0.layer) })),
    LogField("curves", .list(portrait.curves.map(playerCurve))),
    LogField("pad", portrait.touchpad.map(playerPad) ?? .none),
    LogField("keys", .list(fields.map { .text($0.key) })),
    LogField("units", .list(fields.map { .text($0.unit) })),
    LogField(
      "frames",
      .list(
        run.frames.map { frame in
          let values = LogValue.fields(frame.logFields)
          return .list(fields.map { values[$0.key] ?? .none })
        })),
    LogField("events", .list(run.events.map { playerEvent($0, at: run) })),
  ])
}

private func playerCurve(_ curve: Portrait.Curve) -> LogValue {
  .fields([
    LogField("title", .text(printable(curve.title, most: 40))),
    LogField("down", .flag(curve.growsDown)), LogField("edge", .flag(curve.isEdge)),
    LogField("least", .number(curve.least)), LogField("values", column(curve.values, 4)),
    LogField("targets", column(curve.targets, 4)), LogField("fingers", column(curve.fingers, 2)),
  ])
}

private func playerPad(_ touchpad: Touchpad) -> LogValue {
  .fields([
    LogField("width", .number(Touchpad.size.width)),
    LogField("height", .number(Touchpad.size.height)), LogField("x", column(touchpad.x, 2)),
    LogField("y", column(touchpad.y, 2)),
  ])
}

private func playerEvent(_ event: RunEvent, at run: Run) -> LogValue {
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
  return .fields([
    LogField("time", .number(event.time.isFinite ? event.time.value : 0)),
    LogField("frame", .integer(run.rate.firstFrame(at: event.time))),
    LogField("event", .text(event.kind.rawValue)),
    LogField("words", .text(printable(words.joined(separator: " "), most: 160))),
  ])
}
