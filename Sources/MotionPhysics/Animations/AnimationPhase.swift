/// What happened to an animation; each animation ends with exactly one of finished and cancelled.
public enum AnimationEvent<Value: AnimatableValue>: Hashable, Sendable {
  /// The animation came to its end by itself.
  case finished(at: Value)
  /// The animation goes on to another target.
  case retargeted(from: Value, to: Value)
  /// The animation was stopped before its end.
  case cancelled(at: Value)
}

/// What an animation is doing.
public enum AnimationPhase: Hashable, Sendable {
  /// It has not been started.
  case ready
  /// It moves.
  case running
  /// It stands still until it is resumed.
  case paused
  /// It has finished or was stopped.
  case ended

  /// Whether the animation has been started and has not ended.
  var isActive: Bool { self == .running || self == .paused }

  mutating func pause() {
    if self == .running { self = .paused }
  }

  mutating func resume() {
    if self == .paused { self = .running }
  }
}
