import MotionPhysics
public import Quantities
import ReleaseRules
public import Surfaces

/// Pages in a row that a hand moves along; what `paging` and `swipe` have in common.
public struct PageTuning: Hashable, Sendable {
  /// The axis along which pages lie.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// From left to right.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// From where a touch counts the pages that it may reach.
  public enum Counting: String, Hashable, Sendable, CaseIterable {
    /// From the page at which the strip rested or for which it was heading.
    case heading
    /// From where the strip was when the hand took it; as libadwaita does.
    case shown
  }

  /// What takes the strip to its page.
  public enum SettlingLaw: String, Hashable, Sendable, CaseIterable {
    /// The spring of the motion.
    case spring
    /// Slower and slower, in a time that follows from way and velocity; as in GNOME Shell.
    case easeOut
  }

  /// The axis along which the pages lie.
  public var axis = Axis.horizontal

  /// How many pages there are.
  public var pages = 5

  /// The length of a page; 0 is that of the screen.
  public var page = Points.zero

  /// What lies between one page and the next; negative where they overlap.
  public var spacing = Points.zero

  /// The page at which it rests at first, from 0.
  public var start = 0

  /// Whether the first page comes after the last.
  public var wraps = false

  /// Whether later pages are to the left, or above.
  public var isReversed = false

  /// How many pages one touch may reach either way; 0 is any number.
  public var reach = 1

  /// From where a touch counts the pages that it may reach.
  public var counting = Counting.heading

  /// The way of a hand on a touchscreen that moves the strip by a page; 0 is one to one.
  public var screenDistance = Points.zero

  /// The way of a hand on a touchpad that moves the strip by a page; 0 is as on a touchscreen.
  public var touchpadDistance = Points.zero

  /// The way of a hand that counts as a page when its velocity is handed on; 0 is the true one.
  public var handedDistance = Points.zero

  /// The distance beyond an end that the rubber band approaches; a fraction is one of a page.
  public var bandReach = Detent.Height.fraction(1)

  /// What takes the strip to its page.
  public var law = SettlingLaw.spring

  /// How it follows, settles and decides.
  public var motion: MotionTuning

  /// Creates the standard tuning.
  public init() {
    motion = MotionTuning()
    motion.tracking = Spring(dampingRatio: 1, response: .zero)
    motion.settling = Spring(dampingRatio: 1, response: Seconds(0.4))
    motion.release.rule = .page(ReleaseRule.Page())
  }
}

extension PageTuning {
  private static let lengths = 0.0...100_000

  /// The settings of the strip, and of its motion those that mean something to pages.
  static let settings: [Setting<PageTuning>] =
    stripSettings + handSettings
    + motionSettings.map { $0.lifted(into: { $1(&$0.motion) }) }

  private static let motionSettings = MotionTuning.settings(canBeGone: false).filter {
    !isMoot($0.key)
  }.sourced([
    "tracking.dampingRatio": "ours; of no account where the response is 0",
    "tracking.response": "ours; a page goes where the finger goes, as in every scroll view",
    "spring.dampingRatio": "WWDC 2018, session 803: only what is thrown for its own sake swings",
    "release.choice": "ours; a flick always turns a page, or takes the turning back",
  ])

  private static let stripSettings: [Setting<PageTuning>] = [
    Setting(
      "axis", .word { $1(&$0.axis) }, "The axis along which the pages lie.",
      source: "ours; as the pages of a book lie", describesSituation: true),
    Setting(
      "pages", .whole(1...1_000) { $1(&$0.pages) }, "How many pages there are.",
      source: "ours; enough for a first, a last and some between", describesSituation: true),
    Setting(
      "page", unit: "pt", .number(lengths) { $1(&$0.page) },
      "The length of a page; 0 is that of the screen.",
      source: "ours; a page fills the screen", describesSituation: true),
    Setting(
      "spacing", unit: "pt", .number(-100_000...100_000) { $1(&$0.spacing) },
      "What lies between one page and the next; negative where they overlap.",
      source: "ours; a page fills the screen, so the next begins where it ends",
      describesSituation: true),
    Setting(
      "start", .whole(0...999) { $1(&$0.start) }, "The page at which it rests at first, from 0.",
      source: "ours; the first", describesSituation: true),
    Setting(
      "wrap", .flag { $1(&$0.wraps) }, "Whether the first page comes after the last.",
      source: "ours; a row has two ends", describesSituation: true),
    Setting(
      "reversed", .flag { $1(&$0.isReversed) }, "Whether later pages are to the left, or above.",
      source: "ours; as text is read from left to right", describesSituation: true),
  ]

  private static let handSettings: [Setting<PageTuning>] = [
    Setting(
      "reach", .whole(0...1_000) { $1(&$0.reach) },
      "How many pages one touch may reach either way; 0 is any number.",
      source: "libadwaita and niri, one"),
    Setting(
      "counting", .word { $1(&$0.counting) },
      "From where a touch counts the pages that it may reach.",
      source: "ours; a second flick goes on from where the first one sent the strip"),
    Setting(
      "distance", unit: "pt", .number(lengths) { $1(&$0.screenDistance) },
      "The way of a hand on a touchscreen that moves it by a page; 0 is one to one.",
      source: "ours; a page stays under the finger"),
    Setting(
      "distance.touchpad", unit: "pt", .number(lengths) { $1(&$0.touchpadDistance) },
      "The way of a hand on a touchpad that moves it by a page; 0 is as on a touchscreen.",
      source: "ours; a page goes as far as the fingers do"),
    Setting(
      "distance.handed", unit: "pt", .number(lengths) { $1(&$0.handedDistance) },
      "The way that counts as a page when a velocity is handed on; 0 is the true one.",
      source: "ours; a strip goes on as fast as the hand moved it. libadwaita has 1000"),
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
        }), "The distance beyond an end that the rubber band approaches.",
      source: "the curve of scroll views, @chpwn (2012): the length of the view"),
    Setting(
      "settle.law", .word { $1(&$0.law) },
      "What takes it to its page: its spring, or the easing of GNOME Shell.",
      source: "ours; a spring takes the velocity of the hand over"),
  ]

  /// Whether a setting of motion says nothing to pages: they fill the screen, and stay.
  private static func isMoot(_ key: String) -> Bool {
    [
      // Pages have laws of their own to settle by, and a way of their own that counts as a page.
      "settle.law", "settle.duration", "release.handOffDistance",
      "hitTest", "vetoesDismissal",
    ].contains(key)
  }
}
