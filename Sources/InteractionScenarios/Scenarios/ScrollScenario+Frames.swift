public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ScrollScenario: Scenario {
  public static let name = "scroll"
  public static let meaning = "Content that runs out by friction and bounces at its edges."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] = [
    Setting(
      "contentHeight", unit: "pt", .number(\.contentHeight.value, 0...1_000_000),
      "How high the content is."),
    Setting(
      "decelerationRate", .number(\.rate, 0.5...0.99999),
      "The share of the velocity that is left after a millisecond."),
    Setting(
      "limits.stiffness", .number(\.stiffness, 0.001...1),
      "How readily the rubber band follows at first."),
    Setting(
      "bounce.dampingRatio", .number(\.bounce.dampingRatio, 0.05...20),
      "The damping ratio of the spring at an edge that a fling runs into."),
    Setting(
      "bounce.response", unit: "s", .number(\.bounce.response.value, 0.01...20),
      "The response of the spring at an edge that a fling runs into."),
    Setting(
      "return.dampingRatio", .number(\.comeBack.dampingRatio, 0.05...20),
      "The damping ratio of the spring after a release beyond an edge."),
    Setting(
      "return.response", unit: "s", .number(\.comeBack.response.value, 0.01...20),
      "The response of the spring after a release beyond an edge."),
    Setting(
      "alwaysBounces", .flag(\.alwaysBounces),
      "Whether content that fits the screen can be pulled too."),
    Setting(
      "settle.distance", unit: "pt", .number(\.tolerance.distance.value, 1e-6...100),
      "Content this near its end may count as settled."),
    Setting(
      "settle.speed", unit: "pt/s", .number(\.tolerance.speed.value, 1e-6...10_000),
      "Content this slow may count as settled."),
  ]

  public static let presets = [flickbookPreset]

  public static let ownFields = [
    FieldDescription("fingerX", unit: "pt", "The finger on the screen; null without one."),
    FieldDescription("fingerY", unit: "pt", "The finger on the screen; null without one."),
    FieldDescription(
      "overscroll", unit: "pt", "How far the content is beyond an edge; positive below the top."),
  ]

  public var isAtRest: Bool { state == .resting }
  public var isGone: Bool { false }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    take(event, into: &journal)
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name): scroll(to: name, into: &journal)
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    move(to: time, into: &journal)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    let motion = motion
    let position = Position(x: .zero, y: motion.position)
    let travel = -limits.lowest.y.value
    return Frame(
      index: index, time: time, phase: phase, touching: isTouched, position: position,
      velocity: Velocity(x: .zero, y: motion.velocity),
      target: Position(x: .zero, y: destination),
      progress: travel > 0 ? -motion.position.value / travel : 1,
      own: [
        finger.map { .number($0.x.value) } ?? .none,
        finger.map { .number($0.y.value) } ?? .none,
        .number(limits.overscroll(position).y.value),
      ])
  }

  /// Content that runs out is `scrolling`; at an edge it is settling.
  private var phase: Phase {
    switch state {
    case .resting: .resting
    case .pressed: .pressed
    case .dragging: .dragging
    case .moving(let flight):
      flight.bounce == nil && flight.course.crossing(from: flight.start) != nil || flight.hasBounced
        ? .settling : Phase(rawValue: "scrolling")
    }
  }
}
