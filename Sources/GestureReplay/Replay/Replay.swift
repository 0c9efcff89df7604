public import FrameLogs
public import Quantities
public import ReleaseRules
public import Scenarios
public import Surfaces
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

  var scenario: S
  var journal: Journal
  let rate: FrameRate
  /// Where its seconds begin, on the recording's clock.
  let originMicroseconds: Int64
  /// The time of the last input.
  private(set) var lastInput = Seconds.zero
  /// What measures the frames where they are not kept.
  private(set) var meter: SettlingMeter?
  private var frameCount = 0

  /// Starts with `scenario` at rest; times count from `originMicroseconds`.
  public init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64) {
    self.init(scenario, rate: rate, originMicroseconds: originMicroseconds, keeping: true)
  }

  /// Starts with `scenario` at rest; unless frames and events are kept, they are only measured.
  init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64, keeping isKept: Bool) {
    self.scenario = scenario
    self.rate = rate
    self.originMicroseconds = originMicroseconds
    journal = Journal(keepsEvents: isKept)
    meter = isKept ? nil : SettlingMeter(rate)
  }

  /// Makes room for the frames up to `microseconds` of the recording's clock, and for a second in which
  /// the surface settles.
  mutating func reserveFrames(toMicroseconds microseconds: Int64) {
    let end = time(ofMicroseconds: microseconds) + Seconds(1)
    frames.reserveCapacity(min(rate.firstFrame(at: end), ReplayRequest.mostFrames))
  }

  /// Takes in what the hand does, taking the frames before it.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
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
  /// - Throws: `SettingError.contradiction` when values do not go together.
  public mutating func adapt(
    to tuning: S.Tuning, stage: Stage, atMicroseconds microseconds: Int64,
    noting change: [LogField] = []
  ) throws(SettingError) {
    let time = move(toMicroseconds: microseconds)
    journal.note(.changed, at: time, change)
    try scenario.adapt(to: tuning, stage: stage, at: time, into: &journal)
  }

  /// Takes the frames before `microseconds`, and stops the surface there for input.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  @discardableResult
  public mutating func move(toMicroseconds microseconds: Int64) -> Seconds {
    lastInput = time(ofMicroseconds: microseconds)
    takeFrames(before: lastInput)
    scenario.advance(to: lastInput, isFrame: false, into: &journal)
    return lastInput
  }

  /// The time of input at `microseconds` of the recording's clock, which never goes back.
  private func time(ofMicroseconds microseconds: Int64) -> Seconds {
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(originMicroseconds)
    return overflow ? lastInput : max(lastInput, .microseconds(elapsed))
  }

  /// Takes frames until one shows, after all input, that the surface rests or is gone, or until its
  /// time is up.
  public mutating func finish() -> Run.Ending {
    takeFrames(before: lastInput)
    let end = lastInput + Self.longestSettling
    repeat {
      takeFrame()
      if scenario.isGone { return .gone }
      if scenario.isAtRest { return .rested }
    } while rate.time(ofFrame: frameCount) <= end
    return .timeLimit
  }

  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  private mutating func takeFrames(before time: Seconds) {
    while rate.time(ofFrame: frameCount) < time { takeFrame() }
  }

  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  private mutating func takeFrame() {
    let time = rate.time(ofFrame: frameCount)
    scenario.advance(to: time, isFrame: true, into: &journal)
    if meter == nil {
      frames.append(scenario.frame(frameCount, at: time))
    } else {
      meter?.measure(scenario.commonFrame(frameCount, at: time), after: journal.tally.decision)
    }
    frameCount += 1
  }
}
