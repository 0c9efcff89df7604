public import InteractionScenarios
import Quantities
import YAMLNodes

/// A file of presets, bundled with Flickbook or written by the user.
///
/// The value of the key `presets` is a list of mappings, each of which is a preset. A file with a single preset may
/// instead have the keys of that preset at its top level. The keys of a preset are:
/// - `name`: the name of the preset; in a file with a single preset, the default is the name of the file.
/// - `other-names`, `scenario`, `meaning`, `source`, `not-reproduced`: the properties of `Preset`.
/// - `extends`: the preset whose values are the defaults of this preset. The value names a bundled preset of the same
///   scenario, an earlier preset of the same file, or the path of a file with one preset. In a file with one preset,
///   the key `preset` has the same meaning, so that the output of `flickbook tune --write` is a preset file.
/// - The keys of the options in `RequestOption.all` that a preset may set, as in a `case.yml`, such as `estimator`.
/// - `unknown`: a list of these keys whose value in the original system is unknown.
/// - `set`: a mapping of settings.
/// - `known`: `source` if the values were read in the code of the original system, or `documented`.
/// - `proof`: a list of proofs that the preset decides or moves like the original system.
///   - A proof of decisions is a mapping with `source`, `positions`, `gone`, `set` and `rows`. Each row describes a
///     release by `from`, `at`, `velocity` and `to`; without `from`, the surface starts at none of the positions.
///     Instead of `source` and `rows`, the proof may have `table`: the path of a table of releases, with the targets
///     that the code of the original system picked.
///   - An observed proof is a mapping with `observed` (the software and its version), `date`, `clock`, `runs`,
///     `tables`, `recordings`, `worst`, `except`, `fails` and `set`; see ``ObservedProof``.
///   - The paths are relative to the file.
public struct PresetFile: Sendable {
  /// A preset, and the data of its file that a `Preset` does not have.
  public struct Entry: Sendable {
    /// The preset, including the values of the preset that it extends.
    public var preset: Preset
    /// The name of the scenario to which the preset belongs.
    public var scenario: String
    /// The settings that the preset itself sets, in the order of the file; without settings of the preset that it
    /// extends.
    public var own: [(key: String, value: String)]
    /// The releases that show that the preset decides like the original system.
    public var proofs: [PresetProof]
    /// The observed motion that shows that the preset moves like the original system.
    public var observed: [ObservedProof]
    /// The line of the file on which the preset begins, counted from 1.
    public var line: Int
  }

  /// The presets, in the order of the file.
  public var entries: [Entry]

  /// Returns the presets of one scenario, in the order of the file; empty if the file has none.
  public func presets(of scenario: String) -> [Preset] {
    entries.filter { $0.scenario == scenario }.map(\.preset)
  }
}

/// Whether `name` is the path of a file rather than the name of a preset.
package func isPresetFile(_ name: String) -> Bool {
  name.contains("/") || name.hasSuffix(".yml") || name.hasSuffix(".yaml")
}

extension ReplayRequest {
  /// Selects the only preset for the request's scenario in the file at `path`.
  ///
  /// If the request has no scenario, the file must have a single preset, and the request also takes its scenario.
  /// If `root` is not nil, the file must lie in the folder `root`.
  ///
  /// - Throws: ``FileError`` if the file does not exist, or does not have exactly one preset for the scenario.
  package mutating func takePreset(
    fromFile path: String, within root: String? = nil
  ) throws(FileError) {
    let known = scenario.isEmpty ? nil : scenario
    let entries = try presetFile(at: path, scenario: known, within: root).entries
    let fitting = entries.filter { known == nil || $0.scenario == known }
    guard let entry = fitting.first, fitting.count == 1 else {
      let names = entries.map { "\($0.preset.name) of \($0.scenario)" }
      throw .malformed(
        path: path, line: nil, found: "the presets \(names.joined(separator: ", "))",
        expected: "one preset\(known.map { " of \($0)" } ?? ""), or a scenario that selects one")
    }
    scenario = entry.scenario
    preset = entry.preset.name
    ownPresets = [entry.preset]
    presetPath = path
  }
}

