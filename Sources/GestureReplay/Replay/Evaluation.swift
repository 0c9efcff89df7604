import FrameLogs
import Quantities
public import ReleaseRules
import Scenarios
import Surfaces
public import TouchInput

/// What the hand does in a recording, read once for all settings that do not change how it is read.
public struct PreparedGesture: Sendable {
  /// Without and with how fast the hand is before it lets go.
  let quiet: [TimedHandEvent]
  let live: [TimedHandEvent]
  let originMicroseconds: Int64
  /// The indices of the events with which something may be let go of; of several at once, the first.
  let releases: [Int]
  /// Whether nothing comes after the last of them.
  let endsWithRelease: Bool
  /// The targets that the hand may have meant, from which margins are told.
  package var intents: [String] = []

  init(quiet: [TimedHandEvent], live: [TimedHandEvent], originMicroseconds: Int64) {
    self.quiet = quiet
    self.live = live
    self.originMicroseconds = originMicroseconds
    releases = quiet.indices.filter { index in
      guard quiet[index].event.letsGo else { return false }
      guard index > 0, quiet[index - 1].event.letsGo else { return true }
      return quiet[index - 1].microseconds != quiet[index].microseconds
    }
    let last = quiet.suffix(from: releases.last ?? quiet.endIndex)
    endsWithRelease =
      !last.isEmpty
      && last.allSatisfy { $0.event.letsGo && $0.microseconds == last.first?.microseconds }
  }

  /// The index of the first event with which something may be let go of; past the last without one.
  fileprivate var firstRelease: Int { releases.first ?? quiet.count }
}

/// A value that is tried for a setting.
public struct TriedValue: Hashable, Sendable {
  /// The number; nil for what is no number.
  public let number: Double?
  private let spelling: String?

  /// A number.
  public init(_ number: Double) {
    self.number = number
    spelling = nil
  }

  /// What `text` spells.
  public init(_ text: String) {
    number = Double(text)
    spelling = text
  }

  /// The value as text, as it can be set.
  public var text: String { spelling ?? plain(number ?? 0) }
}

extension Setting {
  /// Puts a value that is tried into `tuning`; false when it is none that is allowed.
  func set(_ value: TriedValue, in tuning: inout Tuning) -> Bool {
    guard case .number(let range, _, let set) = access, let number = value.number else {
      return self.set(value.text, in: &tuning)
    }
    guard range.contains(number) else { return false }
    set(&tuning, number)
    return true
  }
}

/// Many sets of values for the same settings, to be tried on gestures.
public struct TriedSettings: Sendable {
  /// The names of the settings, each once.
  public var keys: [String]
  /// For each set, one value for each setting.
  public var rows: [[TriedValue]]

  /// Creates sets of values; traps unless each has one for each key.
  public init(keys: [String], rows: [[TriedValue]]) {
    precondition(rows.allSatisfy { $0.count == keys.count }, "a set has not \(keys.count) values")
    self.keys = keys
    self.rows = rows
  }

  /// A row as assignments by the caller.
  func assignments(_ row: Int) -> [Assignment] {
    zip(keys, rows[row]).map { Assignment(key: $0, value: $1.text) }
  }
}

extension ReplayRequest {
  /// Reads what the hand does in `recording`, for ``outcomes(of:on:wanting:visit:)``.
  ///
  /// - Throws: ``ReplayError`` when the recording is of no use.
  public func prepared(_ recording: Recording) throws(ReplayError) -> PreparedGesture {
    let kind: ScenarioKind
    do { kind = try ScenarioKind.named(scenario) } catch { throw .setting(error) }
    var request = self
    request.pans.tellsForce = kind.heedsForce
    request.pans.tellsLiveVelocity = true
    let live = try request.handEvents(in: recording)
    try checkLength(live.events, live.originMicroseconds)
    request.pans.tellsLiveVelocity = false
    let quiet = try request.handEvents(in: recording)
    return PreparedGesture(
      quiet: quiet.events, live: live.events, originMicroseconds: live.originMicroseconds)
  }

