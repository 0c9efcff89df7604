#if !$Embedded && !PAGE_ENGINE
  package import FrameLogs
  package import Quantities
  package import ReleaseRules
  import Scenarios
  package import TouchInput

  /// A program under test, which takes the place of a scenario in a ``ReplayRequest``.
  ///
  /// The settings of the program are known only after it has been started, so every function may start it.
  package protocol ProgramUnderTest: Sendable {
    /// The command that starts the program.
    var command: String { get }
    /// The working folder of the command.
    var folder: String { get }
    /// The origin of a setting that the program chooses.
    var origin: SettingOrigin { get }
    /// Registers the program as a release rule, and returns the name of the rule.
    func registeredRule() throws(SettingError) -> String
    /// Replays `recording`; `origin` has fields about the recording for the header of the run.
    func run(
      _ request: ReplayRequest, of recording: Recording, origin: [LogField]
    ) throws(ReplayError) -> Run
    /// Checks the settings of `request`.
    func check(_ request: ReplayRequest) throws(SettingError)
    /// Returns the fields of `request` for the header of a run.
    func header(of request: ReplayRequest) throws(SettingError) -> [LogField]
    /// Returns the description of the program as named values.
    func description(asked request: ReplayRequest?) throws(SettingError) -> [LogField]
    /// Returns the settings of the program with their values in `request`.
    func tunableSettings(in request: ReplayRequest) throws(SettingError) -> [TunableSetting]
    /// Returns `request` with the values of its settings as they are stored in files.
    func plainValues(of request: ReplayRequest) throws(SettingError) -> ReplayRequest
    /// Returns the names of the positions at which the surface can rest.
    func targets(in request: ReplayRequest) throws(SettingError) -> [String]
    /// Computes outcomes; see ``ReplayRequest/outcomes(of:on:margin:visit:)``.
    func evaluate(
      _ request: ReplayRequest, _ tried: TriedSettings, on gestures: [PreparedGesture],
      margin: Points?, visit: (Int, Int, Outcome) -> Void
    ) throws(SettingError) -> [SettingError?]
  }

  extension ScenarioKind {
    /// Creates the entry of a program under test, which belongs to one request and not to the table of scenarios.
    package init(_ program: some ProgramUnderTest) {
      name = ReplayRequest.subjectName
      meaning = "The program '\(program.command)'."
      self.program = program
      ownFields = []
      run = { (request, recording, origin) throws(ReplayError) in
        try program.run(request, of: recording, origin: origin)
      }
      check = { (request) throws(SettingError) in try program.check(request) }
      scenery = { $0.sceneryOfSubject }
      header = { (request) throws(SettingError) in try program.header(of: request) }
      description = { (request) throws(SettingError) in try program.description(asked: request) }
      // A program cannot be asked for its decision on another release.
      releaseMap = { _, _, _ in nil }
      following = { (_, _, _) throws(ReplayError) in
        throw .setting(
          .contradiction(
            scenario: ReplayRequest.subjectName,
            found: "a program under test cannot follow a live device",
            remedy: "record the gesture with 'flickbook record', and replay the recording"))
      }
      usesForce = false
      panAxis = { _ in nil }
      namedPresets = { [] }
      targets = { (request) throws(SettingError) in try program.targets(in: request) }
      restPositions = { _ in RestPositions(start: .zero, positions: [], exits: []) }
      tunableSettings = { (request) throws(SettingError) in
        try program.tunableSettings(in: request)
      }
      plainValues = { (request) throws(SettingError) in try program.plainValues(of: request) }
      evaluate = { (request, tried, gestures, margin, visit) throws(SettingError) in
        try program.evaluate(request, tried, on: gestures, margin: margin, visit: visit)
      }
      type = nil
    }
  }

  extension ReplayRequest {
    /// Chooses the rule of the program under test if the request has both a program and a scenario.
    ///
    /// The program is started. Call this function after all settings have been assigned.
    ///
    /// - Throws: `SettingError.program` if the program cannot be used as a rule.
    package mutating func chooseRuleOfSubject() throws(SettingError) {
      guard let program = subject?.program, scenario != Self.subjectName else { return }
      // The first of the assignments, so that an explicit choice of another rule takes precedence.
      let choice = Assignment(
        key: "release.choice", value: try program.registeredRule(), origin: program.origin)
      if !assignments.contains(choice) { assignments.insert(choice, at: 0) }
    }
  }
#endif
