public import FrameLogs
public import ReleaseRules
import Scenarios
import TouchInput

/// An entry in the table of scenarios: the name, and the functions that depend on the scenario's type.
public struct ScenarioKind: Sendable {
  /// The name, such as `sheet`.
  public let name: String
  /// A description of the scenario in one sentence.
  public let meaning: String
  /// The frame fields that only this scenario has.
  public let ownFields: [FieldDescription]
  let run: @Sendable (ReplayRequest, Recording, [LogField]) throws(ReplayError) -> Run
  let check: @Sendable (ReplayRequest) throws(SettingError) -> Void
  let scenery: @Sendable (Run) -> Scenery
  let header: @Sendable (ReplayRequest) throws(SettingError) -> [LogField]
  let description: @Sendable (ReplayRequest?) throws(SettingError) -> [LogField]
  let releaseMap:
    @Sendable (ReplayRequest, Recording, ReleaseGrid) throws(ReplayError) -> ReleaseMap?
  let following:
    @Sendable (ReplayRequest, DeviceDescription, Recording.InitialState?) throws(ReplayError) ->
      LiveRun
  let usesForce: Bool
  let panAxis: @Sendable (ReplayRequest) throws(SettingError) -> PanAxis?
  let namedPresets: @Sendable () -> [Preset]
  let targets: @Sendable (ReplayRequest) throws(SettingError) -> [String]
  let restPositions: @Sendable (ReplayRequest) throws(SettingError) -> RestPositions
  let tunableSettings: @Sendable (ReplayRequest) throws(SettingError) -> [TunableSetting]
  // The pages of `flickbook view` replay recordings but do not search for settings. Without the search, the WebAssembly
  // engine in a page has two thirds of the size.
  #if !PAGE_ENGINE
    let plainValues: @Sendable (ReplayRequest) throws(SettingError) -> ReplayRequest
    let evaluate:
      @Sendable (
        ReplayRequest, TriedSettings, [PreparedGesture], Points?, (Int, Int, Outcome) -> Void
      ) throws(SettingError) -> [SettingError?]
  #endif
  #if !$Embedded
    /// The scenario type; nil for a program under test, and missing in Embedded Swift, where types are not values.
    let type: (any Scenario.Type)?
    /// The program under test; nil for a scenario.
    package let program: (any ProgramUnderTest)?
  #endif

  /// Creates the entry of a scenario.
  init<S: Scenario>(_ scenario: S.Type) {
    name = S.name
    meaning = S.meaning
    ownFields = S.ownFields
    run = { (request, recording, origin) throws(ReplayError) in
      try request.run(of: recording, through: S.self, origin: origin)
    }
    check = { (request) throws(SettingError) in try request.check(S.self) }
    scenery = { S.scenery(of: $0) }
    header = { (request) throws(SettingError) in
      try request.withPresetChoices(S.self).header(try S.resolved(request), scenario: S.name)
    }
    description = { (request) throws(SettingError) in
      try S.descriptionFields(asked: request)
    }
    releaseMap = { (request, recording, grid) throws(ReplayError) in
      try request.releaseMap(of: recording, over: grid, through: S.self)
    }
    following = { (request, device, initial) throws(ReplayError) in
      try FollowedSurface<S>(request, device, initial)
    }
    usesForce = S.usesForce
    panAxis = { (request) throws(SettingError) in
      S.panAxis(try S.resolved(request).tuning, on: request.stage)
    }
    namedPresets = { S.presets }
    targets = { (request) throws(SettingError) in try request.targets(of: S.self) }
    restPositions = { (request) throws(SettingError) in try request.restPositions(of: S.self) }
    tunableSettings = { (request) throws(SettingError) in try request.tunableSettings(of: S.self) }
    #if !PAGE_ENGINE
      plainValues = { (request) throws(SettingError) in
        try request.withPlainValues(of: S.allSettings)
      }
      evaluate = { (request, tried, gestures, margin, visit) throws(SettingError) in
        try request.outcomes(
          of: tried, on: gestures, margin: margin, through: S.self, visit: visit)
      }
    #endif
    #if !$Embedded
      type = scenario
      program = nil
    #endif
  }

  /// Returns the scenario with the name `name`.
  ///
  /// - Throws: `SettingError.unknownScenario` with the nearest name.
  public static func named(_ name: String) throws(SettingError) -> ScenarioKind {
    for kind in bundled where kind.name == name { return kind }
    #if !$Embedded
      for kind in own where kind.name == name { return kind }
    #endif
    let known = scenarioKinds.map { $0.name }
    throw .unknownScenario(name: name, nearest: nearestName(to: name, in: known), known: known)
  }
}

extension ScenarioKind {
  /// The scenarios that are part of Flickbook, in the order in which they are listed.
  public static var bundled: [ScenarioKind] { bundledScenarioKinds }
}

/// The bundled scenarios, followed by the registered scenarios; in the order in which they are listed.
public var scenarioKinds: [ScenarioKind] {
  #if $Embedded
    ScenarioKind.bundled
  #else
    ScenarioKind.bundled + ScenarioKind.own
  #endif
}

/// The scenarios that are part of Flickbook, in the order in which they are listed.
private let bundledScenarioKinds = [
  ScenarioKind(SheetScenario.self),
  ScenarioKind(PictureInPictureScenario.self),
  ScenarioKind(ModalScenario.self),
  ScenarioKind(CardScenario.self),
  ScenarioKind(TransitionScenario.self),
  ScenarioKind(ScrollScenario.self),
  ScenarioKind(ButtonScenario.self),
  ScenarioKind(PagingScenario.self),
  ScenarioKind(SwipeScenario.self),
  ScenarioKind(DrawerScenario.self),
  ScenarioKind(RefreshScenario.self),
  ScenarioKind(RotationScenario.self),
  ScenarioKind(FlashlightScenario.self),
]
