public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A button that is switched by how hard it is pressed, as the flashlight of a lock screen.
///
/// It switches when the force comes back below a level, after it was above another one, and not again
/// before it was below a third: a finger that trembles at one of them switches once. Its position is
/// that of its centre, which never moves; its progress is how far it has swollen under the finger.
public struct FlashlightScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How wide it is at rest.
    public var width = Points(50)

    /// How wide it is under a finger that presses with all force.
    public var fullWidth = Points(92)

    /// Where its centre is.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the button at rest a finger may go before it counts as gone.
    public var slack = Points(20)

    /// The forces at which it changes.
    public var levels = ForceSwitch.Levels()

    /// The force that a finger has on a device that does not tell it; unitless, 0 to 1.
    public var untold = 1.0

    /// The spring between the force and the size, under the finger; a response of zero is the force.
    public var tracking = Spring(dampingRatio: 1, response: Seconds(0.1))

    /// The spring back to rest.
    public var settling = Spring(dampingRatio: 0.4, response: Seconds(0.2))

    /// Whether a touch must be on the button to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }

  /// How near its size at rest, and how slow, it counts as at rest, in shares and shares a second.
  ///
  /// Source: ours; ``SettleTolerance/standard`` on the 42 pt that it swells.
  static let tolerance = SettleTolerance(distance: Points(0.0024), speed: PointsPerSecond(0.12))

  private var tuning: Tuning
  /// The finger on it.
  private var hold = Hold<Never>(for: .touch)
  /// When it is as small as at rest again, which a finger has left; nil when none did, or never.
  private var end: Seconds?
  /// Whether it goes back to its size at rest.
  private var isSettling = false
  /// How far it has swollen; a fraction of the whole.
  private var swelling = NumberTrajectory(resting: 0)
  private var force = ForceSwitch()
  private var isOn = false
  private var now = Seconds.zero

  /// Creates a button that nobody touches, of a light that is off.
  ///
  /// - Throws: `SettingError.contradiction` when the levels of force are not
  ///   in order.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    try Self.check(tuning)
    self.tuning = tuning
  }

  private static func check(_ tuning: Tuning) throws(SettingError) {
    let levels = tuning.levels
    guard levels.reset <= levels.confirmation, levels.confirmation <= levels.activation else {
      throw .contradiction(
        scenario: name, found: "its levels of force are not in order",
        remedy: "let force.reset be at most force.confirmation, and that at most force.activation")
    }
  }

  /// How far it has swollen, 0 to about 1, and how fast that changes, per second; both unitless.
  private var swollen: (number: Double, perSecond: Double) { swelling.state(at: now) }

  /// The name of what it is.
  private var light: String { isOn ? "on" : "off" }

  /// Lets it swell to `fraction` on `spring`.
  private mutating func swell(to fraction: Double, on spring: Spring) {
    swelling = NumberTrajectory(
      from: swollen.number, velocity: swollen.perSecond, to: fraction, on: spring, at: now)
  }

  /// Whether a finger at `position` is on the button, or at most `slack` beside it; a finger without a
  /// position is.
  private func isOn(_ position: Position?, slack: Points = .zero) -> Bool {
    guard let position else { return true }
    return (position - tuning.centre).length <= tuning.width / 2 + slack
  }
}