/// The limit for the size of a preset file, in bytes.
///
/// We chose 1 MiB, four times the size of a file with a hundred presets of a hundred rows each.
private let largestPresetFile = 1 << 20

/// Reads presets from the YAML file at `path`; see ``PresetFile``.
///
/// - Parameters:
///   - path: The path of the file.
///   - scenario: The scenario of presets that do not name one; nil if each must name one.
///   - root: The folder in which the file must lie; nil for a file that the user named.
/// - Returns: The presets.
/// - Throws: ``FileError`` if the file cannot be read or is not valid, with the line of the problem.
package func presetFile(
  at path: String, scenario: String? = nil, within root: String? = nil
) throws(FileError) -> PresetFile {
  let reader = PresetReader(yaml: YAMLReader(path: path), scenario: scenario)
  return try reader.file(try presetMapping(at: path, within: root))
}

private func presetMapping(
  at path: String, within root: String?
) throws(FileError) -> Node.Mapping? {
  let bytes = try fileBytes(at: path, atMost: largestPresetFile, within: root)
  return try requestMapping(in: String(decoding: bytes, as: UTF8.self), path: path)
}

/// Reads presets from YAML text; see ``PresetFile``.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` with the line of the problem.
package func presetFile(
  in text: String, path: String, scenario: String? = nil
) throws(FileError) -> PresetFile {
  let reader = PresetReader(yaml: YAMLReader(path: path), scenario: scenario)
  return try reader.file(try requestMapping(in: text, path: path))
}

private struct PresetReader {
  let yaml: YAMLReader
  /// The scenario of presets that do not name one.
  let scenario: String?

  /// Whether a preset may extend a preset of another file.
  ///
  /// This is false while a file that is extended is read, so that two files cannot extend each other endlessly.
  var mayExtendFile = true

  static let keys = [
    "name", "other-names", "scenario", "meaning", "source", "known", "not-reproduced", "extends",
    "unknown", "set", "proof",
  ]

  /// The options of a replay request that a preset may set.
  static var choices: [Setting<ReplayRequest>] {
    RequestOption.all.filter(\.isOfSystem).map(\.setting)
  }

  func file(_ mapping: Node.Mapping?) throws(FileError) -> PresetFile {
    var file = PresetFile(entries: [])
    guard let mapping else {
      throw .malformed(
        path: yaml.path, line: nil, found: "nothing", expected: "'presets:' and a list of presets")
    }
    guard let list = mapping["presets"] else {
      file.entries = [try entry(mapping, line: 1, isAlone: true, before: [])]
      return file
    }
    try yaml.check(mapping, keys: ["presets"])
    for node in try yaml.list(list, "a list of presets") {
      let entry = try entry(
        try yaml.mapping(node, "a preset"), line: node.mark?.line ?? 1, isAlone: false,
        before: file.entries)
      let isTwice = file.entries.contains {
        $0.scenario == entry.scenario && $0.preset.isCalled(entry.preset.name)
      }
      guard !isTwice else {
        throw yaml.wrong(
          node, "another name; the file already has '\(entry.preset.name)' of \(entry.scenario)")
      }
      file.entries.append(entry)
    }
    return file
  }

  private func entry(
    _ mapping: Node.Mapping, line: Int, isAlone: Bool, before: [PresetFile.Entry]
  ) throws(FileError) -> PresetFile.Entry {
    try yaml.check(
      mapping, keys: Self.keys + (isAlone ? ["preset"] : []) + Self.choices.map(\.key))
    func text(_ key: String) throws(FileError) -> String {
      guard let node = mapping[key] else { return "" }
      return try yaml.word(node, "a text")
    }
    var preset = Preset(try text("name"), try text("meaning"), source: try text("source"), [:])
    if preset.name.isEmpty, isAlone { preset.name = fileName }
    guard !preset.name.isEmpty else {
      throw .malformed(
        path: yaml.path, line: line, found: "a preset without a name",
        expected: "'name:' and one word")
    }
    if let node = mapping["known"] { preset.known = try evidence(node) }
    preset.notReproduced = try text("not-reproduced")
    if let names = mapping["other-names"] {
      for name in try yaml.list(names, "a list of names") {
        preset.otherNames.append(try yaml.word(name, "a name"))
      }
    }
    try readChoices(mapping, into: &preset)
    let type = try type(mapping["scenario"], line: line)
    let own = try values(mapping["set"], of: type)
    preset.values = own
    if let base = mapping["extends"] ?? mapping["preset"] {
      preset = preset.extending(try self.base(base, of: type, before: before))
    }
    try check(preset, of: type, in: mapping["set"])
    let (proofs, observed) = try self.proofs(mapping["proof"])
    preset.observations = observed.map { $0.observation }
    preset.decisions = proofs.filter(\.isOfSystem).map { ($0.source, $0.rows.count) }
    return PresetFile.Entry(
      preset: preset, scenario: type.name, own: own, proofs: proofs, observed: observed, line: line)
  }

