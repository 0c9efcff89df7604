import EvdevDevices
import Flickbook
import FramePictures

/// A surface that follows the fingers on a device, and is drawn in the terminal while the fingers move.
///
/// The drawing is only a preview: the stored run is computed from the recording, like any other run.
struct LiveReplay {
  private let surface: any LiveRun
  private let initial: Recording.InitialState
  private let device: DeviceDescription
  private var screen: LiveScreen
  private let clock = ContinuousClock()
  /// The time on this machine's clock at which the first event arrived, and the event's timestamp on the device's
  /// clock.
  ///
  /// With both values, the current time is converted to a time of the recording.
  private var start: (arrival: ContinuousClock.Instant, microseconds: Int64)?
  private var lastDrawing: ContinuousClock.Instant?
  private var events: [RawEvent] = []

  init(
    _ request: ReplayRequest, device: DeviceDescription, initial: Recording.InitialState
  ) throws {
    surface = try request.following(device, initial: initial)
    (self.device, self.initial) = (device, initial)
    screen = LiveScreen(
      scenery: surface.untouched.scenery ?? .plain(request.screen.size, isPlanar: false))
  }

  /// The recording so far.
  var recording: Recording {
    Recording(device: device, initial: initial, events: events, clock: "monotonic")
  }

  /// The targets of the decisions so far.
  var targets: [String] { decidedTargets(surface.events) }

  /// Handles a signal of the device, and draws the new state.
  mutating func receive(_ signal: DeviceSignal) {
    switch signal {
    case .frame(let events): receive(events)
    case .gap(let dropped): receive(dropped.events)
    case .quiet: goOn()
    case .ended: return screen.clear()
    }
    draw()
  }

  private mutating func receive(_ delivered: [RawEvent]) {
    guard let first = delivered.first else { return }
    start = start ?? (clock.now, first.microseconds)
    events += delivered
    surface.receive(delivered)
  }

  /// Advances the surface to 30 ms before the current time, because events for later times may still arrive.
  private func goOn() {
    guard let start else { return }
    let elapsed = Int64((clock.now - start.arrival) / .microseconds(1))
    surface.goOn(toMicroseconds: start.microseconds &+ elapsed - 30_000)
  }

  private mutating func draw() {
    guard Terminal.isError else { return }
    let now = clock.now
    // Redraw at most every 16 ms, because terminals draw at most 60 pictures per second.
    if let lastDrawing, now - lastDrawing < .milliseconds(16) { return }
    lastDrawing = now
    if let frame = surface.now?.frame { screen.draw(frame, target: targets.last) }
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
  private let scenery: Scenery
  /// The number of rows of the last picture.
  private var drawnRows = 0

  init(scenery: Scenery) { self.scenery = scenery }

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