extension FlashlightScenario {
  /// Takes in what the hand did.
  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isFree = !tuning.hitTest
    let button = self
    let step = hold.receive(
      event, at: now, isMoving: isSettling, into: &journal, isHit: { isFree || button.isOn($0) })
    switch step {
    case .pressed: begin(into: &journal)
    case .sensed(let sense):
      if case .force(let fraction) = sense { press(with: fraction, &journal) }
    case .dragged(let pan, _): moveFinger(pan, into: &journal)
    case .released(let release): lift(isCancelled: release.isCancelled, into: &journal)
    case .grabbed, nil: break
    }
  }

  private mutating func begin(into journal: inout Journal) {
    if isSettling {
      journal.noteCatch(
        of: (tuning.centre, .zero), headingFor: light, at: now,
        [LogField("swelling", .number(swollen.number))])
    }
    isSettling = false
    force = ForceSwitch()
    swell(to: 0, on: tuning.tracking)
  }

  /// The finger presses with `fraction` of what its device can tell; nil when that cannot tell it.
  private mutating func press(with fraction: Double?, _ journal: inout Journal) {
    let fraction = fraction ?? tuning.untold
    swell(to: fraction, on: tuning.tracking)
    note(force.receive(fraction, levels: tuning.levels), into: &journal)
  }

  /// Notes what a change of force has done.
  private mutating func note(_ change: ForceSwitch.State?, into journal: inout Journal) {
    let payload = [LogField("force", .number(force.fraction))]
    switch change {
    case nil: return
    case .activated: journal.note(.activated, at: now, payload)
    case .reset: journal.note(.rearmed, at: now, payload)
    case .confirmed: toggle(payload, into: &journal)
    }
  }

  private mutating func toggle(_ payload: [LogField], into journal: inout Journal) {
    isOn.toggle()
    journal.note(.toggled, at: now, payload + [LogField("isOn", .flag(isOn))])
  }

  /// The finger has moved on; one that may press the button from anywhere counts as having pressed
  /// its centre.
  private mutating func moveFinger(_ pan: Pan, into journal: inout Journal) {
    let seen = tuning.hitTest ? pan.location : nil
    let displacement = pan.translation.held(within: SurfaceDrag.bound)
    guard !isOn(seen ?? tuning.centre + displacement, slack: tuning.slack) else { return }
    journal.noteLift(as: .dragExit, from: hold.finger, at: now)
    decide(.thresholdDistance, into: &journal)
    hold.drop()
    letGo()
  }

  /// The finger has left; one that had pressed hard enough has switched the light now at the latest.
  private mutating func lift(isCancelled: Bool, into journal: inout Journal) {
    if !isCancelled, force.state == .activated {
      toggle([LogField("force", .number(force.fraction))], into: &journal)
    }
    decide(isCancelled ? .cancelled : .single, into: &journal)
    letGo()
  }

  private mutating func letGo() {
    swell(to: 0, on: tuning.settling)
    force = ForceSwitch()
    settle()
  }

  private mutating func settle() {
    (isSettling, end) = (true, swelling.settleTime(within: Self.tolerance))
  }

  /// Notes what the press has come to.
  private func decide(_ reason: Decision.Reason, into journal: inout Journal) {
    let target = RestCandidate(name: light, position: tuning.centre)
    journal.note(
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, estimate: .none(reason == .cancelled ? .cancelled : .stopped),
        from: "button", reason: reason,
        rests: [target]
      ), at: now)
  }

  /// Moves forward to `time`.
  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    now = time
    guard isSettling, let end, end <= time else { return }
    swelling = NumberTrajectory(resting: 0)
    isSettling = false
    journal.noteArrival(as: .settled, at: light, tuning.centre, at: end)
  }

  /// Takes on other numbers, at once; what swells or shrinks goes on from where it is.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) {
    try Self.check(tuning)
    let old = self.tuning
    self.tuning = tuning
    if hold.isOn, tuning.tracking != old.tracking {
      swell(to: force.fraction, on: tuning.tracking)
    } else if isSettling, tuning.settling != old.settling {
      swell(to: 0, on: tuning.settling)
      settle()
    }
  }
}

extension RunEvent.Kind {
  /// A button was pressed hard enough to switch when the force goes back.
  public static let activated = RunEvent.Kind(rawValue: "activated")
  /// What a button switches was switched.
  public static let toggled = RunEvent.Kind(rawValue: "toggled")
  /// The force was low enough for a button to be switched again.
  public static let rearmed = RunEvent.Kind(rawValue: "rearmed")
}

