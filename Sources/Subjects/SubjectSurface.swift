package import FrameLogs
package import GestureReplay
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
package import TouchInput

/// A subject as the scenario of a request.
///
/// The settings of the program are known only after it has been started, so every function may start it.
final class SubjectSurface: ReplayedSurface {
  let subject: Subject

  init(_ subject: Subject) { self.subject = subject }

  var name: String { ReplayRequest.subjectName }
  var meaning: String { "The program '\(subject.program.name)'." }
  var ownFields: [FieldDescription] { [] }
  var usesForce: Bool { false }
  var presets: [Preset] { [] }
  var type: (any Scenario.Type)? { nil }
  var program: (command: String, folder: String)? {
    (subject.program.command, subject.program.folder)
  }

  /// A program whose time comes from the lines answers within milliseconds.
  var isSlow: Bool { (try? subject.description())?.clock ?? .lines != .lines }

  func choiceOfRule() throws(SettingError) -> Assignment? {
    var origin = SettingOrigin.caller
    if let location = subject.program.location {
      let file = location.split(separator: "/").last ?? ""
      origin = .file(String(file.prefix { $0 != ":" }))
    }
    do throws(SubjectError) {
      return Assignment(
        key: "release.choice", value: try SubjectRule.registered(of: subject), origin: origin)
    } catch { throw .program(error.description) }
  }

  func scenery(of run: Run) -> Scenery { run.sceneryOfSubject }

  func panAxis(in request: ReplayRequest) -> PanAxis? { nil }

  func restPositions(in request: ReplayRequest) -> RestPositions {
    RestPositions(start: .zero, positions: [], exits: [])
  }

  /// Returns nil, because a program cannot be asked for its decision on another release.
  func releaseMap(
    _ request: ReplayRequest, of recording: Recording, over grid: ReleaseGrid
  ) -> ReleaseMap? { nil }

  func following(
    _ request: ReplayRequest, _ device: DeviceDescription, _ initial: Recording.InitialState?
  ) throws(ReplayError) -> any LiveRun {
    throw .setting(
      .contradiction(
        scenario: name, found: "a program under test cannot follow a live device",
        remedy: "record the gesture with 'flickbook record', and replay the recording"))
  }

  /// The number of times that a subject with its own clock replays a recording.
  ///
  /// We chose 3 because two runs that agree may do so by chance.
  private static let runsOfOwnClock = 3

  fileprivate func known() throws(SettingError) -> SubjectDescription {
    let description: SubjectDescription
    do throws(SubjectError) { description = try subject.description() } catch {
      throw .program(error.description)
    }
    guard description.kind == .surface else {
      throw .program(
        SubjectError(
          subject.program.name, "the subject is a rule, which moves no surface",
          "name the scenario that uses the rule, with --scenario or 'scenario:'"
        ).description)
    }
    return description
  }

  private func resolved(
    _ request: ReplayRequest
  ) throws(SettingError) -> ResolvedTuning<SubjectValues> {
    let known = try known()
    return try ResolvedTuning(
      known.values, settings: known.settings, applying: request.assignments,
      scenario: ReplayRequest.subjectName)
  }

  /// Returns the request with the screen of the subject if the request names none.
  private func fitted(_ request: ReplayRequest) throws(SettingError) -> ReplayRequest {
    var request = request
    if request.origins["screen"] == nil, let screen = try known().screen {
      request.screen = Screen(size: screen)
    }
    return request
  }

  func check(_ request: ReplayRequest) throws(SettingError) {
    if let preset = request.preset {
      throw .contradiction(
        scenario: ReplayRequest.subjectName,
        found: "a program under test has no presets such as '\(excerpt(of: preset))'",
        remedy: "leave the preset out")
    }
    _ = try resolved(request)
    let known = try known()
    for command in request.commands {
      switch command.action {
      case .settle(let name):
        guard known.targets.contains(name) else {
          throw .contradiction(
            scenario: ReplayRequest.subjectName, found: "the surface cannot be sent to '\(name)'",
            remedy: known.targets.isEmpty
              ? "let the subject name its targets in 'hello'"
              : "send it to one of \(known.targets.joined(separator: ", "))")
        }
      case .change(let assignment):
        _ = try ResolvedTuning(
          known.values, settings: known.settings, applying: [assignment],
          scenario: ReplayRequest.subjectName)
      case .resize: break
      }
    }
  }