  #if !PAGE_ENGINE
    /// What every gesture comes to with every set of settings on top of the request's own.
    ///
    /// Each outcome equals the summary of the whole replay, to the last bit. What does not depend on
    /// what is tried is computed once: up to the first release where the settings count only from there,
    /// and from there on where what is decided is the same.
    ///
    /// - Parameters:
    ///   - tried: The settings.
    ///   - gestures: What the hand does, prepared by this request.
    ///   - wishes: What the outcomes are asked for.
    ///   - visit: Called with the number of the set, that of the gesture, and what came of it: gesture by
    ///     gesture, and in each in the order of the sets.
    /// - Returns: For each set, why it is none that can be; such a one is not visited.
    /// - Throws: ``ReplayError`` when the request itself cannot be, or a key is no setting.
    public func outcomes(
      of tried: TriedSettings, on gestures: [PreparedGesture], wanting wishes: Outcome.Wishes,
      visit: (Int, Int, Outcome) -> Void
    ) throws(ReplayError) -> [SettingError?] {
      do {
        return try ScenarioKind.named(scenario).evaluate(self, tried, gestures, wishes, visit)
      } catch { throw .setting(error) }
    }
  #endif

  func outcomes<S: Scenario>(
    of tried: TriedSettings, on gestures: [PreparedGesture], wanting wishes: Outcome.Wishes,
    through type: S.Type, visit: (Int, Int, Outcome) -> Void
  ) throws(SettingError) -> [SettingError?] {
    let trials = try Trials<S>(self, tried)
    for (number, gesture) in gestures.enumerated() {
      guard let margin = wishes.margin else {
        try trials.evaluate(gesture, self, wishes) { visit($0, number, $1) }
        continue
      }
      var found: [(row: Int, outcome: Outcome)] = []
      try trials.evaluate(gesture, self, wishes) { found.append(($0, $1)) }
      for (row, var outcome) in found {
        outcome.shortfall = try trials.shortfall(of: margin, row, gesture, self, outcome)
        visit(row, number, outcome)
      }
    }
    return trials.errors
  }
}

/// Sets of settings, each made into a surface.
private struct Trials<S: Scenario> {
  /// One set; copied for each gesture, so it holds nothing that is counted.
  struct Trial {
    var hasSteps: Bool
    var stepsWithFrames: Bool
    var heedsLiveVelocity: Bool
    /// Which trials it shares the touch with, the decision with, and the settling with.
    var touch = 0
    var cell = GridCell()
  }

  private var trials: [Trial] = []
  /// What is carried out in each.
  private var steps: [[Step<S.Tuning>]] = []
  /// The surfaces of the trials, which are large; any for one that is none that can be.
  private var surfaces: [S] = []
  private(set) var errors: [SettingError?] = []
  /// How their surfaces move and decide, where there is no more to them.
  private var behaviours: [Conduct?] = []
  /// Whether what is decided alike is worth remembering.
  private var isGrid = false
  private var releaseCount = 0
  private var settlingCount = 0
  /// Whether several have the same touch.
  private var sharesTouch = false

  init(_ request: ReplayRequest, _ tried: TriedSettings) throws(SettingError) {
    let base = try S.resolved(request).tuning
    let columns = try Self.columns(tried, request, base)
    let standard = try S(tuning: base, stage: request.stage)
    for row in tried.rows.indices {
      do throws(SettingError) {
        let (trial, steps, surface) = try Self.trial(row, tried, columns, base, request)
        trials.append(trial)
        self.steps.append(steps)
        surfaces.append(surface)
        errors.append(nil)
      } catch {
        trials.append(Trial(hasSteps: false, stepsWithFrames: false, heedsLiveVelocity: false))
        steps.append([])
        surfaces.append(standard)
        errors.append(error)
      }
    }
    behaviours = surfaces.map { $0.behaviour.map { Conduct($0) } }
    guard request.commands.isEmpty, let columns else {
      for row in trials.indices { trials[row].touch = row }
      return
    }
    number(tried, columns)
  }

