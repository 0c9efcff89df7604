import Quantities

extension MotionLaw {
  /// Returns guesses of the shared parameters, from which a search begins.
  func sharedGuesses(_ gestures: [ObservedThrow]) -> [[Double]] {
    let duration = gestures.map { $0.duration }.max() ?? 1
    switch self {
    case .spring:
      return [0.1, 0.18, 0.3, 0.5, 0.8, 1.3].flatMap { response in
        [0.15, 0.4, 0.7, 0.95, 1.3, 2.5].map { [response, $0] }
      }
    case .exponential: return [0.7, 1.5, 3, 6, 12, 25].map { [$0] }
    case .constant: return (0..<14).map { [100 * raised(1.6, to: Double($0))] }
    case .power: return [1.3, 1.6, 2, 2.4, 3, 4, 6].map { [$0] }
    case .flutter, .android: return [0.003, 0.007, 0.015, 0.03, 0.06].map { [$0] }
    case .chromium: return [1000, 1800, 2645.7, 4000, 7000].map { [$0] }
    case .flingThenSpring:
      return [1.0, 2, 4, 8].flatMap { k in [0.15, 0.3, 0.5, 0.9].map { [k, $0] } }
    case .tween: return [0.7, 0.85, 1, 1.15, 1.4, 1.8].map { [duration * $0] }
    case .bezier:
      return [0.85, 1, 1.2, 1.6].flatMap { part in
        Self.shapes.map { [duration * part] + $0 }
      }
    }
  }

  /// The control points of very different Bézier curves, with which the search for a curve begins.
  private static let shapes = [
    [0.25, 0.1, 0.25, 1], [0, 0, 0.58, 1], [0.32, 0.72, 0, 1], [0.42, 0, 0.58, 1],
    [0.1, 0.5, 0.5, 1], [0.7, 0.2, 0.4, 1.1], [0.85, 1, 0.75, 0.6], [0.6, 1.2, 0.4, 0.7],
    [0.15, 0.9, 0.4, 0.9], [0.75, 0.1, 0.7, 0.7],
  ]

  /// Returns guesses of the parameters that only one gesture has, from which a search begins.
  func ownGuesses(_ gesture: ObservedThrow) -> [[Double]] {
    let duration = gesture.duration
    switch self {
    case .spring, .exponential: return [[]]
    case .constant, .power, .flutter:
      return [0.8, 0.9, 1, 1.1, 1.25, 1.6, 2.2, 3.5].map { [duration * $0] }
    case .android, .chromium:
      return [0.85, 1, 1.2, 1.5].flatMap { part in
        [-0.06, -0.03, 0].map { [gesture.firstSpeed * part, $0] }
      }
    case .flingThenSpring: return [0.03, 0.08, 0.15, 0.25, 0.4, 0.6].map { [duration * $0] }
    case .tween, .bezier: return [-0.06, -0.04, -0.02, -0.01, 0].map { [$0] }
    }
  }
}