  func run(
    _ request: ReplayRequest, of recording: Recording, origin: [LogField]
  ) throws(ReplayError) -> Run {
    let known: SubjectDescription
    do throws(SettingError) { known = try self.known() } catch { throw .setting(error) }
    let count = known.clock == .own ? Self.runsOfOwnClock : 1
    let (runs, fields) = try repeated(request, of: recording, count)
    var told = try header(of: known)
    if known.clock == .own { told += repeatability(of: runs) }
    var run = runs[0]
    run.header =
      origin + [LogField("device", .text(recording.device.name))] + fields
      + [LogField("subject", .fields(told))]
    return run
  }

  /// Replays a recording `count` times, and returns the runs without headers, and the fields of the request.
  fileprivate func repeated(
    _ request: ReplayRequest, of recording: Recording, _ count: Int
  ) throws(ReplayError) -> (runs: [Run], fields: [LogField]) {
    let (asked, resolved, known): (ReplayRequest, ResolvedTuning<SubjectValues>, SubjectDescription)
    let fields: [LogField]
    do throws(SettingError) {
      try check(request)
      asked = try plainValues(of: fitted(request).started(by: recording))
      (resolved, known) = (try self.resolved(asked), try self.known())
      fields = try asked.header(resolved, scenario: ReplayRequest.subjectName)
    } catch { throw .setting(error) }
    let inputs = try SubjectInputs(of: recording, asked, settings: known.settings)
    var runs: [Run] = []
    do throws(SubjectError) {
      for _ in 0..<count { runs.append(try run(inputs, asked, resolved)) }
    } catch { throw .setting(.program(error.description)) }
    return (runs, fields)
  }

  /// Returns the fields about the differences between the runs of a subject with its own clock.
  ///
  /// `spread` is the largest distance in points between the first run and another run at the same time.
  private func repeatability(of runs: [Run]) -> [LogField] {
    var farthest = 0.0
    for run in runs.dropFirst() {
      for (one, other) in zip(runs[0].frames, run.frames) {
        farthest = max(farthest, (one.position - other.position).length.value)
      }
    }
    let targets = Set(runs.map { $0.summary().finalTarget ?? "" })
    return [
      LogField("runs", .integer(runs.count)), LogField("spread", .number(farthest)),
      LogField("hasSameTarget", .flag(targets.count == 1)),
    ]
  }

  private func run(
    _ inputs: SubjectInputs, _ request: ReplayRequest, _ resolved: ResolvedTuning<SubjectValues>
  ) throws(SubjectError) -> Run {
    let answers = try subject.answers(
      to: inputs.lines, rate: request.rate, screen: request.screen.size,
      settings: resolved.settings.map {
        LogField($0.setting.key, $0.setting.logValue(in: resolved.tuning))
      })
    return Run(answers, inputs, try subject.description(), rate: request.rate)
  }

  /// Returns the fields about the subject for the header of a run.
  private func header(of known: SubjectDescription) throws(ReplayError) -> [LogField] {
    var digests: [LogField] = []
    for file in subject.program.files {
      let path = file.hasPrefix("/") ? file : "\(subject.program.folder)/\(file)"
      guard let digest = SubjectProgram.digest(ofFile: path) else {
        throw .setting(
          .program(
            SubjectError(
              subject.program.name, "its file '\(excerpt(of: path))' cannot be read",
              "correct 'files', which is relative to the working folder"
            ).description))
      }
      digests.append(LogField(file, .text(digest)))
    }
    return [
      LogField("command", .text(subject.program.command)), LogField("name", .text(known.name)),
      LogField("version", .text(known.version)),
      LogField("clock", .text(known.clock.rawValue)),
      LogField("files", .fields(digests)),
    ]
  }

  func header(of request: ReplayRequest) throws(SettingError) -> [LogField] {
    try fitted(request).header(resolved(request), scenario: ReplayRequest.subjectName)
  }

  func description(asked request: ReplayRequest?) throws(SettingError) -> [LogField] {
    let known = try known()
    let values = try request.map { request throws(SettingError) in try resolved(request).tuning }
    return known.logFields(in: values ?? known.values)
  }

  func tunableSettings(in request: ReplayRequest) throws(SettingError) -> [TunableSetting] {
    let (known, resolved) = (try known(), try resolved(request))
    return resolved.settings.map {
      TunableSetting($0.setting, in: resolved.tuning, standard: known.values)
    }
  }

  func plainValues(of request: ReplayRequest) throws(SettingError) -> ReplayRequest {
    try request.withPlainValues(of: known().settings)
  }

  func targets(in request: ReplayRequest) throws(SettingError) -> [String] { try known().targets }

