import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// A list that is pulled down at its top to load it anew.
///
/// Its position is the y of the list's upper end: zero at the top, negative where the list is
/// scrolled on, positive where it is pulled below.
public struct RefreshScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How far below the top the list is held while it is loaded, and must be shown to arm.
    ///
    /// Source: Compose Material, `PullRefreshDefaults.RefreshThreshold`, 80 dp.
    public var height = Points(80)

    /// How readily the list follows a pull; unitless, above 0, at most 1.
    ///
    /// Source: Compose Material, `PullRefreshState`, 0.5.
    public var resistance = 0.5

    /// The way of a finger to where a pull arms as a share of the screen's height; 0 takes
    /// ``resistance``.
    ///
    /// Source of the default: ours; a hand has the same size before any screen.
    public var share = 0.0

    /// How far a pull can go as a multiple of ``height``; unitless, 1 or more.
    ///
    /// Source: Compose Material, `PullRefreshState`, twice the threshold.
    public var limit = 2.0

    /// What happens beyond ``height``.
    public var beyond = PullStyle.rubberBand

    /// How far an armed pull must go back to be disarmed.
    ///
    /// Source: ours; the tremor of a hand that rests at the threshold.
    public var hysteresis = Points(8)

    /// Whether only a pan that begins at the top may arm.
    public var startsAtTop = false

    /// How long it takes to load the list.
    ///
    /// Source: ours; a second is as long as a hand will wait.
    public var duration = Seconds(1)

    /// How long its indicator takes to shrink away afterwards.
    ///
    /// Source: Flutter, `refresh_indicator.dart`, 200 ms.
    public var scaleOut = Seconds(0.2)

    /// How long the list is.
    ///
    /// Source: ours; as in `scroll`, some fifty rows on a phone.
    public var content = Points(3_000)

    /// How far the list is scrolled on at first.
    public var start = Points(0)

    /// The spring that takes the list to where it is held.
    ///
    /// Source: ours, after Flutter's 150 ms: within (1 + 2π) e^(−2π) = 1.4 % of its way in that time.
    public var snap = Spring(dampingRatio: 1, response: Seconds(0.15))

    /// The spring that takes it back to the top.
    ///
    /// Source: ours; as `scroll` comes back from beyond its edges.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// The share of the velocity that is left after a millisecond while the list coasts; unitless.
    ///
    /// Source: Apple, `UIScrollView.DecelerationRate.normal`, 0.998.
    public var decelerationRate = 0.998

    /// The speed up to which a release does not throw.
    ///
    /// Source: ours; a lifting finger drifts at some 20 pt/s.
    public var deadBand = PointsPerSecond(30)

    /// The greatest speed of a throw.
    ///
    /// Source: Flutter, `kMaxFlingVelocity`, 8000 logical pixels per second.
    public var cap = PointsPerSecond(8_000)

    /// How near its place, and how slow, the list counts as at rest.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  var tuning: Tuning
  var stage: Stage
  /// The hand on it.
  var hold = Hold<PullDrag>()
  /// What moves it by itself; nil at rest and under a hand.
  var coasting: ScrollCourse?
  var place: Points
  /// When the loading began that is not over.
  var begun: Seconds?
  /// When the last loading was over.
  var finished: Seconds?
  /// Whether a pull of the hand that is down may arm.
  var canArm = false
  var now = Seconds.zero

  /// Creates a list that nobody loads.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    self.stage = stage
    place = -min(tuning.start, max(.zero, tuning.content - stage.screen.y))
  }
}

extension RefreshScenario {
  var isRefreshing: Bool { begun != nil }

  /// The place of the list when it is scrolled to its end.
  var lowest: Points { -max(.zero, tuning.content - stage.screen.y) }

  /// How a pull shows: while the list is held, it follows the hand up to there.
  var band: PullBand {
    let byShare = stage.screen.y * tuning.share
    let pull = tuning.share > 0 ? max(byShare, tuning.height) : tuning.height / tuning.resistance
    return PullBand(
      height: tuning.height, pull: isRefreshing ? tuning.height : pull,
      stiffness: tuning.height / pull, reach: tuning.height * (tuning.limit - 1),
      style: tuning.beyond)
  }

