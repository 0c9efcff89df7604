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
  public static var longestSettling: Seconds { .longestSettling }

  /// What of a replay is wanted.
  enum Wish {
    /// Its frames and its events.
    case frames
    /// Its frames with the common values alone, and its events in a few values.
    case bareFrames
    /// What its events come to. Frames are passed through only if something steps from one to the
    /// next.
    case tally(steps: Bool)
  }

  /// The frames so far.
  public private(set) var frames: [Frame] = []
  /// The events so far.
  public var events: [RunEvent] { journal.events }

  var scenario: S
  var journal: Journal
  let rate: FrameRate
  private var clock: InputClock
  let wish: Wish
  private var frameCount = 0

  /// Starts with `scenario` at rest; times count from `originMicroseconds`.
  public init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64) {
    self.init(scenario, rate: rate, originMicroseconds: originMicroseconds, for: .frames)
  }

  /// Starts with `scenario` at rest, for what is wanted of it.
  init(_ scenario: S, rate: FrameRate, originMicroseconds: Int64, for wish: Wish) {
    self.scenario = scenario
    self.rate = rate
    clock = InputClock(originMicroseconds: originMicroseconds)
    self.wish = wish
    if case .frames = wish { journal = Journal() } else { journal = Journal(keepsEvents: false) }
  }

  /// Where its seconds begin, on the recording's clock.
  var originMicroseconds: Int64 { clock.originMicroseconds }

  /// The time of the last input.
  var lastInput: Seconds { clock.now }

  /// Makes room for the frames up to `microseconds` of the recording's clock, and for a second in which
  /// the surface settles.
  mutating func reserveFrames(toMicroseconds microseconds: Int64) {
    var ahead = clock
    let end = ahead.time(ofMicroseconds: microseconds) + Seconds(1)
    frames.reserveCapacity(min(rate.firstFrame(at: end), ReplayRequest.mostFrames))
  }

  /// Takes in what the hand does, one after the other.
  mutating func receive(_ events: ArraySlice<TimedHandEvent>) {
    var steps = TrackedSteps(isKept: false)
    receive(events, by: &steps)
  }

  /// The same with what is known of the steps of the hand.
  mutating func receive(_ events: ArraySlice<TimedHandEvent>, by steps: inout TrackedSteps) {
    var index = events.startIndex
    while index < events.endIndex {
      receive(events[index])
      index += 1
      // Where nobody looks on, a pan is taken in at once.
      if case .tally(steps: false) = wish {
        index += scenario.follow(events[index...], by: &clock, &steps)
      }
    }
  }

  /// What is left to say when the hand lets go as `event` says, for good; nil where only receiving that
  /// can tell.
  func lastRelease(by event: TimedHandEvent) -> LastRelease? {
    guard case .tally(steps: false) = wish else { return nil }
    var ahead = self
    ahead.move(toMicroseconds: event.microseconds)
    return ahead.scenario.lastRelease(by: event.event)
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
    let time = clock.time(ofMicroseconds: microseconds)
    takeFrames(before: time)
    scenario.advance(to: time, isFrame: false, into: &journal)
    return time
  }

  /// Takes frames until one shows, after all input, that the surface rests or is gone, or until its
  /// time is up.
  public mutating func finish() -> Run.Ending { finish { _ in } }

  /// The same, with every frame after all input shown to `body` before the next is taken, if frames
  /// are taken at all.
  mutating func finish(_ body: (Frame) -> Void) -> Run.Ending {
    takeFrames(before: lastInput)
    if case .tally(steps: false) = wish { frameCount = rate.firstFrame(at: lastInput) }
    let end = lastInput + Self.longestSettling
    repeat {
      body(takeFrame())
      if scenario.isGone { return .gone }
      if scenario.isAtRest { return .rested }
    } while rate.time(ofFrame: frameCount) <= end
    return .timeLimit
  }

  /// Moves the surface to its last frame at once, without a look at those before; the events are those
  /// of ``finish()``.
  ///
  /// Where something steps from frame to frame, that is no way to the end.
  mutating func skipToEnd() {
    scenario.advance(to: rate.lastFrame(afterInputAt: lastInput), isFrame: true, into: &journal)
  }

  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  private mutating func takeFrames(before time: Seconds) {
    if case .tally(steps: false) = wish { return }
    while rate.time(ofFrame: frameCount) < time { takeFrame() }
  }

  // A page has it once for each scenario rather than wherever it is called.
  #if PAGE_ENGINE
    @inline(never)
  #endif
  @discardableResult
  private mutating func takeFrame() -> Frame {
    let time = rate.time(ofFrame: frameCount)
    scenario.advance(to: time, isFrame: true, into: &journal)
    let frame: Frame
    switch wish {
    case .frames:
      frame = scenario.frame(frameCount, at: time)
      frames.append(frame)
    case .bareFrames:
      frame = scenario.bareFrame(frameCount, at: time)
      frames.append(frame)
    case .tally:
      frame = scenario.bareFrame(frameCount, at: time)
    }
    frameCount += 1
    return frame
  }
}

extension Seconds {
  static let longestSettling = Seconds(10)
}

extension FrameRate {
  /// The time of the last frame that there may be of a surface that goes on moving after the last input,
  /// which was at `time`.
  func lastFrame(afterInputAt time: Seconds) -> Seconds {
    let end = time + .longestSettling
    let first = firstFrame(at: time)
    var last = firstFrame(at: end)
    while last > first, self.time(ofFrame: last) > end { last -= 1 }
    return self.time(ofFrame: last)
  }
}