  /// The settings that are tried, where each can be given its value by itself; nil where one decides
  /// what others mean.
  private static func columns(
    _ tried: TriedSettings, _ request: ReplayRequest, _ base: S.Tuning
  ) throws(SettingError) -> [Setting<S.Tuning>]? {
    let settings = S.settings
    var columns: [Setting<S.Tuning>] = []
    for key in tried.keys {
      let named = settings.filter { $0.key == key }
      guard !named.isEmpty else {
        throw .unknownSetting(
          key: key, scenario: S.name, location: "",
          nearest: nearestName(to: key, in: settings.map { $0.key }))
      }
      guard let setting = named.first(where: { $0.applies(in: base) }), !setting.decides else {
        return nil
      }
      columns.append(setting)
    }
    return columns
  }

  private static func trial(
    _ row: Int, _ tried: TriedSettings, _ columns: [Setting<S.Tuning>]?, _ base: S.Tuning,
    _ request: ReplayRequest
  ) throws(SettingError) -> (Trial, [Step<S.Tuning>], S) {
    var tuning = base
    if let columns {
      for (setting, value) in zip(columns, tried.rows[row]) {
        guard setting.set(value, in: &tuning) else {
          throw .invalidValue(
            key: setting.key, value: value.text, location: "", expected: setting.expectation)
        }
      }
    } else {
      var request = request
      request.assignments += tried.assignments(row)
      tuning = try S.resolved(request).tuning
    }
    let steps = request.commands.isEmpty ? [] : try request.steps(S.self, from: tuning)
    let trial = Trial(
      hasSteps: !steps.isEmpty, stepsWithFrames: S.stepsWithFrames(tuning),
      heedsLiveVelocity: !request.commands.isEmpty || S.heedsLiveVelocity(tuning))
    return (trial, steps, try S(tuning: tuning, stage: request.stage))
  }

  /// Numbers what the trials share.
  private mutating func number(_ tried: TriedSettings, _ columns: [Setting<S.Tuning>]) {
    func numbers(_ onset: SettingOnset) -> (of: [Int], count: Int) {
      let own = columns.indices.filter { columns[$0].onset == onset }
      guard !own.isEmpty else { return (Array(repeating: 0, count: tried.rows.count), 1) }
      var known: [[TriedValue]: Int] = [:]
      let all = tried.rows.map { row in
        let values = own.map { row[$0] }
        let number = known[values] ?? known.count
        known[values] = number
        return number
      }
      return (all, known.count)
    }
    let (touch, release, settling) = (numbers(.touch), numbers(.release), numbers(.settling))
    var first: [Int: Int] = [:]
    for row in trials.indices where errors[row] == nil {
      var same = first[touch.of[row]] ?? row
      if same != row, !surfaces[row].isSameUntilRelease(as: surfaces[same]) { same = row }
      if same == row { first[touch.of[row]] = row }
      trials[row].touch = same
      trials[row].cell.release = release.of[row]
      trials[row].cell.settling = settling.of[row]
    }
    (releaseCount, settlingCount) = (release.count, settling.count)
    sharesTouch = 2 * first.count <= trials.count
    isGrid =
      touch.count == 1 && first.count <= 1
      && 2 * (release.count + settling.count) <= trials.count
  }

