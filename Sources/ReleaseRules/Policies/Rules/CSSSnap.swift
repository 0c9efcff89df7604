public import Quantities

extension ReleaseRule {
  /// Picks the page to which Chromium moves content with mandatory CSS scroll snap; see `ScrollSnapFling`.
  ///
  /// A release slower than ``flick`` picks the nearest page. For a throw, the rule computes the first steps of the
  /// throw, and picks the page by the estimated end of the throw.
  ///
  /// Source: Chromium at 4b8e43f6, `snap_fling_controller.cc`, and W3C, *CSS Scroll Snap Module Level 1*, sections 5.2
  /// and 6.2.
  public struct CSSSnap: Hashable, Sendable {
    /// Whether a throw may pass a page: the values of the CSS property `scroll-snap-stop`.
    public enum Stop: String, Hashable, SettingWord {
      /// A throw may pass pages.
      case normal
      /// A throw stops at the next page.
      case always
    }

    /// Whether a throw may pass a page: the CSS property `scroll-snap-stop`, `normal` by default.
    public var stop = Stop.normal
    /// The lowest speed of a throw; 0 turns throws off.
    public var flick = PointsPerSecond(30)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.CSSSnap: BundledRule {
  static let name = "cssSnap"
  static let meaning =
    "Picks the page at which a throw would end, estimated from the first steps of its motion. For "
    + "a slower release, picks the nearest page. Chromium uses this rule for mandatory CSS scroll "
    + "snap."

  static let settings: [Setting<Self>] = [
    Setting(
      "release.stop", .word { $1(&$0.stop) },
      "Whether a throw may pass a page: the CSS property scroll-snap-stop.",
      source: "CSS Scroll Snap Module Level 1, the initial value normal"),
    .flick(
      { $1(&$0.flick) },
      "The lowest speed of a throw; 0 turns throws off.",
      source: "Chromium, gesture_configuration.cc, min_fling_velocity, 30"),
  ]
  static let words = [table(of: "release.stop", Stop.self)]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let snap = scrollSnapFling(release.context, travel)
    return travel.rest(
      at: travel.positions.count - 1 - snap.outcome().page,
      snap.velocity == 0 ? .nearest : .thresholdVelocity)
  }

  /// Returns the throw of a release; its pages are the candidates, from the first to the last.
  func scrollSnapFling(_ context: ReleaseContext, _ travel: Travel) -> ScrollSnapFling {
    let isThrow = flick > .zero && travel.velocity.magnitude >= flick.value
    let length = travel.length
    let last = travel.positions.count - 1
    let isAcross = (context.candidates[0].position - context.candidates[last].position).x != .zero
    return ScrollSnapFling(
      offset: length - travel.here, velocity: isThrow ? -travel.velocity * travel.gain : 0,
      pages: travel.positions.reversed().map { length - $0 }, stopsAlways: stop == .always,
      view: (isAcross ? context.screen.x : context.screen.y).value, time: context.time,
      stillness: context.stillness)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.CSSSnap.Stop {
  public var meaning: String {
    switch self {
    case .normal: "A throw may pass pages."
    case .always: "A throw turns at most to the next page from the current position."
    }
  }
}
