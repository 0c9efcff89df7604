import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import TouchInput

/// A finger that is seen 120 times a second, with the velocities of the estimator of a replay.
struct Hand {
  private(set) var inputs: [TimedInput] = []
  private var microseconds: Int64 = 1_000_000
  private var estimator: any VelocityEstimator
  private var pan: Pan?
  private var pans = 0
  private var origin: Position?

  /// A finger that is nowhere yet.
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

  /// Moves by a way in so many seconds, evenly.
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

  /// Moves at a speed, in points per second along y, by a way.
  mutating func flick(_ displacement: Double, at speed: Double) {
    move(y: displacement, in: abs(displacement / speed))
  }

  /// Stays where it is; the device reports nothing.
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

  /// A program does something, now.
  mutating func program(_ input: Input) { inputs.append(TimedInput(microseconds, input)) }

  private mutating func emit(_ event: HandEvent) {
    inputs.append(TimedInput(microseconds, .hand(event)))
  }

  /// What a surface does under this finger.
  func on(
    _ scenario: any Scenario.Type, _ settings: (String, String)...
  ) throws -> Performance {
    let conditions = Conditions(settings.map { (key: $0.0, value: $0.1) })
    return try Trial(scenario, conditions, inputs: inputs).performed(looksPerSecond: 240)
  }
}

extension Performance {
  /// Where the surface is at the end.
  var rest: Position { moments[moments.count - 1].after.position }

  /// The names of the targets that were decided on, in order.
  var targets: [String] {
    events.filter { $0.kind == .decision }.compactMap { $0.text("target") }
  }

  /// The greatest distance that any input but a pan's movement moved the surface, in points.
  var greatestJump: Double {
    moments.reduce(0) { greatest, moment in
      switch moment.input {
      case .none, .hand(.panBegan), .hand(.panChanged): greatest
      case .hand, .command, .change:
        max(greatest, (moment.after.position - moment.before.position).length.value)
      }
    }
  }

  /// The greatest distance from one look to the next, of 240 a second, in points.
  var greatestStep: Double {
    zip(moments, moments.dropFirst()).reduce(0) { greatest, pair in
      max(greatest, (pair.1.before.position - pair.0.after.position).length.value)
    }
  }

  /// What it shows at `seconds` after the first input.
  func frame(at seconds: Double) -> Frame? {
    moments.last { $0.time.value <= seconds + 1e-9 }?.after
  }
}

extension Conditions {
  /// These conditions of a scenario, with settings changed.
  static func of(
    _ scenario: any Scenario.Type, _ settings: (String, String)..., screen: Stage = Stage()
  ) throws -> Conditions {
    try Conditions(settings.map { (key: $0.0, value: $0.1) }, stage: screen).resolved(for: scenario)
  }
}