  /// Where the list is and how fast it moves.
  var motion: Decay.Motion {
    if let drag = hold.drag {
      return Decay.Motion(position: place, velocity: drag.shown(drag.velocity))
    }
    return coasting?.motion(at: now) ?? Decay.Motion(position: place, velocity: .zero)
  }

  /// Where the list comes to rest by itself; where the hand has put it while one holds it.
  var destination: Points { coasting?.destination ?? place }

  /// How large its indicator is, 0 to 1: whole while the list is loaded, then smaller and smaller.
  var scale: Double {
    if isRefreshing { return 1 }
    guard let finished, tuning.scaleOut > .zero else { return 0 }
    return max(0, 1 - (now - finished) / tuning.scaleOut)
  }

  /// What the place `rest` is called.
  func name(of rest: Points) -> String {
    if isRefreshing, rest == tuning.height { return "refreshing" }
    return rest == .zero ? "idle" : rest == lowest ? "bottom" : "inside"
  }

  /// Lets the list go on by itself from `start`: to where it is held while it is loaded, back to the
  /// top from below it, and else as far as friction lets it; with `isShown` to where it is held from
  /// anywhere.
  mutating func coast(from start: Decay.Motion, isShown: Bool = false) {
    let isHeld = isRefreshing && (isShown || start.position >= .zero)
    let top: Points = isRefreshing ? tuning.height : .zero
    let spring = isHeld ? tuning.snap : tuning.comeBack
    coasting = ScrollCourse(
      from: start, at: now,
      in: BoundedDecay(
        decay: Decay(rate: tuning.decelerationRate), spring: spring,
        edges: isHeld ? top...top : lowest...top),
      returning: spring, until: tuning.tolerance)
  }

  /// Moves forward to `time`, with what ends on the way in the order of time.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    while true {
      let arrival = coasting?.end.map { max($0, now) }
      let loaded = begun.map { max($0 + tuning.duration, now) }
      if let loaded, loaded <= time, loaded <= arrival ?? loaded {
        now = loaded
        finish(by: "time", into: &journal)
      } else if let arrival, arrival <= time {
        now = arrival
        (place, coasting) = (destination, nil)
        journal.noteArrival(
          as: .settled, at: name(of: place), Position(x: .zero, y: place), at: now)
      } else {
        break
      }
    }
    now = time
  }

  /// Begins to load the list.
  mutating func begin(by cause: String, into journal: inout Journal) {
    begun = now
    journal.note(.refreshBegan, at: now, [LogField("by", .text(cause))])
  }

  /// The list is loaded: it goes back to the top, unless a hand holds it or it is scrolled on.
  mutating func finish(by cause: String, into journal: inout Journal) {
    let here = motion
    let old = name(of: destination)
    (begun, finished) = (nil, now)
    journal.note(.refreshed, at: now, [LogField("by", .text(cause))])
    switch hold.state {
    case .pressed: if here.position > .zero { hold.unsettle() }
    case .dragging(let drag): hold.drag = drag.regrabbed(band, lowest: lowest)
    case .idle: if coasting != nil || here.position > .zero { coast(from: here) }
    }
    if coasting != nil, name(of: destination) != old {
      journal.noteRetarget(from: old, to: name(of: destination), at: now)
    }
  }

  /// Takes on other numbers; what is where it no longer belongs sets off from there.
  mutating func take(on tuning: Tuning, _ stage: Stage, into journal: inout Journal) {
    let here = motion
    let old = name(of: destination)
    let isShown = isRefreshing && destination == self.tuning.height
    (self.tuning, self.stage) = (tuning, stage)
    let isAway =
      here.position < lowest || here.position > .zero && here.position != destinationOfRest
    let wasResting = coasting == nil
    switch hold.state {
    case .pressed: if isAway { hold.unsettle() }
    case .dragging(let drag): hold.drag = drag.regrabbed(band, lowest: lowest)
    case .idle where coasting != nil: coast(from: here, isShown: isShown)
    case .idle: if isAway { coast(from: here) }
    }
    if coasting != nil, wasResting || name(of: destination) != old {
      journal.noteRetarget(from: old, to: name(of: destination), at: now)
    }
  }

  /// Where a list below its top belongs.
  private var destinationOfRest: Points { isRefreshing ? tuning.height : .zero }
}
