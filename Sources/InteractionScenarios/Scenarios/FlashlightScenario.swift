import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// A button that is switched by how hard it is pressed, as the flashlight of a lock screen.
///
/// It switches when the force comes back below a level, after it was above another one, and not again
/// before it was below a third: a finger that trembles at one of them switches once. Its position is
/// that of its centre, which never moves; its progress is how far it has swollen under the finger.
public struct FlashlightScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How wide it is at rest.
    ///
    /// Source: fluid-interfaces at da5c66c, the flashlight's `minWidth`, 50 pt.
    public var width = Points(50)

    /// How wide it is under a finger that presses with all force.
    ///
    /// Source: fluid-interfaces at da5c66c, the flashlight's `maxWidth`, 92 pt.
    public var fullWidth = Points(92)

    /// Where its centre is.
    ///
    /// Source: ours; the middle of a screen of 390 × 844 pt.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the button at rest a finger may go before it counts as gone.
    ///
    /// Source: fluid-interfaces, `cancelDistance`: half of the width at rest and 20 pt.
    public var slack = Points(20)

    /// The forces at which it changes.
    public var levels = ForceSwitch.Levels()

    /// The force that a finger has on a device that does not tell it; unitless, 0 to 1.
    ///
    /// Source: ours; all of it, so that a tap switches where nothing else could.
    public var untold = 1.0

    /// The spring between the force and the size, under the finger; a response of zero is the force.
    ///
    /// Source: ours; quick, and slow enough to hide the steps of a pressure sensor.
    public var tracking = Spring(dampingRatio: 1, response: Seconds(0.1))

    /// The spring back to rest.
    ///
    /// Source: fluid-interfaces at da5c66c, damping ratio 0.4, response 0.2 s.
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

  private(set) var tuning: Tuning
  /// The finger on it.
  private(set) var hold = Hold<Never>(for: .touch)
  /// When it is as small as at rest again, which a finger has left; nil when none did, or never.
  private var end: Seconds?
  /// Whether it goes back to its size at rest.
  private(set) var isSettling = false
  /// How far it has swollen; a share of the whole, along x.
  private var swelling = SpringDrive(resting: .zero)
  private(set) var force = ForceSwitch()
  private(set) var isOn = false
  private(set) var now = Seconds.zero

  /// Creates a button that nobody touches, of a light that is off.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when the levels of force are not
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
  var swollen: (share: Double, perSecond: Double) {
    let motion = swelling.state(at: now)
    return (motion.position.x.value, motion.velocity.x.value)
  }

  /// The name of what it is.
  var light: String { isOn ? "on" : "off" }

  /// Lets it swell to `share` on `spring`.
  private mutating func swell(to share: Double, on spring: Spring) {
    let here = swelling.state(at: now)
    swelling = SpringDrive(
      spring, engine: nil, from: here.position, velocity: here.velocity,
      to: Position(x: Points(share), y: .zero), at: now)
  }

  /// Whether a finger at `place` is on the button, or at most `slack` beside it; a finger without a
  /// place is.
  private func isOn(_ place: Position?, slack: Points = .zero) -> Bool {
    guard let place else { return true }
    return (place - tuning.centre).length <= tuning.width / 2 + slack
  }
}

extension FlashlightScenario {
  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    let isFree = !tuning.hitTest
    let button = self
    let step = hold.receive(
      event, at: now, isMoving: isSettling, into: &journal, isHit: { isFree || button.isOn($0) })
    switch step {
    case .pressed: begin(into: &journal)
    case .sensed(let sense): if case .force(let share) = sense { press(with: share, &journal) }
    case .dragged(let pan, _): moveFinger(pan, into: &journal)
    case .released(let release): lift(isCancelled: release.isCancelled, into: &journal)
    case .grabbed, nil: break
    }
  }

  private mutating func begin(into journal: inout Journal) {
    if isSettling {
      journal.noteCatch(
        of: (tuning.centre, .zero), headingFor: light, at: now,
        [LogField("swelling", .number(swollen.share))])
    }
    isSettling = false
    force = ForceSwitch()
    swell(to: 0, on: tuning.tracking)
  }

  /// The finger presses with `share` of what its device can tell; nil when that cannot tell it.
  private mutating func press(with share: Double?, _ journal: inout Journal) {
    let share = share ?? tuning.untold
    swell(to: share, on: tuning.tracking)
    note(force.receive(share, levels: tuning.levels), into: &journal)
  }

  /// Notes what a change of force has done.
  private mutating func note(_ change: ForceSwitch.State?, into journal: inout Journal) {
    let payload = [LogField("force", .number(force.share))]
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
    let way = pan.translation.held(within: SurfaceDrag.bound)
    guard !isOn(seen ?? tuning.centre + way, slack: tuning.slack) else { return }
    journal.noteLift(as: .dragExit, from: hold.finger, at: now)
    decide(.thresholdDistance, into: &journal)
    hold.drop()
    letGo()
  }

  /// The finger has left; one that had pressed hard enough has switched the light now at the latest.
  private mutating func lift(isCancelled: Bool, into journal: inout Journal) {
    if !isCancelled, force.state == .activated {
      toggle([LogField("force", .number(force.share))], into: &journal)
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
      .decision, at: now,
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, velocityReason: reason == .cancelled ? .cancelled : .stopped,
        from: "button", reason: reason,
        candidates: [Decision.WeighedCandidate(candidate: target, distance: .zero)]
      ).logFields)
  }

  /// Moves forward to `time`.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    now = time
    guard isSettling, let end, end <= time else { return }
    swelling = SpringDrive(resting: .zero)
    isSettling = false
    journal.noteArrival(as: .settled, at: light, tuning.centre, at: end)
  }

  /// Takes on other numbers, at once; what swells or shrinks goes on from where it is.
  mutating func adapt(to tuning: Tuning) throws(SettingError) {
    try Self.check(tuning)
    let old = self.tuning
    self.tuning = tuning
    if hold.isOn, tuning.tracking != old.tracking {
      swell(to: force.share, on: tuning.tracking)
    } else if isSettling, tuning.settling != old.settling {
      swell(to: 0, on: tuning.settling)
      settle()
    }
  }
}
