import ArgumentParser
import Flickbook

struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "List the scenarios, or explain one.",
    discussion: HelpDetail.text(
      "", example: "flickbook scenario show sheet", readOn: "docs/surfaces.md"),
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the scenarios.",
      discussion: HelpDetail.text(
        "", example: "flickbook scenario list", readOn: "docs/surfaces.md"))

    @Flag(help: "Print one line of JSON for each scenario, as 'scenario show --json' does.")
    var json = false

    func run() throws {
      if json {
        for type in allScenarios { printJSON(try type.descriptionFields(asked: nil)) }
        return
      }
      for type in allScenarios {
        let name = type.name
        say("\(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(type.meaning)")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the states, settings, presets, frame fields and events of a scenario.",
      discussion: HelpDetail.text(
        """
        Every setting is shown with its unit, its default, its allowed values and the source of the \
        default. The list has the settings that have an effect with the default release rule, or with the \
        rule of --preset; --all adds the settings of other rules.
        """,
        details: """
          The JSON is one object: scenario, meaning; transitions, each with 'from', trigger, 'to'; settings \
          (of all rules), each with key, default (as --set takes it), unit, allowed (in words), kind \
          (number, flag, word or text), values (the least and the greatest number, or all words), meaning, \
          source, only (the values of other settings, by key, with which the setting has an effect), \
          applies (whether the setting has an effect with the default rule, or with --preset); sliders (of a \
          page), each with key, least, most, scale (value or halfLife), changesFeel (whether the setting is \
          among those that a page shows first); \
          presets, each with preset, otherNames, meaning, source, known (observed, source, documented or \
          null), observations (of the running system), decisions (of the system's code), notReproduced, \
          extends (the preset that it extends), choices (such as the estimator), unknown (the choices whose \
          original value is not known), values (the settings that the preset changes); fields (of the frames, \
          without those of every scenario), each with key, unit, meaning; events, each with event, meaning, fields.
          """,
        example: """
          flickbook scenario show sheet
          flickbook scenario show sheet --preset vaul
          """,
        readOn: "docs/surfaces.md"))

    @Argument(help: "The name of the scenario.", completion: .scenarios)
    var name: String

    @Option(
      help: "Show the values and the rule of this preset, or of the preset in this YAML file.",
      completion: .presets)
    var preset: String?

    @Flag(help: "Show the settings of all rules.")
    var all = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
      try require(
        !all || !json, at: "--all", "the JSON has the settings of all rules", "leave out --all")
      var request = ReplayRequest(scenario: name)
      if let preset { try request.usePreset(preset) }
      let type = try scenario(named: name)
      if json {
        printJSON(try type.descriptionFields(asked: request))
      } else {
        try show(type, request)
      }
    }

    private func show<S: Scenario>(
      _ type: S.Type, _ request: ReplayRequest
    ) throws(SettingError) {
      let tuning = try S.resolved(request).tuning
      say("\(S.name): \(S.meaning)\n\nPhases and transitions:\n")
      say(S.machine.diagram)
      let shown = S.allSettings.filter { all || $0.applies(in: tuning) }
      let shared = sharedKeys
      let own = shown.filter { !shared.contains($0.key) }
      if !own.isEmpty {
        say("\nSettings of this scenario, for --set key=value:")
        for setting in own { show(setting, in: tuning) }
      }
      say("\nSettings shared with many scenarios:")
      for setting in shown where shared.contains(setting.key) { show(setting, in: tuning) }
      let others = S.allSettings.count { !$0.applies(in: tuning) }
      if others > 0, !all {
        say("\n  \(others) more settings belong to other rules; --all shows them.")
      }
      say("\nPresets, for --preset:")
      for preset in S.presets {
        let base = preset.extends.map { " Extends \($0)." } ?? ""
        show("\(preset.name)  \(preset.meaning)\(base)")
        let source = preset.source.hasSuffix(".") ? preset.source : "\(preset.source)."
        say(wrapped("Source: \(source)", indent: 4))
      }
      say("\nFields of a frame:")
      for field in Frame.commonFields + S.ownFields { show("\(field.key)  \(field.words)") }
      say("\nEvents, each with its fields after time, frame and event:")
      for event in S.events {
        let keys = event.payload.map(\.key).joined(separator: ", ")
        show("\(event.kind.rawValue) (\(keys))  \(event.meaning)")
      }
    }

    /// The keys of the settings that more than three scenarios have; the description of a scenario lists these settings
    /// last.
    ///
    /// A setting that at most three scenarios have is characteristic of them, as `pages` is of the two paged scenarios.
    private var sharedKeys: Set<String> {
      var counts: [String: Int] = [:]
      for kind in allScenarios { for key in keys(of: kind) { counts[key, default: 0] += 1 } }
      return Set(counts.filter { $0.value > 3 }.keys)
    }

    private func keys<S: Scenario>(of type: S.Type) -> [String] { S.allSettings.map { $0.key } }

    private func show<Tuning>(_ setting: Setting<Tuning>, in tuning: Tuning) {
      say(setting.explanation(in: tuning))
      guard all else { return }
      for condition in setting.conditions {
        say(
          wrapped(
            "Has an effect only with \(condition.key) \(condition.words.joined(separator: ", ")).",
            indent: 4))
      }
    }

    private func show(_ item: String) { say(wrapped(item, indent: 2, hanging: 2)) }
  }
}

extension Setting {
  /// Returns a description of the setting: its value in `tuning`, its meaning, its allowed values and its source.
  func explanation(in tuning: Tuning) -> String {
    let value = readable(value: text(in: tuning))
    let head = "\(key) = \(value.isEmpty ? "''" : value)\(unit.isEmpty ? "" : " \(unit)")"
    let sentences = [meaning, "Give \(expectation).", "Source: \(source)."]
    return ([wrapped(head, indent: 2, hanging: 2)] + sentences.map { wrapped($0, indent: 4) })
      .joined(separator: "\n")
  }
}
