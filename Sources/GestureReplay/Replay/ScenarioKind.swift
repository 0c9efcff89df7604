public import FrameLogs
import Quantities
public import ReleaseRules
import Scenarios

/// An entry in the table of scenarios.
public struct ScenarioKind: Sendable {
  package let surface: any ReplayedSurface

  /// The name of the scenario, such as `sheet`.
  public var name: String { surface.name }
  /// A description of the scenario in one sentence.
  public var meaning: String { surface.meaning }
  /// The frame fields that only this scenario has.
  public var ownFields: [FieldDescription] { surface.ownFields }

  /// The bundled presets of the scenario; the default is the first.
  func namedPresets() -> [Preset] { surface.presets }

  /// Creates an entry; that of a program under test belongs to one request and not to the table.
  package init(_ surface: any ReplayedSurface) { self.surface = surface }

  /// Creates the entry of a scenario.
  init<S: Scenario>(_ scenario: S.Type) { surface = ScenarioSurface<S>() }

  /// Returns the scenario with the name `name`.
  ///
  /// - Throws: `SettingError.unknownScenario` with the nearest name.
  public static func named(_ name: String) throws(SettingError) -> ScenarioKind {
    let all = scenarioKinds
    for kind in all where kind.name == name { return kind }
    let known = all.map { $0.name }
    throw .unknownScenario(name: name, nearest: nearestName(to: name, in: known), known: known)
  }

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
