import ArgumentParser
import Flickbook

struct CoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract:
      "Tells which settings, events and transitions the cases notice, and which could change unseen.",
    discussion: """
      Every setting is made 5 % and 20 % larger and smaller in every case in which it means something (of \
      zero, the scenario's own value, or else 100 pt, 1000 pt/s, 0.1 s or 1), every word replaced by each \
      other, every switch turned; a case notices it when any byte of its frames or events changes. Three \
      cases that notice are enough. The reasons of decisions, phases, events and transitions are those of \
      the runs as they are.

      --propose makes synthetic gestures that notice what no case does, at most three a scenario, and tells \
      how to make cases of them; with --into they are made, new, for you to accept.

      The JSON is a line for each setting: scenario, setting, meaningful (in how many cases), noticedBy, \
      tried, fixed (it has no other value to try), seen; and one for each scenario: scenario, unseenPhases, \
      unseenEvents, unseenTransitions, unseenRules. Exit status 1 when something could change unseen.

      Example: flickbook coverage Recordings --scenario sheet --propose
      """)

  @OptionGroup var selection: CaseOptions

  @Option(help: "Only cases of this scenario; may be given again.")
  var scenario: [String] = []

  @Flag(help: "Also proposes gestures that notice what no case does.")
  var propose = false

  @Option(help: "The folder of all cases, in which what is proposed is made.")
  var into: String?

  @Flag(help: "Lists every setting, not only those that could change unseen.")
  var all = false

  @Flag(help: "Prints lines of JSON.")
  var json = false

  func run() async throws {
    let known = allScenarios.map { $0.name }
    for name in scenario where !known.contains(name) {
      let near = nearestName(to: name, in: known).map { "did you mean '\($0)'?" }
      throw Failure(
        .usage,
        "--scenario: there is none called '\(name)'; \(near ?? known.joined(separator: ", "))")
    }
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
      let missed = settings.filter { $0.isUnseen }.map { $0.key }
      unseen += missed.count
      guard propose || into != nil, !missed.isEmpty else { continue }
      try await self.propose(name, missed)
    }
    let judged = found.filter { $0.meaningful > 0 && !$0.isFixed }.count
    if !json {
      let seen = judged - unseen
      let percent = judged > 0 ? (Double(seen) / Double(judged) * 1_000).rounded() / 10 : 100
      print(
        "\(count(gestures.count, "case")): \(seen) of \(judged) settings noticed, \(plain(percent)) %"
      )
    }
    if unseen > 0 { throw ExitCode(Failure.Status.differences.rawValue) }
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
          recording = try loadedRecording(at: known.recordingPath).recording
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
    print(
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
      print("  \(setting.key): \(withoutControls(state))")
    }
    let lists = [
      ("rules that no case has", rules), ("phases that no case shows", events.unseenPhases),
      ("events that no case has", events.unseenEvents),
      ("transitions that no case makes", events.unseenTransitions),
    ]
    for (title, list) in lists where !list.isEmpty {
      print("  \(title): \(list.joined(separator: ", "))")
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

  // MARK: Proposals

  /// A synthetic gesture that could be a case.
  private struct Proposal: Sendable {
    var gesture: String
    var from: Position?
    var to: Position?
    var preset: String?
    var recording: Recording

    /// What the hand does, as the name of a case.
    var name: String {
      var name = gesture
      if let from, let to {
        let (x, y) = (to.x - from.x, to.y - from.y)
        name +=
          x.magnitude > y.magnitude
          ? (x > .zero ? "-to-the-right" : "-to-the-left") : (y > .zero ? "-down" : "-up")
        name += "-from-\(Int(from.x.value))-\(Int(from.y.value))"
      }
      return preset.map { "\(name)-as-\($0.split(separator: ".").joined(separator: "-"))" } ?? name
    }
  }

  /// The most cases that are proposed for a scenario.
  private static let mostProposals = 3

  private func propose(_ scenario: String, _ missed: [String]) async throws(Failure) {
    var open = missed
    var chosen: [(proposal: Proposal, keys: [String])] = []
    let presets: [String?] =
      [nil] + ((try? ScenarioKind.named(scenario).presets) ?? []).map { $0.name }
    for preset in presets {
      guard chosen.count < Self.mostProposals, !open.isEmpty else { break }
      let candidates = Self.candidates(preset)
      while chosen.count < Self.mostProposals, !open.isEmpty {
        let wanted = open
        let noticed = await parallelResults(of: candidates) { candidate in
          Self.noticed(wanted, by: candidate, scenario)
        }
        guard let best = noticed.indices.max(by: { noticed[$0].count < noticed[$1].count }),
          !noticed[best].isEmpty
        else { break }
        chosen.append((candidates[best], noticed[best]))
        open.removeAll { noticed[best].contains($0) }
      }
    }
    for (proposal, keys) in chosen { try tell(proposal, keys, scenario) }
    if !open.isEmpty, !json {
      print("  no synthetic gesture was found that notices: \(open.joined(separator: ", "))")
    }
  }

  private func tell(
    _ proposal: Proposal, _ keys: [String], _ scenario: String
  ) throws(Failure) {
    let words = "notices \(keys.joined(separator: ", "))"
    guard let into else {
      if json {
        printJSON([
          LogField("scenario", .text(scenario)), LogField("proposal", .text(proposal.name)),
          LogField("notices", .list(keys.map(LogValue.text))),
        ])
      } else {
        print(
          "  proposed: \(scenario)/\(proposal.name), which \(words); --into Recordings makes it")
      }
      return
    }
    let folder = "\(into)/\(scenario)/\(proposal.name)"
    guard !kindOfFile(at: folder).exists else {
      throw Failure(.inputOutput, "\(folder): it is there already; move it away first.")
    }
    var request = ReplayRequest(scenario: scenario)
    if let preset = proposal.preset {
      request.preset = preset
      request.origins[.preset] = .caller
    }
    let file = RecordingFile(format: .libinput, recordings: [proposal.recording])
    try orFail { () throws(FileError) in
      try writeCase(
        recording: libinputText(of: file), settings: caseText(of: request), at: folder)
    }
    if json { return }
    print(
      "  \(folder): made, \(words); accept its run with: "
        + "flickbook accept \(shellQuoted(folder)) --because \"\(words)\"")
  }

  /// Gestures about the screen, as a hand on the surfaces of the scenarios may make them.
  private static func candidates(_ preset: String?) -> [Proposal] {
    let ways: [(Position, Position)?] =
      [nil]
      + [
        ((195, 300), (195, 650)), ((195, 760), (195, 300)), ((90, 422), (320, 422)),
        ((320, 422), (90, 422)), ((5, 422), (280, 422)), ((385, 422), (100, 422)),
        ((195, 150), (195, 500)), ((300, 700), (90, 150)),
      ].map { from, to in
        (
          Position(x: Points(from.0), y: Points(from.1)), Position(x: Points(to.0), y: Points(to.1))
        )
      }
    let names = [
      "flick", "over-drag", "slow-drag-and-hold", "catch-in-flight", "hard-flick", "flick-again",
      "pause-then-flick", "tiny-flick", "turn", "press", "cancel", "tap",
    ]
    var candidates: [Proposal] = []
    for name in names {
      for way in ways {
        let options = SyntheticGesture.Options(from: way?.0, to: way?.1)
        guard let recording = try? SyntheticGesture.named(name)?.recording(options) else {
          continue
        }
        candidates.append(
          Proposal(
            gesture: name, from: way?.0, to: way?.1, preset: preset, recording: recording))
      }
    }
    return candidates
  }

  /// The settings of `keys` that a gesture notices.
  private static func noticed(
    _ keys: [String], by proposal: Proposal, _ scenario: String
  ) -> [String] {
    var request = ReplayRequest(scenario: scenario)
    request.preset = proposal.preset
    guard
      let gesture = try? CoveredGesture(
        name: proposal.name, request: request, recording: proposal.recording)
    else { return [] }
    return keys.filter { key in
      gesture.has(key) && !SettingCoverage(of: key, in: [gesture]).noticedBy.isEmpty
    }
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
