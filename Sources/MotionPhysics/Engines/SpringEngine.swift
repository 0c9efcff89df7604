public import Quantities

/// A type that moves a value on a spring frame by frame, with its own arithmetic and its own condition for the end.
///
/// ``ExactEngine`` is Flickbook's own engine. Most other engines reproduce existing implementations, including their
/// errors, so that a replay shows how a gesture would have felt with those implementations. ``ImplicitEngine`` is
/// ``FloatingPanelEngine`` without its error. The state of an engine is relative to the target: the offset at the
/// target is zero.
public protocol SpringEngine: Sendable {
  /// Creates an engine that starts at `start` on `spring`.
  ///
  /// - Parameters:
  ///   - spring: The spring to imitate.
  ///   - start: The motion at time zero.
  ///   - tolerance: The tolerance within which the motion ends; engines with another condition for the end ignore it.
  init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance)

  /// The position and velocity, relative to the target.
  var motion: Spring.Motion { get }

  /// Whether the animation has ended; from then on the motion rests at the target.
  var isSettled: Bool { get }

  /// Advances by one frame of `interval`; does nothing if the engine has settled.
  mutating func advance(by interval: Seconds)

  /// Moves the target by `shift`.
  ///
  /// The position and velocity of the value do not change. A settled engine starts again.
  mutating func retarget(by shift: Points)
}

/// An entry in ``allEngines``: the name and summary of an engine, and a function that starts the engine.
public struct SpringEngineKind: Sendable {
  /// The name of the engine on the command line.
  public let name: String
  /// A summary of the engine and of its arithmetic, in one sentence.
  public let summary: String
  private let start: @Sendable (Spring, Spring.Motion, SettleTolerance) -> StartedEngine

  init<Engine: SpringEngine>(_ name: String, _ summary: String, _ engine: Engine.Type) {
    self.name = name
    self.summary = summary
    start = { StartedEngine(Engine(spring: $0, from: $1, tolerance: $2)) }
  }

  /// Returns an engine of this kind that starts at `start`.
  public func engine(
    spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance = .standard
  ) -> StartedEngine {
    self.start(spring, start, tolerance)
  }
}

/// All engines; Flickbook's own engine is the first.
public let allEngines = [
  SpringEngineKind(
    "exact", "The exact solution; ends at the frame in which the spring has settled.",
    ExactEngine.self),
  SpringEngineKind(
    "wave", "Wave: one Euler step per frame, limited damping, fixed duration.", WaveEngine.self),
  SpringEngineKind(
    "motion", "Motion: exact up to critical damping, wrong for overdamped springs.",
    MotionEngine.self),
  SpringEngineKind(
    "advance", "Advance: Runge-Kutta at 8 ms without its first stage.", AdvanceEngine.self),
  SpringEngineKind(
    "floatingpanel", "FloatingPanel: one step per frame, with too much damping.",
    FloatingPanelEngine.self),
  SpringEngineKind(
    "implicit", "Implicit Euler: FloatingPanel's step without its error.", ImplicitEngine.self),
  SpringEngineKind(
    "flutter", "Flutter: exact; ends at the first moment of rest.", FlutterEngine.self),
  SpringEngineKind(
    "compose", "Compose: exact at whole milliseconds; fixed duration.", ComposeEngine.self),
  SpringEngineKind(
    "android", "Android: whole milliseconds, 32 bits; a new target is half a frame late.",
    AndroidEngine.self),
  SpringEngineKind(
    "react-spring", "react-spring: one Euler step per millisecond, rounded up.",
    ReactSpringEngine.self),
  SpringEngineKind(
    "framer", "Framer Motion: exact; jumps if heavily damped.", FramerEngine.self),
  SpringEngineKind(
    "uikit", "UIKit: exact up to critical damping; loses the velocity at distance zero.",
    UIKitEngine.self),
]

extension SpringEngineKind {
  /// Returns the engine with this name, or nil if no engine has it.
  public static func named(_ name: String) -> SpringEngineKind? {
    allEngines.first { $0.name == name }
  }
}

extension Spring.Motion {
  /// Returns the same motion relative to a target that has moved by `shift`.
  func relativeToTarget(movedBy shift: Points) -> Spring.Motion {
    Spring.Motion(
      offset: Points(saturatedSum(offset.value, -shift.value)), velocity: velocity)
  }
}