  func evaluate(
    _ request: ReplayRequest, _ tried: TriedSettings, on gestures: [PreparedGesture],
    margin: Points?, visit: (Int, Int, Outcome) -> Void
  ) throws(SettingError) -> [SettingError?] {
    let known = try known()
    for key in tried.keys where !known.settings.contains(where: { $0.key == key }) {
      throw .unknownSetting(
        key: key, scenario: ReplayRequest.subjectName, location: "",
        nearest: nearestName(to: key, in: known.settings.map(\.key)))
    }
    var errors = [SettingError?](repeating: nil, count: tried.rows.count)
    for (number, gesture) in gestures.enumerated() {
      for row in tried.rows.indices where errors[row] == nil {
        var asked = request
        asked.assignments += tried.assignments(row)
        do throws(ReplayError) {
          let run = try run(asked, of: gesture.recording, origin: [])
          var outcome = Outcome(run.summary())
          if let margin, !outcome.meets(gesture.intents) {
            outcome.shortfall = margin + ReleaseMargin.farthest
          }
          visit(row, number, outcome)
        } catch {
          errors[row] =
            if case .setting(let error) = error { error } else { .program(error.description) }
        }
      }
    }
    return errors
  }
}

extension SubjectDescription {
  /// The description as named values, with the default values of the settings.
  package var logFields: [LogField] { logFields(in: values) }

  /// The description as named values; settings have their values in `values`.
  func logFields(in values: SubjectValues) -> [LogField] {
    [
      LogField("scenario", .text(ReplayRequest.subjectName)),
      LogField("kind", .text(kind.rawValue)), LogField("name", .text(name)),
      LogField("version", .text(version)),
      LogField("meaning", .text("A program under test.")),
      LogField("clock", .text(clock.rawValue)),
      LogField("targets", .list(targets.map { .text($0) })),
      LogField(
        "settings", .list(settings.map { .fields($0.descriptionFields(in: values)) })),
      LogField("fields", .list(fields.map { .fields($0.descriptionFields) })),
    ]
  }
}

extension ReplayRequest {
  /// Replays a recording again, `count` times, through a surface that may move a little differently each time.
  ///
  /// - Returns: The runs, without headers; empty unless the request replays a program under test with a clock other
  ///   than `lines`.
  package func repeatedRuns(
    of recording: Recording, _ count: Int
  ) throws(ReplayError) -> [Run] {
    guard scenario == Self.subjectName, let surface = subject?.surface as? SubjectSurface else {
      return []
    }
    do throws(SettingError) {
      guard try surface.known().clock != .lines else { return [] }
    } catch { throw .setting(error) }
    return try surface.repeated(self, of: recording, count).runs
  }

  /// The program under test and how to run it; nil if the request has none.
  package var subjectProgram: SubjectProgram? {
    (subject?.surface as? SubjectSurface)?.subject.program
  }

  /// Puts a program that a file names under test, as a surface if the request has no scenario, and as a rule otherwise.
  ///
  /// The program is started only when the request is used.
  package mutating func take(_ program: SubjectProgram) {
    let subject = Subject.shared(program)
    if scenario.isEmpty { scenario = Self.subjectName }
    self.subject = ScenarioKind(SubjectSurface(subject))
  }

  /// Starts the program with `command`, which the user has typed, and puts it under test.
  ///
  /// A surface takes the place of the request's scenario, and its settings are then those of the program. A rule needs
  /// a scenario; call ``chooseRuleOfSubject()`` after all settings have been assigned.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - scenario: The scenario that the user named; nil if there is none.
  /// - Throws: ``SubjectError`` if the program cannot be started or does not fit the scenario.
  package mutating func take(command: String, scenario: String?) throws(SubjectError) {
    let subject = Subject.shared(SubjectProgram(command: command))
    // The user has typed the command, so a case that is made with it may run it without `--allow-subjects`.
    ProgramPermission.give(to: subject.program)
    switch try subject.description().kind {
    case .rule:
      guard !self.scenario.isEmpty, self.scenario != Self.subjectName else {
        throw SubjectError(
          command, "the subject is a rule, which needs a scenario", "add --scenario, such as sheet")
      }
    case .surface:
      if let scenario {
        throw SubjectError(
          command, "the subject is a surface, which takes the place of the scenario '\(scenario)'",
          "leave out --scenario")
      }
      self.scenario = Self.subjectName
      (preset, ownPresets, presetPath, assignments) = (nil, [], nil, [])
    }
    self.subject = ScenarioKind(SubjectSurface(subject))
  }
}
