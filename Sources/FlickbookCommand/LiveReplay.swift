import EvdevDevices
import Flickbook
import Glibc

/// A scenario that follows a hand while it moves, and is shown as it goes.
///
/// What it shows is for the eye. The run that is kept is computed from what was recorded, like any
/// other; since a scenario's motion does not depend on when it is looked at, both decide alike.
struct LiveReplay<S: Scenario> {
  private let request: ReplayRequest
  private let scenario: S
  private let initial: Recording.InitialState
  private let device: DeviceDescription
  private var reader: HandReader
  private var replay: Replay<S>?
  private var screen: LiveScreen
  private let clock = ContinuousClock()
  /// When the first event came, and its time; between events, time goes on from there.
  private var start: (arrival: ContinuousClock.Instant, microseconds: Int64)?
  private var lastDrawing: ContinuousClock.Instant?
  private(set) var events: [RawEvent] = []

  init(
    _ type: S.Type, _ request: ReplayRequest, device: DeviceDescription,
    initial: Recording.InitialState
  ) throws(ReplayError) {
    do throws(SettingError) {
      let resolved = try S.resolved(preset: request.preset, applying: request.assignments)
      scenario = try S(tuning: resolved.tuning, stage: request.stage)
    } catch { throw .setting(error) }
    self.request = request
    self.device = device
    self.initial = initial
    reader = try request.handReader(for: device, initial: initial)
    screen = LiveScreen(stage: request.stage)
  }

  /// What was recorded.
  var recording: Recording {
    Recording(device: device, initial: initial, events: events, clock: "monotonic")
  }

  /// The targets of the decisions that were shown.
  var targets: [String] { decidedTargets(replay?.events ?? []) }

  /// Takes in a signal of the device, and shows what comes of it.
  mutating func receive(_ signal: DeviceSignal) {
    switch signal {
    case .frame(let events): receive(events)
    case .gap(let dropped): receive(dropped.events)
    case .quiet: goOn()
    case .ended: screen.clear()
    }
    draw()
  }

  private mutating func receive(_ delivered: [RawEvent]) {
    guard let first = delivered.first else { return }
    if start == nil {
      start = (clock.now, first.microseconds)
      replay = Replay(scenario, rate: request.rate, originMicroseconds: first.microseconds)
    }
    events += delivered
    for event in delivered {
      for timed in reader.receive(event) { replay?.receive(timed) }
    }
  }

  /// Lets time go on although nothing happens, but not as far as events may be on their way.
  private mutating func goOn() {
    guard let start else { return }
    let elapsed = Int64((clock.now - start.arrival) / .microseconds(1))
    replay?.move(toMicroseconds: start.microseconds &+ elapsed - 30_000)
  }

  private mutating func draw() {
    guard screen.isShown, let frame = replay?.frames.last else { return }
    let now = clock.now
    // Source: ours; terminals show no more than 60 pictures a second.
    if let lastDrawing, now - lastDrawing < .milliseconds(16) { return }
    lastDrawing = now
    screen.draw(frame, fields: S.ownFields, target: targets.last)
  }
}

/// The targets of the decisions in a run, in order.
func decidedTargets(_ events: [RunEvent]) -> [String] {
  events.filter { $0.kind == .decision }.compactMap {
    LogValue.fields($0.payload)["target"]?.asText
  }
}

/// A screen of characters, drawn anew in the same place; on a terminal only.
struct LiveScreen {
  private static let columns = 34
  private static let rows = 22

  let isShown = Terminal.isError
  private let stage: Stage
  private var isDrawn = false

  init(stage: Stage) { self.stage = stage }

  /// Draws the surface of a frame, the finger and what the surface does.
  mutating func draw(_ frame: Frame, fields: [FieldDescription], target: String?) {
    func own(_ key: String) -> Double? {
      guard let index = fields.firstIndex(where: { $0.key == key }) else { return nil }
      return frame.own[index].asNumber
    }
    let size = stage.screen
    let (left, top) = (frame.position.x.value, frame.position.y.value)
    let right = left + (own("width") ?? size.x.value - left)
    let bottom = top + (own("height") ?? size.y.value - top)
    let finger = own("fingerX").flatMap { x in own("fingerY").map { (x, $0) } }
    let (cellWidth, cellHeight) = (
      size.x.value / Double(Self.columns), size.y.value / Double(Self.rows)
    )
    var text = isDrawn ? "\u{1b}[\(Self.rows + 3)A" : ""
    text += "┌" + String(repeating: "─", count: Self.columns) + "┐\n"
    for row in 0..<Self.rows {
      text += "│"
      for column in 0..<Self.columns {
        let x = (Double(column) + 0.5) * cellWidth
        let y = (Double(row) + 0.5) * cellHeight
        let isFinger =
          finger.map {
            ($0.0 - x).magnitude <= cellWidth / 2 && ($0.1 - y).magnitude <= cellHeight / 2
          } ?? false
        let isSurface = x >= left && x < right && y >= top && y < bottom
        text += isFinger ? "●" : isSurface ? "▒" : " "
      }
      text += "│\n"
    }
    text += "└" + String(repeating: "─", count: Self.columns) + "┘\n\u{1b}[K"
    let speed = decimals(frame.velocity.length.value, 0)
    text += "\(frame.phase.rawValue), \(speed) pt/s\(target.map { ", to \($0)" } ?? "")\n"
    isDrawn = true
    put(text)
  }

  /// Removes the picture.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    put("\u{1b}[\(Self.rows + 3)A\u{1b}[J")
  }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
