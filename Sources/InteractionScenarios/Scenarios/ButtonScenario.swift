public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

/// A key that lights up under the finger and fades when it is let go, as those of a calculator.
///
/// Its position is that of its centre, which never moves; its progress is how brightly it is lit.
public struct ButtonScenario: Sendable {
  private enum Light: Hashable {
    case dark
    case lit
    /// Fading from `brightness` since `begin`.
    case fading(from: Double, begin: Seconds)
  }

  private var tuning: Tuning
  private var light = Light.dark
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
  private var brightness: (level: Double, perSecond: Double) {
    switch light {
    case .dark: return (0, 0)
    case .lit: return (1, 0)
    case .fading(let level, let begin):
      let part = min((now - begin) / tuning.fade, 1)
      return (
        level * (1 - tuning.curve.share(at: part)),
        -level * tuning.curve.slope(at: part) / tuning.fade.value
      )
    }
  }

  /// Whether a finger at `place` is on the key, or on the ground around it that is lent to a finger
  /// that has pressed it; a finger without a place is.
  private func isOn(_ place: Position?, slack: Points = .zero) -> Bool {
    guard let place else { return true }
    let off = place - tuning.centre
    return off.x.magnitude <= tuning.size.x / 2 + slack
      && off.y.magnitude <= tuning.size.y / 2 + slack
  }

  private mutating func lightUp() { light = .lit }

  private mutating func fadeOut() {
    light = .fading(from: brightness.level, begin: now)
  }
}

extension ButtonScenario {
  private mutating func press(into journal: inout Journal) {
    if case .fading = light {
      journal.noteCatch(
        of: (tuning.centre, .zero), headingFor: "dark", at: now,
        [LogField("brightness", .number(brightness.level))])
    }
    isInside = true
    lightUp()
  }

  /// The finger has moved on.
  ///
  /// A finger that may press the key from anywhere counts as having pressed its centre.
  private mutating func moveFinger(_ pan: Pan, into journal: inout Journal) {
    let seen = tuning.hitTest ? pan.location : nil
    let way = pan.translation.held(within: SurfaceDrag.bound)
    let wasInside = isInside
    isInside = isOn(seen ?? tuning.centre + way, slack: tuning.slack)
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
      .decision, at: now,
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, velocityReason: isCancelled ? .cancelled : .stopped,
        from: "key", reason: reason,
        candidates: [Decision.WeighedCandidate(candidate: target, distance: .zero)]
      ).logFields)
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

  public static let presets = [flickbookPreset]

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

  public var isAtRest: Bool { light == .dark && !hold.isTouched }
  public var isGone: Bool { false }
  public var destinations: [String] { [] }

  /// Lays the key out anew, at once; a light that fades goes on from where it is.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    if case .fading = light, (tuning.fade, tuning.curve) != (self.tuning.fade, self.tuning.curve) {
      fadeOut()
    }
    self.tuning = tuning
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

  /// A key has no places to be sent to.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {}

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    now = time
    guard case .fading(_, let begin) = light, time >= begin + tuning.fade else { return }
    light = .dark
    journal.noteArrival(as: .settled, at: "dark", tuning.centre, at: begin + tuning.fade)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    Self.fields.filled(
      Frame(
        index: index, time: time, phase: phase, touching: hold.isTouched, position: tuning.centre,
        velocity: .zero, target: tuning.centre, progress: brightness.level), from: self)
  }

  private var phase: Phase {
    switch light {
    case .lit: .pressed
    case .fading: .fading
    case .dark: .resting
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ButtonScenario {
  public static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve] {
    [
      SceneCurve(
        "brightness", isEdge: true, value: { $0.progress },
        rate: { $0.own["brightnessPerSecond"]?.asNumber })
    ]
  }

  public static func layers(
    of frame: Frame, _ tuning: Tuning, on stage: Stage
  ) -> [SceneLayer] {
    let key = SceneBox(centre: tuning.centre, size: tuning.size)
    let round = min(tuning.size.x, tuning.size.y) / 2
    return [
      SceneLayer(.surface, key, cornerRadius: round, label: "7"),
      SceneLayer(.light, key, cornerRadius: round, opacity: frame.progress, label: "7"),
    ]
  }
}
