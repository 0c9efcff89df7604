public import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// What a surface shows just before and just after an instant; without input both are the same.
public final class Moment: Sendable {
  /// When.
  public let time: Seconds
  /// What was done to it then.
  public let input: Input?
  /// What it showed before the input.
  public let before: Frame
  /// What it shows after it.
  public let after: Frame
  /// What happened between the last moment and the input.
  public let eventsBefore: [RunEvent]
  /// What the input brought about.
  public let eventsAfter: [RunEvent]
  /// The settings and the screen before the input, by their index in the performance.
  public let conditionsBefore: Int
  /// The settings and the screen after the input.
  public let conditionsAfter: Int

  init(
    time: Seconds, input: Input?, before: Frame, after: Frame, eventsBefore: [RunEvent],
    eventsAfter: [RunEvent], conditionsBefore: Int, conditionsAfter: Int
  ) {
    (self.time, self.input, self.before, self.after) = (time, input, before, after)
    (self.eventsBefore, self.eventsAfter) = (eventsBefore, eventsAfter)
    (self.conditionsBefore, self.conditionsAfter) = (conditionsBefore, conditionsAfter)
  }

  /// What the hand did then; nil where it did nothing.
  public var hand: HandEvent? {
    if case .hand(let event) = input { event } else { nil }
  }
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

  /// Lets a program send the surface to a place, and returns what that brings about.
  public mutating func command(_ name: String) -> [RunEvent] {
    var journal = Journal()
    surface.receive(.settle(at: name), at: time, into: &journal)
    return journal.events
  }

  /// Gives the surface other settings, or another screen, and returns what that brings about.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the surface can have; then it is as
  ///   it was.
  public mutating func adapt(
    to settings: [(key: String, value: String)], _ stage: Stage = Stage()
  ) throws(SettingError) -> [RunEvent] {
    func adapt<S: Scenario>(
      _ surface: inout S, _ journal: inout Journal
    ) throws(SettingError) {
      let given = Conditions(settings, stage: stage)
      let tuning = try Trial.tuning(S.self, given)
      try surface.adapt(to: tuning, stage: stage, at: time, into: &journal)
      conditions = given
    }
    var journal = Journal()
    try adapt(&surface, &journal)
    return journal.events
  }

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

  /// What the surface shows at each input, and 240 times a second in between until it rests.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func moments() throws(SettingError) -> [Moment] {
    try performed(looksPerSecond: 240).moments
  }

  /// The surface set aside after each movement of a hand, with the pan that holds it.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func heldSnapshots() throws(SettingError) -> [(snapshot: Snapshot, pan: Pan)] {
    let held = try performed(looksPerSecond: 1, Sampling(held: 1, moving: 0)).held
    return held.compactMap { snapshot in snapshot.pan.map { (snapshot, $0) } }
  }

  /// The surface just after the last input.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func held() throws(SettingError) -> Snapshot {
    var stand = Stand(
      surface: try surface(), trial: self, sampling: .never, rate: FrameRate(framesPerSecond: 60))
    for timed in inputs {
      stand.take(timed.input, at: .microseconds(timed.microseconds - originMicroseconds))
    }
    return stand.snapshot(at: stand.now)
  }

  /// The surface set aside after the last input, and 60 times a second from then on until it rests.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func settlingSnapshots() throws(SettingError) -> [Snapshot] {
    var snapshot = try held()
    var snapshots: [Snapshot] = []
    while !(snapshot.surface.isAtRest || snapshot.surface.isGone), snapshots.count < 600 {
      snapshots.append(snapshot)
      snapshot.wait(1.0 / 60)
    }
    return snapshots
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
    let last = performance.conditions.count - 1
    performance.moments.append(
      Moment(
        time: time, input: nil, before: frame, after: frame,
        eventsBefore: Array(journal.events[noted...]), eventsAfter: [], conditionsBefore: last,
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
        after: performance.trial.moved(surface.frame(0, at: time)),
        eventsBefore: Array(journal.events[noted..<middle]),
        eventsAfter: Array(journal.events[middle...]),
        conditionsBefore: conditions, conditionsAfter: performance.conditions.count - 1))
    guard sampling.held > 0, case .hand(.panChanged(let pan, _)) = input else { return }
    heldCount += 1
    if heldCount % sampling.held == 0 { performance.held.append(snapshot(at: time, pan)) }
  }

  func snapshot(at time: Seconds, _ pan: Pan? = nil) -> Snapshot {
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