  /// What `gesture` comes to in every trial.
  func evaluate(
    _ gesture: PreparedGesture, _ request: ReplayRequest, _ wishes: Outcome.Wishes,
    visit: (Int, Outcome) -> Void
  ) throws(SettingError) {
    var walk = Walk(gesture, wishes, isKept: sharesTouch)
    var root: Branch<S>?
    for row in trials.indices where errors[row] == nil {
      let trial = trials[row]
      if walk.touch == trial.touch, let root, let known = root.outcome(of: trial.cell) {
        visit(row, known)
        continue
      }
      if root == nil || walk.touch != trial.touch || trial.hasSteps {
        root = Branch(
          held(row, request, &walk), 0, of: gesture, isGrid ? (releaseCount, settlingCount) : nil)
        walk.touch = trial.touch
      }
      guard var branch = root else { continue }
      while let next = next(after: branch, row, &walk) { branch = next }
      if let outcome = lastOutcome(after: branch, row, request, walk) {
        visit(row, outcome)
        continue
      }
      let events = walk.events(trial)
      var replay = branch.replay
      replay.scenario.takeReleaseTuning(of: surfaces[row])
      if !trial.hasSteps {
        replay.receive(events[walk.start(of: branch.stage)...], by: &walk.steps)
      } else {
        try replay.receive(events, steps[row])
      }
      let outcome: Outcome
      if let found = replay.outcome(wanting: wishes, steps: trial.stepsWithFrames) {
        outcome = found.outcome
        if let key = found.key, walk.isLast(branch.stage), let outcomes = branch.outcomes {
          outcomes[outcomes.slot(of: key, trial.cell)] = found.outcome
        }
      } else {
        outcome = try outcomeFromFrames(row, events, gesture, request, wishes)
      }
      if walk.isLast(branch.stage), !wishes.jerk { branch.ending.undecided = outcome }
      visit(row, outcome)
    }
  }

  /// Where a trial in a grid is with the next release, which all come to that set off alike; nil at the
  /// last release, and where that is not known.
  private func next(
    after branch: Branch<S>, _ row: Int, _ walk: inout Walk
  ) -> Branch<S>? {
    let trial = trials[row]
    guard let nexts = branch.nexts, let behaviour = behaviours[row] else { return nil }
    if let known = nexts.value(of: trial.cell) { return known }
    let start = walk.start(of: branch.stage)
    look(after: branch, row, behaviour, walk)
    guard let release = branch.ending.release else { return nil }
    var key: LaunchKey?
    if let open = release.open {
      key = open.key(of: open.answer(by: behaviour.value))
      guard key != nil else { return nil }
    }
    let slot = nexts.slot(of: key, trial.cell)
    if let known = nexts[slot] { return known }
    guard walk.branches < Walk.mostBranches, walk.branches * releaseCount < Walk.mostLaunches
    else { return nil }
    walk.branches += 1
    var replay = branch.replay
    replay.scenario.takeReleaseTuning(of: surfaces[row])
    replay.receive(
      walk.events(trial)[start..<walk.start(of: branch.stage + 1)], by: &walk.steps)
    // What settles is the same for all that come here.
    let next = Branch(replay, branch.stage + 1, of: walk.gesture, (releaseCount, 1))
    nexts[slot] = next
    return next
  }

  /// What comes of a trial at the last release; nil where only receiving that can tell.
  private func lastOutcome(
    after branch: Branch<S>, _ row: Int, _ request: ReplayRequest, _ walk: borrowing Walk
  ) -> Outcome? {
    let trial = trials[row]
    guard walk.isLast(branch.stage), !trial.hasSteps, let behaviour = behaviours[row] else {
      return nil
    }
    if let known = branch.outcomes?.value(of: trial.cell) { return known }
    look(after: branch, row, behaviour, walk)
    guard let release = branch.ending.release else { return nil }
    guard let open = release.open else { return branch.ending.undecided }
    let answer = open.answer(by: behaviour.value)
    let slot = branch.outcomes.flatMap { outcomes in
      open.key(of: answer).map { outcomes.slot(of: $0, trial.cell) }
    }
    if let slot, let known = branch.outcomes?[slot] { return known }
    let last = branch.ending.last ?? open.lastFrame(at: request.rate)
    branch.ending.last = last
    let outcome = open.outcome(
      of: answer, by: behaviour.value, at: request.rate, until: last, wanting: walk.wishes)
    if let slot, let outcome { branch.outcomes?[slot] = outcome }
    return outcome
  }

