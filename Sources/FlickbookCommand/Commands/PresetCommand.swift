import ArgumentParser
import Flickbook

struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "List presets, explain one, or check your own preset file.",
    discussion: HelpDetail.text(
      """
      A preset makes a scenario behave like an existing system. Each preset has a name, a meaning, a \
      source and the settings that differ from the defaults; it can extend another preset. You can \
      write your own presets in a YAML file, and use the file in place of a preset name: 'flickbook \
      replay RECORDING --preset feel.yml'.
      """,
      example: """
        flickbook preset list
        flickbook preset show vaul
        flickbook preset check feel.yml
        """,
      readOn: "docs/rules.md"),
    subcommands: [List.self, Show.self, Check.self, Table.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the presets of all scenarios.",
      discussion: HelpDetail.text(
        """
        The words in brackets are the evidence for the preset: [observed 8 of 12, rest 0.5 pt, path 3 pt] if the \
        preset moves like the running software under 8 of 12 recordings, with these differences at most; [decided \
        like …, 10000 of 10000] if the code of the software picked the same targets after this many random \
        releases; [source] if its values were read in source code, and [documented] if they were published. \
        Presets of our own choice have no such words.
        """,
        example: """
          flickbook preset list paging
          """,
        readOn: "docs/rules.md"))

    @Argument(help: "List only the presets of this scenario.", completion: .scenarios)
    var name: String?

    @Option(help: "Another way to name the scenario.", completion: .scenarios)
    var scenario: String?

    @Flag(
      help: """
        Print one line of JSON for each preset: scenario, preset, otherNames, meaning, source, known \
        (observed, source, documented or null), observations (software, date, clock, runs, recordings, \
        failures and worst), decisions (software and releases), notReproduced, extends, choices (such as the estimator), unknown (the choices whose \
        original value is not known) and values; choices and values include those of the extended preset.
        """)
    var json = false

    func run() throws {
      for type in try scenarios(checked(name, scenario)) {
        if !json { say(type.name) }
        for preset in type.presets {
          show(PresetReport(preset: preset, scenario: type).summary, json: json)
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the source and the settings of a preset.",
      discussion: HelpDetail.text(
        """
        A setting that the preset inherits from another preset is followed by the name of this preset, such as \
        '(from vaul)'.
        """,
        example: """
          flickbook preset show vaul.sequential
          flickbook preset show pip wave
          """,
        readOn: "docs/rules.md"))

    @Argument(
      help: """
        The name of a preset, or a YAML file with presets. Put a scenario in front to show only the preset of this \
        scenario.
        """,
      completion: .presets)
    var names: [String]

    @Option(help: "Another way to name the scenario.", completion: .scenarios)
    var scenario: String?

    @Flag(help: "Print one line of JSON for each preset, as 'flickbook preset list' does.")
    var json = false

    private var name: String { names[names.count - 1] }

    func run() throws {
      try require(
        names.count <= 2, at: "flickbook preset show", "found \(names.count) names",
        "name one preset, or a scenario and one of its presets")
      let found = try meant(of: checked(names.count == 2 ? names[0] : nil, scenario))
      for (index, (type, preset)) in found.enumerated() {
        if index > 0, !json { say() }
        show(PresetReport(preset: preset, scenario: type).report, json: json)
      }
    }

    private func meant(of scenario: String?) throws -> [(any Scenario.Type, Preset)] {
      let types = try scenarios(scenario)
      if isPresetFile(name) {
        let file = try presetFile(at: name, scenario: scenario)
        return types.flatMap { type in file.presets(of: type.name).map { (type, $0) } }
      }
      let found = types.flatMap { type in
        type.presets.filter { $0.isCalled(name) }.map { (type, $0) }
      }
      guard found.isEmpty else { return found }
      if scenario != nil, let type = types.first {
        return [(type, try type.preset(named: name))]
      }
      try require(
        !allScenarios.contains(where: { $0.name == name }), at: "flickbook preset show",
        "'\(name)' is a scenario",
        "name one of its presets, too, which 'flickbook preset list \(name)' lists")
      let known = types.flatMap { $0.presets.map(\.name) }
      throw Failure.unknown(
        name, in: known, "preset '\(excerpt(of: name))': no preset has this name",
        otherwise: "'flickbook preset list' lists all presets.")
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check preset files, and test their proofs.",
      discussion: HelpDetail.text(
        """
        A proof in a preset file is a list of releases with their expected targets, or a folder with tables \
        of motion that was observed in other software. For an observed proof, the recordings of the tables \
        are replayed with the preset, and each replay is compared with its tables, as 'flickbook observe' \
        does. The output lists the worst difference of each stage, and each difference that is larger than \
        the proof accepts. If all proofs hold, the output also lists each number for which they still hold if \
        the number is 5 % larger, and if it is 5 % smaller. The exit status is 1 if a release has another target than \
        expected, or if a replay differs by more than its proof accepts. The exit status is 66 if tables or \
        recordings are missing.
        """,
        example: """
          flickbook preset check feel.yml
          """,
        readOn: "docs/rules.md"))

    @Argument(help: "YAML files with presets.", completion: .file())
    var files: [String]

    @Option(help: "The scenario of presets that name no scenario.", completion: .scenarios)
    var scenario: String?

    @Flag(
      help: """
        Print one line of JSON for each preset: scenario, preset, holds, settings, releases, wrongReleases, \
        unnoticed (the numbers for which all proofs also hold if the number is 5 % larger or smaller) and observed \
        (a list with the worst differences and the disagreements of each observed proof).
        """)
    var json = false

    func run() throws {
      var failures = 0
      for path in files {
        let file = try presetFile(at: path, scenario: scenario)
        for entry in file.entries {
          let report = try ProofReport(testing: entry, in: path)
          failures += report.failures
          show(report.report, json: json)
        }
      }
      if failures > 0 { throw ExitCode.differences }
    }
  }

  /// The hidden command that `scripts/cases presets` runs, which prints the bundled presets as Swift code.
  struct Table: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print preset files as Swift code for the bundled presets.",
      shouldDisplay: false)

    @Argument(help: "YAML files with presets.", completion: .file())
    var files: [String]

    func run() throws {
      var all: [PresetFile] = []
      for path in files {
        all.append(try presetFile(at: path))
      }
      print(presetTableText(all), terminator: "")
    }
  }
}

/// Returns the scenario that an argument or `--scenario` names; nil if neither does.
private func checked(_ name: String?, _ scenario: String?) throws -> String? {
  if let name, let scenario, name != scenario {
    throw Failure(
      .usage, at: "--scenario", "found '\(excerpt(of: scenario))' and '\(excerpt(of: name))'",
      "name one scenario")
  }
  return name ?? scenario
}

/// Returns the scenario with this name, or all scenarios if `name` is nil.
private func scenarios(_ name: String?) throws -> [any Scenario.Type] {
  guard let name else { return allScenarios }
  return [try scenario(named: name)]
}
