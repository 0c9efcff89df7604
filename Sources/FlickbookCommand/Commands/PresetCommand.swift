import ArgumentParser
import Flickbook

struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "List presets, explain one, or check your own preset file.",
    discussion: """
      A preset makes a scenario behave like an existing system. Each preset has a name, a meaning, a \
      source and the settings that differ from the defaults; it can extend another preset. You can \
      write your own presets in a YAML file, and use the file in place of a preset name: 'flickbook \
      replay RECORDING --preset feel.yml'.

      Example: flickbook preset list
               flickbook preset show vaul
               flickbook preset check feel.yml
      """,
    subcommands: [List.self, Show.self, Check.self, Table.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the presets of all scenarios.",
      discussion: """
        The word in brackets is the evidence for the preset: [observed] if the preset moves like the running \
        software, within the listed differences, [source] if its values were read in source code, and \
        [documented] if they were published. Presets of our own choice have no such word.

        Example: flickbook preset list --scenario paging
        """)

    @Option(help: "List only the presets of this scenario.", completion: .scenarios)
    var scenario: String?

    @Flag(
      help: """
        Print one line of JSON for each preset: scenario, preset, otherNames, meaning, source, known \
        (observed, source, documented or null), observations (software, date, clock, runs, failures and \
        worst), notReproduced, extends, choices (such as the estimator), unknown (the choices whose \
        original value is not known) and values; choices and values include those of the extended preset.
        """)
    var json = false

    func run() throws {
      for type in try scenarios(scenario) {
        if !json { say("\(type.name)") }
        for preset in type.presets {
          if json {
            printJSON([LogField("scenario", .text(type.name))] + preset.descriptionFields)
          } else {
            let evidence = preset.strongestEvidence.map { "[\($0)] " } ?? ""
            say(wrapped("\(preset.name)  \(evidence)\(preset.meaning)", indent: 2, hanging: 2))
            for observation in preset.observations {
              say(wrapped("Observed: \(observation.summary).", indent: 4, hanging: 2))
            }
          }
        }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the source and the settings of a preset.",
      discussion: """
        Settings that the preset inherits from another preset are marked.

        Example: flickbook preset show vaul.sequential
        """)

    @Argument(help: "The name of a preset, or a YAML file with presets.")
    var name: String

    @Option(help: "Show only the preset of this scenario.", completion: .scenarios)
    var scenario: String?

    @Flag(help: "Print one line of JSON for each preset, as 'flickbook preset list' does.")
    var json = false

    func run() throws {
      let found = try meant()
      for (index, (type, preset)) in found.enumerated() {
        if json {
          printJSON([LogField("scenario", .text(type.name))] + preset.descriptionFields)
        } else {
          say((index > 0 ? "\n" : "") + text(type, preset))
        }
      }
    }

    private func meant() throws -> [(any Scenario.Type, Preset)] {
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
      let known = types.flatMap { $0.presets.map(\.name) }
      throw Failure.unknown(
        name, in: known, "preset '\(excerpt(of: name))': no preset has this name",
        otherwise: "'flickbook preset list' lists all presets.")
    }

    private func text(_ type: any Scenario.Type, _ preset: Preset) -> String {
      var lines = ["\(preset.name), of the scenario \(type.name)", ""]
      lines.append(wrapped(preset.meaning, indent: 2))
      if !preset.otherNames.isEmpty {
        lines.append("  Also called \(preset.otherNames.joined(separator: ", ")).")
      }
      if !preset.source.isEmpty { lines.append(wrapped("Source: \(preset.source)", indent: 2)) }
      lines += evidence(of: preset).map { wrapped($0, indent: 2) }
      if !preset.notReproduced.isEmpty {
        lines.append(wrapped("Not reproduced: \(preset.notReproduced)", indent: 2))
      }
      for key in preset.unknown {
        lines.append(
          wrapped(
            "The \(key) of this system is not known; the default, \(defaultText(key)), is used.",
            indent: 2))
      }
      if let base = preset.extends { lines.append("  Extends \(base).") }
      lines.append("")
      let extended = type.presets.first { $0.name == preset.extends }
      let base = (extended?.choices ?? []) + (extended?.values ?? [])
      let values = preset.choices + preset.values
      let width = values.map(\.key.count).max() ?? 0
      for value in values {
        let space = String(repeating: " ", count: width - value.key.count)
        let mark = base.contains { $0 == value } ? "  (from \(preset.extends ?? ""))" : ""
        lines.append("  \(value.key)\(space) = \(value.value)\(mark)")
      }
      if values.isEmpty { lines.append("  This preset changes no setting.") }
      return lines.joined(separator: "\n")
    }

    /// Returns sentences about the evidence for a preset; empty for a preset of our own.
    private func evidence(of preset: Preset) -> [String] {
      var sentences: [String] = []
      switch preset.known {
      case .source: sentences.append("Known from: the source code of the system.")
      case .documented: sentences.append("Known from: published descriptions of the system.")
      case nil: break
      }
      return sentences + preset.observations.map { "Observed: \(singleLine($0.summary))." }
    }

    /// Returns the default value that a replay uses for the request setting `key` if the preset does not set it.
    private func defaultText(_ key: String) -> String {
      let standard = ReplayRequest(scenario: "")
      return RequestOption.named(key)?.setting.text(in: standard) ?? "the default"
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check preset files, and test their proofs.",
      discussion: """
        A proof in a preset file is a list of releases with their expected targets, or a folder with tables \
        of motion that was observed in other software. For an observed proof, the recordings of the tables \
        are replayed with the preset, and each replay is compared with its tables, as 'flickbook observe' \
        does. The output lists the worst difference of each stage, and each difference that is larger than \
        the proof accepts. The exit status is 1 if a release has another target or if a replay differs, and \
        66 if tables or recordings are missing.

        Example: flickbook preset check feel.yml
        """)

    @Argument(help: "YAML files with presets.", completion: .file())
    var files: [String]

    @Option(help: "The scenario of presets that do not name one.", completion: .scenarios)
    var scenario: String?

    @Flag(
      help: """
        Print one line of JSON for each preset: scenario, preset, holds, settings, releases, wrongReleases \
        and observed, a list with the worst differences and the disagreements of each observed proof.
        """)
    var json = false

    func run() throws {
      var failures = 0
      for path in files {
        let file = try presetFile(at: path, scenario: scenario)
        for entry in file.entries {
          let report = try report(of: entry, in: path)
          failures += report.failures
          if json { printJSON(report.logFields) } else { say(report.text) }
        }
      }
      if failures > 0 { throw ExitCode(Failure.Status.differences.rawValue) }
    }

    private func report(of entry: PresetFile.Entry, in path: String) throws -> ProofReport {
      var report = ProofReport(entry: entry)
      do throws(SettingError) { try test(entry, into: &report) } catch {
        throw Failure(.badInput, "\(path):\(entry.line): \(error.description)")
      }
      for proof in entry.observed {
        report.observed.append((proof, try proof.result(of: entry.preset, in: entry.scenario)))
      }
      return report
    }

    private func test(
      _ entry: PresetFile.Entry, into report: inout ProofReport
    ) throws(SettingError) {
      let type = try InteractionScenarios.scenario(named: entry.scenario)
      for proof in entry.proofs {
        guard let policy = try type.releasePolicy(preset: entry.preset, applying: proof.values)
        else {
          throw .contradiction(
            scenario: entry.scenario, found: "it has no release rule to test",
            remedy: "leave out proof")
        }
        for (row, target, isRight) in proof.targets(of: policy) {
          report.releases += 1
          guard !isRight else { continue }
          report.wrongReleases.append(
            """
            from \(row.start) at \(plain(row.position.value)) pt, \
            \(plain(row.velocity.value)) pt/s: \(target) instead of \(row.target)
            """)
        }
      }
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

/// Returns the scenario with this name, or all scenarios if `name` is nil.
private func scenarios(_ name: String?) throws -> [any Scenario.Type] {
  guard let name else { return allScenarios }
  return [try scenario(named: name)]
}
