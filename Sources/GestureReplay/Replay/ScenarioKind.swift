public import FrameLogs
import Quantities
public import ReleaseRules
import Scenarios

/// A scenario without its type: an entry in the table of scenarios, or a program under test.
public struct ScenarioKind: Sendable {
  package let surface: any ReplayedSurface

  /// The name of the scenario, such as `sheet`.
  public var name: String { surface.name }
  /// A description of the scenario in one sentence.
  public var meaning: String { surface.meaning }
  /// The frame fields that only this scenario has.
  public var ownFields: [FieldDescription] { surface.ownFields }

  /// The command of a program under test and its working folder; nil for a scenario.
  package var program: (command: String, folder: String)? { surface.program }

  /// Creates an entry; an entry of a program under test belongs to one request and not to the table.
  package init(_ surface: any ReplayedSurface) { self.surface = surface }

  #if !$Embedded
    /// Creates the entry of a scenario that is not bundled.
    init<S: Scenario>(_ scenario: S.Type) { surface = OwnScenario<S>() }
  #endif

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

// A class for each scenario; see `ScenarioSurface`.
private final class SheetSurface: ScenarioSurface { typealias S = SheetScenario }
private final class PictureInPictureSurface: ScenarioSurface {
  typealias S = PictureInPictureScenario
}
private final class ModalSurface: ScenarioSurface { typealias S = ModalScenario }
private final class CardSurface: ScenarioSurface { typealias S = CardScenario }
private final class TransitionSurface: ScenarioSurface { typealias S = TransitionScenario }
private final class ScrollSurface: ScenarioSurface { typealias S = ScrollScenario }
private final class ButtonSurface: ScenarioSurface { typealias S = ButtonScenario }
private final class PagingSurface: ScenarioSurface { typealias S = PagingScenario }
private final class SwipeSurface: ScenarioSurface { typealias S = SwipeScenario }
private final class DrawerSurface: ScenarioSurface { typealias S = DrawerScenario }
private final class RefreshSurface: ScenarioSurface { typealias S = RefreshScenario }
private final class RotationSurface: ScenarioSurface { typealias S = RotationScenario }
private final class FlashlightSurface: ScenarioSurface { typealias S = FlashlightScenario }

/// The scenarios that are part of Flickbook, in the order in which they are listed.
private let bundledScenarioKinds = [
  ScenarioKind(SheetSurface()),
  ScenarioKind(PictureInPictureSurface()),
  ScenarioKind(ModalSurface()),
  ScenarioKind(CardSurface()),
  ScenarioKind(TransitionSurface()),
  ScenarioKind(ScrollSurface()),
  ScenarioKind(ButtonSurface()),
  ScenarioKind(PagingSurface()),
  ScenarioKind(SwipeSurface()),
  ScenarioKind(DrawerSurface()),
  ScenarioKind(RefreshSurface()),
  ScenarioKind(RotationSurface()),
  ScenarioKind(FlashlightSurface()),
]
