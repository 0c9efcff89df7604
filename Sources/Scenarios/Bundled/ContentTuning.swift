public import Quantities
import ReleaseRules
import Surfaces

/// How the content of a sheet scrolls, and when a drag scrolls the content instead of moving the sheet.
public struct ContentTuning: Hashable, Sendable {
  /// The height of the content; content that fits its view does not scroll.
  ///
  /// The height of the view is the height of the sheet at its highest detent, without the header. The view keeps this
  /// height when the sheet moves.
  public var height = Points.zero

  /// The height of the header above the content; a drag that begins on the header moves only the sheet.
  public var header = Points.zero

  /// The initial scroll offset; down is positive.
  public var start = Points.zero

  /// Whether an upward drag moves the sheet to its highest detent before its content scrolls.
  public var expandsFirst = true

  /// The fraction of its velocity that coasting content still has after a millisecond; unitless.
  public var decelerationRate = 0.998

  /// Creates the tuning of a sheet without scrolling content.
  public init() {}
}

extension ContentTuning {
  static let settings: [Setting<ContentTuning>] = [
    Setting(
      "content.height", unit: "pt", .number(0...1_000_000) { $1(&$0.height) },
      "The height of the content, which scrolls if the sheet at its highest detent is too small.",
      source: "our choice; by default, the sheet has no content that scrolls",
      describesSituation: true),
    Setting(
      "content.header", unit: "pt", .number(0...100_000) { $1(&$0.header) },
      "The height of the header above the content; a drag that begins there only moves the sheet.",
      source: "our choice; without a header, the content fills the sheet", describesSituation: true),
    Setting(
      "content.start", unit: "pt", .number(0...1_000_000) { $1(&$0.start) },
      "The initial scroll offset of the content.",
      source: "Apple, UIScrollView.contentOffset, zero", describesSituation: true),
    Setting(
      "content.expandsFirst", .flag { $1(&$0.expandsFirst) },
      "Whether an upward drag moves the sheet to its highest detent before its content scrolls.",
      source: "Apple, prefersScrollingExpandsWhenScrolledToEdge of sheets, true"),
    Setting(
      "content.decelerationRate", .number(0.5...0.9999) { $1(&$0.decelerationRate) },
      "The fraction of the content's velocity that is left after a millisecond.",
      source: "Apple, UIScrollView.DecelerationRate.normal, 0.998; fast is 0.99"),
  ]
}
