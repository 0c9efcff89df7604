import Quantities
import ReleaseRules
import Surfaces

/// Pages in a row, all of one length: where each of them is.
///
/// Pages count from 0. Where the last is followed by the first again, indices go on counting, and a
/// page has an index on every lap.
struct PageStrip: Hashable, Sendable {
  /// The axis along which the pages lie.
  var axis: PageTuning.Axis
  /// From the beginning of one page to that of the next; at least zero.
  var pitch: Points
  /// How many pages there are; at least one.
  var pages: Int
  /// Whether the first page comes after the last.
  var wraps: Bool
  /// Whether later pages are to the left, or above.
  var isReversed: Bool

  /// Below this pitch all pages are at one position.
  ///
  /// Source: ours; a millionth of a point is no length on any screen.
  private static let leastPitch = Points(1e-6)

  /// No strip goes round further than to this page, up or down; it is far beyond what a hand does
  /// in a lifetime, and exact.
  private static let farthest = 0x1p40

  /// Creates the strip of `tuning` on `stage`.
  init(_ tuning: PageTuning, on stage: Stage) {
    axis = tuning.axis
    let screen = axis == .horizontal ? stage.screen.x : stage.screen.y
    let page = tuning.page > .zero ? tuning.page : screen
    let pitch = page + tuning.spacing
    self.pitch = pitch > Self.leastPitch ? pitch : .zero
    pages = tuning.pages
    wraps = tuning.wraps && pages > 1 && self.pitch > .zero
    isReversed = tuning.isReversed
  }

  /// Where the strip is when it shows `page`, whole or in part; unitless.
  func position(of page: Double) -> Position {
    let displacement = pitch * page
    return pair(displacement == .zero ? .zero : isReversed ? displacement : -displacement)
  }

  /// The page that a strip at `position` shows, whole or in part; nil when all are at one position.
  func page(at position: Position) -> Double? {
    guard pitch > .zero else { return nil }
    let displacement = along(position) / pitch
    let page = isReversed ? displacement : -displacement
    // A strip that is on a page is on it whatever its pitch.
    let whole = page.rounded()
    return (page - whole).magnitude < 1e-9 ? whole : page
  }

  /// How many pages a strip passes in a second at `velocity`; unitless / s.
  func pages(at velocity: Velocity) -> Double {
    guard pitch > .zero else { return 0 }
    let along = (axis == .horizontal ? velocity.x : velocity.y).value / pitch.value
    return isReversed ? along : -along
  }

  /// How fast a strip moves that passes `pages` in a second.
  func velocity(ofPages pages: Double) -> Velocity {
    let along = PointsPerSecond(pages * pitch.value)
    return pair(pages == 0 ? .zero : isReversed ? along : -along)
  }

  /// What the page of `index` is called: its number.
  func name(of index: Int) -> String { String(number(of: index)) }

  /// The number of the page of `index`, whatever the lap.
  func number(of index: Int) -> Int {
    let rest = index % pages
    return rest < 0 ? rest + pages : rest
  }

  /// The page of `index` as a position to rest.
  func candidate(_ index: Int) -> RestCandidate {
    RestCandidate(name: name(of: index), position: position(of: Double(index)))
  }

  /// The index of a page called `name` at `position`.
  func index(of candidate: RestCandidate) -> Int {
    guard wraps, let page = page(at: candidate.position) else {
      return Int(candidate.name) ?? 0
    }
    return Int(held(page).rounded())
  }

  /// The pages that a touch may reach from `page`: `reach` on either side of it, or of the two that
  /// it is between; all, or one lap either way, when `reach` is 0.
  func reachable(from page: Double, reach: Int) -> ClosedRange<Int> {
    let page = held(page)
    let (low, high) = (Int(page.rounded(.down)), Int(page.rounded(.up)))
    if wraps {
      let reach = reach == 0 ? pages - 1 : min(reach, pages - 1)
      return low - reach...high + reach
    }
    guard reach > 0 else { return 0...pages - 1 }
    return max(0, low - reach)...min(high + reach, pages - 1)
  }

  /// `page` held within the pages that there are.
  func held(_ page: Double) -> Double {
    wraps
      ? max(-Self.farthest, min(page, Self.farthest)) : max(0, min(page, Double(pages - 1)))
  }

  /// `pair` along the axis of the strip.
  func along(_ pair: Position) -> Points { axis == .horizontal ? pair.x : pair.y }

  private func pair<Component: Quantity>(_ along: Component) -> Planar<Component> {
    axis == .horizontal ? Planar(x: along, y: .zero) : Planar(x: .zero, y: along)
  }
}
