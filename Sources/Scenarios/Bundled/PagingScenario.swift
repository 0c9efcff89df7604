public import ReleaseRules
public import Surfaces

/// Pages in a row that the finger drags; by default, each page fills the screen.
public struct PagingScenario: Sendable {
  /// The strip of pages as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: PageTuning
  /// The screen on which the pages move.
  public var screen: Screen
  /// The page from which a touch can turn at most ``PageTuning/reach`` pages.
  ///
  /// A fraction, such as 1.5, is a place between two pages.
  public var counted: Double

  /// Creates pages at rest on the start page.
  ///
  /// - Throws: `SettingError.contradiction` if there is no such page.
  public init(tuning: PageTuning, screen: Screen) throws(SettingError) {
    self.tuning = tuning
    self.screen = screen
    counted = Double(tuning.start)
    surface = try Self.strip(tuning, on: screen)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PagingScenario: PagedScenario {
  public static let name = "paging"
  public static let meaning = "Pages in a row; a flick moves to the next page."
  public static var standardTuning: PageTuning { PageTuning() }
  public static let fields = stripFields
}
