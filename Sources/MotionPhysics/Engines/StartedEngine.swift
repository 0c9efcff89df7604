public import Quantities

/// A type-erased running engine with value semantics.
///
/// `StartedEngine` has the members of ``SpringEngine`` except for the initializer.
///
/// - Complexity: Each change allocates a new box for the engine.
public struct StartedEngine: Sendable {
  // Embedded Swift does not support `any SpringEngine`, but supports existentials of class-bound protocols.
  private var box: any EngineBox

  /// Creates a type-erased copy of an engine.
  public init(_ engine: some SpringEngine) { box = BoxedEngine(engine: engine) }

  /// The position and velocity, relative to the target.
  public var motion: Spring.Motion { box.motion }

  /// Whether the animation has ended; from then on the motion rests at the target.
  public var isSettled: Bool { box.isSettled }

  /// Advances by one frame of `interval`; does nothing if the engine has settled.
  public mutating func advance(by interval: Seconds) { box = box.advanced(by: interval) }

  /// Moves the target by `shift`; see ``SpringEngine/retarget(by:)``.
  public mutating func retarget(by shift: Points) { box = box.retargeted(by: shift) }
}

/// An immutable box that contains an engine; each change returns a new box, so copies do not share changes.
private protocol EngineBox: AnyObject, Sendable {
  var motion: Spring.Motion { get }
  var isSettled: Bool { get }
  func advanced(by interval: Seconds) -> any EngineBox
  func retargeted(by shift: Points) -> any EngineBox
}

private final class BoxedEngine<Engine: SpringEngine>: EngineBox {
  private let engine: Engine

  init(engine: Engine) { self.engine = engine }

  var motion: Spring.Motion { engine.motion }
  var isSettled: Bool { engine.isSettled }

  func advanced(by interval: Seconds) -> any EngineBox {
    var engine = engine
    engine.advance(by: interval)
    return BoxedEngine(engine: engine)
  }

  func retargeted(by shift: Points) -> any EngineBox {
    var engine = engine
    engine.retarget(by: shift)
    return BoxedEngine(engine: engine)
  }
}

/// The state of an imitated engine as plain numbers, in points and points per second.
struct EngineState: Hashable, Sendable {
  var offset: Double
  var velocity: Double

  init(_ motion: Spring.Motion) {
    offset = motion.offset.value
    velocity = motion.velocity.value
  }

  init(offset: Double, velocity: Double) {
    self.offset = offset
    self.velocity = velocity
  }

  /// The motion with units, limited to the finite range; NaN becomes zero.
  var motion: Spring.Motion {
    Spring.Motion(
      offset: Points(offset.isNaN ? 0 : saturated(offset)),
      velocity: PointsPerSecond(velocity.isNaN ? 0 : saturated(velocity)))
  }

  /// The state limited to the finite range, because steps may diverge.
  var finite: EngineState { EngineState(motion) }
}

extension Spring {
  /// The stiffness and the damping coefficient for a mass of 1, which most engines use.
  var coefficients: (stiffness: Double, damping: Double) { (stiffness(), damping()) }
}
