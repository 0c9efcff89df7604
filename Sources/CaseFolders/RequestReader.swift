import FrameLogs
import InteractionScenarios
import Quantities
import RecordingFormats
import Review
import Subjects
import TouchInput
package import YAMLNodes

/// Reads the keys of a request one by one.
package struct RequestReader {
  private let yaml: YAMLReader
  let origin: SettingOrigin
  package var file = RequestFile(apply: { _ in }, scenario: nil, tolerance: nil)

  /// The preset that the file names, which ``takePreset(of:)`` applies, and its line.
  private var preset: (name: String, line: Int?)?

  package init(path: String) {
    yaml = YAMLReader(path: path)
    origin = .file(lastPart(of: path))
  }

  package static let keys =
    ["scenario", "subject", "preset", "set"] + RequestOption.all.map(\.key)
    + ["at", "tolerance", "margin", "observed", "fails", "extends"]

  /// The keys of a preset file that do not affect a replay, so that this reader ignores them.
  static let passedOver: Set = [
    "name", "other-names", "meaning", "source", "known", "not-reproduced", "unknown", "proof",
  ]

  package mutating func read(_ key: Node, _ value: Node) throws(FileError) {
    let name = key.string ?? ""
    switch name {
    case "scenario":
      let text = try yaml.word(value, "the name of a scenario")
      _ = try yaml.scenario(text, at: value)
      file.scenario = text
      add { $0.scenario = text }
    case "subject":
      let program = try yaml.program(value)
      file.subject = program
      add { $0.take(program) }
    case "preset", "extends":
      let text = try yaml.word(value, "the name of a preset")
      preset = (text, value.mark?.line)
      file.namesPreset = true
    case "set": try readSettings(value)
    case "at": try readCommands(value)
    case "tolerance":
      file.tolerance = RunTolerance(
        absolute: try yaml.number(value, in: CaseConditions.range, "points"))
    case "margin":
      file.leastMargin = Points(try yaml.number(value, in: CaseConditions.range, "points"))
    case "observed": file.stageTolerance = try yaml.stageTolerance(value)
    case "fails":
      let reason = try yaml.word(value, "the reason why the case is known to fail")
      guard !isBlank(reason) else {
        throw yaml.wrong(value, "the reason why the case is known to fail")
      }
      file.knownFailure = reason
    // These keys only describe a preset and do not affect a replay.
    case _ where Self.passedOver.contains(name): break
    default: try readChoice(name, key, value)
    }
  }

  /// Reads one of the options in `RequestOption.all`, such as `hz`.
  private mutating func readChoice(
    _ name: String, _ key: Node, _ value: Node
  ) throws(FileError) {
    guard let option = RequestOption.named(name) else {
      throw yaml.unknown("key", name, key, among: Self.keys)
    }
    let text = try yaml.value(value, of: option.setting)
    add(option.name) { _ = option.setting.set(text, in: &$0) }
  }

  /// Applies the preset that the file names; call this once the scenario is known.
  ///
  /// The path of a preset file is relative to the folder of this file.
  package mutating func takePreset(of scenario: String?) throws(FileError) {
    guard let preset else { return }
    guard isPresetFile(preset.name) else {
      try checkPreset(preset, of: scenario)
      return add("preset") { ($0.preset, $0.presetPath) = (preset.name, nil) }
    }
    let path = try yaml.path(named: preset.name, line: preset.line)
    var found = ReplayRequest(scenario: scenario ?? "")
    try found.takePreset(fromFile: path, within: folderOfNamedFiles(in: yaml.path))
    let taken = found
    file.scenario = taken.scenario
    add("preset") { request in
      request.scenario = taken.scenario
      request.preset = taken.preset
      request.ownPresets = taken.ownPresets
      request.presetPath = path
    }
  }

  /// Checks that the scenario has the preset, if the scenario is known.
  private func checkPreset(
    _ preset: (name: String, line: Int?), of scenario: String?
  ) throws(FileError) {
    guard let scenario = allScenarios.first(where: { $0.name == scenario }),
      !scenario.presets.contains(where: { $0.isCalled(preset.name) })
    else { return }
    throw yaml.unknown(
      "preset", preset.name, line: preset.line, among: scenario.presets.map(\.name))
  }

  private mutating func readSettings(_ value: Node) throws(FileError) {
    let all = try yaml.settings(value).map {
      Assignment(
        key: $0.key, value: $0.value, origin: origin, location: "\(yaml.path):\($0.line)")
    }
    add { $0.assignments += all }
  }

  /// Reads the commands that a program sends to the surface: a list of mappings, each with a time and commands.
  private mutating func readCommands(_ value: Node) throws(FileError) {
    let expected = "a list such as [{time: 0.35, settle: half}]"
    var commands: [TimedCommand] = []
    for item in try yaml.list(value, expected) {
      guard let mapping = item.mapping, let when = mapping["time"], mapping.count > 1 else {
        throw yaml.wrong(item, expected)
      }
      let time = Seconds(try yaml.number(when, in: TimedCommand.times, "seconds"))
      for (key, node) in mapping where key.string != "time" {
        guard let name = key.string, let text = yaml.settingText(node),
          let command = TimedCommand(
            at: time, name, text, origin: origin, location: "\(yaml.path):\(key.mark?.line ?? 0)")
        else { throw yaml.wrong(node, "'settle', 'screen' or a setting, and its value") }
        commands.append(command)
      }
    }
    let all = commands
    add { $0.commands += all }
  }

  private mutating func add(
    _ option: String, _ change: @escaping @Sendable (inout ReplayRequest) -> Void
  ) {
    let origin = origin
    add { request in
      change(&request)
      request.origins[option] = origin
    }
  }

  private mutating func add(_ change: @escaping @Sendable (inout ReplayRequest) -> Void) {
    let before = file.apply
    file.apply = { request in
      before(&request)
      change(&request)
    }
  }
}

