import ArgumentParser
import CodeExport
import Flickbook

/// The options that select the settings of a scenario, for commands that replay nothing.
struct ScenarioSettingOptions: ParsableArguments {
  @Option(
    help: "The scenario, such as sheet; a file with settings names its own scenario.",
    completion: .scenarios)
  var scenario: String?

  @Option(
    help: "A preset of the scenario, such as vaul, or a YAML file with a preset.",
    completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("set"), help: "A setting, such as spring.response=0.3; repeatable.",
    completion: .settings)
  var settings: [String] = []

  /// The first given option; nil if no option was given.
  var given: String? {
    if scenario != nil { return "--scenario" }
    if preset != nil { return "--preset" }
    return settings.isEmpty ? nil : "--set"
  }

  /// The files that these options name; the output of the command depends on their content.
  var files: [String] { presetFiles(preset) }

  /// Returns the settings of the options and, if `path` is not nil, of the file there; the options override the file.
  func source(inFile path: String?) throws -> CodeSource {
    var request = ReplayRequest(scenario: "")
    if let path { try request.useSettings(inFile: path, scenario: scenario) }
    if let scenario { request.scenario = scenario }
    if let preset {
      try request.usePreset(preset)
      if request.scenario.isEmpty {
        request.scenario = try scenarioName(ofPreset: preset, at: "--preset") {
          "add --scenario with one of \($0.joined(separator: ", "))"
        }
      }
    }
    request.assignments += try assignments(settings)
    try request.chooseRuleOfSubject()
    guard !request.scenario.isEmpty else {
      throw Failure.missingScenario("missing")
    }
    if let program = request.subject?.program, request.scenario == ReplayRequest.subjectName {
      let values = request.assignments.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
      throw Failure(
        .badInput, at: "\(path ?? "--preset")",
        "the motion of the program '\(excerpt(of: program.command))' is in its own code",
        "write the settings there: \(excerpt(of: values, atMost: 1_000))")
    }
    try request.check()
    return try CodeSource(request, origin: origin(of: path))
  }

  private func origin(of path: String?) -> String {
    let names = [path, preset.map { "preset \($0)" }].compactMap { $0 } + settings
    return names.isEmpty ? "its defaults" : names.joined(separator: ", ")
  }
}

extension CodeSource {
  /// Returns the error for a name that no spring has.
  func unknownSpring(_ name: String, at option: String = "--spring") -> Failure {
    guard !springNames.isEmpty else {
      return Failure(
        .usage, at: option, "the scenario \(scenario) has no springs", "leave the option out")
    }
    return Failure.unknown(
      name, in: springNames,
      "\(option): the scenario \(scenario) has no spring '\(excerpt(of: name))'")
  }
}
