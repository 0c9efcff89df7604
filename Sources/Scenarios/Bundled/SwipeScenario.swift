import MotionPhysics
import Quantities
public import ReleaseRules
public import Surfaces

/// Workspaces that are switched by a swipe on a touchscreen or touchpad.
public struct SwipeScenario: Sendable {
  /// The row of workspaces as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: PageTuning
  /// The screen on which the workspaces move.
  public var screen: Screen
  /// The workspace from which a touch can move at most ``PageTuning/reach`` workspaces.
  ///
  /// A fraction, such as 1.5, is a place between two workspaces.
  public var counted: Double

  /// Creates workspaces at rest on the start workspace.
  ///
  /// - Throws: `SettingError.contradiction` if there is no such workspace.
  public init(tuning: PageTuning, screen: Screen) throws(SettingError) {
    self.tuning = tuning
    self.screen = screen
    counted = Double(tuning.start)
    surface = try Self.strip(tuning, on: screen)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SwipeScenario: PagedScenario {
  public static let name = "swipe"
  public static let meaning = "Workspaces that are switched by a swipe on a screen or touchpad."
  public static let fields = stripFields

  public static let settings = PageTuning.settings.sourced([
    "axis": "niri, whose workspaces are stacked vertically",
    "distance.touchpad": "libadwaita, GNOME Shell and niri, 300 px along the vertical",
    "limits.reach": "niri at f30db16, 5 % of a workspace",
    "limits.stiffness": "niri at f30db16, 0.5",
  ])

  public static var standardTuning: PageTuning {
    var tuning = PageTuning()
    tuning.axis = .vertical
    tuning.touchpadDistance = Points(300)
    tuning.bandReach = .fraction(0.05)
    tuning.motion.stiffness = 0.5
    return tuning
  }
}
