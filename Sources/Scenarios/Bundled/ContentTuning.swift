public import Quantities
import ReleaseRules
import Surfaces

/// How the content of a sheet scrolls, and when it does so rather than the sheet moving.
public struct ContentTuning: Hashable, Sendable {
  /// The height of the content; what fits its view does not scroll.
  ///
  /// The view is the sheet at its highest detent, less the header; it does not change as the sheet
  /// moves.
  public var height = Points.zero

  /// The height of what stands above the content: a hand there moves the sheet alone.
  public var header = Points.zero

  /// How far the content is scrolled down at first.
  public var start = Points.zero

  /// Whether a drag up moves the sheet to its highest detent before content that is at its top
  /// scrolls.
  public var expandsFirst = true

  /// The fraction of the velocity that is left after a millisecond; unitless.
  public var decelerationRate = 0.998

  /// Creates the tuning of a sheet without content that scrolls.
  public init() {}
}

extension ContentTuning {
  static let settings: [Setting<ContentTuning>] = [
    Setting(
      "content.height", unit: "pt", .number(0...1_000_000) { $1(&$0.height) },
      "The height of the content; what fits the sheet at its highest detent does not scroll.",
      source: "ours; none, so that a sheet is only a sheet", describesSituation: true),
    Setting(
      "content.header", unit: "pt", .number(0...100_000) { $1(&$0.header) },
      "The height of what stands above the content; a hand there moves the sheet alone.",
      source: "ours; none, so that the content fills its sheet", describesSituation: true),
    Setting(
      "content.start", unit: "pt", .number(0...1_000_000) { $1(&$0.start) },
      "How far the content is scrolled down at first.",
      source: "Apple, UIScrollView.contentOffset, zero", describesSituation: true),
    Setting(
      "content.expandsFirst", .flag { $1(&$0.expandsFirst) },
      "Whether a drag up moves the sheet to its highest detent before its content scrolls.",
      source: "Apple, prefersScrollingExpandsWhenScrolledToEdge of sheets, true"),
    Setting(
      "content.decelerationRate", .number(0.5...0.9999) { $1(&$0.decelerationRate) },
      "The fraction of the velocity of the content that is left after a millisecond.",
      source: "Apple, UIScrollView.DecelerationRate.normal, 0.998; fast is 0.99"),
  ]
}
