import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// A window with a gesture that a test composes step by step.
struct WindowTrial {
  var window: PictureInPictureScenario
  var eventLog = EventLog()
  var time = Seconds.zero
  private var settings: [Assignment]
  private let preset: String?
  private var pan: Pan?
  private var position: Position?

  init(
    _ settings: [(String, String)], preset: String? = nil,
    screen: (width: Double, height: Double) = (390, 844)
  ) throws {
    self.preset = preset
    // Some presets choose an engine that moves only at frames. There are no frames here, so the
    // trial uses the exact engine.
    self.settings = ([("engine", "exact")] + settings).map { Assignment(key: $0.0, value: $0.1) }
    let tuning = try PictureInPictureScenario.resolved(preset: preset, applying: self.settings)
    window = try PictureInPictureScenario(
      tuning: tuning.tuning,
      screen: Screen(size: Planar(x: Points(screen.width), y: Points(screen.height))))
  }

  var frame: Frame { window.frame(0, at: time) }
  var x: Double { frame.position.x.value }
  var y: Double { frame.position.y.value }
  var isStuck: Bool { frame.own["stuck"] == .flag(true) }
  var decisions: [RunEvent] { eventLog.events.filter { $0.kind == .decision } }

  mutating func wait(_ seconds: Double) {
    time += Seconds(seconds)
    window.advance(to: time, isFrame: false, into: &eventLog)
  }

  /// Waits until the window rests or is gone, at most ten seconds.
  mutating func settle() {
    for _ in 0..<1_000 where !window.isAtRest && !window.isGone { wait(0.01) }
  }

  mutating func down(at position: Position? = nil) {
    self.position = position
    receive(.touchDown(at: position))
  }

  /// Moves the finger to `x`, `y` relative to the touch-down, with a velocity.
  mutating func drag(_ x: Double, _ y: Double, vx: Double = 0, vy: Double = 0) {
    let displacement = Position(x: Points(x), y: Points(y))
    guard var pan else {
      let began = Pan(
        number: 1, origin: position, location: position.map { $0 + displacement },
        translation: displacement, fingers: 1)
      pan = began
      return receive(.panBegan(began))
    }
    pan.translation = displacement
    pan.location = position.map { $0 + displacement }
    self.pan = pan
    receive(.panChanged(pan, live: Self.estimate(vx, vy)))
  }

  mutating func release(vx: Double = 0, vy: Double = 0) {
    if let pan { receive(.panEnded(pan, Self.estimate(vx, vy))) }
    receive(.touchUp)
    pan = nil
  }

  mutating func cancel() {
    if let pan { receive(.panCancelled(pan)) }
    receive(.touchCancelled)
    pan = nil
  }

  mutating func tap() {
    down()
    wait(0.05)
    receive(.touchUp)
  }

  /// Drags the window by `x`, `y` and releases it there at once.
  mutating func throwFrom(_ x: Double, _ y: Double, vx: Double = 0, vy: Double = 0) {
    down()
    drag(0, 0)
    drag(x, y)
    release(vx: vx, vy: vy)
  }

  mutating func command(_ command: SurfaceCommand) {
    window.receive(command, at: time, into: &eventLog)
  }

  /// Changes a setting.
  mutating func change(_ key: String, _ value: String) throws {
    settings.append(Assignment(key: key, value: value))
    try adapt(window.screen)
  }

  /// Changes the size of the screen.
  mutating func resize(_ width: Double, _ height: Double) throws {
    try adapt(Screen(size: Planar(x: Points(width), y: Points(height))))
  }

  private mutating func adapt(_ screen: Screen) throws {
    let tuning = try PictureInPictureScenario.resolved(preset: preset, applying: settings)
    try window.adapt(to: tuning.tuning, screen: screen, at: time, into: &eventLog)
  }

  private mutating func receive(_ event: TouchEvent) {
    window.receive(event, at: time, into: &eventLog)
  }

  private static func estimate(_ vx: Double, _ vy: Double) -> VelocityEstimate {
    VelocityEstimate(
      velocity: Velocity(x: PointsPerSecond(vx), y: PointsPerSecond(vy)), reason: .ok)
  }
}
