public import FrameLogs
public import Quantities
public import TouchInput

/// A scenario on a virtual clock: hand events go in as they come, frames come out at their instants.
///
/// Frame k is the state at k / rate after the origin, with all input up to and including that time
/// applied. The same events always give the same frames.
public struct Replay<S: Scenario>: Sendable {
  /// How long a surface may go on moving after the last input.
  ///
  /// Source: ours; no gesture is worth more than ten seconds of waiting.
  public static var longestSettling: Seconds { Seconds(10) }

  /// The frames so far.
  public private(set) var frames: [Frame] = []
  /// The events so far.
  public var events: [RunEvent] { journal.events }

  private var scenario: S
  private var journal = Journal()
  private let rate: FrameRate
  let originMicroseconds: Int64
  private var lastInput = Seconds.zero

  /// Starts with `scenario` at rest; times count from `originMicroseconds`.
  public init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64) {
    self.scenario = scenario
    self.rate = rate
    self.originMicroseconds = originMicroseconds
  }

  /// Takes in what the hand does, taking the frames before it.
  public mutating func receive(_ timed: TimedHandEvent) {
    let time = move(toMicroseconds: timed.microseconds)
    scenario.receive(timed.event, at: time, into: &journal)
  }

  /// Takes in a command at `microseconds` of the recording's clock.
  public mutating func receive(_ command: SurfaceCommand, atMicroseconds microseconds: Int64) {
    let time = move(toMicroseconds: microseconds)
    scenario.receive(command, at: time, into: &journal)
  }

  /// Gives the surface other numbers, or another screen, at `microseconds` of the recording's clock;
  /// `change` says what is new.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when values do not go together.
  public mutating func adapt(
    to tuning: S.Tuning, stage: Stage, atMicroseconds microseconds: Int64,
    noting change: [LogField] = []
  ) throws(SettingError) {
    let time = move(toMicroseconds: microseconds)
    journal.note(.changed, at: time, change)
    try scenario.adapt(to: tuning, stage: stage, at: time, into: &journal)
  }

  /// Takes the frames before `microseconds`, and stops the surface there for input.
  @discardableResult
  public mutating func move(toMicroseconds microseconds: Int64) -> Seconds {
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(originMicroseconds)
    let time = max(lastInput, overflow ? lastInput : .microseconds(elapsed))
    while rate.time(ofFrame: frames.count) < time { takeFrame() }
    scenario.advance(to: time, isFrame: false, into: &journal)
    lastInput = time
    return time
  }

  /// Takes frames until one shows, after all input, that the surface rests or is gone, or until its
  /// time is up.
  public mutating func finish() -> Run.Ending {
    while rate.time(ofFrame: frames.count) < lastInput { takeFrame() }
    let end = lastInput + Self.longestSettling
    repeat {
      takeFrame()
      if scenario.isGone { return .gone }
      if scenario.isAtRest { return .rested }
    } while rate.time(ofFrame: frames.count) <= end
    return .timeLimit
  }

  private mutating func takeFrame() {
    let time = rate.time(ofFrame: frames.count)
    scenario.advance(to: time, isFrame: true, into: &journal)
    frames.append(scenario.frame(frames.count, at: time))
  }
}