  private func evidence(_ node: Node) throws(FileError) -> Preset.Evidence {
    let words = Preset.Evidence.allCases.map(\.rawValue).joined(separator: " or ")
    guard let evidence = Preset.Evidence(rawValue: try yaml.word(node, words)) else {
      throw yaml.wrong(node, words)
    }
    return evidence
  }

  private func proofs(
    _ node: Node?
  ) throws(FileError) -> (decisions: [PresetProof], observed: [ObservedProof]) {
    guard let node else { return ([], []) }
    var (decisions, observed): ([PresetProof], [ObservedProof]) = ([], [])
    for node in try yaml.list(node, "a list of proofs") {
      let mapping = try yaml.mapping(node, "a proof")
      if mapping["observed"] != nil {
        observed.append(try yaml.observedProof(mapping, at: node))
      } else {
        decisions.append(try proof(node))
      }
    }
    return (decisions, observed)
  }

  /// Reads the request options that the preset sets, and the list of options that are unknown.
  private func readChoices(
    _ mapping: Node.Mapping, into preset: inout Preset
  ) throws(FileError) {
    for setting in Self.choices {
      guard let node = mapping[setting.key] else { continue }
      preset.choices.append((setting.key, try yaml.value(node, of: setting)))
    }
    guard let unknown = mapping["unknown"] else { return }
    let known = Self.choices.map(\.key)
    for node in try yaml.list(unknown, "a list such as [estimator]") {
      let key = try yaml.word(node, "one of \(known.joined(separator: ", "))")
      guard known.contains(key) else { throw yaml.unknown("choice", key, node, among: known) }
      guard !preset.choices.contains(where: { $0.key == key }) else {
        throw yaml.wrong(node, "a key that the preset does not set; it sets \(key)")
      }
      preset.unknown.append(key)
    }
  }

  /// Returns the settings of `set`; empty if it is missing.
  private func values(_ node: Node?) throws(FileError) -> [(key: String, value: String)] {
    guard let node else { return [] }
    return try yaml.settings(node).map { ($0.key, $0.value) }
  }

  /// Returns the settings of `set`, with each spring written as its two settings, so that a preset that extends this
  /// one can override one of the two.
  private func values<S: Scenario>(
    _ node: Node?, of type: S.Type
  ) throws(FileError) -> [(key: String, value: String)] {
    let assignments = try values(node).map { Assignment(key: $0.key, value: $0.value) }
    do throws(SettingError) {
      return try assignments.expandingSprings(of: S.allSettings).map { ($0.key, $0.value) }
    } catch {
      throw yaml.refused(error, in: node)
    }
  }

  /// The name of the file without its extension.
  private var fileName: String {
    let last = lastPart(of: yaml.path)
    return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
  }

  private func type(_ node: Node?, line: Int) throws(FileError) -> any Scenario.Type {
    guard
      let name = try node.map({ node throws(FileError) in
        try yaml.word(node, "the name of a scenario")
      }) ?? scenario
    else {
      throw .malformed(
        path: yaml.path, line: line, found: "a preset without a scenario",
        expected: "'scenario: sheet' or another scenario")
    }
    return try yaml.scenario(name, at: node)
  }

