public import Quantities

/// The give of content that is dragged past its edge.
public enum RubberBand {
  /// Returns how far content moves when a finger drags it past its edge.
  ///
  /// The content starts out following the finger at `stiffness` times its speed and approaches
  /// `reach` without ever passing it:
  ///
  ///     u = stiffness · |dragged| / reach,  shown = reach · u / (1 + u)
  ///
  /// The function is odd: dragging the other way mirrors the result. Any finite drag gives a finite
  /// result, which rounds to `reach` itself for drags of more than 2⁵³ reaches.
  ///
  /// Source: the scroll view curve as reverse engineered by @chpwn (2012), with his constant 0.55.
  ///
  /// - Parameters:
  ///   - dragged: How far past the edge the finger has gone.
  ///   - reach: The distance that is approached; above zero. Scroll views use the length of the view.
  ///   - stiffness: The ratio of shown to dragged distance at the edge; unitless, in 0...1.
  /// - Returns: A distance with the sign of `dragged`, in points.
  public static func shown(_ dragged: Points, reach: Points, stiffness: Double = 0.55) -> Points {
    check(reach: reach, stiffness: stiffness)
    let u = stretch(dragged, reach: reach, stiffness: stiffness)
    let shown =
      u <= 1 ? dragged.magnitude.value * stiffness / (1 + u) : reach.value / (1 + 1 / u)
    let inside = min(shown, reach.value)
    return Points(dragged < .zero ? -inside : inside)
  }

  /// Returns how far a finger has dragged content that is shown `shown` past its edge: the inverse of
  /// ``shown(_:reach:stiffness:)``.
  ///
  ///     dragged = shown / (stiffness · (1 - |shown| / reach))
  ///
  /// A finger that catches content on its way back starts from here, so that nothing jumps. Content
  /// shown at or beyond the reach counts as just short of it, which keeps the result finite.
  ///
  /// - Parameters:
  ///   - shown: How far past the edge the content is.
  ///   - reach: As in ``shown(_:reach:stiffness:)``; above zero.
  ///   - stiffness: As in ``shown(_:reach:stiffness:)``, but above zero.
  /// - Returns: A distance with the sign of `shown`, in points; always finite.
  public static func pull(
    shown: Points, reach: Points, stiffness: Double = 0.55
  ) -> Points {
    check(reach: reach, stiffness: stiffness)
    precondition(stiffness > 0, "rubber band with stiffness 0 shows nothing to work back from")
    let left = max((reach - shown.magnitude) / reach, 0x1p-53)
    let pulled = min(shown.magnitude, reach).value / left / stiffness
    let finite = saturated(pulled)
    return Points(shown < .zero ? -finite : finite)
  }

  /// Returns the ratio of content speed to finger speed while dragging past an edge.
  ///
  ///     slope = stiffness / (1 + stiffness · |dragged| / reach)²
  ///
  /// A velocity is handed from the finger to the content by this factor.
  ///
  /// - Parameters:
  ///   - dragged: How far past the edge the finger has gone.
  ///   - reach: As in ``shown(_:reach:stiffness:)``; above zero.
  ///   - stiffness: As in ``shown(_:reach:stiffness:)``.
  /// - Returns: A unitless number in 0...`stiffness`.
  public static func slope(
    at dragged: Points, reach: Points, stiffness: Double = 0.55
  ) -> Double {
    check(reach: reach, stiffness: stiffness)
    let divisor = 1 + stretch(dragged, reach: reach, stiffness: stiffness)
    return stiffness / divisor / divisor
  }

  /// The drag in reaches, times the stiffness; finite.
  private static func stretch(_ dragged: Points, reach: Points, stiffness: Double) -> Double {
    saturated(dragged.magnitude / reach) * stiffness
  }

  private static func check(reach: Points, stiffness: Double) {
    precondition(reach > .zero, "rubber band with a reach of \(reach.value) pt")
    precondition((0...1).contains(stiffness), "rubber band stiffness \(stiffness) is outside 0...1")
  }
}
