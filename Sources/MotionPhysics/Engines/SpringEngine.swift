public import Quantities

/// A way to move a sprung value frame by frame, with its own arithmetic and its own end.
///
/// ``ExactEngine`` is ours. The others do what implementations in the field do, mistakes included,
/// so that a gesture can be replayed as it would have felt there; ``ImplicitEngine`` does what one of
/// them meant to. The state is seen from the target:
/// an offset of zero is arrival.
public protocol SpringEngine: Sendable {
  /// Starts at `start` on `spring`.
  ///
  /// - Parameters:
  ///   - spring: The spring to imitate.
  ///   - start: The motion at time zero.
  ///   - tolerance: When to settle; engines with a rule of their own ignore it.
  init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance)

  /// Where the value is, seen from the target, and how it moves.
  var motion: Spring.Motion { get }

  /// Whether the animation has ended; from then on the motion rests at the target.
  var isSettled: Bool { get }

  /// Moves on by one frame of `interval`; nothing happens once settled.
  mutating func advance(by interval: Seconds)

  /// Moves the target by `shift`, which keeps position and velocity of the value and starts a settled
  /// engine again.
  mutating func retarget(by shift: Points)
}

/// An entry in ``allEngines``: how an engine is called, and how to start one.
public struct SpringEngineKind: Sendable {
  /// What the engine is called on the command line.
  public let name: String
  /// What it imitates, in a sentence.
  public let summary: String
  private let start: @Sendable (Spring, Spring.Motion, SettleTolerance) -> StartedEngine

  init<Engine: SpringEngine>(_ name: String, _ summary: String, _ engine: Engine.Type) {
    self.name = name
    self.summary = summary
    start = { StartedEngine(Engine(spring: $0, from: $1, tolerance: $2)) }
  }

  /// Returns an engine of this kind at `start`.
  public func engine(
    spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance = .standard
  ) -> StartedEngine {
    self.start(spring, start, tolerance)
  }
}

/// Every engine, ours first.
public let allEngines = [
  SpringEngineKind("exact", "The exact solution; ends at the predicted frame.", ExactEngine.self),
  SpringEngineKind(
    "wave", "Wave: one Euler step a frame, damping limited, ends by the clock.", WaveEngine.self),
  SpringEngineKind(
    "motion", "Motion: exact up to critical damping, wrong beyond.", MotionEngine.self),
  SpringEngineKind(
    "advance", "Advance: Runge-Kutta at 8 ms without its first stage.", AdvanceEngine.self),
  SpringEngineKind(
    "floatingpanel", "FloatingPanel: one step a frame that brakes too much.",
    FloatingPanelEngine.self),
  SpringEngineKind(
    "implicit", "FloatingPanel's step without its slip; nobody ships it.", ImplicitEngine.self),
  SpringEngineKind(
    "flutter", "Flutter: exact; ends at the first moment of rest.", FlutterEngine.self),
  SpringEngineKind(
    "compose", "Compose: exact at whole milliseconds; ends by the clock.", ComposeEngine.self),
  SpringEngineKind(
    "android", "Android: whole milliseconds, 32 bits, a target takes half a frame.",
    AndroidEngine.self),
  SpringEngineKind(
    "react-spring", "react-spring: an Euler step a millisecond, rounded up.",
    ReactSpringEngine.self),
  SpringEngineKind(
    "framer", "Framer Motion: exact; jumps when heavily damped.", FramerEngine.self),
  SpringEngineKind(
    "uikit", "UIKit: exact up to critical damping; loses velocity without a way.",
    UIKitEngine.self),
]

extension SpringEngineKind {
  /// Returns the engine called `name`, or nil if there is none.
  public static func named(_ name: String) -> SpringEngineKind? {
    allEngines.first { $0.name == name }
  }
}

extension Spring.Motion {
  /// The same place and velocity seen from a target `shift` farther on.
  func seenFromTarget(movedBy shift: Points) -> Spring.Motion {
    Spring.Motion(
      offset: Points(saturatedSum(offset.value, -shift.value)), velocity: velocity)
  }
}
