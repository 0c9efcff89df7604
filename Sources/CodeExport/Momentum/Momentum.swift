import GestureReplay
import MotionPhysics
import Quantities
import VelocityEstimation

/// The parts of a scroll view's settings from which the code of its momentum is made.
struct Momentum {
  /// The law by which thrown content slows down.
  enum Law: Hashable {
    /// The velocity falls by the same fraction in each millisecond.
    case exponential
    /// The velocity falls by the same amount in each second.
    case constant
    /// The power law of Flutter.
    case flutter
    /// The spline of Android.
    case android
  }

  /// The behaviour beyond the edges.
  enum Limits: Hashable { case rubberBand, half, stop, forgetful, free }

  let law: Law
  let limits: Limits
  let estimator: MomentumEstimator
  /// The estimator of the settings, if the code uses another estimator instead; otherwise nil.
  let replacedEstimator: String?

  /// Creates the parts.
  ///
  /// - Throws: ``Refusal`` if a setting has no closed form.
  init(_ source: CodeSource) throws(Refusal) {
    switch source.word("friction") {
    case "exponential": law = .exponential
    case "constant": law = .constant
    case "flutter": law = .flutter
    case "android": law = .android
    case let other:
      throw Refusal(
        reason:
          "the law friction = \(other ?? "") moves on a Bézier curve, which has no closed form")
    }
    switch source.word("limits") {
    case "rubberBand": limits = .rubberBand
    case "stop": limits = source.word("limits.forgets") == "true" ? .forgetful : .stop
    case "half": limits = .half
    case "free": limits = .free
    case let other:
      throw Refusal(
        reason:
          "the rubber band limits = \(other ?? "") is not exported; use rubberBand, half, stop or free"
      )
    }
    let own = MomentumEstimator(named: source.request.estimator)
    estimator = own ?? .standard
    replacedEstimator = own == nil ? source.request.estimator : nil
  }

  /// The code in Rust.
  var rust: MomentumParts {
    MomentumParts(
      head: rustThrow + "\n" + Self.rustSpring, tracker: rustTracker, fling: Self.rustFling)
  }

  /// The code in C++17.
  var cpp: MomentumParts {
    MomentumParts(head: cppThrow + Self.cppSpring, tracker: cppTracker, fling: Self.cppFling)
  }

  /// Whether content at a limit cannot be thrown beyond the limit.
  var isRigid: Bool { limits == .stop || limits == .forgetful }

  /// The meaning of the length of the view, for comments.
  var viewMeaning: String {
    limits == .rubberBand
      ? "An overscroll approaches the length of the view."
      : "The length of the view has no effect here."
  }

  /// The reason why the momentum is not exported.
  struct Refusal: Error, Hashable {
    /// The reason, as a part of a sentence.
    var reason: String
  }
}

/// An estimator that code can express in a few lines.
struct MomentumEstimator: Hashable {
  /// The rule by which the velocity follows from the last movements.
  enum Rule: Hashable {
    /// The sum of the movements in a window of time, divided by the time from the first movement to the end.
    ///
    /// If `hasOlder` is true, the last movement before the window belongs to it, too. If `countsFirst` is false, the
    /// first movement is not added to the sum. The time ends at the release if `endsWithRelease` is true, and otherwise
    /// at the last movement.
    case mean(hasOlder: Bool, countsFirst: Bool, endsWithRelease: Bool)
    /// A weighted sum of the velocities of the last movements, the newest first.
    case blend([Double])
    /// The two blends of UIScrollView, one after the other.
    case scrollView
  }

  /// The name, such as `niri.swipe`.
  var name: String
  /// The name with its parameters, such as `gtk.swipe:window=100`.
  var text: String
  /// The description of the estimator in a table of Flickbook.
  var summary: String
  var rule: Rule
  /// The length of the window, or the longest rest after which the content still moves on, in seconds.
  var seconds: Double
  /// Whether the first sample is the first movement, instead of the touch-down.
  var skipsTouchDown: Bool { ["gnome.swipe", "gtk.swipe", "niri.swipe"].contains(name) }

  /// The estimator for settings whose own estimator is not exported.
  ///
  /// We chose the estimator of niri, because it is made for the scroll events of a touchpad, and a rest before the
  /// release lowers its velocity.
  static let standard = MomentumEstimator(
    name: "niri.swipe",
    rule: .mean(hasOlder: false, countsFirst: true, endsWithRelease: true), parameter: "window")

  /// Returns the estimator with a name that may have parameters, such as `gtk.swipe:window=100`.
  ///
  /// Nil for an estimator that has no short form.
  init?(named text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    let rule: Rule
    switch parts.first {
    case "niri.swipe": self = .standard
    case "gnome.swipe":
      rule = .mean(hasOlder: false, countsFirst: false, endsWithRelease: false)
      self.init(name: "gnome.swipe", rule: rule, parameter: "window")
    case "gtk.swipe":
      rule = .mean(hasOlder: true, countsFirst: false, endsWithRelease: true)
      self.init(name: "gtk.swipe", rule: rule, parameter: "window")
    case "apple.recognizer":
      self.init(name: "apple.recognizer", rule: .blend([0.2, 0.8]), parameter: nil)
    case "apple.scrollview":
      self.init(name: "apple.scrollview", rule: .scrollView, parameter: "gap")
    case "flutter.ios":
      self.init(name: "flutter.ios", rule: .blend([0.05, 0.35, 0.6]), parameter: "gap")
    case "flutter.macos":
      self.init(name: "flutter.macos", rule: .blend([0.2, 0.65, 0.15]), parameter: "gap")
    default: return nil
    }
    guard parts.count > 1 else { return }
    // Only the time is exported, so an estimator with another parameter cannot be exported.
    let setting = parts[1].split(separator: "=")
    guard setting.count == 2, setting[0] == "window" || setting[0] == "gap",
      let milliseconds = Double(setting[1].filter { $0 != "m" && $0 != "s" && $0 != " " })
    else { return nil }
    seconds = milliseconds / 1_000
    self.text = text
  }

  private init(name: String, rule: Rule, parameter: String?) {
    let description = allEstimators.first { $0.name == name }
    (self.name, text) = (name, name)
    self.rule = rule
    summary = description?.summary ?? ""
    seconds =
      (description?.parameters.first { $0.name == parameter }?.defaultValue ?? .infinity) / 1_000
  }
}

/// The parts of the code in one language.
struct MomentumParts {
  /// The throw and the spring.
  var head: String
  /// The tracker of the scroll events.
  var tracker: String
  /// The motion after the release.
  var fling: String
}
