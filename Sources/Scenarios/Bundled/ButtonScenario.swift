public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A key that lights up under the finger and fades when it is let go, as those of a calculator.
///
/// Its position is that of its centre, which never moves; its progress is how brightly it is lit.
public struct ButtonScenario: Sendable {
  private var tuning: Tuning
  /// How brightly it is lit, 0 to 1: all of it under a finger, and fading.
  private var light = NumberTrajectory(resting: 0)
  /// The finger on it, which stays on it when it goes off it.
  private var hold = Hold<Never>(for: .touch)
  /// Whether the finger that pressed it is still on it, or on the ground lent to it.
  private var isInside = false
  private var taps = 0
  private var now = Seconds.zero

  /// Creates a key that nobody touches.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
  }

  /// How brightly it is lit, 0 to 1, and how fast that changes, per second.
  private var brightness: (number: Double, perSecond: Double) { light.state(at: now) }

  /// Whether a finger at `position` is on the key, or on the ground around it that is lent to a finger
  /// that has pressed it; a finger without a position is.
  private func isOn(_ position: Position?, slack: Points = .zero) -> Bool {
    guard let position else { return true }
    let off = position - tuning.centre
    return off.x.magnitude <= tuning.size.x / 2 + slack
      && off.y.magnitude <= tuning.size.y / 2 + slack
  }

  private mutating func lightUp() { light = NumberTrajectory(resting: 1) }

  private mutating func fadeOut() {
    light = NumberTrajectory(
      from: brightness.number, to: 0, along: tuning.curve, over: tuning.fade, at: now)
  }

  /// When it is dark; nil when it does not fade.
  private var end: Seconds? { light.isResting ? nil : light.settleTime(within: .standard) }
}

extension ButtonScenario {
  private mutating func press(into journal: inout Journal) {
    if !light.isResting {
      journal.noteCatch(
        of: (tuning.centre, .zero), headingFor: "dark", at: now,
        [LogField("brightness", .number(brightness.number))])
    }
    isInside = true
    lightUp()
  }

  /// The finger has moved on.
  ///
  /// A finger that may press the key from anywhere counts as having pressed its centre.
  private mutating func moveFinger(_ pan: Pan, into journal: inout Journal) {
    let seen = tuning.hitTest ? pan.location : nil
    let displacement = pan.translation.held(within: SurfaceDrag.bound)
    let wasInside = isInside
    isInside = isOn(seen ?? tuning.centre + displacement, slack: tuning.slack)
    guard isInside != wasInside else { return }
    journal.noteLift(as: isInside ? .dragEnter : .dragExit, from: hold.finger, at: now)
    if isInside { lightUp() } else { fadeOut() }
  }

  /// Notes whether a press was a tap, and why.
  private mutating func decide(isCancelled: Bool, into journal: inout Journal) {
    let isTap = isInside && !isCancelled
    let target = RestCandidate(name: isTap ? "tap" : "none", position: tuning.centre)
    let reason: Decision.Reason =
      isCancelled ? .cancelled : isInside ? .single : .thresholdDistance
    journal.note(
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, estimate: .none(isCancelled ? .cancelled : .stopped),
        from: "key", reason: reason,
        rests: [target]
      ), at: now)
    guard isTap else { return }
    taps += 1
    journal.note(.tapped, at: now, [LogField("taps", .integer(taps))])
  }

  /// The finger has left; on the key that was a tap.
  private mutating func letGo(isCancelled: Bool, into journal: inout Journal) {
    decide(isCancelled: isCancelled, into: &journal)
    if isInside { fadeOut() }
    isInside = false
  }
}

extension RunEvent.Kind {
  /// A key was pressed and let go on it.
  public static let tapped = RunEvent.Kind(rawValue: "tapped")
  /// The finger that pressed a key went off it.
  public static let dragExit = RunEvent.Kind(rawValue: "dragExit")
  /// The finger came back to the key that it had pressed.
  public static let dragEnter = RunEvent.Kind(rawValue: "dragEnter")
}

