import ArgumentParser
import Flickbook
import WorkerThreads

struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract:
      "Measure which settings, events and transitions the cases cover.",
    discussion: HelpDetail.text(
      """
      The command changes one setting at a time, in every case where the setting has an effect, and \
      replays the case. A case notices the change if any byte of its frames or events differs; a setting \
      whose change no case notices is not tested by these cases. The exit status is 1 if there is such a \
      setting.
      """,
      details: """
        The command makes numbers 5 % and 20 % larger and smaller. Instead of zero, it tries 5 % and 20 % of the \
        scenario's default. If the default is zero, too, it tries 5 % and 20 % of 100 pt, 1000 pt/s, 0.1 s or 1, \
        depending on the unit. It changes small whole numbers by one, tries every other allowed word, and flips \
        switches. It stops the search for a setting when three cases have noticed a change of this setting. A phase, \
        an event, a transition or a release rule is covered if it occurs in the run of a case without any change.

        The JSON has a line for each setting: scenario, setting, meaningful (the number of cases where the \
        setting has an effect), noticedBy, tried, fixed (there is no other value to try) and seen (false if a \
        change of the setting was tried and no case noticed it); and a line for each scenario: scenario, unseenPhases, \
        unseenEvents, unseenTransitions and unseenRules.
        """,
      example: """
        flickbook case coverage Recordings --scenario sheet
        """,
      readOn: "docs/review.md"))

  @OptionGroup var selection: CaseOptions

  @Option(help: "Only cases of this scenario; repeatable.", completion: .scenarios)
  var scenario: [String] = []

  @Flag(help: "List every setting, not only those whose change no case notices.")
  var all = false

  @Flag(help: "Print one line of JSON for each setting and each scenario.")
  var json = false

  func run() throws {
    for name in scenario {
      _ = try ScenarioKind.named(name)
    }
    let gestures = try self.gestures().filter {
      scenario.isEmpty || scenario.contains($0.request.scenario)
    }
    try require(
      !gestures.isEmpty, .noInput, at: "--scenario",
      "no case replays \(scenario.joined(separator: ", "))",
      "name another scenario")
    let own = Dictionary(grouping: gestures) { $0.request.scenario }
    let names = allScenarios.map { $0.name }.filter { own[$0] != nil }
    let work = names.flatMap { name in
      SettingCoverage.keys(of: own[name] ?? []).map { (scenario: name, key: $0) }
    }
    let progress = ProgressLine("settings", of: work.count)
    let found = parallelResults(of: work, progress: progress.show) { work in
      SettingCoverage(of: work.key, in: own[work.scenario] ?? [])
    }
    progress.clear()
    for name in names {
      let own = own[name] ?? []
      let settings = zip(work, found).filter { $0.0.scenario == name }.map { $0.1 }
      let events = try EventCoverage(of: name, in: own)
      tell(name, own, settings, events)
    }
    let judged = found.filter { $0.meaningful > 0 && !$0.isFixed }.count
    let unseen = found.count { $0.isUnseen }
    if !json {
      let seen = judged - unseen
      let percent = judged > 0 ? (Double(seen) / Double(judged) * 1_000).rounded() / 10 : 100
      say(
        "\(count(gestures.count, "case")): \(seen) of \(judged) settings noticed, \(plain(percent)) %"
      )
    }
    if unseen > 0 { throw ExitCode.differences }
  }

  private func gestures() throws -> [CoveredGesture] {
    try selection.cases().map { known in
      let request = try known.replayRequest()
      let recording = try known.recording()
      return try locating(known.recordingPath) {
        try CoveredGesture(name: known.name, request: request, recording: recording)
      }
    }
  }

  private func tell(
    _ name: String, _ gestures: [CoveredGesture], _ settings: [SettingCoverage],
    _ events: EventCoverage
  ) {
    let judged = settings.filter { !$0.isFixed }
    let missed = judged.filter { $0.isUnseen }
    if !json {
      say(
        "\(name): \(count(gestures.count, "case")), \(judged.count - missed.count) of "
          + "\(judged.count) settings noticed")
    }
    for setting in all || json ? settings : missed { show(setting.report(of: name), json: json) }
    let lists = [
      ("unseenRules", "release rules", gestures.unseenRules),
      ("unseenPhases", "phases", events.unseenPhases),
      ("unseenEvents", "events", events.unseenEvents),
      ("unseenTransitions", "transitions", events.unseenTransitions),
    ]
    if json {
      let fields = (lists.dropFirst() + lists.prefix(1)).map { Report.Part.data($0.0, $0.2) }
      return show([.data("scenario", name)] + Report(fields), json: true)
    }
    for (_, title, list) in lists where !list.isEmpty {
      say("  \(title) without a case: \(list.joined(separator: ", "))")
    }
  }
}

extension SettingCoverage {
  /// Returns the report on the setting.
  fileprivate func report(of scenario: String) -> Report {
    let state =
      isFixed
      ? "has no other value to try"
      : noticedBy.isEmpty
        ? "a change would not be noticed (\(count(meaningful, "case")); "
          + "tried \(tried.prefix(4).joined(separator: ", ")))"
        : "noticed by \(noticedBy.joined(separator: ", "))"
    return [
      .data("scenario", scenario), .data("setting", key), .data("meaningful", meaningful),
      .data("noticedBy", noticedBy), .data("tried", tried), .data("fixed", isFixed),
      .data("seen", !isUnseen), .note("  \(key): \(singleLine(state))"),
    ]
  }
}
