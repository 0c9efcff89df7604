import ArgumentParser
import Flickbook

struct CoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract:
      "Tell which settings, events and transitions the cases notice, and which could change unseen.",
    discussion: """
      Every setting is made 5 % and 20 % larger and smaller in every case in which it means something (of \
      zero, the scenario's own value, or else 100 pt, 1000 pt/s, 0.1 s or 1), a small whole number by one, \
      every word replaced by each other, every switch turned; a case notices it when any byte of its frames \
      or events changes. Three cases that notice are enough. The reasons of decisions, phases, events and transitions are those of \
      the runs as they are.

      The JSON is a line for each setting: scenario, setting, meaningful (in how many cases), noticedBy, \
      tried, fixed (it has no other value to try), seen; and one for each scenario: scenario, unseenPhases, \
      unseenEvents, unseenTransitions, unseenRules. Exit status 1 when something could change unseen.

      Example: flickbook case coverage Recordings --scenario sheet
      """)

  @OptionGroup var selection: CaseOptions

  @Option(help: "Only cases of this scenario; may be given again.", completion: .scenarios)
  var scenario: [String] = []

  @Flag(help: "List every setting, not only those that could change unseen.")
  var all = false

  @Flag(help: "Print lines of JSON.")
  var json = false

  func run() async throws {
    let known = allScenarios.map { $0.name }
    try checkScenarios(known)
    let gestures = try self.gestures().filter {
      scenario.isEmpty || scenario.contains($0.request.scenario)
    }
    guard !gestures.isEmpty else {
      throw Failure(.noInput, "--scenario: no case is of \(scenario.joined(separator: ", ")).")
    }
    let names = known.filter { name in gestures.contains { $0.request.scenario == name } }
    let work = names.flatMap { name -> [Work] in
      let own = gestures.filter { $0.request.scenario == name }
      return SettingCoverage.keys(of: own).map { Work(scenario: name, key: $0, gestures: own) }
    }
    let progress = ProgressLine("settings", of: work.count)
    let found = await parallelResults(of: work, progress: progress.show) { work in
      SettingCoverage(of: work.key, in: work.gestures)
    }
    progress.clear()
    var unseen = 0
    for name in names {
      let own = gestures.filter { $0.request.scenario == name }
      let settings = zip(work, found).filter { $0.0.scenario == name }.map { $0.1 }
      let events: EventCoverage
      do throws(SettingError) { events = try EventCoverage(of: name, in: own) } catch {
        throw Failure(error)
      }
      tell(name, own, settings, events)
      unseen += settings.count { $0.isUnseen }
    }
    let judged = found.filter { $0.meaningful > 0 && !$0.isFixed }.count
    if !json {
      let seen = judged - unseen
      let percent = judged > 0 ? (Double(seen) / Double(judged) * 1_000).rounded() / 10 : 100
      say(
        "\(count(gestures.count, "case")): \(seen) of \(judged) settings noticed, \(plain(percent)) %"
      )
    }
    if unseen > 0 { throw ExitCode(Failure.Status.differences.rawValue) }
  }

  private func checkScenarios(_ known: [String]) throws(Failure) {
    for name in scenario where !known.contains(name) {
      let near = nearestName(to: name, in: known).map { "did you mean '\($0)'?" }
      throw Failure(
        .usage,
        "--scenario: there is none called '\(name)'; \(near ?? known.joined(separator: ", "))")
    }
  }

  private struct Work: Sendable {
    var scenario: String
    var key: String
    var gestures: [CoveredGesture]
  }

  private func gestures() throws(Failure) -> [CoveredGesture] {
    var gestures: [CoveredGesture] = []
    for known in try selection.cases() {
      do throws(CaseError) {
        let request = try known.request().request
        let recording: Recording
        do throws(LoadError) {
          recording = try known.loadedRecording().recording
        } catch { throw .load(error) }
        do throws(ReplayError) {
          gestures.append(
            try CoveredGesture(name: known.name, request: request, recording: recording))
        } catch { throw .replay(error, path: known.recordingPath) }
      } catch { throw Failure(error) }
    }
    return gestures
  }

  private func tell(
    _ name: String, _ gestures: [CoveredGesture], _ settings: [SettingCoverage],
    _ events: EventCoverage
  ) {
    let rules = unseenRules(gestures)
    if json {
      for setting in settings { printJSON(setting.logFields(of: name)) }
      return printJSON([
        LogField("scenario", .text(name)),
        LogField("unseenPhases", .list(events.unseenPhases.map(LogValue.text))),
        LogField("unseenEvents", .list(events.unseenEvents.map(LogValue.text))),
        LogField("unseenTransitions", .list(events.unseenTransitions.map(LogValue.text))),
        LogField("unseenRules", .list(rules.map(LogValue.text))),
      ])
    }
    let judged = settings.filter { !$0.isFixed }
    let missed = judged.filter { $0.isUnseen }
    say(
      "\(name): \(count(gestures.count, "case")), \(judged.count - missed.count) of "
        + "\(judged.count) settings noticed")
    for setting in all ? settings : missed {
      let state =
        setting.isFixed
        ? "has no other value to try"
        : setting.noticedBy.isEmpty
          ? "could change unseen (\(count(setting.meaningful, "case")); "
            + "tried \(setting.tried.prefix(4).joined(separator: ", ")))"
          : "noticed by \(setting.noticedBy.joined(separator: ", "))"
      say("  \(setting.key): \(singleLine(state))")
    }
    let lists = [
      ("rules that no case has", rules), ("phases that no case shows", events.unseenPhases),
      ("events that no case has", events.unseenEvents),
      ("transitions that no case makes", events.unseenTransitions),
    ]
    for (title, list) in lists where !list.isEmpty {
      say("  \(title): \(list.joined(separator: ", "))")
    }
  }

  /// The words of `release.choice` that no gesture has; none of a scenario that has no such setting.
  private func unseenRules(_ gestures: [CoveredGesture]) -> [String] {
    var words: [String] = []
    var used: Set<String> = []
    for gesture in gestures {
      let choice = gesture.settings.first { $0.key == "release.choice" }
      guard case .word(let word, let choices)? = choice?.value else { continue }
      words = choices
      used.insert(word)
    }
    return words.filter { !used.contains($0) }
  }
}

extension SettingCoverage {
  /// What is known of the setting, for programs.
  fileprivate func logFields(of scenario: String) -> [LogField] {
    [
      LogField("scenario", .text(scenario)), LogField("setting", .text(key)),
      LogField("meaningful", .integer(meaningful)),
      LogField("noticedBy", .list(noticedBy.map(LogValue.text))),
      LogField("tried", .list(tried.map(LogValue.text))), LogField("fixed", .flag(isFixed)),
      LogField("seen", .flag(!isUnseen)),
    ]
  }
}
