import ArgumentParser
import Flickbook
import Subjects

/// The titles that several groups of options have in common; the help lists such groups in one section.
enum OptionTitle {
  static let scenario = "Scenario options"
  static let device = "Device options"
  static let observed = "Options for observed motion"
  static let output = "Output options"
}

/// A set of options that define how to replay a recording.
protocol RequestOptions: ParsableArguments {
  /// The title of the options in the help of a command; empty if groups of these options have their own titles.
  static var title: String { get }

  /// The preset; nil if the option was not given.
  var preset: String? { get }
  /// The path of a file with settings; nil if the option was not given.
  var config: String? { get }
  /// The command of a program under test; nil if the option was not given.
  var subject: String? { get }

  /// Returns `request` with the settings of the config file and of the options; the options override the config file.
  ///
  /// The result is not checked.
  func applied(to request: ReplayRequest, scenario: String?) throws -> ReplayRequest
}

extension RequestOptions {
  /// Returns the request that the options define.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; nil for the scenario of the config file.
  ///   - paths: The recordings to replay; an unreadable recording is reported before a missing scenario.
  ///   - source: The options for reading the recordings.
  /// - Returns: The request.
  /// - Throws: ``Failure`` for the first invalid option or path.
  func request(
    scenario: String?, of paths: [String] = [], readBy source: SourceOptions? = nil
  ) throws -> ReplayRequest {
    let request = try applied(to: ReplayRequest(scenario: scenario ?? ""), scenario: scenario)
    guard !request.scenario.isEmpty else {
      if let source { for path in paths { _ = try source.recording(at: path) } }
      let known = allScenarios.map { $0.name }.joined(separator: ", ")
      throw Failure(
        .usage, at: "--scenario", "missing",
        "give one of \(known), or --subject with your own program")
    }
    try request.check()
    return request
  }
}

/// An empty set of options, for commands that do not replay recordings.
struct NoOptions: RequestOptions {
  static let title = ""

  var preset: String? { nil }
  var config: String? { nil }
  var subject: String? { nil }

  func applied(to request: ReplayRequest, scenario: String?) -> ReplayRequest {
    var request = request
    if let scenario { request.scenario = scenario }
    return request
  }
}

/// The option for the scenario of recordings that do not belong to a case.
struct ScenarioOption: ParsableArguments {
  @Option(
    help: """
      The scenario for recordings, such as sheet or pip; cases and --config files name their own scenario. \
      'flickbook scenario list' lists all scenarios.
      """, completion: .scenarios)
  var scenario: String?
}

/// The options that change the settings of a scenario.
struct SettingOptions: RequestOptions {
  static let title = OptionTitle.scenario

  @Option(
    help: ArgumentHelp(
      "Your own program under test, such as 'node sheet.mjs'; with --scenario, it is the release rule.",
      valueName: "command"))
  var subject: String?

  @Option(
    help: "A preset of the scenario, such as vaul, or a YAML file with a preset.",
    completion: .presets)
  var preset: String?

  @Option(help: "A YAML file with settings; it has the keys of a case.yml.", completion: .file())
  var config: String?

  @Option(
    name: .customLong("set"),
    help: "A setting, such as spring.response=0.3 or release.flick=0.4px/ms; repeatable.",
    completion: .settings)
  var settings: [String] = []

  /// The files that these options name; the output of the command depends on their content.
  var files: [String] { [config].compactMap { $0 } + presetFiles(preset) }

  func applied(to request: ReplayRequest, scenario: String?) throws -> ReplayRequest {
    var request = request
    try applyPreset(to: &request, scenario: scenario)
    request.assignments += try assignments(settings)
    try request.chooseRuleOfSubject()
    return request
  }

  /// Applies the config file, the scenario and the preset to `request`, in this order.
  func applyPreset(to request: inout ReplayRequest, scenario: String?) throws {
    if let config { try request.useSettings(inFile: config, scenario: scenario) }
    if let scenario { request.scenario = scenario }
    if let subject {
      do { try request.take(command: subject, scenario: scenario) } catch {
        throw Failure(.badInput, "--subject: \(error)")
      }
    }
    if let preset { try request.usePreset(preset) }
  }
}

/// The options of the model that apply to every scenario.
struct ModelOptions: ParsableArguments {
  @OptionGroup var table: TableOptions<ModelPart>

