public import ReleaseRules
public import Surfaces

/// Pages along an axis, one of which fills the view.
public struct PagingScenario: Sendable {
  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: PageTuning
  /// Where it plays.
  public var stage: Stage
  /// The page from which the touch counts; unitless.
  public var counted: Double

  /// Creates pages that rest at the first to be seen.
  ///
  /// - Throws: `SettingError.contradiction` when there is no such page.
  public init(tuning: PageTuning, stage: Stage) throws(SettingError) {
    self.tuning = tuning
    self.stage = stage
    counted = Double(tuning.start)
    surface = try Self.strip(tuning, on: stage)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PagingScenario: PagedScenario {
  public static let name = "paging"
  public static let meaning = "Pages in a row, of which a flick moves to the next."
  public static var standardTuning: PageTuning { PageTuning() }
  public static let fields = stripFields
}
