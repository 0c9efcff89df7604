/// What computes the motion of a spring.
public enum MotionEngine: String, Hashable, Sendable, CaseIterable {
  /// The exact solution, at any time.
  case exact
}
