package import Quantities

/// The easing with which a strip of pages moves to its target page without a spring: it decelerates
/// over a time that follows from the distance and the velocity.
///
///     time = 3 |distance / velocity|, at least 0.1 s, at most 0.4 s · log₂(1 + whole pages of the distance)
///
/// With `position = target − distance · (1 − t / time)³` the initial velocity is 3 distance / time, which
/// is the release velocity unless the time was limited. A velocity away from the target counts as two
/// pages a second towards it, and a surface that is at its target is at rest immediately.
///
/// Source: gnome-shell at 8f78208, `swipeTracker.js`, with the `EASE_OUT_CUBIC` of its users.
package struct PagedEasing: Hashable, Sendable {
  /// The length of a page.
  var page: Points

  package init(page: Points) {
    self.page = page
  }

  /// The time to cover `displacement`, starting with `velocity`.
  func duration(over displacement: Planar<Points>, at velocity: Velocity) -> Seconds {
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s, s.
    let (length, page) = (displacement.length.value, page.value)
    guard length > 0 else { return .zero }
    let along = displacement.dot(velocity) / length
    let pace = along > 0 ? along : 2 * page
    let pages = page > 0 ? max(1, (length / page).rounded(.up)) : 1
    let longest = 0.4 * naturalLogarithm(1 + pages) / naturalLogarithm(2)
    return Seconds(max(0.1, min(3 * length / pace, longest)))
  }
}
