import Flickbook

/// The description of a preset of a scenario.
struct PresetReport {
  var preset: Preset
  var scenario: any Scenario.Type

  /// The fields of the JSON.
  private var data: Report {
    [.data("scenario", scenario.name)] + Report(preset.descriptionFields)
  }

  /// The name, the evidence, the meaning and the observations.
  var summary: Report {
    let evidence = preset.evidence.map { "[\(singleLine($0))] " }.joined()
    let observed = preset.observations.map { "Observed: \($0.summary)." }
    return data
      + [.note(wrapped("\(preset.name)  \(evidence)\(preset.meaning)", indent: 2, hanging: 2))]
      + Report(observed.map { .note(wrapped($0, indent: 4, hanging: 2)) })
  }

  /// The description with all settings.
  var report: Report {
    let extended = scenario.presets.first { $0.name == preset.extends }
    let base = (extended?.choices ?? []) + (extended?.values ?? [])
    let values = preset.choices + preset.values
    let width = values.map(\.key.count).max() ?? 0
    let lines = values.map { value in
      let space = String(repeating: " ", count: width - value.key.count)
      let mark = base.contains { $0 == value } ? "  (from \(preset.extends ?? ""))" : ""
      return "  \(value.key)\(space) = \(value.value)\(mark)"
    }
    let settings =
      values.isEmpty ? "  This preset changes no setting." : lines.joined(separator: "\n")
    return data + [.note("\(preset.name), of the scenario \(scenario.name)\n")]
      + Report(sentences.map { .note(wrapped($0, indent: 2)) }) + [.note("\n\(settings)")]
  }

  private var sentences: [String] {
    let known: String? =
      switch preset.known {
      case .source: "Known from: the source code of the system."
      case .documented: "Known from: published descriptions of the system."
      case nil: nil
      }
    let sentences = [
      preset.meaning,
      preset.otherNames.isEmpty
        ? nil : "Also called \(preset.otherNames.joined(separator: ", ")).",
      preset.source.isEmpty ? nil : "Source: \(preset.source)", known,
    ]
    return sentences.compactMap { $0 }
      + preset.observations.map { "Observed: \(singleLine($0.summary))." }
      + preset.decisions.map {
        "Decided like \(singleLine($0.software)): \($0.releases) of \(count($0.releases, "random release"))."
      }
      + (preset.notReproduced.isEmpty ? [] : ["Not reproduced: \(preset.notReproduced)"])
      + preset.unknown.map {
        "The \($0) of this system is not known; the default, \(defaultText($0)), is used."
      } + (preset.extends.map { ["Extends \($0)."] } ?? [])
  }

  /// Returns the default value that a replay uses for the request setting `key` if the preset does not set it.
  private func defaultText(_ key: String) -> String {
    let standard = ReplayRequest(scenario: "")
    return RequestOption.named(key)?.setting.text(in: standard) ?? "the default"
  }
}
