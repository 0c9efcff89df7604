public import Quantities

/// The rubber bands of other software whose formulas differ from ``RubberBand/shown(_:reach:stiffness:)``.
///
/// The formula of each case converts the distance `x` of the finger beyond an edge to the distance of the content
/// beyond the edge, both in points. The formulas are the same for both edges. Their constants, in points, are from the
/// other software, so these bands do not scale with the size of the view.
///
/// Flutter's bouncing scroll physics need no case here, because ``RubberBand`` covers them. In Flutter, a step of the
/// finger moves the content by `0.52 (1 − y / d)²` times the step, where `y` is the current distance of the content
/// beyond the edge, and `d` is the length of the viewport. This factor is the slope of a rubber band with a stiffness
/// of 0.52 and a `reach` of `d`. Flutter applies the factor to a whole step at once, so its content moves slightly
/// farther than the content of the rubber band. The difference grows with the length of the steps.
public enum ForeignRubberBand: String, Hashable, Sendable, CaseIterable {
  /// `x^0.7`: steep at the edge; beyond 1 pt, the content moves less than the finger.
  ///
  /// Source: fluid-interfaces at da5c66c, its rubber banding sample.
  case power
  /// `√x`: also steep at the edge, and flatter than `power` farther out.
  ///
  /// Source: Zag, its drawer.
  case root
  /// `2.5 √(1 + x)`: jumps by 2.5 pt at the edge.
  ///
  /// Source: gorhom/bottom-sheet at bc94d54, `overDragResistanceFactor` 2.5.
  case rootWithStep
  /// `2.5 (√(1 + x) − 1)`: the same curve as `rootWithStep`, without the jump at the edge.
  ///
  /// This formula is our choice: the formula of gorhom/bottom-sheet minus its value at the edge.
  case rootWithoutStep
  /// `8 (ln(1 + x) − 2)`, but at least 0: the content does not move for the first e² − 1 = 6.4 pt.
  ///
  /// Source: vaul at 3e97aac, its damping past the top.
  case logarithm
  /// `0.35 x`, but at most 48 pt.
  ///
  /// Source: astryx, its sheet.
  case capped
  /// `x / 2`.
  ///
  /// Source: Qt 6, `qquickflickable.cpp`, `DragOverBounds`.
  case half
  /// `x^0.85 − 1`, but at least 0.
  ///
  /// Source: Swiper 14.0.6 at 865dba47, `onTouchMove.ts`, `resistanceRatio`.
  case swiper
}

extension ForeignRubberBand {
  /// The limit for the drag that ``pull(shown:)`` returns, in points.
  ///
  /// Without this limit, the drag for a flat band would be almost infinite. The number is our choice: a billion points
  /// are far more than any device has, and far within the range of a `Double`.
  private static let farthest = 1e9

  /// Returns the distance of the content past its edge if the finger is `dragged` past the edge; the sign is kept.
  public func shown(_ dragged: Points) -> Points {
    // The formulas need plain numbers, in pt.
    let x = saturated(dragged.magnitude.value)
    let shown: Double =
      switch self {
      case _ where x == 0: 0
      case .power: exponential(0.7 * naturalLogarithm(x))
      case .root: x.squareRoot()
      case .rootWithStep: 2.5 * (1 + x).squareRoot()
      // This expression equals 2.5 (√(1 + x) − 1), without the loss of digits near the edge.
      case .rootWithoutStep: 2.5 * (x / ((1 + x).squareRoot() + 1))
      case .logarithm: max(0, 8 * (naturalLogarithm(1 + x) - 2))
      case .capped: min(0.35 * x, 48)
      case .half: x / 2
      case .swiper: max(0, exponential(0.85 * naturalLogarithm(x)) - 1)
      }
    return Points(dragged < .zero ? -shown : shown)
  }

  /// Returns the shortest drag that moves the content to `shown` past its edge; the sign is kept.
  ///
  /// No drag moves the content to a position that the band jumps over or that is beyond its end. For such a position,
  /// the result is the drag for the nearest position that is closer to the edge. A caller that catches the content at
  /// such a position must prevent a jump. The result is at most a billion points.
  public func pull(shown: Points) -> Points {
    // The formulas need plain numbers, in pt.
    let y = saturated(shown.magnitude.value)
    let pull: Double =
      switch self {
      case _ where y == 0: 0
      case .power: y < Self.farthest ? exponential(naturalLogarithm(y) / 0.7) : Self.farthest
      case .root: y * y
      case .rootWithStep: max(0, y / 2.5 * (y / 2.5) - 1)
      case .rootWithoutStep: y / 2.5 * (y / 2.5 + 2)
      case .logarithm: y < 200 ? exponential(y / 8 + 2) - 1 : Self.farthest
      case .capped: min(y, 48) / 0.35
      case .half: y * 2
      case .swiper:
        y < Self.farthest ? exponential(naturalLogarithm(y + 1) / 0.85) : Self.farthest
      }
    let held = min(pull, Self.farthest)
    return Points(shown < .zero ? -held : held)
  }

  /// Returns the ratio of content speed to finger speed if the finger is `dragged` past the edge.
  ///
  /// - Returns: A unitless number; 0 if the content does not move, and infinite at the edge for `power` and `root`.
  public func slope(at dragged: Points) -> Double {
    // The formulas need plain numbers, in pt.
    let x = saturated(dragged.magnitude.value)
    switch self {
    case .power: return x > 0 ? 0.7 * exponential(-0.3 * naturalLogarithm(x)) : .infinity
    case .root: return 0.5 / x.squareRoot()
    case .rootWithStep, .rootWithoutStep: return 1.25 / (1 + x).squareRoot()
    case .logarithm: return naturalLogarithm(1 + x) > 2 ? 8 / (1 + x) : 0
    case .capped: return 0.35 * x < 48 ? 0.35 : 0
    case .half: return 0.5
    case .swiper: return x > 1 ? 0.85 * exponential(-0.15 * naturalLogarithm(x)) : 0
    }
  }
}
