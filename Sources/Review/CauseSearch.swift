public import FrameLogs
public import InteractionScenarios
public import TouchInput

/// A search for the cause of a difference between a run and the expected run.
///
/// The search first replays the recording with the settings of the expected run and compares the result with both runs.
/// If the result differs from the expected run, the program has changed, and a `StageSearch` finds the changed stages.
/// If the result differs from the new run, the settings have changed, and the search finds the smallest set of changed
/// settings that turns the result into the new run.
public struct CauseSearch {
  /// The limit for the number of replays in one search.
  ///
  /// We chose 60 because a hundred changed cases are then explained within seconds.
  public static let mostReplays = 60

  private let expected: Run
  private let actual: Run
  private let recording: Recording
  private let subject: ScenarioKind?
  private let tolerance: RunTolerance
  private var replays = 0

  /// Creates a search for the reason why the run of `recording` is now `actual` instead of `expected`.
  ///
  /// Numbers within `tolerance` of each other are treated as equal. `subject` is the program under test; nil for runs of a
  /// scenario.
  public init(
    expected: Run, actual: Run, recording: Recording, subject: ScenarioKind? = nil,
    within tolerance: RunTolerance
  ) {
    self.subject = subject
    self.expected = expected
    self.actual = actual
    self.recording = recording
    self.tolerance = tolerance
  }

  /// Returns the cause of the change.
  ///
  /// - Complexity: At most ``mostReplays`` replays of the recording.
  public mutating func cause() -> Cause {
    let digests = [expected, actual].map { LogValue.fields($0.header)["recordingSHA256"]?.asText }
    if let old = digests[0], let new = digests[1], old != new {
      return Cause(isOtherRecording: true)
    }
    var cause = Cause()
    let (ofProgram, ofRequest) = differences
    guard let old = ReplayRequest(header: expected.header),
      let new = ReplayRequest(header: actual.header), old.scenario == new.scenario,
      // A program may move a little differently in each run, so do not repeat the same request.
      let before = subject != nil && ofRequest.isEmpty ? actual : run(old)
    else {
      // This version cannot replay the expected run with its settings, so only the headers can be compared.
      let stages = StageSearch(expected: expected, actual: actual, within: tolerance)
      cause.stages = stages.changedStages { _ in nil }
      tell(RequestDifference.all(expected: expected.header, actual: actual.header), by: &cause)
      cause.isIncomplete = !cause.differences.isEmpty
      cause.replays = replays
      return cause
    }
    if differs(expected, before) {
      cause.differences = ofProgram
      let stages = StageSearch(expected: expected, actual: before, within: tolerance)
      cause.stages = stages.changedStages { handed in
        // A program under test cannot be given a velocity, and may ignore commands.
        guard subject == nil else { return nil }
        var given = old
        given.givenVelocities = handed.velocities
        given.commands = (given.commands + handed.decisions).sorted { $0.time < $1.time }
        return run(given)
      }
    }
    if differs(before, actual) {
      let (needed, isIncomplete) = smallest(of: ofRequest, from: old, to: new)
      tell(cause.differences + needed, by: &cause)
      cause.isIncomplete = isIncomplete
    }
    cause.replays = replays
    return cause
  }

  /// The differences between the programs under test, and the differences between the requests.
  ///
  /// The old program cannot be run again, so its differences are not tried. They are reported if the new program
  /// answers the old request differently. A file that the expected run does not list may be unchanged, so it is not a
  /// difference.
  private var differences: (ofProgram: [RequestDifference], ofRequest: [RequestDifference]) {
    let all = RequestDifference.all(expected: expected.header, actual: actual.header)
    return (all.filter { $0.isOfProgram && $0.expected != nil }, all.filter { !$0.isOfProgram })
  }

  private func tell(_ differences: [RequestDifference], by cause: inout Cause) {
    cause.differences = differences
    guard differences.contains(where: { $0.isOfPreset }) else { return }
    cause.presets = PresetChange(expected: expected.header, actual: actual.header)
  }

  private mutating func run(_ request: ReplayRequest) -> Run? {
    replays += 1
    var request = request
    request.subject = subject
    return try? request.run(of: recording)
  }

