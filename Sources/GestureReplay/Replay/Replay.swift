public import FrameLogs
public import Quantities
public import ReleaseRules
public import Scenarios
public import Surfaces
public import TouchInput

/// A scenario on a virtual clock, which receives touches and pans in order, and produces frames.
///
/// Frame k is the state k / rate seconds after the first event, after all input up to and including that time. The same
/// events always produce the same frames.
public struct Replay<S: Scenario>: Sendable {
  /// The time after the last input at which a replay ends even if the surface still moves.
  ///
  /// We chose 10 s because nobody waits longer than that for a motion to end.
  public static var longestSettling: Seconds { Seconds(10) }

  /// The frames so far; empty if the replay only measures its frames and does not store them.
  public private(set) var frames: [Frame] = []
  /// The events so far; empty if the replay only counts its events and does not store them.
  public var events: [RunEvent] { eventLog.events }

  var scenario: S
  var eventLog: EventLog
  let rate: FrameRate
  /// The time on the recording's clock that is 0 s in frames and events, in microseconds.
  let originMicroseconds: Int64
  /// The time of the last input.
  private(set) var lastInput = Seconds.zero
  /// The meter that measures each frame if the replay does not store the frames; nil if it stores them.
  private(set) var meter: SettlingMeter?
  private var frameCount = 0

  /// Creates a replay with `scenario` at rest; times count from `originMicroseconds`.
  public init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64) {
    self.init(scenario, rate: rate, originMicroseconds: originMicroseconds, keeping: true)
  }

  /// Creates a replay with `scenario` at rest.
  ///
  /// If `isKept` is false, the replay does not store its frames and events, but only measures and counts them.
  init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64, keeping isKept: Bool) {
    self.scenario = scenario
    self.rate = rate
    self.originMicroseconds = originMicroseconds
    eventLog = EventLog(keepsEvents: isKept)
    meter = isKept ? nil : SettlingMeter(rate)
  }

  /// Reserves capacity for the frames up to `microseconds` of the recording's clock, and for a second of
  /// settling.
  mutating func reserveFrames(toMicroseconds microseconds: Int64) {
    let end = time(ofMicroseconds: microseconds) + Seconds(1)
    frames.reserveCapacity(min(rate.firstFrame(at: end), ReplayRequest.mostFrames))
  }

  /// Computes the frames before the event `timed`, and then passes the event to the scenario.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  // `inline(never)` keeps one copy per scenario, which makes the engine of a page smaller.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  public mutating func receive(_ timed: TimedHandEvent) {
    let time = move(toMicroseconds: timed.microseconds)
    scenario.receive(timed.event, at: time, into: &eventLog)
  }

  /// Receives a command at `microseconds` of the recording's clock.
  public mutating func receive(_ command: SurfaceCommand, atMicroseconds microseconds: Int64) {
    let time = move(toMicroseconds: microseconds)
    scenario.receive(command, at: time, into: &eventLog)
  }

  /// Changes the tuning or the screen of the surface at `microseconds` of the recording's clock.
  ///
  /// An event with the payload `change` is added to the event log.
  ///
  /// - Throws: `SettingError.contradiction` if the values contradict each other.
  public mutating func adapt(
    to tuning: S.Tuning, screen: Screen, atMicroseconds microseconds: Int64,
    noting change: [LogField] = []
  ) throws(SettingError) {
    let time = move(toMicroseconds: microseconds)
    eventLog.note(.changed, at: time, change)
    try scenario.adapt(to: tuning, screen: screen, at: time, into: &eventLog)
  }

  /// Computes the frames before `microseconds`, and advances the surface to that time, so that it can receive input.
  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  // `inline(never)` keeps one copy per scenario, which makes the engine of a page smaller.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  @discardableResult
  public mutating func move(toMicroseconds microseconds: Int64) -> Seconds {
    lastInput = time(ofMicroseconds: microseconds)
    takeFrames(before: lastInput)
    scenario.advance(to: lastInput, isFrame: false, into: &eventLog)
    return lastInput
  }

  /// Returns the time of input at `microseconds` of the recording's clock; never earlier than the last input.
  private func time(ofMicroseconds microseconds: Int64) -> Seconds {
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(originMicroseconds)
    return overflow ? lastInput : max(lastInput, .microseconds(elapsed))
  }

  /// Computes the frames after the last input, until the surface is at rest or gone.
  ///
  /// The replay ends after ``longestSettling`` even if the surface still moves.
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

  // `inline(never)` keeps one copy per scenario, which makes the engine of a page smaller.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  private mutating func takeFrames(before time: Seconds) {
    while rate.time(ofFrame: frameCount) < time { takeFrame() }
  }

  // `inline(never)` keeps one copy per scenario, which makes the engine of a page smaller.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  private mutating func takeFrame() {
    let time = rate.time(ofFrame: frameCount)
    scenario.advance(to: time, isFrame: true, into: &eventLog)
    if meter == nil {
      frames.append(scenario.frame(frameCount, at: time))
    } else {
      meter?.measure(scenario.commonFrame(frameCount, at: time), after: eventLog.tally.decision)
    }
    frameCount += 1
  }
}