  @Option(
    help: "The spring engine, such as exact, wave or floatingpanel. (default: exact)",
    completion: .engines)
  var engine: String?

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Apply a command at this time of the replay, such as 0.35:settle=half, 0.5:screen=844x390 or \
      1.2:spring.response=0.3; repeatable.
      """, valueName: "seconds:key=value"))
  var commands: [String] = []
}

/// The options that define how contacts become pans, and how the velocity of a pan is estimated.
struct GestureOptions: ParsableArguments {
  @OptionGroup var table: TableOptions<GesturePart>

  @Flag(help: "Ignore touches that are not on the surface.")
  var hitTest = false
}

/// A part of the options in `RequestOption.all`.
protocol OptionPart {
  static var options: [RequestOption] { get }
  /// The end of the help of each option.
  static var note: String { get }
}

extension OptionPart { static var note: String { "" } }

enum ModelPart: OptionPart { static let options = RequestOption.all.filter { $0.part == .model } }
enum GesturePart: OptionPart {
  static let options = RequestOption.all.filter { $0.part == .gesture }
}
enum DevicePart: OptionPart { static let options = RequestOption.all.filter { $0.part == .device } }

/// The options for the mounting of a touch panel, for commands that do not replay recordings.
typealias PanelOptions = TableOptions<MountingPart>

enum MountingPart: OptionPart {
  static let options = ["rotate", "flip"].compactMap(RequestOption.named)
  static let note = " Output files store it."
}

/// The options for the kind and the mounting of the device, for commands that do not replay recordings.
typealias DeviceCorrections = TableOptions<CorrectionPart>

enum CorrectionPart: OptionPart {
  static let options = ["device-kind"].compactMap(RequestOption.named) + MountingPart.options
  static let note = MountingPart.note
}

/// The options of a replay that `RequestOption.all` defines, with their names and help.
///
/// The parser library finds the options of a type by reflection. This type returns the options from the table instead
/// of declaring a property for each option.
struct TableOptions<Part: OptionPart>: ParsableArguments, CustomReflectable {
  /// The values of the given options, by their keys.
  private(set) var values: [String: String] = [:]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for option in Part.options {
      let key = Key(stringValue: option.key)
      values[option.key] = try container.decode(Option<String?>.self, forKey: key).wrappedValue
    }
  }

  var customMirror: Mirror {
    let children = Part.options.map { option in
      var help = requestHelp(option.key)
      help.abstract += Part.note
      return (
        // The parser library removes the underscore, which property wrappers have.
        label: "_\(option.key)" as String?,
        value: Option<String?>(
          name: .customLong(option.key), parsing: option.parsing, help: help,
          completion: option.completion) as Any
      )
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }

  /// Returns a request without scenario, with the values of the given options.
  func request() throws -> ReplayRequest {
    var request = ReplayRequest(scenario: "")
    for option in Part.options {
      if let text = values[option.key] { try request.set(option.key, to: text) }
    }
    return request
  }
}

extension RequestOption {
  /// Whether the argument after the option is its value even if it begins with a dash, as a negative number does.
  fileprivate var parsing: SingleValueParsingStrategy {
    if case .word = setting.access { return .next }
    return key == "estimator" ? .next : .unconditional
  }

  /// The completion of the values in a shell.
  fileprivate var completion: CompletionKind {
    if case .word(let choices, _, _) = setting.access { return .list(choices) }
    return suggestions.isEmpty ? .default : .list(suggestions)
  }
}

/// The options for the scenario, the device and the settings of a replay.
struct ReplayOptions: RequestOptions {
  static let title = ""

  @OptionGroup(title: OptionTitle.scenario) var basis: SettingOptions
  @OptionGroup(title: OptionTitle.scenario, visibility: .detail) var model: ModelOptions
  @OptionGroup(title: "Gesture options", visibility: .detail) var gesture: GestureOptions
  @OptionGroup(title: OptionTitle.device, visibility: .detail)
  var device: TableOptions<DevicePart>

  var preset: String? { basis.preset }
  var config: String? { basis.config }
  var subject: String? { basis.subject }
  /// The values of `--set`.
  var settings: [String] { basis.settings }

  /// The files that these options name; the output of the command depends on their content.
  var files: [String] { basis.files }

  func applied(to request: ReplayRequest, scenario: String? = nil) throws -> ReplayRequest {
    var request = request
    try basis.applyPreset(to: &request, scenario: scenario)
    try applySettings(to: &request)
    try applyChoices(to: &request)
    try request.chooseRuleOfSubject()
    return request
  }

  private func applySettings(to request: inout ReplayRequest) throws {
    if let engine = model.engine {
      request.assignments.append(Assignment(key: "engine", value: engine, location: "--engine"))
    }
    if gesture.hitTest {
      request.assignments.append(Assignment(key: "hitTest", value: "true", location: "--hit-test"))
    }
    var told = model.engine.map { ["engine": "--engine \($0)"] } ?? [:]
    if gesture.hitTest { told["hitTest"] = "--hit-test" }
    request.assignments += try assignments(settings, beside: told)
    var timed: [String: String] = [:]
    for text in model.commands {
      let command = try TimedCommand(option: text)
      let moment = "\(command.time.value) \(command.keyAndValue.key)"
      if let other = timed.updateValue(text, forKey: moment) {
        throw Failure(
          .usage, at: "--at", "found '\(excerpt(of: text))' and '\(excerpt(of: other))'",
          "give one of them")
      }
      request.commands.append(command)
    }
  }

  /// Applies the options that have the same names as settings of a request.
  private func applyChoices(to request: inout ReplayRequest) throws {
    if let estimator = self["estimator"] { _ = try Estimator.named(estimator) }
    for option in RequestOption.all {
      if let text = values[option.key] { try request.set(option.key, to: text) }
    }
    guard self["slop"] == nil || isSlopUsed(by: request) else {
      throw Failure(
        .usage, at: "--slop", "the recognizers 'libinput' and 'immediate' do not use this option",
        "add --recognizer slop")
    }
  }
}

extension ReplayRequest {
  /// Sets the option in `RequestOption.all` with the key `key`, as the user gave it.
  ///
  /// - Throws: ``Failure`` if the value is not allowed.
  mutating func set(_ key: String, to text: String) throws {
    guard let option = RequestOption.named(key) else {
      preconditionFailure("a request has no option '\(key)'")
    }
    guard option.set(text, in: &self, origin: .caller) else {
      throw Failure(
        .usage, at: "--\(key)", "found '\(excerpt(of: text))'\(dimensionClause(of: text))",
        "give \(option.setting.expectation(insteadOf: text))")
    }
  }
}

extension ReplayOptions {
  /// Returns whether the recognizer of `request`, or of its preset, uses the slop.
  ///
  /// Returns true for an unknown preset, because a later check reports it.
  private func isSlopUsed(by request: ReplayRequest) -> Bool {
    (try? request.withPresetChoices().pans.recognizer.usesSlop) ?? true
  }

  /// The value of the option in `RequestOption.all` with the key `key`; nil if the option was not given.
  subscript(key: String) -> String? { values[key] }

  /// The values of the given options, by the names of the options without dashes.
  ///
  /// This is the only list of all options of a replay.
  private var values: [String: String] {
    let others: [String: String?] = [
      "preset": preset, "subject": subject, "config": config, "set": settings.first,
      "at": model.commands.first, "engine": model.engine,
      "hit-test": gesture.hitTest ? "true" : nil,
    ]
    return [model.table.values, gesture.table.values, device.values].reduce(
      into: others.compactMapValues { $0 }
    ) { all, values in all.merge(values) { $1 } }
  }

  /// The given option whose name is alphabetically first; nil if no option was given.
  var given: String? { values.keys.min().map { "--\($0)" } }

  /// Returns the given option that sets `key`, a setting of the scenario or of the request; nil if no option sets it.
  func option(giving key: String) -> String? {
    if settings.contains(where: { $0.hasPrefix("\(key)=") }) { return "--set \(key)" }
    let name = key == "hitTest" ? "hit-test" : key
    return values[name] == nil ? nil : "--\(name)"
  }

  /// Throws if an option has no effect on a recording, and warns if the recording and the request have different
  /// starts.
  func check(on recording: Recording, _ request: ReplayRequest, at path: String) throws {
    try check(on: recording.device, request, at: path)
    if let clause = request.startContradiction(with: recording) {
      printError("\(path): \(clause)")
    }
  }

  /// Throws for options of touchpads if `device` is a touchscreen, and warns if the kind of the device is assumed.
  func check(on device: DeviceDescription, _ request: ReplayRequest, at path: String) throws {
    if request.deviceKind == nil, device.isKindAssumed {
      printError("\(path): \(device.assumedKindText).")
    }
    guard (request.deviceKind ?? device.kind) == .touchscreen else {
      let chosen = (try? request.withPresetChoices()) ?? request
      guard self["points-per-mm"] == nil || chosen.pans.recognizer == .immediate else {
        throw Failure(
          .usage, at: "--points-per-mm", "the gestures of libinput have a unit of their own",
          "leave the option out, or add --recognizer immediate to read the contacts")
      }
      return
    }
    if self["points-per-mm"] != nil, let mapping = try? request.mapping(of: device),
      !mapping.isMeasured
    {
      throw Failure(
        .usage, at: "--points-per-mm", "\(path) is from a touchscreen whose axes span the screen",
        "leave the option out, or add --device-kind touchpad")
    }
    let given = RequestOption.all.first { $0.isForTouchpads && self[$0.key] != nil }
    if let given {
      throw Failure(
        .usage, at: "--\(given.key)",
        "\(path) is from a touchscreen, and this option is for touchpads",
        "leave it out, or add --device-kind touchpad")
    }
  }
}

/// Returns the help of the option with the key `key` in `RequestOption.all`, for a command with or without presets.
func requestHelp(_ key: String, hasPresets: Bool = true) -> ArgumentHelp {
  guard let option = RequestOption.named(key) else {
    preconditionFailure("a request has no option '\(key)'")
  }
  let setting = option.setting
  let standard = readable(value: setting.text(in: ReplayRequest(scenario: "")))
  let unit = setting.unit.isEmpty ? "" : " \(setting.unit)"
  let preset = hasPresets && option.isOfSystem ? "the value of the preset, or " : ""
  let told = standard.isEmpty ? "" : " (default: \(preset)\(standard)\(unit))"
  return ArgumentHelp("\(setting.meaning) Give \(setting.expectation).\(told)")
}

/// Returns `number` if it is in `range`, and otherwise throws an error that names `option`.
func checked<Number: LosslessStringConvertible & Numeric>(
  _ option: String, _ number: Number, _ range: ClosedRange<Number>, _ unit: String
) throws -> Number {
  guard range.contains(number) else {
    throw Failure(
      .usage, at: option, "found \(plain(number))",
      "give \(unit) from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
  }
  return number
}

/// Parses the `key=value` settings of `--set`.
///
/// - Parameters:
///   - settings: The values of `--set`.
///   - told: The other options that set keys, as written on the command line, by the key that each option sets.
/// - Returns: The assignments, in the given order.
/// - Throws: ``Failure`` for a text that does not have the form `key=value`, and for a key that is set twice.
func assignments(_ settings: [String], beside told: [String: String] = [:]) throws -> [Assignment] {
  var told = told
  var assignments: [Assignment] = []
  for setting in settings {
    let assignment = try Assignment(option: "--set", setting)
    let sharing = assignments.first { Assignment.shareSpring($0, assignment) }
    if let other = told.updateValue("--set \(setting)", forKey: assignment.key)
      ?? sharing.map({ "--set \($0.key)=\($0.value)" })
    {
      throw Failure(
        .usage, at: "--set \(excerpt(of: setting))", "found with '\(excerpt(of: other))'",
        "give one of them")
    }
    assignments.append(assignment)
  }
  return assignments
}

extension Assignment {
  /// Parses `key=value`, the value of `option`.
  init(option: String, _ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw Failure(.usage, at: option, "found '\(text)'", "give key=value, such as start=half")
    }
    self.init(key: String(parts[0]), value: String(parts[1]), location: option)
  }
}

extension TimedCommand {
  /// Parses `seconds:key=value`, the value of `--at`.
  init(option text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Double(parts[0]), Self.times.contains(time) else {
      throw Failure(
        .usage, at: "--at", "found '\(text)'", "give seconds:key=value, such as 0.35:settle=half")
    }
    let assignment = try Assignment(option: "--at", String(parts[1]))
    guard
      let command = TimedCommand(
        at: Seconds(time), assignment.key, assignment.value, location: "--at \(text)")
    else {
      throw Failure(.usage, at: "--at", "found '\(text)'", "give a screen such as 844x390")
    }
    self = command
  }
}