  /// Looks at the release of a branch, unless that is known.
  private func look(
    after branch: Branch<S>, _ row: Int, _ behaviour: Conduct,
    _ walk: borrowing Walk
  ) {
    let cancelled = behaviour.value.policy.filter.cancelled
    guard branch.ending.cancelled != cancelled else { return }
    var ahead = branch.replay
    ahead.scenario.takeReleaseTuning(of: surfaces[row])
    branch.ending.cancelled = cancelled
    branch.ending.release = ahead.lastRelease(
      by: walk.events(trials[row])[walk.start(of: branch.stage)])
  }

  /// The replay of a trial up to the first release, or before everything where something is carried out.
  private func held(_ row: Int, _ request: ReplayRequest, _ walk: inout Walk) -> Replay<S> {
    let trial = trials[row]
    var replay = Replay(
      surfaces[row], rate: request.rate, originMicroseconds: walk.gesture.originMicroseconds,
      for: .tally(steps: trial.stepsWithFrames))
    guard !trial.hasSteps else { return replay }
    replay.receive(walk.events(trial)[..<walk.gesture.firstRelease], by: &walk.steps)
    return replay
  }

  /// How much a trial of `gesture` that came to `outcome` lacks to a margin.
  ///
  /// Where no pan led to the last decision there is no release to look at: what is wrong then is as far from
  /// a better answer as can be.
  func shortfall(
    of margin: Points, _ row: Int, _ gesture: PreparedGesture, _ request: ReplayRequest,
    _ outcome: Outcome
  ) throws(SettingError) -> Points {
    let isRight = outcome.meets(gesture.intents)
    let replay = Replay(
      surfaces[row], rate: request.rate, originMicroseconds: gesture.originMicroseconds,
      for: .tally(steps: trials[row].stepsWithFrames))
    let events = trials[row].heedsLiveVelocity ? gesture.live : gesture.quiet
    let release = try replay.pendingRelease(events, steps[row])
    guard let release else { return isRight ? .zero : margin + ReleaseMargin.farthest }
    return release.shortfall(of: margin, isRight: isRight, intents: gesture.intents)
  }

  /// The same from all frames.
  private func outcomeFromFrames(
    _ row: Int, _ events: [TimedHandEvent], _ gesture: PreparedGesture, _ request: ReplayRequest,
    _ wishes: Outcome.Wishes
  ) throws(SettingError) -> Outcome {
    var replay = Replay(
      surfaces[row], rate: request.rate, originMicroseconds: gesture.originMicroseconds,
      for: .bareFrames)
    try replay.receive(events, steps[row])
    let ending = replay.finish()
    let run = Run(
      header: [], rate: request.rate, ownFields: [], frames: replay.frames, events: [],
      ending: ending)
    return Outcome(run.summary(of: replay.journal.tally), wanting: wishes)
  }
}

/// One gesture on its way through the trials; there is one, and nobody copies what the hand does.
private struct Walk: ~Copyable {
  /// How many branches of one gesture are remembered at most, and how many launches in them.
  ///
  /// Source: ours; some ten megabytes.
  static let (mostBranches, mostLaunches) = (4096, 1 << 18)

  let gesture: PreparedGesture
  let wishes: Outcome.Wishes
  var steps: TrackedSteps
  /// The touch that the gesture begins with; -1 before.
  var touch = -1
  /// How many branches have been made.
  var branches = 0
  /// The number of the release that is the last thing that the hand does; -1 without one.
  private let last: Int

  init(_ gesture: PreparedGesture, _ wishes: Outcome.Wishes, isKept: Bool) {
    self.gesture = gesture
    self.wishes = wishes
    steps = TrackedSteps(isKept: isKept)
    last = gesture.endsWithRelease ? gesture.releases.count - 1 : -1
  }

