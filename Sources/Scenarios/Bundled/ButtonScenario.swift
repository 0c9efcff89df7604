public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
import TouchInput

/// A key that lights up under the finger and fades after the release, like the keys of a calculator.
///
/// The position of the key is its centre, which never moves. Its progress is its brightness, 0 to 1.
public struct ButtonScenario: Sendable {
  private var tuning: Tuning
  /// The brightness over time: 1 under a finger, then fading to 0.
  private var light = NumberTrajectory(resting: 0)
  /// The state of the touch; a finger that moves off the key continues its touch, and can return to the key.
  var hold = Hold<Never>(for: .touch)
  /// Whether the finger that pressed the key is now on the key, or within the slack around it.
  private var isInside = false
  private var taps = 0
  private(set) var now = Seconds.zero

  /// Creates a dark key at rest; the screen has no effect on it.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
  }

  /// The current brightness, 0 to 1, and its rate of change per second.
  private var brightness: (number: Double, perSecond: Double) { light.state(at: now) }

  /// Returns whether `position` is on the key, or at most `slack` outside; true if `position` is nil.
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

  /// The time at which the fading key is dark; nil if the key is not fading.
  private var end: Seconds? { light.isResting ? nil : light.settleTime(within: .standard) }
}

extension ButtonScenario {
  mutating func press() -> [LogField] {
    let caught = brightness.number
    isInside = true
    lightUp()
    return [LogField("brightness", .number(caught))]
  }

  /// Lights the key up when the finger moves onto the key, and starts to fade the light when the finger moves off.
  ///
  /// Without a hit test, the press counts as having begun at the centre of the key, wherever the finger is.
  private mutating func moveFinger(_ pan: Pan, into eventLog: inout EventLog) {
    let seen = tuning.hitTest ? pan.location : nil
    let displacement = pan.translation.held(within: SurfaceDrag.bound)
    let wasInside = isInside
    isInside = isOn(seen ?? tuning.centre + displacement, slack: tuning.slack)
    guard isInside != wasInside else { return }
    eventLog.noteLift(as: isInside ? .dragEnter : .dragExit, from: hold.finger, at: now)
    if isInside { lightUp() } else { fadeOut() }
  }

  /// Records the decision of a press: whether the press was a tap, and the reason.
  private mutating func decide(isCancelled: Bool, into eventLog: inout EventLog) {
    let isTap = isInside && !isCancelled
    let target = RestCandidate(name: isTap ? "tap" : "none", position: tuning.centre)
    let reason: Decision.Reason =
      isCancelled ? .cancelled : isInside ? .single : .thresholdDistance
    eventLog.note(
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, estimate: .none(isCancelled ? .cancelled : .stopped),
        from: "key", reason: reason,
        rests: [target]
      ), at: now)
    guard isTap else { return }
    taps += 1
    eventLog.note(.tapped, at: now, [LogField("taps", .integer(taps))])
  }

  /// Handles the lift of the finger; the press is a tap if the finger is on the key.
  private mutating func letGo(isCancelled: Bool, into eventLog: inout EventLog) {
    decide(isCancelled: isCancelled, into: &eventLog)
    if isInside { fadeOut() }
    isInside = false
  }
}

extension RunEvent.Kind {
  /// The finger pressed a key and lifted on it.
  public static let tapped = RunEvent.Kind(rawValue: "tapped")
  /// The finger that pressed a key moved off it.
  public static let dragExit = RunEvent.Kind(rawValue: "dragExit")
  /// The finger moved back onto the key that it had pressed.
  public static let dragEnter = RunEvent.Kind(rawValue: "dragEnter")
}

