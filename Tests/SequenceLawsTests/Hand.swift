import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import TouchInput

/// A finger that is sampled at 120 Hz; the velocities come from the estimator of a replay.
struct Hand {
  private(set) var inputs: [TimedInput] = []
  private var microseconds: Int64 = 1_000_000
  private var estimator: any VelocityEstimator
  private var pan: Pan?
  private var pans = 0
  private var origin: Position?

  /// Creates a finger that does not touch the screen yet.
  init(estimator name: String = ReplayRequest.standardEstimator) throws {
    estimator = try Estimator.named(name)
  }

  /// The time, in seconds from the first input.
  var now: Double { Double(microseconds - 1_000_000) / 1e6 }

  mutating func down(at position: Position? = nil) {
    origin = position
    emit(.touchDown(at: position))
    estimator.reset()
    estimator.receive(PanSample(microseconds: microseconds, position: .zero))
  }

  /// Moves by a displacement in this many seconds, at constant speed.
  mutating func move(x: Double = 0, y: Double, in seconds: Double) {
    let steps = max(1, Int((seconds * 120).rounded()))
    let start = pan?.translation ?? .zero
    for step in 1...steps {
      wait(seconds / Double(steps))
      let fraction = Double(step) / Double(steps)
      var next =
        pan ?? Pan(number: pans + 1, origin: origin, location: nil, translation: .zero, fingers: 1)
      next.translation = Position(
        x: start.x + Points(x * fraction), y: start.y + Points(y * fraction))
      next.location = origin.map { $0 + next.translation }
      estimator.receive(PanSample(microseconds: microseconds, position: next.translation))
      emit(pan == nil ? .panBegan(next) : .panChanged(next, live: estimator.live()))
      pan = next
      pans = next.number
    }
  }

  /// Moves by a displacement at a speed, in points per second along y.
  mutating func flick(_ displacement: Double, at speed: Double) {
    move(y: displacement, in: abs(displacement / speed))
  }

  /// Keeps the finger in place; the device reports nothing.
  mutating func wait(_ seconds: Double) { microseconds += Int64((seconds * 1e6).rounded()) }

  mutating func up() {
    if let pan {
      emit(.panEnded(pan, estimator.released(atMicroseconds: microseconds)))
    }
    emit(.touchUp)
    pan = nil
  }

  mutating func cancel() {
    if let pan { emit(.panCancelled(pan)) }
    emit(.touchCancelled)
    pan = nil
  }

  /// Adds a command at the current time.
  mutating func program(_ input: Input) { inputs.append(TimedInput(microseconds, input)) }

  private mutating func emit(_ event: TouchEvent) {
    inputs.append(TimedInput(microseconds, .hand(event)))
  }

  /// Plays the gesture on a surface and returns the performance.
  func on(
    _ scenario: any Scenario.Type, _ settings: (String, String)...
  ) throws -> Performance {
    let conditions = Conditions(settings.map { (key: $0.0, value: $0.1) })
    return try Trial(scenario, conditions, inputs: inputs).performed(looksPerSecond: 240)
  }
}

extension Performance {
  /// The position of the surface at the end.
  var rest: Position { moments[moments.count - 1].after.position }

  /// The targets of the decisions, in order.
  var targets: [String] {
    events.filter { $0.kind == .decision }.compactMap { $0.text("target") }
  }

  /// The greatest jump caused by an input other than a movement of a pan, in points.
  var greatestJump: Double {
    moments.reduce(0) { greatest, moment in
      switch moment.input {
      case .none, .hand(.panBegan), .hand(.panChanged): greatest
      case .hand, .command, .change:
        max(greatest, (moment.after.position - moment.before.position).length.value)
      }
    }
  }

  /// The greatest distance between consecutive moments, at 240 Hz, in points.
  var greatestStep: Double {
    zip(moments, moments.dropFirst()).reduce(0) { greatest, pair in
      max(greatest, (pair.1.before.position - pair.0.after.position).length.value)
    }
  }

  /// Returns the frame `seconds` after the first input.
  func frame(at seconds: Double) -> Frame? {
    moments.last { $0.time.value <= seconds + 1e-9 }?.after
  }
}

extension Conditions {
  /// Returns the conditions of a scenario with changed settings.
  static func of(
    _ scenario: any Scenario.Type, _ settings: (String, String)..., screen: Screen = Screen()
  ) throws -> Conditions {
    try Conditions(settings.map { (key: $0.0, value: $0.1) }, screen: screen).resolved(
      for: scenario)
  }
}
