public import Quantities

/// The rubber bands of other systems that are none of ``RubberBand/shown(_:reach:stiffness:)``, with their
/// own numbers.
///
/// Each shows a drag of `x` points beyond an edge as the distance that its case says, and mirrors it
/// for a drag the other way. The numbers are upstream's and count in points, so these bands do not
/// grow with the view.
///
/// Flutter's bouncing scroll physics are not among them: they move content by `0.52 (1 − y / d)²` of
/// each step of the finger, where `y` is what is shown already, and that is the slope of a rubber band
/// with stiffness 0.52 and a reach of the viewport `d`. Upstream adds up whole steps, so its sum lies a
/// little above the band, the more the longer the steps.
public enum OverdragBand: String, Hashable, Sendable, CaseIterable {
  /// `x^0.7`: steep at the edge, and beyond 1 pt slower than the finger.
  ///
  /// Source: fluid-interfaces at da5c66c, its rubber banding sample.
  case power
  /// `√x`: the same, and flatter further out.
  ///
  /// Source: Zag, its drawer.
  case root
  /// `2.5 √(1 + x)`: it steps by 2.5 pt at the edge.
  ///
  /// Source: gorhom/bottom-sheet at bc94d54, `overDragResistanceFactor` 2.5.
  case rootWithStep
  /// `2.5 (√(1 + x) − 1)`: the same without the step.
  ///
  /// Source: ours; gorhom/bottom-sheet, less what it shows at the edge.
  case rootWithoutStep
  /// `8 (ln(1 + x) − 2)`, and nothing before that is above zero: it sleeps for e² − 1 = 6.4 pt.
  ///
  /// Source: vaul at 3e97aac, its damping past the top.
  case logarithm
  /// `0.35 x`, and 48 pt at the most.
  ///
  /// Source: astryx, its sheet.
  case capped
}

extension OverdragBand {
  /// The farthest that a hand is thought to have dragged, in points; bands that hardly give any more
  /// would ask for positions without end.
  ///
  /// Source: ours; a billion is far beyond any device and far within what can be computed with.
  private static let farthest = 1e9

  /// Returns how far content moves when a finger drags it `dragged` past its edge; the sign is kept.
  public func shown(_ dragged: Points) -> Points {
    // Unwrapped to plain numbers for the formulas. Units: pt.
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

  /// Returns the shortest drag that shows content `shown` past its edge; the sign is kept.
  ///
  /// Where no drag shows it there, because a band steps over it or ends before it, the drag that shows
  /// the nearest position before it: what catches content there has to see that it does not jump. No drag
  /// is longer than a billion points.
  public func pull(shown: Points) -> Points {
    // Unwrapped to plain numbers for the formulas. Units: pt.
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

  /// Returns the ratio of content speed to finger speed when content is `dragged` past its edge.
  ///
  /// - Returns: A unitless number; 0 where the band gives no more, and infinite at the edge of a root.
  public func slope(at dragged: Points) -> Double {
    // Unwrapped to plain numbers for the formulas. Units: pt.
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