extension Phase {
  /// Pressed hard enough to switch when the force goes back.
  public static let activated = Phase(rawValue: "activated")
  /// Switched, and still pressed too hard to be switched again.
  public static let confirmed = Phase(rawValue: "confirmed")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FlashlightScenario: Scenario {
  public static let name = "flashlight"
  public static let meaning = "A button that is switched by how hard it is pressed."
  public static var standardTuning: Tuning { Tuning() }
  public static let heedsForce = true

  public static let settings: [Setting<Tuning>] = buttonSettings + forceSettings + springSettings

  private static let buttonSettings: [Setting<Tuning>] = [
    Setting(
      "width", unit: "pt", .number(1...100_000) { $1(&$0.width) }, "How wide it is at rest.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, minWidth, 50",
      describesSituation: true),
    Setting(
      "width.full", unit: "pt", .number(1...100_000) { $1(&$0.fullWidth) },
      "How wide it is under a finger that presses with all force.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, maxWidth, 92",
      describesSituation: true),
    Setting(
      "centre.x", unit: "pt", .number(0...100_000) { $1(&$0.centre.x) },
      "Where its centre is.",
      source: "ours; the middle of a screen of 390 pt", describesSituation: true),
    Setting(
      "centre.y", unit: "pt", .number(0...100_000) { $1(&$0.centre.y) },
      "Where its centre is.",
      source: "ours; the middle of a screen of 844 pt", describesSituation: true),
    Setting(
      "slack", unit: "pt", .number(0...100_000) { $1(&$0.slack) },
      "How far outside the button at rest a finger that pressed it may go.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, cancelDistance: minWidth / 2 + 20"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the button to act on it.",
      source: "ours; a recorded hand need not have aimed at this button"),
  ]

  private static let forceSettings: [Setting<Tuning>] = [
    Setting(
      "force.activation", .number(0...1) { $1(&$0.levels.activation) },
      "The force from which on it is about to switch, as a fraction of what the device can tell.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, activationForce, 0.5"),
    Setting(
      "force.confirmation", .number(0...1) { $1(&$0.levels.confirmation) },
      "The force down to which it switches then.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, confirmationForce, 0.49"),
    Setting(
      "force.reset", .number(0...1) { $1(&$0.levels.reset) },
      "The force down to which it may be switched again.",
      source: "fluid-interfaces at da5c66c, FlashlightButton, resetForce, 0.4"),
    Setting(
      "force.untold", .number(0...1) { $1(&$0.untold) },
      "The force of a finger on a device that does not tell it.",
      source: "ours; all of it, so that a tap switches where nothing else could"),
  ]

  private static let springSettings =
    Setting<Tuning>.spring(
      "tracking", { $1(&$0.tracking) }, "between force and size", dampingRatios: 0.05...20,
      zero: "follows the force itself",
      sources: (
        "ours; a size that swings says more than the finger does",
        "ours; quick, and slow enough to hide the steps of a pressure sensor"
      ))
    + Setting<Tuning>.spring(
      "spring", { $1(&$0.settling) }, "back to rest", dampingRatios: 0.05...20, zero: "jumps there",
      sources: (
        "fluid-interfaces at da5c66c, FlashlightButton, 0.4",
        "fluid-interfaces at da5c66c, FlashlightButton, 0.2 s"
      ))

  public static let machine = StateMachine([
    .init(.resting, "a touch on it", .pressed),
    .init(.pressed, "pressed hard enough", .activated),
    .init(.activated, "the force goes back: switched", .confirmed),
    .init(.confirmed, "the force is low enough", .pressed),
    .init(.pressed, "the finger leaves, or goes off it", .settling),
    .init(.activated, "the finger leaves: switched; or goes off it", .settling),
    .init(.confirmed, "the finger leaves, or goes off it", .settling),
    .init(.settling, "a touch", .pressed),
    .init(.settling, "as small as at rest", .resting),
    .init(.resting, "a touch that is hard at once", .activated),
    .init(.settling, "a touch that is hard at once", .activated),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("force", "How hard it is pressed, 0 to 1; null without a finger on it.") {
        $0.hold.isOn ? $0.force.fraction : nil
      },
      Field("press", "Whether it may be switched: reset, activated or confirmed.") {
        $0.force.state.rawValue
      },
      Field("isOn", "Whether the light is on.") { $0.isOn },
      Field("swellingPerSecond", unit: "1/s", "How fast the progress changes.") {
        $0.swollen.perSecond
      },
      Field("width", unit: "pt", "How wide the button is.") {
        let (least, full) = ($0.tuning.width, $0.tuning.fullWidth)
        return max(.zero, least + (full - least) * $1.progress)
      },
    ])

  public static let ownEvents = [
    EventDescription(.caught, "", [FieldDescription("swelling", "How far it was swollen.")]),
    EventDescription(.activated, "The button was pressed hard enough to switch.", [force]),
    EventDescription(
      .toggled, "The light was switched.",
      [force, FieldDescription("isOn", "Whether it is on now.")]),
    EventDescription(.rearmed, "The force was low enough to switch again.", [force]),
    EventDescription(
      .dragExit, "The finger went off the button, which counts as a lift without a force.",
      fingerFields),
  ]

  private static let force = FieldDescription("force", "How hard it is pressed, 0 to 1.")

  public var isAtRest: Bool { !isSettling && !hold.isTouched }
  public var isGone: Bool { false }
  public var destinations: [String] { [] }
  public var targets: [String] { ["on", "off"] }

  /// A button has no positions to be sent to.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {}

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched, position: tuning.centre,
      velocity: .zero, target: tuning.centre, progress: swollen.number)
  }

  private var phase: Phase {
    guard hold.isOn else { return isSettling ? .settling : .resting }
    return switch force.state {
    case .reset: .pressed
    case .activated: .activated
    case .confirmed: .confirmed
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FlashlightScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
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