extension YAMLReader {
  /// Reads the largest differences from observed motion, such as `{target: 5, lag: 0.02}`.
  func stageTolerance(_ value: Node) throws(FileError) -> StageTolerance {
    let keys = StageTolerance.keys
    guard let mapping = value.mapping else {
      throw wrong(
        value,
        "tolerances such as {target: 5}; the stages are \(keys.joined(separator: ", "))")
    }
    try check(mapping, keys: keys)
    var tolerance = StageTolerance()
    for (key, node) in mapping {
      guard let number = node.string.flatMap(Double.init),
        tolerance.set(key.string ?? "", to: number)
      else { throw wrong(node, "a number of at least 0 ('lag': at most 0.25)") }
    }
    return tolerance
  }

  /// Returns the value of a setting of the request itself, as text.
  func value(
    _ node: Node, of setting: Setting<ReplayRequest>
  ) throws(FileError) -> String {
    guard setting.key != "estimator" else { return try estimator(node) }
    guard let text = text(node), !text.isEmpty else { throw wrong(node, setting.expectation) }
    var trial = ReplayRequest(scenario: "")
    guard setting.set(text, in: &trial) else {
      throw .malformed(
        path: path, line: node.mark?.line, found: "'\(text)'\(dimensionClause(of: text))",
        expected: setting.expectation(insteadOf: text))
    }
    return text
  }

  /// Returns the text of an estimator with its parameters, such as `android.lsq2:horizon=80`.
  ///
  /// The node is such a text, or a mapping such as `{name: android.lsq2, horizon: 80 ms}`.
  private func estimator(_ node: Node) throws(FileError) -> String {
    var text: String
    if let mapping = node.mapping {
      guard let name = mapping["name"] else {
        throw wrong(node, "an estimator such as {name: android.lsq2, horizon: 80 ms}")
      }
      let told = try pairs(node).filter { $0.key != "name" }.map { "\($0.key)=\($0.value)" }
      text = try word(name, "the name of an estimator")
      if !told.isEmpty { text += ":\(told.joined(separator: ","))" }
    } else {
      text = try word(node, "the name of an estimator")
    }
    do throws(EstimatorError) { _ = try Estimator.named(text) } catch {
      throw wrong(text, error, node)
    }
    return text
  }

