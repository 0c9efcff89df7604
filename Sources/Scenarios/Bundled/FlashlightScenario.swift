public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
import TouchInput

/// A button that is switched by the force of a press, like the flashlight button of a lock screen.
///
/// The button is activated when the force rises to a first level, and switches the light when the force falls to a
/// second level. The button can be activated again when the force has fallen to a third level. If the force varies
/// slightly around one of these levels, the button therefore switches only once.
///
/// The position of the button is its centre, which never moves. Its progress is its growth: 0 at its size at rest, 1 at
/// full force.
public struct FlashlightScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The width of the button at rest: the setting `width`.
    public var width = Points(50)

    /// The width of the button at full force.
    public var fullWidth = Points(92)

    /// The position of the button's centre on the screen: the settings `centre.x` and `centre.y`.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far the finger may move outside the button's area at rest before the press ends.
    public var slack = Points(20)

    /// The force levels at which the state changes.
    public var levels = ForceSwitch.Levels()

    /// The force that is assumed on a device that does not report force; unitless, 0 to 1.
    public var assumed = 1.0

    /// The spring on which the size follows the force; if its response is zero, the size follows immediately.
    public var tracking = Spring(dampingRatio: 1, response: .zero)

    /// The spring that shrinks the button after a release.
    public var settling = Spring(dampingRatio: 0.4, response: Seconds(0.2))

    /// Whether a touch must be on the button to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }

  /// The tolerance within which the size counts as at rest.
  ///
  /// The distance is a fraction of the growth, and the speed such a fraction per second, although their types are
  /// points and points per second. Both are the values of ``SettleTolerance/standard`` divided by 42 pt, the default
  /// growth of the button.
  static let tolerance = SettleTolerance(distance: Points(0.0024), speed: PointsPerSecond(0.12))

  private var tuning: Tuning
  var hold = Hold<Never>(for: .touch)
  /// The time at which the button has shrunk to its size at rest; nil if it never settles.
  ///
  /// The value is valid only while `isMoving` is true.
  private var end: Seconds?
  /// Whether the button is shrinking to its size at rest.
  private(set) var isMoving = false
  /// The growth of the button over time, as a fraction: 0 at rest, 1 at full force.
  private var swelling = NumberTrajectory(resting: 0)
  private var force = ForceSwitch()
  private var isOn = false
  private(set) var now = Seconds.zero

  /// Creates a button at rest, with the light off.
  ///
  /// - Throws: `SettingError.contradiction` if the force levels are not in order.
  public init(tuning: Tuning, screen: Screen) throws(SettingError) {
    try Self.check(tuning)
    self.tuning = tuning
  }

  private static func check(_ tuning: Tuning) throws(SettingError) {
    let levels = tuning.levels
    guard levels.reset <= levels.confirmation, levels.confirmation <= levels.activation else {
      throw .contradiction(
        scenario: name, found: "the force levels are not in order",
        remedy: "set force.reset ≤ force.confirmation ≤ force.activation")
    }
  }

  /// The current growth, 0 to about 1, and its rate of change per second; both unitless.
  private var currentGrowth: (number: Double, perSecond: Double) { swelling.state(at: now) }

  /// The name of the light's state.
  var heading: String { isOn ? "on" : "off" }

  /// Starts a change of the growth to `fraction` on `spring`.
  private mutating func changeGrowth(to fraction: Double, on spring: Spring) {
    swelling = NumberTrajectory(
      from: currentGrowth.number, velocity: currentGrowth.perSecond, to: fraction, on: spring,
      at: now)
  }

  /// Returns whether `position` is on the button, or at most `slack` outside; true if `position` is nil.
  private func isOn(_ position: Position?, slack: Points = .zero) -> Bool {
    guard let position else { return true }
    return (position - tuning.centre).length <= tuning.width / 2 + slack
  }
}

extension FlashlightScenario {
  mutating func press() -> [LogField] {
    let caught = currentGrowth.number
    isMoving = false
    force = ForceSwitch()
    changeGrowth(to: 0, on: tuning.tracking)
    return [LogField("swelling", .number(caught))]
  }