  private func differs(_ left: Run, _ right: Run) -> Bool {
    if left.frames == right.frames, left.events == right.events { return false }
    guard left.rate == right.rate else { return true }
    return !RunComparison(
      expected: RunRows(left), actual: RunRows(right), within: tolerance
    ).isAllowed
  }
}

// The smallest set of differences.
extension CauseSearch {
  /// Differences that must be applied together, because a request with only some of them is invalid.
  ///
  /// A setting that selects a rule is in one bundle with the settings that exist in only one of the two runs.
  private typealias Bundle = [RequestDifference]

  private func bundles(
    _ differences: [RequestDifference], of request: ReplayRequest
  ) -> [Bundle] {
    let deciding = ((try? request.tunableSettings()) ?? []).filter { $0.decides }.map { $0.key }
    let isOneSided = differences.contains { $0.expected == nil || $0.actual == nil }
    var rule: Bundle = []
    var bundles: [Bundle] = []
    for difference in differences {
      let isHalf = difference.expected == nil || difference.actual == nil
      if isHalf || isOneSided && deciding.contains(difference.key) {
        rule.append(difference)
      } else {
        bundles.append([difference])
      }
    }
    return rule.isEmpty ? bundles : [rule] + bundles
  }

  /// Returns the smallest set of `differences` that changes the run of `old` into the new run.
  ///
  /// `isIncomplete` is true if the search ended before it had shown that each difference is necessary.
  private mutating func smallest(
    of differences: [RequestDifference], from old: ReplayRequest, to new: ReplayRequest
  ) -> ([RequestDifference], isIncomplete: Bool) {
    let all = bundles(differences, of: new)
    var needed = Array(all.indices)
    // Try to omit half of the differences, then smaller parts, and finally single ones, because few replays suffice if
    // most differences have no effect.
    var size = (needed.count + 1) / 2
    while size >= 1 {
      var start = 0
      while start < needed.count {
        let end = min(start + size, needed.count)
        let rest = Array(needed[..<start] + needed[end...])
        // Do not omit all differences: the replay would give the run of `old`, which differs from the new run.
        guard !rest.isEmpty else { break }
        guard replays < Self.mostReplays else { return (flat(all, needed), true) }
        if makesChange(rest.map { all[$0] }, from: old, to: new) {
          needed = rest
        } else {
          start = end
        }
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
    // A single difference that explains the change alone is a better answer than a set of several differences.
    if needed.count > 1 {
      for index in all.indices where !needed.contains(index) || needed.count > 2 {
        guard replays < Self.mostReplays else { return (flat(all, needed), true) }
        if makesChange([all[index]], from: old, to: new) { return (all[index], false) }
      }
    }
    return (flat(all, needed), false)
  }

  private func flat(_ all: [Bundle], _ chosen: [Int]) -> [RequestDifference] {
    chosen.flatMap { all[$0] }
  }

  /// Whether a replay with the settings of the expected run and the differences in `bundles` results in the new run.
  private mutating func makesChange(
    _ bundles: [Bundle], from old: ReplayRequest, to new: ReplayRequest
  ) -> Bool {
    var request = old
    for difference in bundles.joined() { request.take(difference, from: new) }
    guard let tried = run(request) else { return false }
    return !differs(tried, actual)
  }
}

extension ReplayRequest {
  /// Copies the setting or option of `difference` from `other`.
  fileprivate mutating func take(_ difference: RequestDifference, from other: ReplayRequest) {
    if let option = RequestOption.all.first(where: { $0.name == difference.key }) {
      option.copy(from: other, to: &self)
    } else if difference.key == RequestDifference.commands {
      commands = other.commands
    } else {
      assignments.removeAll { $0.key == difference.key }
      assignments += other.assignments.first { $0.key == difference.key }.map { [$0] } ?? []
    }
  }
}

extension ExplainedChange {
  /// Describes a change and searches for its cause.
  ///
  /// - Complexity: At most ``CauseSearch/mostReplays`` replays of the recording.
  public init(
    name: String, kind: RunDifference.Class, expected: Run, actual: Run, recording: Recording,
    subject: ScenarioKind? = nil, within tolerance: RunTolerance
  ) {
    var search = CauseSearch(
      expected: expected, actual: actual, recording: recording, subject: subject, within: tolerance)
    self.init(
      name: name, felt: VisibleChange(expected: expected, actual: actual, kind: kind),
      cause: search.cause())
  }
}
