public import Quantities

/// The rubber bands of other systems whose formula differs from ``RubberBand/shown(_:reach:stiffness:)``.
///
/// The formula of each case converts a drag of `x` points beyond an edge to the distance that the content moves; a
/// drag in the other direction is mirrored. The constants are those of upstream, in points, so these bands do not
/// scale with the size of the view.
///
/// Flutter's bouncing scroll physics need no case here. They move content by `0.52 (1 − y / d)²` of each step of the
/// finger, where `y` is the current distance of the content. This is the slope of a rubber band with stiffness 0.52
/// and the viewport `d` as its `reach`. Flutter adds whole steps, so its result is slightly above the band, more so for
/// longer steps.
public enum OverdragBand: String, Hashable, Sendable, CaseIterable {
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
  /// `2.5 (√(1 + x) − 1)`: the same without the jump.
  ///
  /// Source: our choice: the formula is that of gorhom/bottom-sheet minus its value at the edge.
  case rootWithoutStep
  /// `8 (ln(1 + x) − 2)`, but at least 0: the content does not move for the first e² − 1 = 6.4 pt.
  ///
  /// Source: vaul at 3e97aac, its damping past the top.
  case logarithm
  /// `0.35 x`, but at most 48 pt.
  ///
  /// Source: astryx, its sheet.
  case capped
}

extension OverdragBand {
  /// The longest drag that ``pull(shown:)`` returns, in points, because flat bands would need almost infinite drags.
  ///
  /// Source: our choice: a billion points are far beyond any device, and far within the range of a `Double`.
  private static let farthest = 1e9

  /// Returns the distance that content moves when a finger drags it `dragged` past its edge; the sign is kept.
  public func shown(_ dragged: Points) -> Points {
    // Plain numbers for the formulas. Units: pt.
    let x = saturated(dragged.magnitude.value)
    let shown: Double =
      switch self {
      case _ where x == 0: 0
      case .power: exponential(0.7 * naturalLogarithm(x))
      case .root: x.squareRoot()
      case .rootWithStep: 2.5 * (1 + x).squareRoot()
      // The same as 2.5 (√(1 + x) − 1), without the loss of digits near the edge.
      case .rootWithoutStep: 2.5 * (x / ((1 + x).squareRoot() + 1))
      case .logarithm: max(0, 8 * (naturalLogarithm(1 + x) - 2))
      case .capped: min(0.35 * x, 48)
      }
    return Points(dragged < .zero ? -shown : shown)
  }

  /// Returns the shortest drag that moves content `shown` past its edge; the sign is kept.
  ///
  /// If no drag moves the content there, because the band jumps over this position or ends before it, the result is
  /// the drag for the nearest position before it. The caller that catches content there must prevent a jump. The
  /// result is at most a billion points.
  public func pull(shown: Points) -> Points {
    // Plain numbers for the formulas. Units: pt.
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
      }
    let held = min(pull, Self.farthest)
    return Points(shown < .zero ? -held : held)
  }

  /// Returns the ratio of content speed to finger speed for content that is `dragged` past its edge.
  ///
  /// - Returns: A unitless number; 0 where the content does not move, and infinite at the edge for `power` and `root`.
  public func slope(at dragged: Points) -> Double {
    // Plain numbers for the formulas. Units: pt.
    let x = saturated(dragged.magnitude.value)
    switch self {
    case .power: return x > 0 ? 0.7 * exponential(-0.3 * naturalLogarithm(x)) : .infinity
    case .root: return 0.5 / x.squareRoot()
    case .rootWithStep, .rootWithoutStep: return 1.25 / (1 + x).squareRoot()
    case .logarithm: return naturalLogarithm(1 + x) > 2 ? 8 / (1 + x) : 0
    case .capped: return 0.35 * x < 48 ? 0.35 : 0
    }
  }
}
