import InteractionScenarios

/// Returns the Swift source code of `PresetTable`, which holds the bundled presets.
///
/// With this table, a program needs no files to use the presets.
///
/// `scripts/cases presets` writes the source file.
package func presetTableText(_ files: [PresetFile]) -> String {
  let entries = files.flatMap(\.entries)
  let scenarios = allScenarios.map { $0.name }.filter { name in
    entries.contains { $0.scenario == name }
  }
  let cases = scenarios.map { "    case \"\($0)\": \($0)\n" }.joined()
  let tables = scenarios.map { name in
    let presets = entries.filter { $0.scenario == name }.map { "    \(literal($0.preset)),\n" }
    return """

        private static let \(name): [Preset] = [
          .flickbook,
      \(presets.joined())  ]

      """
  }
  return """
    // swift-format-ignore-file
    // Generated from the files in `Systems` by scripts/cases presets; edit those files.

    import ReleaseRules

    /// The bundled presets.
    enum PresetTable {
      /// The presets of the scenario called `name`, the default first.
      static func presets(of name: String) -> [Preset] {
        switch name {
    \(cases)    default: [.flickbook]
        }
      }
    \(tables.joined())}

    """
}

private func literal(_ preset: Preset) -> String {
  var parts = ["\(quoted(preset.name))", quoted(preset.meaning)]
  parts.append("source: \(quoted(preset.source))")
  if let known = preset.known { parts.append("known: .\(known.rawValue)") }
  if !preset.observations.isEmpty {
    parts.append("observations: [\(preset.observations.map(literal).joined(separator: ", "))]")
  }
  if !preset.decisions.isEmpty {
    let items = preset.decisions.map { "\(quoted($0.software)): \($0.releases)" }
    parts.append("decisions: [\(items.joined(separator: ", "))]")
  }
  if !preset.otherNames.isEmpty {
    parts.append("otherNames: [\(preset.otherNames.map(quoted).joined(separator: ", "))]")
  }
  if !preset.notReproduced.isEmpty {
    parts.append("notReproduced: \(quoted(preset.notReproduced))")
  }
  if let base = preset.extends { parts.append("extends: \(quoted(base))") }
  if !preset.choices.isEmpty { parts.append("choices: \(literal(preset.choices))") }
  if !preset.unknown.isEmpty {
    parts.append("unknown: [\(preset.unknown.map(quoted).joined(separator: ", "))]")
  }
  parts.append(literal(preset.values))
  return "Preset(\n      \(parts.joined(separator: ",\n      ")))"
}

private func literal(_ observation: PresetObservation) -> String {
  let worst = observation.worst.map { "\(quoted($0.stage)): \($0.difference)" }
  return "PresetObservation(\(quoted(observation.software)), date: \(quoted(observation.date)), "
    + "clock: \(quoted(observation.clock)), runs: \(observation.runs), "
    + (observation.recordings > 0 ? "recordings: \(observation.recordings), " : "")
    + "failures: \(observation.failures), "
    + "worst: [\(worst.joined(separator: ", "))])"
}

private func literal(_ pairs: [(key: String, value: String)]) -> String {
  let items = pairs.map { "\(quoted($0.key)): \(quoted($0.value))" }
  return items.isEmpty ? "[:]" : "[\(items.joined(separator: ", "))]"
}

private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\" + String(scalar)
    case "\u{0}"..."\u{1f}", "\u{7f}": quoted += "\\u{\(String(scalar.value, radix: 16))}"
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
