public import Quantities

/// An engine at work, whichever it is; a value like the engine itself.
///
/// It is a box over a class instead of an `any SpringEngine`, which Embedded Swift does not have.
public struct StartedEngine: Sendable {
  private var box: EngineBox

  /// Puts an engine into a box.
  public init(_ engine: some SpringEngine) { box = BoxedEngine(engine) }

  /// Where the value is, seen from the target, and how it moves.
  public var motion: Spring.Motion { box.motion }

  /// Whether the animation has ended; from then on the motion rests at the target.
  public var isSettled: Bool { box.isSettled }

  /// Moves on by one frame of `interval`; nothing happens once settled.
  public mutating func advance(by interval: Seconds) {
    separate()
    box.advance(by: interval)
  }

  /// Moves the target by `shift`; see ``SpringEngine/retarget(by:)``.
  public mutating func retarget(by shift: Points) {
    separate()
    box.retarget(by: shift)
  }

  /// Makes sure that no other value sees what changes.
  private mutating func separate() {
    if !isKnownUniquelyReferenced(&box) { box = box.copy() }
  }
}

/// What is asked of an engine in its box; changed only by its one owner.
private class EngineBox: @unchecked Sendable {
  var motion: Spring.Motion { preconditionFailure("an empty box") }
  var isSettled: Bool { preconditionFailure("an empty box") }
  func copy() -> EngineBox { preconditionFailure("an empty box") }
  func advance(by interval: Seconds) {}
  func retarget(by shift: Points) {}
}

private final class BoxedEngine<Engine: SpringEngine>: EngineBox, @unchecked Sendable {
  private var engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  override var motion: Spring.Motion { engine.motion }
  override var isSettled: Bool { engine.isSettled }
  override func copy() -> EngineBox { BoxedEngine(engine) }
  override func advance(by interval: Seconds) { engine.advance(by: interval) }
  override func retarget(by shift: Points) { engine.retarget(by: shift) }
}
