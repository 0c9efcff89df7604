import Quantities
import ReleaseRules
import Surfaces

/// A row of pages of equal length, and the position of each page.
///
/// Pages are numbered from 0. If the first page follows the last, the strip *wraps around*: indices continue beyond the
/// last page. Each pass through all pages is a *lap*, and a page has a different index on every lap.
struct PageStrip: Hashable, Sendable {
  /// The axis along which the pages are arranged.
  var axis: PageTuning.Axis
  /// The distance from the start of one page to the start of the next; at least zero.
  var pitch: Points
  /// The number of pages; at least one.
  var pages: Int
  /// Whether the first page follows the last.
  var wraps: Bool
  /// Whether later pages are to the left of earlier pages, or above them.
  var isReversed: Bool

  /// The pitch below which the pitch counts as zero, so that all pages have the same position.
  ///
  /// A millionth of a point is not visible on any screen.
  private static let leastPitch = Points(1e-6)

  /// The upper limit for the absolute index of a page in a strip that wraps around.
  ///
  /// No gesture moves this far, and integers of this size are exact in a `Double`.
  private static let farthest = 0x1p40

  init(_ tuning: PageTuning, on screen: Screen) {
    axis = tuning.axis
    let screen = axis == .horizontal ? screen.size.x : screen.size.y
    let page = tuning.page > .zero ? tuning.page : screen
    let pitch = page + tuning.spacing
    self.pitch = pitch > Self.leastPitch ? pitch : .zero
    pages = tuning.pages
    wraps = tuning.wraps && pages > 1 && self.pitch > .zero
    isReversed = tuning.isReversed
  }

  /// Returns the position at which the strip shows `page`; a fraction, such as 1.5, is a place between two pages.
  func position(of page: Double) -> Position {
    let displacement = pitch * page
    return pair(displacement == .zero ? .zero : isReversed ? displacement : -displacement)
  }

  /// Returns the page that a strip at `position` shows; a fraction, such as 1.5, is a place between two pages.
  ///
  /// Returns nil if all pages have the same position.
  func page(at position: Position) -> Double? {
    guard pitch > .zero else { return nil }
    let displacement = along(position) / pitch
    let page = isReversed ? displacement : -displacement
    // Rounding errors are removed, so that a strip at a page shows exactly this page for any pitch.
    let whole = page.rounded()
    return (page - whole).magnitude < 1e-9 ? whole : page
  }

  /// Returns the velocity of a strip in pages per second.
  func pages(at velocity: Velocity) -> Double {
    guard pitch > .zero else { return 0 }
    let along = (axis == .horizontal ? velocity.x : velocity.y).value / pitch.value
    return isReversed ? along : -along
  }

  /// Returns the velocity of a strip that moves by `pages` pages per second.
  func velocity(ofPages pages: Double) -> Velocity {
    let along = PointsPerSecond(pages * pitch.value)
    return pair(pages == 0 ? .zero : isReversed ? along : -along)
  }

  /// Returns the name of the page at `index`, which is its number.
  func name(of index: Int) -> String { String(number(of: index)) }

  /// Returns the number of the page at `index`, counted from 0; `index` may be on any lap.
  func number(of index: Int) -> Int {
    let rest = index % pages
    return rest < 0 ? rest + pages : rest
  }

  /// Returns the page at `index` as a rest candidate.
  func candidate(_ index: Int) -> RestCandidate {
    RestCandidate(name: name(of: index), position: position(of: Double(index)))
  }

  /// Returns the index of the page that `candidate` stands for; the position of `candidate` determines the lap.
  func index(of candidate: RestCandidate) -> Int {
    guard wraps, let page = page(at: candidate.position) else {
      return Int(candidate.name) ?? 0
    }
    return Int(held(page).rounded())
  }

  /// Returns the indices of the pages to which a touch can turn from `page`.
  ///
  /// The range has `reach` pages before and after `page`. If `page` lies between two pages, the range includes both of
  /// them and `reach` pages before and after them. If `reach` is 0, the range has all pages; if the strip wraps around,
  /// it has one lap in each direction.
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

  /// Returns `page` limited to the existing pages.
  func held(_ page: Double) -> Double {
    wraps
      ? max(-Self.farthest, min(page, Self.farthest)) : max(0, min(page, Double(pages - 1)))
  }

  /// Returns the component of `pair` along the axis of the strip.
  func along(_ pair: Position) -> Points { axis == .horizontal ? pair.x : pair.y }

  private func pair<Component: Quantity>(_ along: Component) -> Planar<Component> {
    axis == .horizontal ? Planar(x: along, y: .zero) : Planar(x: .zero, y: along)
  }
}