  mutating func take(_ step: Hold<Never>.Meaning, into eventLog: inout EventLog) {
    switch step {
    case .sensed(.force(let fraction)): press(with: fraction, &eventLog)
    case .dragged(let pan, _): moveFinger(pan, into: &eventLog)
    case .released(let release): lift(isCancelled: release.isCancelled, into: &eventLog)
    case .pressed, .grabbed: break
    }
  }

  /// Handles a reading of the force, as a fraction of the device's range; nil if the device does not report force.
  private mutating func press(with fraction: Double?, _ eventLog: inout EventLog) {
    let fraction = fraction ?? tuning.assumed
    changeGrowth(to: fraction, on: tuning.tracking)
    note(force.receive(fraction, levels: tuning.levels), into: &eventLog)
  }

  /// Records a change of the state of the press; nil stands for no change.
  private mutating func note(_ change: ForceSwitch.State?, into eventLog: inout EventLog) {
    let payload = [LogField("force", .number(force.fraction))]
    switch change {
    case nil: return
    case .activated: eventLog.note(.activated, at: now, payload)
    case .reset: eventLog.note(.rearmed, at: now, payload)
    case .confirmed: toggle(payload, into: &eventLog)
    }
  }

  private mutating func toggle(_ payload: [LogField], into eventLog: inout EventLog) {
    isOn.toggle()
    eventLog.note(.toggled, at: now, payload + [LogField("isOn", .flag(isOn))])
  }

  /// Ends the press if the finger has moved off the button.
  ///
  /// Without a hit test, the press counts as having begun at the centre of the button, wherever the finger is.
  private mutating func moveFinger(_ pan: Pan, into eventLog: inout EventLog) {
    let seen = tuning.hitTest ? pan.location : nil
    let displacement = pan.translation.held(within: SurfaceDrag.bound)
    guard !isOn(seen ?? tuning.centre + displacement, slack: tuning.slack) else { return }
    eventLog.noteLift(as: .dragExit, from: hold.finger, at: now)
    decide(.thresholdDistance, into: &eventLog)
    hold.drop()
    letGo()
  }

  /// Handles the lift of the finger, which switches an activated button, because the force falls to zero.
  private mutating func lift(isCancelled: Bool, into eventLog: inout EventLog) {
    if !isCancelled, force.state == .activated {
      toggle([LogField("force", .number(force.fraction))], into: &eventLog)
    }
    decide(isCancelled ? .cancelled : .single, into: &eventLog)
    letGo()
  }

  private mutating func letGo() {
    changeGrowth(to: 0, on: tuning.settling)
    force = ForceSwitch()
    settle()
  }

  private mutating func settle() {
    (isMoving, end) = (true, swelling.settleTime(within: Self.tolerance))
  }

  /// Records the decision of the press: whether the light is on.
  private func decide(_ reason: Decision.Reason, into eventLog: inout EventLog) {
    let target = RestCandidate(name: heading, position: tuning.centre)
    eventLog.note(
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, estimate: .none(reason == .cancelled ? .cancelled : .stopped),
        from: "button", reason: reason,
        rests: [target]
      ), at: now)
  }

  /// Advances to `time`; if the button has shrunk to its size at rest by then, notes that it has settled.
  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    now = time
    guard isMoving, let end, end <= time else { return }
    swelling = NumberTrajectory(resting: 0)
    isMoving = false
    eventLog.noteArrival(as: .settled, at: heading, tuning.centre, at: end)
  }

  /// Changes the settings immediately; a change of size continues from the current size and rate.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    try Self.check(tuning)
    let old = self.tuning
    self.tuning = tuning
    if hold.isOn, tuning.tracking != old.tracking {
      changeGrowth(to: force.fraction, on: tuning.tracking)
    } else if isMoving, tuning.settling != old.settling {
      changeGrowth(to: 0, on: tuning.settling)
      settle()
    }
  }
}