extension Phase {
  /// Its light goes out.
  public static let fading = Phase(rawValue: "fading")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ButtonScenario: Scenario {
  public static let name = "button"
  public static let meaning = "A key that lights up under the finger and fades when it is let go."
  public static var standardTuning: Tuning { Tuning() }

  public static let machine = StateMachine([
    .init(.resting, "a touch on it: lit at once", .pressed),
    .init(.pressed, "the finger leaves, or goes off it", .fading),
    .init(.fading, "a touch, or the finger comes back", .pressed),
    .init(.fading, "dark", .resting),
    .init(.resting, "the finger comes back", .pressed),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("brightness", "How brightly the key is lit, 0 to 1.") { $1.progress },
      Field("brightnessPerSecond", unit: "1/s", "How fast that changes.") {
        $0.brightness.perSecond
      },
      Field("taps", "How often the key was tapped.") { $0.taps },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "", [FieldDescription("brightness", "How brightly it was lit, 0 to 1.")]),
    EventDescription(
      .tapped, "The key was pressed and let go on it.",
      [FieldDescription("taps", "How often it was tapped until now.")]),
    EventDescription(.dragExit, "The finger that pressed the key went off it.", fingerFields),
    EventDescription(.dragEnter, "The finger came back to the key.", fingerFields),
  ]

  public var isAtRest: Bool { light == NumberTrajectory(resting: 0) && !hold.isTouched }
  public var isGone: Bool { false }
  public var destinations: [String] { [] }
  public var targets: [String] { ["tap", "none"] }

  /// Lays the key out anew, at once; a light that fades goes on from where it is.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    let isOther = (tuning.fade, tuning.curve) != (self.tuning.fade, self.tuning.curve)
    self.tuning = tuning
    if isOther, !light.isResting { fadeOut() }
  }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isFree = !tuning.hitTest
    let key = self
    let step = hold.receive(
      event, at: now, isMoving: false, into: &journal, isHit: { isFree || key.isOn($0) })
    switch step {
    case .pressed: press(into: &journal)
    case .dragged(let pan, _): moveFinger(pan, into: &journal)
    case .released(let release): letGo(isCancelled: release.isCancelled, into: &journal)
    case .grabbed, .sensed, nil: break  // A key is pressed or not, and stays where it is.
    }
  }

  /// A key has no positions to be sent to.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {}

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    now = time
    guard let end, time >= end else { return }
    light = NumberTrajectory(resting: 0)
    journal.noteArrival(as: .settled, at: "dark", tuning.centre, at: end)
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched, position: tuning.centre,
      velocity: .zero, target: tuning.centre, progress: brightness.number)
  }

  private var phase: Phase {
    guard light.isResting else { return .fading }
    return light.target > 0 ? .pressed : .resting
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ButtonScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
      curves: [
        SceneCurve(
          "brightness", isEdge: true, value: { $0.progress },
          rate: { $0.own["brightnessPerSecond"]?.asNumber })
      ]
    ) { frame in
      let key = SceneBox(centre: tuning.centre, size: tuning.size)
      let round = min(tuning.size.x, tuning.size.y) / 2
      return [
        SceneLayer(.surface, key, cornerRadius: round, label: "7"),
        SceneLayer(.light, key, cornerRadius: round, opacity: frame.progress, label: "7"),
      ]
    }
  }
}

extension ButtonScenario {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The size of the key.
    public var size = Planar(x: Points(75), y: Points(75))

    /// Where its centre is.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the key a finger that pressed it may go before it counts as gone.
    public var slack = Points(70)

    /// How long the light takes to fade.
    public var fade = Seconds(0.5)

    /// How the light fades.
    public var curve = TransitionCurve.easeOut

    /// Whether a touch must be on the key to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }
}

extension ButtonScenario {
  /// What may be set.
  public static let settings: [Setting<Tuning>] = [
    Setting(
      "width", unit: "pt", .number(1...100_000) { $1(&$0.size.x) }, "The width of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt", describesSituation: true),
    Setting(
      "height", unit: "pt", .number(1...100_000) { $1(&$0.size.y) }, "The height of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt", describesSituation: true),
    Setting(
      "centre.x", unit: "pt", .number(0...100_000) { $1(&$0.centre.x) },
      "Where its centre is.",
      source: "ours; the middle of a screen of 390 × 844 pt", describesSituation: true),
    Setting(
      "centre.y", unit: "pt", .number(0...100_000) { $1(&$0.centre.y) },
      "Where its centre is.",
      source: "ours; the middle of a screen of 390 × 844 pt", describesSituation: true),
    Setting(
      "slack", unit: "pt", .number(0...100_000) { $1(&$0.slack) },
      "How far outside the key a finger that pressed it may go.",
      source: "ours; UIKit's controls have about 70 pt, but their number is not documented"),
    Setting(
      "fade", unit: "s", .number(0.001...10) { $1(&$0.fade) },
      "How long the light takes to fade.",
      source: "fluid-interfaces, the key of its calculator, 0.5 s"),
    Setting(
      "curve", .word { $1(&$0.curve) }, "How the light fades.",
      source: "fluid-interfaces, the key of its calculator, ease-out"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the key to act on it.",
      source: "ours; a recorded hand need not have aimed at this surface"),
  ]
}
