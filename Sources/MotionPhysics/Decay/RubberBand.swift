public import Quantities

/// The resistance of content that is dragged past its edge.
public enum RubberBand {
  /// Returns the distance that content moves when a finger drags it past its edge.
  ///
  /// At the edge, the content moves at `stiffness` times the speed of the finger. Farther out, the content approaches
  /// the distance `reach`, but never passes it:
  ///
  ///     u = stiffness · |dragged| / reach,  shown = reach · u / (1 + u)
  ///
  /// A drag in the other direction gives the same result with the other sign. Any finite drag gives a finite result; a
  /// drag of more than 2⁵³ times `reach` gives `reach`, because of rounding.
  ///
  /// Source: the scroll view curve as reverse engineered by @chpwn (2012), with his constant 0.55.
  ///
  /// - Parameters:
  ///   - dragged: The distance of the finger past the edge.
  ///   - reach: The distance that the content approaches; above zero. Scroll views use the length of the view.
  ///   - stiffness: The ratio of shown to dragged distance at the edge; unitless, in 0...1.
  /// - Returns: A distance with the sign of `dragged`, in points.
  public static func shown(_ dragged: Points, reach: Points, stiffness: Double = 0.55) -> Points {
    check(reach: reach, stiffness: stiffness)
    let u = stretch(dragged, reach: reach, stiffness: stiffness)
    // Both branches are the same formula. The first branch avoids an underflow, and the second an overflow.
    let shown =
      u <= 1 ? dragged.magnitude.value * stiffness / (1 + u) : reach.value / (1 + 1 / u)
    let inside = min(shown, reach.value)
    return Points(dragged < .zero ? -inside : inside)
  }

  /// Returns the drag that moves content to `shown` past its edge; the inverse of ``shown(_:reach:stiffness:)``.
  ///
  ///     dragged = shown / (stiffness · (1 - |shown| / reach))
  ///
  /// If a finger catches content that is moving back to its edge, start the drag at this distance, so that the content
  /// does not jump. Content at or beyond `reach` counts as slightly closer than `reach`, so that the result is finite.
  ///
  /// - Parameters:
  ///   - shown: The distance of the content past the edge.
  ///   - reach: The same as in ``shown(_:reach:stiffness:)``; above zero.
  ///   - stiffness: The same as in ``shown(_:reach:stiffness:)``, but above zero.
  /// - Returns: A distance with the sign of `shown`, in points; always finite.
  public static func pull(
    shown: Points, reach: Points, stiffness: Double = 0.55
  ) -> Points {
    check(reach: reach, stiffness: stiffness)
    precondition(stiffness > 0, "a rubber band with stiffness 0 has no inverse")
    let left = max((reach - shown.magnitude) / reach, 0x1p-53)
    let pulled = min(shown.magnitude, reach).value / left / stiffness
    let finite = saturated(pulled)
    return Points(shown < .zero ? -finite : finite)
  }

  /// Returns the ratio of content speed to finger speed while dragging past an edge.
  ///
  ///     slope = stiffness / (1 + stiffness · |dragged| / reach)²
  ///
  /// At the release, the content continues with the velocity of the finger times this ratio.
  ///
  /// - Parameters:
  ///   - dragged: The distance of the finger past the edge.
  ///   - reach: The same as in ``shown(_:reach:stiffness:)``; above zero.
  ///   - stiffness: The same as in ``shown(_:reach:stiffness:)``.
  /// - Returns: A unitless number in 0...`stiffness`.
  public static func slope(
    at dragged: Points, reach: Points, stiffness: Double = 0.55
  ) -> Double {
    check(reach: reach, stiffness: stiffness)
    let divisor = 1 + stretch(dragged, reach: reach, stiffness: stiffness)
    return stiffness / divisor / divisor
  }

  /// Returns the `u` of the formulas, `stiffness · |dragged| / reach`, limited to finite numbers.
  private static func stretch(_ dragged: Points, reach: Points, stiffness: Double) -> Double {
    saturated(dragged.magnitude / reach) * stiffness
  }

  private static func check(reach: Points, stiffness: Double) {
    precondition(reach > .zero, "rubber band with a reach of \(reach.value) pt")
    precondition((0...1).contains(stiffness), "rubber band stiffness \(stiffness) is outside 0...1")
  }
}
