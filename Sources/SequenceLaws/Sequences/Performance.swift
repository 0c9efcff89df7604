public import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// What a surface shows just before and just after an instant; without input both are the same.
public struct Moment: Sendable {
  /// When.
  public var time: Seconds
  /// What was done to it then.
  public var input: Input?
  /// What it showed before the input.
  public var before: Frame
  /// What it shows after it.
  public var after: Frame
  /// The events between the last moment and the input, by their index in the performance.
  public var eventsBefore: Range<Int>
  /// The events that the input brought about.
  public var eventsAfter: Range<Int>
  /// The settings and the screen before the input, by their index in the performance.
  public var conditionsBefore: Int
  /// The settings and the screen after the input.
  public var conditionsAfter: Int
}

/// A surface as it is at an instant, to go on with in another way.
public struct Snapshot: Sendable {
  /// The instant.
  public var time: Seconds
  /// The surface.
  public var surface: any Scenario
  /// The pan that holds it; nil without one.
  public var pan: Pan?
  /// The settings and the screen at the instant.
  public var conditions: Conditions

  /// Lets the hand do something, `seconds` later, and returns what that brings about.
  public mutating func receive(_ event: HandEvent, after seconds: Double = 0) -> [RunEvent] {
    var journal = Journal()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &journal)
    surface.receive(event, at: time, into: &journal)
    return journal.events
  }

  /// Lets time pass.
  public mutating func wait(_ seconds: Double) {
    var journal = Journal()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &journal)
  }

  /// What it shows.
  public var frame: Frame { surface.frame(0, at: time) }
}

/// How often the surface is set aside to be treated in another way; 1 is always, 0 never.
public struct Sampling: Hashable, Sendable {
  /// After each so many movements of a hand that holds it.
  public var held: Int
  /// At each so many instants at which it moves by itself.
  public var moving: Int

  /// Creates a sampling.
  public init(held: Int, moving: Int) {
    self.held = held
    self.moving = moving
  }

  /// Never.
  public static let never = Sampling(held: 0, moving: 0)
  /// At a few instants, other ones with every seed.
  public static let sparse = Sampling(held: 16, moving: 24)
  /// At every instant.
  public static let always = Sampling(held: 1, moving: 1)
}

/// A trial as it went: what the surface showed at each input and in between.
public struct Performance: Sendable {
  /// What was done.
  public var trial: Trial
  /// The moments, by time.
  public var moments: [Moment] = []
  /// The events, by time.
  public var events: [RunEvent] = []
  /// The settings and screens that the surface had, one after the other.
  public var conditions: [Conditions]
  /// The surface set aside while a hand held it.
  public var held: [Snapshot] = []
  /// The surface set aside while it moved by itself.
  public var moving: [Snapshot] = []
  /// How it ended.
  public var ending = Run.Ending.timeLimit
}

extension Trial {
  /// Does to the surface what is to be done, looking at each input, and in between so many times a
  /// second until the surface rests.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func performed(
    looksPerSecond: Double = 120, _ sampling: Sampling = .never,
    isMoving: (Phase) -> Bool = { _ in false }
  ) throws(SettingError) -> Performance {
    var stand = Stand(
      surface: try surface(), trial: self, sampling: sampling,
      rate: FrameRate(framesPerSecond: looksPerSecond))
    let origin = originMicroseconds
    for timed in inputs {
      let (elapsed, overflow) = timed.microseconds.subtractingReportingOverflow(origin)
      let time = max(stand.now, overflow ? stand.now : .microseconds(elapsed))
      stand.look(until: time, isMoving)
      stand.take(timed.input, at: time)
    }
    return stand.finished(isMoving)
  }
}

/// A surface under observation.
private struct Stand {
  var surface: any Scenario
  var journal = Journal()
  var step = 0
  var now = Seconds.zero
  var performance: Performance
  let sampling: Sampling
  let rate: FrameRate
  private var heldCount: Int
  private var movingCount: Int

  init(surface: any Scenario, trial: Trial, sampling: Sampling, rate: FrameRate) {
    self.surface = surface
    self.sampling = sampling
    self.rate = rate
    performance = Performance(trial: trial, conditions: [trial.conditions])
    performance.moments.reserveCapacity(600)
    heldCount = Int(trial.seed % UInt64(max(1, sampling.held)))
    movingCount = Int(trial.seed % UInt64(max(1, sampling.moving)))
  }

  /// Looks at the instants of the rate before `time`.
  mutating func look(until time: Seconds, _ isMoving: (Phase) -> Bool) {
    while rate.time(ofFrame: step) < time { look(isMoving) }
  }

  private mutating func look(_ isMoving: (Phase) -> Bool) {
    let time = rate.time(ofFrame: step)
    step += 1
    let noted = journal.events.count
    surface.advance(to: time, isFrame: false, into: &journal)
    let frame = performance.trial.moved(surface.frame(0, at: time))
    let events = noted..<journal.events.count
    let last = performance.conditions.count - 1
    performance.moments.append(
      Moment(
        time: time, input: nil, before: frame, after: frame, eventsBefore: events,
        eventsAfter: events.upperBound..<events.upperBound, conditionsBefore: last,
        conditionsAfter: last))
    guard sampling.moving > 0, isMoving(frame.phase), !frame.touching else { return }
    movingCount += 1
    if movingCount % sampling.moving == 0 { performance.moving.append(snapshot(at: time)) }
  }

  /// Does something to the surface.
  mutating func take(_ input: Input, at time: Seconds) {
    now = time
    let noted = journal.events.count
    surface.advance(to: time, isFrame: false, into: &journal)
    let before = performance.trial.moved(surface.frame(0, at: time))
    let middle = journal.events.count
    let conditions = performance.conditions.count - 1
    switch input {
    case .hand(let event): surface.receive(event, at: time, into: &journal)
    case .command(let command): surface.receive(command, at: time, into: &journal)
    case .change(let new):
      if Trial.adapt(&surface, to: new, at: time, into: &journal) {
        performance.conditions.append(new)
      }
    }
    performance.moments.append(
      Moment(
        time: time, input: input, before: before,
        after: performance.trial.moved(surface.frame(0, at: time)), eventsBefore: noted..<middle,
        eventsAfter: middle..<journal.events.count,
        conditionsBefore: conditions, conditionsAfter: performance.conditions.count - 1))
    guard sampling.held > 0, case .hand(.panChanged(let pan, _)) = input else { return }
    heldCount += 1
    if heldCount % sampling.held == 0 { performance.held.append(snapshot(at: time, pan)) }
  }

  private func snapshot(at time: Seconds, _ pan: Pan? = nil) -> Snapshot {
    Snapshot(
      time: time, surface: surface, pan: pan,
      conditions: performance.conditions[performance.conditions.count - 1])
  }

  /// Looks on until the surface rests, is gone, or has had ten seconds.
  mutating func finished(_ isMoving: (Phase) -> Bool) -> Performance {
    look(until: now, isMoving)
    let end = rate.time(ofFrame: step) + Seconds(10)
    while rate.time(ofFrame: step) < end, !(surface.isAtRest || surface.isGone) { look(isMoving) }
    look(isMoving)
    performance.ending = surface.isGone ? .gone : surface.isAtRest ? .rested : .timeLimit
    performance.events = journal.events
    return performance
  }
}
