package import Quantities

/// A decelerating motion of a strip of pages to its target page, used instead of a spring.
///
/// The duration follows from the distance and the release velocity. The duration is at least 0.1 s, and at most 0.4 s ·
/// log₂(1 + n) for a distance of n pages, where n is rounded up:
///
///     time = 3 |distance / velocity|,  position = target − distance · (1 − t / time)³
///
/// The initial velocity of this motion is 3 distance / time, which is the release velocity unless the duration was
/// limited. A velocity away from the target counts as two pages per second towards it. A surface that is at its target
/// rests immediately.
///
/// Source: gnome-shell at 8f78208, `swipeTracker.js`, with the mode `EASE_OUT_CUBIC` of its callers.
package struct PagedEasing: Hashable, Sendable {
  /// The length of a page.
  var page: Points

  package init(page: Points) {
    self.page = page
  }

  /// Returns the duration of a motion over `displacement` that starts with `velocity`.
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