extension Phase {
  /// The light of the key is fading.
  public static let fading = Phase(rawValue: "fading")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ButtonScenario: HeldScenario {
  public static let name = "button"
  public static let meaning = "A key that lights up under the finger and fades after the release."
  public static var standardTuning: Tuning { Tuning() }

  public static let machine = StateMachine([
    .init(.resting, "a touch on the key", .pressed),
    .init(.pressed, "the finger lifts or moves off the key", .fading),
    .init(.fading, "a touch on the key, or the finger moves back", .pressed),
    .init(.fading, "the key is dark", .resting),
    .init(.resting, "the finger moves back onto the key", .pressed),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("brightness", "The brightness of the key, 0 to 1.") { $1.progress },
      Field("brightnessPerSecond", unit: "1/s", "The rate of change of the brightness.") {
        $0.brightness.perSecond
      },
      Field("taps", "The number of taps so far.") { $0.taps },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "", [FieldDescription("brightness", "The brightness of the key, 0 to 1.")]),
    EventDescription(
      .tapped, "The finger pressed the key and lifted on it.",
      [FieldDescription("taps", "The number of taps so far.")]),
    EventDescription(.dragExit, "The finger that pressed the key moved off it.", fingerFields),
    EventDescription(.dragEnter, "The finger moved back onto the key.", fingerFields),
  ]

  public var isAtRest: Bool { light == NumberTrajectory(resting: 0) && !hold.isTouched }
  public var targets: [String] { ["tap", "none"] }

  /// Changes the settings immediately; a fading light continues from its current brightness.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) {
    let isOther = (tuning.fade, tuning.curve) != (self.tuning.fade, self.tuning.curve)
    self.tuning = tuning
    if isOther, !light.isResting { fadeOut() }
  }

  mutating func take(_ step: Hold<Never>.Meaning, into eventLog: inout EventLog) {
    switch step {
    case .dragged(let pan, _): moveFinger(pan, into: &eventLog)
    case .released(let release): letGo(isCancelled: release.isCancelled, into: &eventLog)
    case .pressed, .grabbed, .sensed: break  // A key does not move, and ignores force.
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    now = time
    guard let end, time >= end else { return }
    light = NumberTrajectory(resting: 0)
    eventLog.noteArrival(as: .settled, at: heading, tuning.centre, at: end)
  }

  var isMoving: Bool { !light.isResting }
  var motion: SurfaceMotion { (tuning.centre, .zero) }
  var target: Position { tuning.centre }
  var heading: String { "dark" }
  func progress(at position: Position) -> Double { brightness.number }
  func isHit(_ position: Position?) -> Bool { !tuning.hitTest || isOn(position) }

  var phase: Phase {
    guard light.isResting else { return .fading }
    return light.target > 0 ? .pressed : .resting
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ButtonScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
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
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The size of the key: the settings `width` and `height`.
    public var size = Planar(x: Points(75), y: Points(75))

    /// The position of the key's centre on the screen: the settings `centre.x` and `centre.y`.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the key the finger may move before the key fades.
    public var slack = Points(70)

    /// The time that the light takes to fade.
    public var fade = Seconds(0.5)

    /// The timing curve of the fading light: the setting `curve`.
    public var curve = TransitionCurve.easeOut

    /// Whether a touch must be on the key to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }
}

extension ButtonScenario {
  /// The sliders of the settings that a user notices most: the light and the slack.
  public static let sliders = [
    SettingSlider("fade", 0.001...2), SettingSlider("curve"), SettingSlider("slack", 0...200),
    SettingSlider("hitTest"),
  ]

  /// The settings of the scenario.
  public static let settings: [Setting<Tuning>] = [
    Setting(
      "width", unit: "pt", .number(1...100_000) { $1(&$0.size.x) }, "The width of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt", describesSituation: true),
    Setting(
      "height", unit: "pt", .number(1...100_000) { $1(&$0.size.y) }, "The height of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt", describesSituation: true),
    Setting(
      "centre.x", unit: "pt", .number(0...100_000) { $1(&$0.centre.x) },
      "The horizontal position of the key's centre.",
      source: "our choice; this is the middle of a screen of 390 × 844 pt", describesSituation: true
    ),
    Setting(
      "centre.y", unit: "pt", .number(0...100_000) { $1(&$0.centre.y) },
      "The vertical position of the key's centre.",
      source: "our choice; this is the middle of a screen of 390 × 844 pt", describesSituation: true
    ),
    Setting(
      "slack", unit: "pt", .number(0...100_000) { $1(&$0.slack) },
      "How far the finger may move off the key before the key fades.",
      source: "our choice; UIKit's controls use about 70 pt, which is not documented"),
    Setting(
      "fade", unit: "s", .number(0.001...10) { $1(&$0.fade) },
      "The time that the light takes to fade.",
      source: "fluid-interfaces, the key of its calculator, 0.5 s"),
    Setting(
      "curve", .word { $1(&$0.curve) }, "The timing curve of the fading light.",
      source: "fluid-interfaces, the key of its calculator, ease-out"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the key to act on it.",
      source: "our choice; the user who made the recording may not have aimed at this key"),
  ]
}
