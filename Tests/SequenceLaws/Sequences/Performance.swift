public import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// The frames just before and just after an instant; they are equal if there is no input.
public final class Moment: Sendable {
  /// The time.
  public let time: Seconds
  /// The input at this time; nil if there was none.
  public let input: Input?
  /// The frame before the input.
  public let before: Frame
  /// The frame after the input.
  public let after: Frame
  /// The events between the previous moment and the input.
  public let eventsBefore: [RunEvent]
  /// The events that the input caused.
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

  /// The gesture event at this time; nil if there was none.
  public var hand: TouchEvent? {
    if case .hand(let event) = input { event } else { nil }
  }
}

/// A copy of a surface at an instant, to be continued with other inputs.
public struct Snapshot: Sendable {
  /// The instant.
  public var time: Seconds
  /// The surface.
  public var surface: any Scenario
  /// The pan that moves the surface; nil if there is none.
  public var pan: Pan?
  /// The settings and the screen at the instant.
  public var conditions: Conditions

  /// Sends the surface to a target by a command, and returns the resulting events.
  public mutating func command(_ name: String) -> [RunEvent] {
    var eventLog = EventLog()
    surface.receive(.settle(at: name), at: time, into: &eventLog)
    return eventLog.events
  }

  /// Changes the settings or the screen of the surface, and returns the resulting events.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid; then the surface is unchanged.
  public mutating func adapt(
    to settings: [(key: String, value: String)], _ screen: Screen = Screen()
  ) throws(SettingError) -> [RunEvent] {
    func adapt<S: Scenario>(
      _ surface: inout S, _ eventLog: inout EventLog
    ) throws(SettingError) {
      let given = Conditions(settings, screen: screen)
      let tuning = try Trial.tuning(S.self, given)
      try surface.adapt(to: tuning, screen: screen, at: time, into: &eventLog)
      conditions = given
    }
    var eventLog = EventLog()
    try adapt(&surface, &eventLog)
    return eventLog.events
  }

  /// Delivers a gesture event `seconds` later, and returns the resulting events.
  public mutating func receive(_ event: TouchEvent, after seconds: Double = 0) -> [RunEvent] {
    var eventLog = EventLog()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &eventLog)
    surface.receive(event, at: time, into: &eventLog)
    return eventLog.events
  }

  /// Advances the surface without input.
  public mutating func wait(_ seconds: Double) {
    var eventLog = EventLog()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &eventLog)
  }

  /// The current frame.
  public var frame: Frame { surface.frame(0, at: time) }
}

/// The rate at which copies of the surface are kept; 1 keeps every copy, 0 keeps none.
public struct Sampling: Hashable, Sendable {
  /// Keeps one copy per this many finger movements during a drag.
  public var held: Int
  /// Keeps one copy per this many instants of motion without a finger.
  public var moving: Int

  /// Creates a sampling.
  public init(held: Int, moving: Int) {
    self.held = held
    self.moving = moving
  }

  /// Never.
  public static let never = Sampling(held: 0, moving: 0)
  /// Keeps a few copies, at instants that depend on the seed.
  public static let sparse = Sampling(held: 16, moving: 24)
  /// Keeps a copy at every instant.
  public static let always = Sampling(held: 1, moving: 1)
}

/// A played trial: the moments at each input and in between.
public struct Performance: Sendable {
  /// The trial that was played.
  public var trial: Trial
  /// The moments, ordered by time.
  public var moments: [Moment] = []
  /// The events, ordered by time.
  public var events: [RunEvent] = []
  /// The conditions of the surface, in the order in which they applied.
  public var conditions: [Conditions]
  /// Copies of the surface during drags.
  public var held: [Snapshot] = []
  /// Copies of the surface while it moved without a finger.
  public var moving: [Snapshot] = []
  /// The reason why the sequence ended.
  public var ending = Run.Ending.timeLimit
}

extension Trial {
  /// Plays all inputs, and records a moment at each input and `looksPerSecond` times a second until
  /// the surface rests.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
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

  /// Returns a moment at each input, and 240 moments per second until the surface rests.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func moments() throws(SettingError) -> [Moment] {
    try performed(looksPerSecond: 240).moments
  }

  /// Returns a copy of the surface after each finger movement, with its pan.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func heldSnapshots() throws(SettingError) -> [(snapshot: Snapshot, pan: Pan)] {
    let held = try performed(looksPerSecond: 1, Sampling(held: 1, moving: 0)).held
    return held.compactMap { snapshot in snapshot.pan.map { (snapshot, $0) } }
  }

  /// Returns the surface just after the last input.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func held() throws(SettingError) -> Snapshot {
    var stand = Stand(
      surface: try surface(), trial: self, sampling: .never, rate: FrameRate(framesPerSecond: 60))
    for timed in inputs {
      stand.take(timed.input, at: .microseconds(timed.microseconds - originMicroseconds))
    }
    return stand.snapshot(at: stand.now)
  }

  /// Returns copies of the surface after the last input, 60 per second until it rests, at most 600.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
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

/// A surface that a trial is moving, with the moments recorded so far.
private struct Stand {
  var surface: any Scenario
  var eventLog = EventLog()
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

  /// Records the moments of the frame rate before `time`.
  mutating func look(until time: Seconds, _ isMoving: (Phase) -> Bool) {
    while rate.time(ofFrame: step) < time { look(isMoving) }
  }

  private mutating func look(_ isMoving: (Phase) -> Bool) {
    let time = rate.time(ofFrame: step)
    step += 1
    let noted = eventLog.events.count
    surface.advance(to: time, isFrame: false, into: &eventLog)
    let frame = performance.trial.moved(surface.frame(0, at: time))
    let last = performance.conditions.count - 1
    performance.moments.append(
      Moment(
        time: time, input: nil, before: frame, after: frame,
        eventsBefore: Array(eventLog.events[noted...]), eventsAfter: [], conditionsBefore: last,
        conditionsAfter: last))
    guard sampling.moving > 0, isMoving(frame.phase), !frame.touching else { return }
    movingCount += 1
    if movingCount % sampling.moving == 0 { performance.moving.append(snapshot(at: time)) }
  }

  /// Applies an input to the surface and records the moment.
  mutating func take(_ input: Input, at time: Seconds) {
    now = time
    let noted = eventLog.events.count
    surface.advance(to: time, isFrame: false, into: &eventLog)
    let before = performance.trial.moved(surface.frame(0, at: time))
    let middle = eventLog.events.count
    let conditions = performance.conditions.count - 1
    switch input {
    case .hand(let event): surface.receive(event, at: time, into: &eventLog)
    case .command(let command): surface.receive(command, at: time, into: &eventLog)
    case .change(let new):
      if Trial.adapt(&surface, to: new, at: time, into: &eventLog) {
        performance.conditions.append(new)
      }
    }
    performance.moments.append(
      Moment(
        time: time, input: input, before: before,
        after: performance.trial.moved(surface.frame(0, at: time)),
        eventsBefore: Array(eventLog.events[noted..<middle]),
        eventsAfter: Array(eventLog.events[middle...]),
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

  /// Records moments until the surface rests or is gone, for at most ten seconds.
  mutating func finished(_ isMoving: (Phase) -> Bool) -> Performance {
    look(until: now, isMoving)
    let end = rate.time(ofFrame: step) + Seconds(10)
    while rate.time(ofFrame: step) < end, !(surface.isAtRest || surface.isGone) { look(isMoving) }
    look(isMoving)
    performance.ending = surface.isGone ? .gone : surface.isAtRest ? .rested : .timeLimit
    performance.events = eventLog.events
    return performance
  }
}