  /// What the hand does in a trial.
  func events<S: Scenario>(_ trial: Trials<S>.Trial) -> [TimedHandEvent] {
    trial.heedsLiveVelocity ? gesture.live : gesture.quiet
  }

  /// The index of the event with which a release begins.
  func start(of stage: Int) -> Int {
    stage < gesture.releases.count ? gesture.releases[stage] : gesture.quiet.count
  }

  /// Whether a release is the last thing that the hand does.
  func isLast(_ stage: Int) -> Bool { stage == last }
}

/// How a surface moves and decides, which is large and only looked at.
private final class Conduct: Sendable {
  let value: DraggableSurface.Behaviour

  init(_ value: DraggableSurface.Behaviour) { self.value = value }
}

/// Which set of what decides, and which of what settles, a trial has.
private struct GridCell {
  var release = 0
  var settling = 0
}

/// A gesture up to a release, with what has been found out about what follows.
private final class Branch<S: Scenario> {
  /// The replay up to the release.
  let replay: Replay<S>
  /// Which release that is.
  let stage: Int
  var ending = Ending()
  /// Where trials in a grid are at the next release; nil at the last, and without a grid.
  let nexts: Memory<Branch<S>>?
  /// What they come to; nil before the last, and without a grid.
  let outcomes: Memory<Outcome>?

  init(
    _ replay: Replay<S>, _ stage: Int, of gesture: PreparedGesture,
    _ grid: (releases: Int, settlings: Int)?
  ) {
    self.replay = replay
    self.stage = stage
    let left = gesture.releases.count - 1 - stage
    nexts = left > 0 ? grid.map { Memory($0.releases, $0.settlings) } : nil
    outcomes =
      left == 0 && gesture.endsWithRelease ? grid.map { Memory($0.releases, $0.settlings) } : nil
  }

  /// What is known to come of a trial.
  func outcome(of cell: GridCell) -> Outcome? {
    var branch = self
    while let next = branch.nexts?.value(of: cell) { branch = next }
    return branch.outcomes?.value(of: cell)
  }
}

/// How a gesture goes on from a release in all trials that come to it alike.
private struct Ending {
  /// What a touch that is taken away means where the release was looked at; nil before.
  var cancelled: ReleasePolicy.VelocityFilter.Cancellation?
  var release: LastRelease?
  /// The last frame that there may be, and the last time.
  var last: (frame: Seconds, time: Seconds)?
  /// What comes of it if nothing is decided, once that is known.
  var undecided: Outcome?
}

/// What has been found out about one release in a grid of what decides and of what settles.
private final class Memory<Value> {
  /// Which launch each set of what decides has; -1 while that is not known.
  private var launches: [Int]
  /// The launches; nil where nothing is decided.
  private var keys: [LaunchKey?] = []
  private var known: [Value?] = []
  private let settlingCount: Int

  init(_ releaseCount: Int, _ settlingCount: Int) {
    launches = Array(repeating: -1, count: releaseCount)
    self.settlingCount = settlingCount
  }

  func value(of cell: GridCell) -> Value? {
    let launch = launches[cell.release]
    return launch < 0 ? nil : known[index(of: launch, cell)]
  }

  /// Where is kept what becomes of a release that is launched as `key` says; how it is launched is known
  /// from then on.
  func slot(of key: LaunchKey?, _ cell: GridCell) -> Int {
    if launches[cell.release] < 0 {
      launches[cell.release] = keys.firstIndex(of: key) ?? keys.count
      if launches[cell.release] == keys.count {
        keys.append(key)
        known += Array(repeating: nil, count: settlingCount)
      }
    }
    return index(of: launches[cell.release], cell)
  }

  /// What is known at a cell of ``slot(of:_:)``.
  subscript(slot: Int) -> Value? {
    get { known[slot] }
    set { known[slot] = newValue }
  }

  private func index(of launch: Int, _ cell: GridCell) -> Int {
    launch * settlingCount + (settlingCount > 1 ? cell.settling : 0)
  }
}
