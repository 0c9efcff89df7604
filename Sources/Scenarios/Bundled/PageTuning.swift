import MotionPhysics
public import Quantities
import ReleaseRules
public import Surfaces

/// The settings of pages in a row, for the scenarios `paging` and `swipe`.
public struct PageTuning: Hashable, Sendable {
  /// The axis along which the pages are arranged.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// The page from which ``PageTuning/reach`` counts pages.
  public enum Counting: String, Hashable, Sendable, CaseIterable {
    /// The page at which the strip rested, or to which it was moving, at the touch-down.
    case heading
    /// The page that is visible at the touch-down, as in libadwaita; a fraction, such as 1.5, is a place between two
    /// pages.
    case shown
  }

  /// The motion of the strip to its target page.
  public enum PageLaw: String, Hashable, Sendable, CaseIterable {
    /// The spring of the motion settings.
    case spring
    /// An ease-out curve whose duration depends on distance and velocity, as in GNOME Shell.
    case easeOut
    /// The throw and the snap of Chromium, for the rule `cssSnap`.
    case cssSnap
    /// The deceleration of Qt's SwipeView.
    case qtSwipeView
    /// The scrollers of ViewPager2.
    case viewPager2
    /// The CSS transition of Swiper.
    case swiper
    /// The default curve of Hyprland's workspaces.
    case hyprland
    /// The steps of Embla.
    case embla

    /// Returns the motion for pages of the length `page`; nil for the spring and for GNOME's curve.
    func motion(page: Points) -> PagedMotion? {
      switch self {
      case .spring, .easeOut: nil
      case .cssSnap: PagedMotion(.cssSnap, page: page)
      case .qtSwipeView: PagedMotion(.qtSwipeView, page: page)
      case .viewPager2: PagedMotion(.viewPager2, page: page)
      case .swiper: PagedMotion(.swiper, page: page)
      case .hyprland: PagedMotion(.hyprland, page: page)
      case .embla: PagedMotion(.embla, page: page)
      }
    }
  }

  /// The axis along which the pages are arranged.
  public var axis = Axis.horizontal

  /// The number of pages; 1 or more.
  public var pages = 5

  /// The length of a page; 0 for the length of the screen.
  public var page = Points.zero

  /// The distance between two pages; negative if they overlap.
  public var spacing = Points.zero

  /// The page at which the strip rests at the start, from 0.
  public var start = 0

  /// Whether the first page follows the last.
  public var wraps = false

  /// Whether later pages are to the left of earlier pages, or above them.
  public var isReversed = false

  /// The largest number of pages that one touch can turn in each direction; 0 for any number.
  public var reach = 1

  /// The page from which ``reach`` counts pages.
  public var counting = Counting.heading

  /// The finger movement on a touchscreen that moves the strip by a page; 0 if the strip follows one to one.
  public var screenDistance = Points.zero

  /// The finger movement on a touchpad that moves the strip by a page; 0 if the movement is the same as on a
  /// touchscreen.
  public var touchpadDistance = Points.zero

  /// The finger movement that counts as a page when the velocity of the finger is converted to a velocity of the strip.
  ///
  /// If the value is 0, the velocity is converted like the movement during the drag.
  public var handOffDistanceOfPage = Points.zero

  /// The distance beyond the first or last page that the rubber band approaches but never reaches.
  ///
  /// The distance is in points or in fractions of a page.
  public var bandReach = Detent.Height.fraction(1)

  /// The motion of the strip to its target page.
  public var law = PageLaw.spring

  /// The longest time by which a browser predicts the finger beyond its last report; zero if the strip stays under the
  /// finger.
  public var prediction = Seconds.zero

  /// True if the strip moves as soon as a finger beyond an end turns back; only for limits that stop the strip.
  ///
  /// If the value is false, the finger must first return to the place where the strip stopped.
  public var forgetsExcess = false

  /// The moment at which a finger stops the moving strip.
  public var catching = SurfaceCatch.touch

  /// Whether a strip that is caught at more than 100 pt/s follows the finger without a slop.
  public var catchesWithoutSlop = false

  /// Whether a drag that begins at the first or last page, away from the other pages, is ignored until the finger
  /// lifts.
  public var refusesOutward = false

  /// The settings for how the strip follows the finger, settles, and decides at a release.
  public var motion: MotionTuning

  /// Creates the standard tuning.
  public init() {
    motion = MotionTuning()
    motion.tracking = Spring(dampingRatio: 1, response: .zero)
    motion.settling = Spring(dampingRatio: 1, response: Seconds(0.4))
    motion.release.rule = ReleaseRule(ReleaseRule.Page())
  }
}

extension PageTuning {
  private static let lengths = 0.0...100_000

  /// The settings of the strip, followed by the settings of motion and release that apply to pages.
  static let settings: [Setting<PageTuning>] =
    stripSettings + handSettings
    + motionSettings.map { $0.lifted(into: { $1(&$0.motion) }) }

  private static let motionSettings = MotionTuning.settings(canBeGone: false).filter {
    !isIrrelevant($0.key)
  }.sourced([
    "tracking.dampingRatio": "our choice; the default response of 0 makes this value irrelevant",
    "tracking.response": "our choice; a page follows the finger exactly, as in every scroll view",
    "spring.dampingRatio": "WWDC 2018, session 803: overshoot only after a throw",
    "release.choice": "our choice; a flick always turns a page, or reverses the turn",
  ])

