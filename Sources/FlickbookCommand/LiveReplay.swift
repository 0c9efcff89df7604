import EvdevDevices
import Flickbook
import FramePictures
import Glibc

/// A scenario that follows the fingers on a device, and is drawn in the terminal while the fingers move.
///
/// The drawing is only a preview: the stored run is computed from the recording, like any other run. Both have the same
/// decisions, because the motion of a scenario does not depend on the times at which its state is read.
struct LiveReplay<S: Scenario> {
  private let request: ReplayRequest
  private let scenario: S
  private let initial: Recording.InitialState
  private let device: DeviceDescription
  private var reader: TouchReader
  private var replay: Replay<S>?
  private var screen: LiveScreen
  private let clock = ContinuousClock()
  /// The time on this machine's clock at which the first event arrived, and the event's timestamp on the device's
  /// clock.
  ///
  /// With both values, the current time is converted to a time of the recording.
  private var start: (arrival: ContinuousClock.Instant, microseconds: Int64)?
  private var lastDrawing: ContinuousClock.Instant?
  private(set) var events: [RawEvent] = []

  init(
    _ type: S.Type, _ request: ReplayRequest, device: DeviceDescription,
    initial: Recording.InitialState
  ) throws {
    let resolved = try S.resolved(request)
    scenario = try S(tuning: resolved.tuning, screen: request.screen)
    let scenery = S.scenery(resolved.tuning, on: request.screen)
    self.request = request
    self.device = device
    self.initial = initial
    reader = try request.handReader(for: device, initial: initial)
    screen = LiveScreen(scenery: scenery)
  }

  /// The recording so far.
  var recording: Recording {
    Recording(device: device, initial: initial, events: events, clock: "monotonic")
  }

  /// The targets of the decisions so far.
  var targets: [String] { decidedTargets(replay?.events ?? []) }

  /// Handles a signal of the device, and draws the new state.
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

  /// Advances the surface to 30 ms before the current time, because events for later times may still arrive.
  private mutating func goOn() {
    guard let start else { return }
    let elapsed = Int64((clock.now - start.arrival) / .microseconds(1))
    replay?.move(toMicroseconds: start.microseconds &+ elapsed - 30_000)
  }

  private mutating func draw() {
    guard screen.isShown, let frame = replay?.frames.last else { return }
    let now = clock.now
    // Redraw at most every 16 ms, because terminals draw at most 60 pictures per second.
    if let lastDrawing, now - lastDrawing < .milliseconds(16) { return }
    lastDrawing = now
    screen.draw(frame, target: targets.last)
  }
}

/// Returns the targets of the decisions in a run, in order.
func decidedTargets(_ events: [RunEvent]) -> [String] {
  events.filter { $0.kind == .decision }.compactMap {
    LogValue.fields($0.payload)["target"]?.asText
  }
}

/// A picture of characters that is redrawn in place; it is drawn only on a terminal.
struct LiveScreen {
  let isShown: Bool
  private let scenery: Scenery
  /// The number of rows of the last picture.
  private var drawnRows = 0

  init(scenery: Scenery) {
    self.scenery = scenery
    isShown = Terminal.isError
  }

  /// Draws the surface and the finger of a frame, and a line with the phase and the speed.
  mutating func draw(_ frame: Frame, target: String?) {
    // Leave two rows free, for the line with the phase and for the cursor.
    var style = Terminal.style(width: 100)
    style.height = min(24, Terminal.rows - 2)
    let picture = terminalPicture(of: frame, scenery: scenery, style: style)
    let speed = decimals(frame.velocity.length.value, 0)
    let words = "\(frame.phase.rawValue), \(speed) pt/s\(target.map { ", to \($0)" } ?? "")"
    let rows = picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    // Cut the line at the width of the terminal. The terminal would wrap a longer line into two rows, but `back` counts
    // the line as one row and would return to the wrong row.
    let told = withoutControls(words).prefix(max(Terminal.columns - 1, 1))
    // Clear each row first, because the picture may be narrower than the previous one.
    let text = (rows + [told]).map { "\u{1b}[K\($0)\n" }.joined()
    writeError(back + text)
    drawnRows = rows.count + 1
  }

  /// Removes the picture.
  mutating func clear() {
    guard drawnRows > 0 else { return }
    writeError("\(back)\u{1b}[J")
    drawnRows = 0
  }

  /// The escape sequence that returns to the first row of the last picture.
  private var back: String { drawnRows > 0 ? "\u{1b}[\(drawnRows)A" : "" }
}
