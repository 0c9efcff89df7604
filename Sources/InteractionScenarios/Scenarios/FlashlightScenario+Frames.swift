public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

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
      "width", unit: "pt", .number(\.width.value, 1...100_000), "How wide it is at rest.",
      source: "fluid-interfaces, FlashlightButton, minWidth, 50"),
    Setting(
      "width.full", unit: "pt", .number(\.fullWidth.value, 1...100_000),
      "How wide it is under a finger that presses with all force.",
      source: "fluid-interfaces, FlashlightButton, maxWidth, 92"),
    Setting(
      "centre.x", unit: "pt", .number(\.centre.x.value, 0...100_000), "Where its centre is.",
      source: "ours; the middle of a screen of 390 pt"),
    Setting(
      "centre.y", unit: "pt", .number(\.centre.y.value, 0...100_000), "Where its centre is.",
      source: "ours; the middle of a screen of 844 pt"),
    Setting(
      "slack", unit: "pt", .number(\.slack.value, 0...100_000),
      "How far outside the button at rest a finger that pressed it may go.",
      source: "fluid-interfaces, FlashlightButton, cancelDistance: half of minWidth and 20"),
    Setting(
      "hitTest", .flag(\.hitTest), "Whether a touch must be on the button to act on it.",
      source: "ours; a recorded hand need not have aimed at this button"),
  ]

  private static let forceSettings: [Setting<Tuning>] = [
    Setting(
      "force.activation", .number(\.levels.activation, 0...1),
      "The force from which on it is about to switch, as a share of what the device can tell.",
      source: "fluid-interfaces, FlashlightButton, activationForce, 0.5"),
    Setting(
      "force.confirmation", .number(\.levels.confirmation, 0...1),
      "The force down to which it switches then.",
      source: "fluid-interfaces, FlashlightButton, confirmationForce, 0.49"),
    Setting(
      "force.reset", .number(\.levels.reset, 0...1),
      "The force down to which it may be switched again.",
      source: "fluid-interfaces, FlashlightButton, resetForce, 0.4"),
    Setting(
      "force.untold", .number(\.untold, 0...1),
      "The force of a finger on a device that does not tell it.",
      source: "ours; all of it, so that a tap switches where nothing else could"),
  ]

  private static let springSettings =
    Setting<Tuning>.spring(
      "tracking", \.tracking, "between force and size", dampingRatios: 0.05...20,
      zero: "follows the force itself",
      sources: (
        "ours; a size that swings says more than the finger does",
        "ours; quick, and slow enough to hide the steps of a pressure sensor"
      ))
    + Setting<Tuning>.spring(
      "spring", \.settling, "back to rest", dampingRatios: 0.05...20, zero: "jumps there",
      sources: (
        "fluid-interfaces, FlashlightButton, 0.4", "fluid-interfaces, FlashlightButton, 0.2 s"
      ))

  public static let presets = [flickbookPreset, fluidInterfacesFlashlightPreset]

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
        $0.hold.isOn ? $0.force.share : nil
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

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) { try adapt(to: tuning) }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    take(event, into: &journal)
  }

  /// A button has no places to be sent to.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {}

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    move(to: time, into: &journal)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    Self.fields.filled(
      Frame(
        index: index, time: time, phase: phase, touching: hold.isTouched, position: tuning.centre,
        velocity: .zero, target: tuning.centre, progress: swollen.share), from: self)
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
  public static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve] {
    [
      SceneCurve("force", isEdge: true, value: { $0.own["force"]?.asNumber }),
      SceneCurve(
        "swelling", value: { $0.progress },
        rate: { $0.own["swellingPerSecond"]?.asNumber }),
    ]
  }

  public static func layers(
    of frame: Frame, _ tuning: Tuning, on stage: Stage
  ) -> [SceneLayer] {
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