  private static let stripSettings: [Setting<PageTuning>] = [
    Setting(
      "axis", .word { $1(&$0.axis) }, "The axis along which the pages are arranged.",
      source: "our choice; the pages are side by side, as in a book", describesSituation: true),
    Setting(
      "pages", .whole(1...1_000) { $1(&$0.pages) }, "The number of pages.",
      source: "our choice; five pages have a first, a last and some in between",
      describesSituation: true),
    Setting(
      "page", unit: "pt", .number(lengths) { $1(&$0.page) },
      "The length of a page; 0 for the length of the screen.",
      source: "our choice; a page fills the screen", describesSituation: true),
    Setting(
      "spacing", unit: "pt", .number(-100_000...100_000) { $1(&$0.spacing) },
      "The distance between two pages; negative if they overlap.",
      source: "our choice; a page fills the screen, so the next page begins at its end",
      describesSituation: true),
    Setting(
      "start", .whole(0...999) { $1(&$0.start) },
      "The page at which the strip rests at the start, from 0.",
      source: "our choice; the strip starts at the first page", describesSituation: true),
    Setting(
      "wrap", .flag { $1(&$0.wraps) },
      "Whether the first page follows the last, so that the pages form a ring.",
      source: "our choice; a row of pages has two ends", describesSituation: true),
    Setting(
      "reversed", .flag { $1(&$0.isReversed) },
      "Whether later pages are to the left of earlier pages, or above them.",
      source: "our choice; later pages are to the right, as in text that runs left to right",
      describesSituation: true),
  ]

  private static let handSettings: [Setting<PageTuning>] = [
    Setting(
      "reach", .whole(0...1_000) { $1(&$0.reach) },
      "The highest number of pages that one touch moves in each direction; 0 for any number.",
      source: "libadwaita and niri, one"),
    Setting(
      "counting", .word { $1(&$0.counting) },
      "The page from which the pages of 'reach' are counted.",
      source: "our choice; a second flick continues from the target of the first"),
    Setting(
      "distance", unit: "pt", .number(lengths) { $1(&$0.screenDistance) },
      "The finger movement on a touchscreen that turns one page; 0 is the length of a page.",
      source: "our choice; a page stays under the finger"),
    Setting(
      "distance.touchpad", unit: "pt", .number(lengths) { $1(&$0.touchpadDistance) },
      "The finger movement on a touchpad that turns one page; 0 is the same as on a touchscreen.",
      source: "our choice; a page moves as far as the fingers"),
    Setting(
      "distance.handOff", unit: "pt", .number(lengths) { $1(&$0.handOffDistanceOfPage) },
      "The finger movement that counts as a page in the release velocity; 0 is the same as in the drag.",
      source: "our choice; the strip continues at the speed of the finger. libadwaita has 1000"),
    Setting(
      "limits.reach",
      .text(
        form: "points above 0, or percent of a page, such as 10 or 5%",
        get: { $0.bandReach.text },
        set: { tuning, text in
          guard let reach = Detent.Height(text), reach.resolved(on: Points(1)) > .zero else {
            return false
          }
          tuning.bandReach = reach
          return true
        }), "The distance beyond an end that the rubber band approaches but never exceeds.",
      source: "the curve of scroll views, @chpwn (2012): the length of the view"),
    Setting(
      "prediction", unit: "s", .number(0...1) { $1(&$0.prediction) },
      """
      The longest time after its last report at which the finger is shown, as in a browser: each frame of 1/60 s shows \
      the finger of 5 ms before, at most half an interval after a report. 0 shows each report.
      """,
      source: "our choice; a page stays under the finger"),
    Setting(
      "limits.forgets", .flag { $1(&$0.forgetsExcess) },
      """
      Whether the pages move as soon as a finger beyond an end turns back, and not only when the finger is back at the \
      end; only for limits that stop the pages.
      """,
      source: "our choice; the pages are again where the finger took hold of them"),
    Setting(
      "catch", .word { $1(&$0.catching) },
      "What stops the moving strip: the touch, or the drag. The drag continues from the current position "
        + "(drag), the position at the touch-down (dragFromTouch) or the target (dragFromTarget).",
      source: "our choice; a page stays under the finger, as in every scroll view"),
    Setting(
      "catch.withoutSlop", .flag { $1(&$0.catchesWithoutSlop) },
      """
      Whether a strip that is caught at more than 100 pt/s follows the finger without a slop, as in Qt. With other \
      recognizers than qt, it jumps to the finger after the slop.
      """,
      source: "our choice; a tap on a moving strip does not move it"),
    Setting(
      "limits.refusesOutward", .flag { $1(&$0.refusesOutward) },
      "Whether a drag from the first or last page away from all other pages is ignored until the lift.",
      source: "our choice; a finger that turns back moves the pages. libadwaita refuses it"),
    Setting(
      "settle.law", .word { $1(&$0.law) },
      "The motion of the strip to its target page: its spring, or the motion of another system. Embla's "
        + "steps also move the strip under the finger.",
      source: "our choice; a spring starts with the velocity of the finger"),
  ]

  /// Returns whether the motion setting `key` has no meaning for pages.
  ///
  /// `hitTest` has no meaning because a touch hits a page everywhere, and `vetoesDismissal` because pages cannot be
  /// dismissed.
  private static func isIrrelevant(_ key: String) -> Bool {
    [
      // Pages have their own settings for settling, and for the distance that counts as a page.
      "settle.law", "settle.duration", "release.handOffDistance",
      "hitTest", "vetoesDismissal",
    ].contains(key)
  }
}