  /// Returns the preset that `extends` names: an earlier preset of this file, a bundled preset, or the preset of
  /// another file.
  private func base(
    _ node: Node, of type: any Scenario.Type, before: [PresetFile.Entry]
  ) throws(FileError) -> Preset {
    let name = try yaml.word(node, "the name of a preset")
    if isPresetFile(name) {
      guard mayExtendFile else {
        throw yaml.wrong(
          node, "the name of a preset; a file that is extended may not extend another file")
      }
      let path = try yaml.path(named: name, line: node.mark?.line)
      var reader = PresetReader(yaml: YAMLReader(path: path), scenario: type.name)
      reader.mayExtendFile = false
      let presets = try reader.file(
        presetMapping(at: path, within: folderOfNamedFiles(in: yaml.path))
      ).presets(of: type.name)
      guard let base = presets.first, presets.count == 1 else {
        throw yaml.wrong(node, "a file with one preset of \(type.name)")
      }
      return base
    }
    let known =
      before.filter { $0.scenario == type.name }.map(\.preset) + type.presets
    guard let base = known.first(where: { $0.isCalled(name) }) else {
      throw yaml.unknown("preset", name, node, among: known.map(\.name))
    }
    return base
  }

  /// Checks that the scenario accepts the values of the preset.
  private func check<S: Scenario>(
    _ preset: Preset, of type: S.Type, in node: Node?
  ) throws(FileError) {
    do throws(SettingError) {
      _ = try S.resolved(preset: preset.name, among: [preset], applying: [])
    } catch {
      throw yaml.refused(error, in: node)
    }
  }

  private func proof(_ node: Node) throws(FileError) -> PresetProof {
    let mapping = try yaml.mapping(node, "a proof")
    let (table, source, rows) = (mapping["table"], mapping["source"], mapping["rows"])
    let own = table == nil ? ["source", "rows"] : ["table"]
    try yaml.check(mapping, keys: own + ["positions", "gone", "set"])
    guard let named = mapping["positions"], table != nil || source != nil && rows != nil else {
      throw yaml.wrong(
        node, "a proof with 'positions', and with either 'source' and 'rows' or 'table'")
    }
    var positions: [String: Points] = [:]
    for (name, y) in try yaml.mapping(named, "positions such as {full: 20, half: 417}") {
      positions[try yaml.word(name, "the name of a position")] = Points(
        try yaml.number(y, "points"))
    }
    guard !positions.isEmpty else { throw yaml.wrong(named, "at least one position") }
    var proof = PresetProof(source: "", positions: positions, rows: [])
    if let gone = mapping["gone"] { proof.hidden = Points(try yaml.number(gone, "points")) }
    proof.values = try values(mapping["set"])
    if let table {
      let name = try yaml.word(table, "the path of a table of releases")
      let found = try ReleaseTable(
        at: try yaml.path(named: name, line: table.mark?.line), positions: positions.keys.sorted(),
        within: folderOfNamedFiles(in: yaml.path))
      (proof.source, proof.rows, proof.isOfSystem) = (found.software, found.rows, true)
    } else if let source, let rows {
      proof.source = try yaml.word(source, "the source of the rows")
      proof.rows = try self.rows(rows, from: positions.keys.sorted())
    }
    return proof
  }

  private func rows(
    _ list: Node, from names: [String]
  ) throws(FileError) -> [PresetProof.Row] {
    var rows: [PresetProof.Row] = []
    for node in try yaml.list(list, "a list of rows") {
      let row = try yaml.mapping(node, "a row")
      try yaml.check(row, keys: ["from", "at", "velocity", "to"])
      guard let at = row["at"], let velocity = row["velocity"], let target = row["to"] else {
        throw yaml.wrong(node, "'at', 'velocity' and 'to', and optionally 'from'")
      }
      rows.append(
        PresetProof.Row(
          from: try row["from"].map { node throws(FileError) in
            try position(node, among: names)
          } ?? "",
          at: Points(try yaml.number(at, "points")),
          velocity: PointsPerSecond(try yaml.number(velocity, "points per second")),
          to: try position(target, among: names + [Decision.gone])))
    }
    return rows
  }

  private func position(_ node: Node, among names: [String]) throws(FileError) -> String {
    let name = try yaml.word(node, "the name of a position")
    guard names.contains(name) else {
      throw yaml.unknown("position", name, node, among: names.sorted())
    }
    return name
  }
}
