import Quantities

/// How much a sheet darkens what lies behind it.
public struct Backdrop: Hashable, Sendable {
  /// The name of the highest detent at which nothing is dimmed; empty when all dim.
  public var undimmed = ""

  /// How dark it is behind a sheet at a detent that dims; unitless, 0…1.
  public var alpha = 0.3

  /// Creates the standard backdrop.
  public init() {}

  /// How dark it is behind a sheet that stands `height` high: nothing up to the height `undimmed`,
  /// ``alpha`` from the next of `heights` above that on, and in proportion between.
  func alpha(at height: Points, undimmed: Points, heights: some Sequence<Points>) -> Double {
    guard height > undimmed, let dimmed = heights.lazy.filter({ $0 > undimmed }).min() else {
      return 0
    }
    return alpha * min(1, (height - undimmed) / (dimmed - undimmed))
  }
}