extension RunEvent.Kind {
  /// A button was pressed so hard that it will switch when the force falls.
  public static let activated = RunEvent.Kind(rawValue: "activated")
  /// A button switched its light on or off.
  public static let toggled = RunEvent.Kind(rawValue: "toggled")
  /// The force fell low enough for a button to be activated again.
  public static let rearmed = RunEvent.Kind(rawValue: "rearmed")
}

extension Phase {
  /// The button is pressed so hard that it will switch when the force falls.
  public static let activated = Phase(rawValue: "activated")
  /// The button has switched, and is still pressed too hard to be activated again.
  public static let confirmed = Phase(rawValue: "confirmed")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FlashlightScenario: HeldScenario {
  public static let name = "flashlight"
  public static let meaning = "A button that is switched by the force of a press."
  public static var standardTuning: Tuning { Tuning() }
  public static let usesForce = true

  public static let sliders = [
    SettingSlider("spring.response", 0...1), SettingSlider("spring.dampingRatio", 0.05...2),
    SettingSlider("force.activation", 0...1), SettingSlider("force.reset", 0...1),
    SettingSlider("slack", 0...200),
  ]

  public static let settings: [Setting<Tuning>] = buttonSettings + forceSettings + springSettings

  private static let buttonSettings: [Setting<Tuning>] = [
    Setting(
      "width", unit: "pt", .number(1...100_000) { $1(&$0.width) },
      "The width of the button at rest.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, minWidth, 50",
      describesSituation: true),
    Setting(
      "width.full", unit: "pt", .number(1...100_000) { $1(&$0.fullWidth) },
      "The width of the button at full force.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, maxWidth, 92",
      describesSituation: true),
    Setting(
      "centre.x", unit: "pt", .number(0...100_000) { $1(&$0.centre.x) },
      "The horizontal position of the button's centre.",
      source: "our choice; this is the middle of a screen that is 390 pt wide",
      describesSituation: true),
    Setting(
      "centre.y", unit: "pt", .number(0...100_000) { $1(&$0.centre.y) },
      "The vertical position of the button's centre.",
      source: "our choice; this is the middle of a screen that is 844 pt high",
      describesSituation: true),
    Setting(
      "slack", unit: "pt", .number(0...100_000) { $1(&$0.slack) },
      "How far the finger may move off the button at rest before the press ends.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, cancelDistance: minWidth / 2 + 20"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the button to act on it.",
      source: "our choice; the user who made the recording may not have aimed at this button"),
  ]

  private static let forceSettings: [Setting<Tuning>] = [
    Setting(
      "force.activation", .number(0...1) { $1(&$0.levels.activation) },
      "The force that activates the button, as a fraction of the device's range.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, activationForce, 0.5"),
    Setting(
      "force.confirmation", .number(0...1) { $1(&$0.levels.confirmation) },
      "The force below which an activated button switches.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, confirmationForce, 0.49"),
    Setting(
      "force.reset", .number(0...1) { $1(&$0.levels.reset) },
      "The force below which the button can be activated again.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, resetForce, 0.4"),
    Setting(
      "force.assumed", .number(0...1) { $1(&$0.assumed) },
      "The force of a touch on a device that does not report force.",
      source: "our choice; with full force, a tap switches on devices that report no force"),
  ]

  private static let springSettings =
    Setting<Tuning>.spring(
      "tracking", { $1(&$0.tracking) }, "that makes the size follow the force",
      dampingRatios: 0.05...20, zero: "makes the size follow immediately",
      sources: (
        "our choice; the size must not oscillate if the force does not",
        "fluid-interfaces at da5c66c, FlashlightButton: the force sets the size"
      ))
    + Setting<Tuning>.spring(
      "spring", { $1(&$0.settling) }, "that shrinks the button to its size at rest",
      dampingRatios: 0.05...20, zero: "makes the size jump",
      sources: (
        "fluid-interfaces at da5c66c, FlashlightButton, 0.4",
        "fluid-interfaces at da5c66c, FlashlightButton, 0.2 s"
      ))

  public static let machine = StateMachine([
    .init(.resting, "a touch on the button", .pressed),
    .init(.pressed, "the press is hard enough", .activated),
    .init(.activated, "the force falls: the light switches", .confirmed),
    .init(.confirmed, "the force is low enough", .pressed),
    .init(.pressed, "the finger lifts or moves off the button", .settling),
    .init(.activated, "the finger lifts (the light switches) or moves off", .settling),
    .init(.confirmed, "the finger lifts or moves off the button", .settling),
    .init(.settling, "a touch", .pressed),
    .init(.settling, "the button has its size at rest", .resting),
    .init(.resting, "a touch with enough force", .activated),
    .init(.settling, "a touch with enough force", .activated),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("force", "The force of the press, 0 to 1; null without a finger on the button.") {
        $0.hold.isOn ? $0.force.fraction : nil
      },
      Field("press", "The state of the press: reset, activated or confirmed.") {
        $0.force.state.rawValue
      },
      Field("isOn", "Whether the light is on.") { $0.isOn },
      Field("swellingPerSecond", unit: "1/s", "The rate of change of the button's growth.") {
        $0.currentGrowth.perSecond
      },
      Field("width", unit: "pt", "The width of the button.") {
        let (least, full) = ($0.tuning.width, $0.tuning.fullWidth)
        return max(.zero, least + (full - least) * $1.progress)
      },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "",
      [FieldDescription("swelling", "The growth of the button: 0 at rest, about 1 at full force.")]),
    EventDescription(.activated, "The button was pressed hard enough to switch.", [force]),
    EventDescription(
      .toggled, "The light was switched.",
      [force, FieldDescription("isOn", "Whether the light is on now.")]),
    EventDescription(
      .rearmed, "The force fell low enough for the button to be activated again.", [force]),
    EventDescription(
      .dragExit, "The finger moved off the button, which ends the press without switching.",
      fingerFields),
  ]

  private static let force = FieldDescription("force", "The force of the press, 0 to 1.")

  public var isAtRest: Bool { !isMoving && !hold.isTouched }
  public var targets: [String] { ["on", "off"] }

  var motion: SurfaceMotion { (tuning.centre, .zero) }
  var target: Position { tuning.centre }
  func progress(at position: Position) -> Double { currentGrowth.number }
  func isHit(_ position: Position?) -> Bool { !tuning.hitTest || isOn(position) }

  var phase: Phase {
    guard hold.isOn else { return isMoving ? .settling : .resting }
    return switch force.state {
    case .reset: .pressed
    case .activated: .activated
    case .confirmed: .confirmed
    }
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FlashlightScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve("force", isEdge: true, value: { $0.own["force"]?.asNumber }),
        SceneCurve(
          "swelling", value: { $0.progress },
          rate: { $0.own["swellingPerSecond"]?.asNumber }),
      ]
    ) { frame in
      let isOn = frame.own["isOn"] == .flag(true)
      let width = Points(frame.number("width", or: tuning.width.value))
      let bar = Planar(x: tuning.fullWidth * 1.5, y: Points(10))
      let below = tuning.centre + Position(x: .zero, y: tuning.fullWidth)
      let force = frame.number("force")
      let left = below.x - bar.x / 2
      let full = SceneLayer(
        .outline, SceneBox(centre: below, size: bar), cornerRadius: Points(5))
      let pressed = SceneLayer(
        .handle, SceneBox(x: left, y: below.y - bar.y / 2, width: bar.x * force, height: bar.y),
        cornerRadius: Points(5), opacity: force > 0 ? 1 : 0)
      return [
        .circle(
          .light, about: tuning.centre, diameter: tuning.fullWidth * 1.6, opacity: isOn ? 0.8 : 0),
        .circle(.surface, about: tuning.centre, diameter: width, label: isOn ? "on" : "off"),
        full, pressed,
      ]
    }
  }
}
