public import Quantities

/// An engine at work, whichever it is; a value like the engine itself.
///
/// What is asked of it is that of a ``SpringEngine``; it is no engine that could be started.
///
/// - Complexity: Each change puts the engine into a new box of its own, which costs an allocation.
public struct StartedEngine: Sendable {
  // Not `any SpringEngine`, which Embedded Swift does not have; it has boxes that are classes.
  private var box: any EngineBox

  /// Puts an engine into a box.
  public init(_ engine: some SpringEngine) { box = BoxedEngine(engine: engine) }

  /// Where the value is, seen from the target, and how it moves.
  public var motion: Spring.Motion { box.motion }

  /// Whether the animation has ended; from then on the motion rests at the target.
  public var isSettled: Bool { box.isSettled }

  /// Moves on by one frame of `interval`; nothing happens once settled.
  public mutating func advance(by interval: Seconds) { box = box.advanced(by: interval) }

  /// Moves the target by `shift`; see ``SpringEngine/retarget(by:)``.
  public mutating func retarget(by shift: Points) { box = box.retargeted(by: shift) }
}

/// What is asked of an engine in a box, which never changes.
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

/// The numbers that the imitated engines step, without units: points, points per second.
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

  /// The motion with units, moved into the finite range; NaN counts as zero.
  var motion: Spring.Motion {
    Spring.Motion(
      offset: Points(offset.isNaN ? 0 : saturated(offset)),
      velocity: PointsPerSecond(velocity.isNaN ? 0 : saturated(velocity)))
  }

  /// The state moved into the finite range, as steps may diverge.
  var finite: EngineState { EngineState(motion) }
}

extension Spring {
  /// The stiffness and the damping coefficient for a mass of 1, as most engines want them.
  var coefficients: (stiffness: Double, damping: Double) { (stiffness(), damping()) }
}
