package import Quantities

/// How a strip of pages goes to its page without a spring: slower and slower, in a time that follows
/// from its way and its velocity.
///
///     time = 3 |way / velocity|, at least 0.1 s, at most 0.4 s · log₂(1 + whole pages of the way)
///
/// With `position = target − way · (1 − t / time)³` it sets off at 3 way / time, which is the velocity
/// with which the hand let go, unless the time was held. A velocity that leads away counts as two
/// pages a second, and a surface that is at its target is at rest at once.
///
/// Source: gnome-shell at 8f78208, `swipeTracker.js`, with the `EASE_OUT_CUBIC` of its users.
package struct PagedEasing: Hashable, Sendable {
  /// The length of a page.
  var page: Points

  package init(page: Points) {
    self.page = page
  }

  /// How long a surface takes over `displacement`, that sets off with `velocity`.
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