  private func wrong(_ text: String, _ error: EstimatorError, _ node: Node) -> FileError {
    switch error {
    case .unknownEstimator(let name, _):
      unknown("estimator", name, node, among: allEstimators.map(\.name))
    case .unknownParameter, .malformedSetting, .outOfRange:
      .malformed(
        path: path, line: node.mark?.line, found: "the estimator '\(text)'",
        expected: "parameters of that estimator, such as android.lsq2:horizon=80")
    }
  }
}

extension YAMLReader {
  private static let programKeys =
    ["command"] + pageKeys + ["folder", "environment", "limit", "files"]

  /// Reads a program under test: its command, or a mapping with a command or a page, and how to run it.
  ///
  /// The default working folder is the folder of this file; the key `folder` is relative to this folder.
  func program(_ node: Node) throws(FileError) -> SubjectProgram {
    let own = folder(of: path)
    let location = "\(path):\(node.mark?.line ?? 1)"
    guard let mapping = node.mapping else {
      return SubjectProgram(
        command: try word(node, "a command, such as node sheet.mjs"), folder: own,
        location: location)
    }
    try check(mapping, keys: Self.programKeys)
    var program = SubjectProgram(command: "", folder: own, location: location)
    if let folder = mapping["folder"] {
      program.folder = relative(try word(folder, "a folder"))
    }
    try readCommand(of: &program, in: mapping, at: node)
    if let limit = mapping["limit"] {
      program.timeLimit = Seconds(try number(limit, in: 0.1...3_600, "seconds"))
    }
    if let environment = mapping["environment"] {
      for variable in try pairs(environment) {
        guard !variable.key.isEmpty, !variable.key.contains("=") else {
          throw wrong(environment, "names of variables without '='")
        }
        program.environment[variable.key] = variable.value
      }
    }
    if let files = mapping["files"] {
      for file in try list(files, "a list of files") {
        program.files.append(try word(file, "the path of a file"))
      }
    }
    return program
  }

  /// Reads the command of a program, or the page that the command moves.
  private func readCommand(
    of program: inout SubjectProgram, in mapping: Node.Mapping, at node: Node
  ) throws(FileError) {
    let first = mapping.keys.first { Self.pageKeys.contains($0.string ?? "") }
    guard let command = mapping["command"] else {
      guard first != nil else {
        throw wrong(node, "a mapping with the key 'command' or 'page'")
      }
      return try readPage(of: &program, in: mapping, at: node)
    }
    if let first {
      throw .malformed(
        path: path, line: first.mark?.line,
        found: "the keys 'command' and '\(excerpt(of: first.string ?? ""))'",
        expected: "either a command, or 'page' with 'observe'")
    }
    program.command = try word(command, "a command, such as node sheet.mjs")
  }
}

extension SubjectProgram {
  /// Returns the key `subject` and its lines, for a file in `folder`.
  ///
  /// Reading these lines gives this program again; keys with default values are left out. The working folder is written
  /// relative to `folder`, which need not exist yet.
  package func settingsText(in folder: String) -> String {
    var text = "subject:\n"
    text += page.isEmpty ? "  command: \(quotedYAML(command))\n" : pageText
    let place = relativePath(of: self.folder, from: folder)
    if !place.isEmpty { text += "  folder: \(quotedYAML(place))\n" }
    if !environment.isEmpty { text += "  environment:\n" }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      text += "    \(quotedYAML(name)): \(quotedYAML(value))\n"
    }
    if timeLimit != (page.isEmpty ? SubjectProgram(command: command).timeLimit : Self.pageLimit) {
      text += "  limit: \(plain(timeLimit.value))\n"
    }
    if !files.isEmpty { text += "  files:\n" }
    for file in files { text += "    - \(quotedYAML(file))\n" }
    return text
  }
}
