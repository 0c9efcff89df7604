/// A timing curve from (0, 0) to (1, 1) with two control points, as in CSS and UIKit.
///
/// The equation for the parameter of the curve is solved to the last bits of a `Double`. The error of the progress is
/// below 1e-12, except at times at which the curve is vertical.
///
/// Source: W3C, *CSS Easing Functions Level 1*, section 2.2.
public struct CubicBezier: Hashable, Sendable {
  /// The time of the first control point, in 0...1.
  public let x1: Double
  /// The progress of the first control point; any finite number, so that the curve can leave the range 0...1.
  public let y1: Double
  /// The time of the second control point, in 0...1.
  public let x2: Double
  /// The progress of the second control point; any finite number, so that the curve can leave the range 0...1.
  public let y2: Double

  /// Creates a curve; nil if a time is outside 0...1 or a number is not finite, as in CSS.
  public init?(x1: Double, y1: Double, x2: Double, y2: Double) {
    guard (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite else { return nil }
    self.init(trusted: x1, y1, x2, y2)
  }

  private init(trusted x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// A straight line: the progress equals the fraction of time.
  public static let linear = CubicBezier(trusted: 0, 0, 1, 1)
  /// The default of CSS transitions and of Core Animation.
  public static let ease = CubicBezier(trusted: 0.25, 0.1, 0.25, 1)
  /// A curve that starts slowly, with the same numbers in CSS and UIKit.
  public static let easeIn = CubicBezier(trusted: 0.42, 0, 1, 1)
  /// A curve that ends slowly, with the same numbers in CSS and UIKit.
  public static let easeOut = CubicBezier(trusted: 0, 0, 0.58, 1)
  /// A curve that starts and ends slowly, with the same numbers in CSS and UIKit.
  public static let easeInOut = CubicBezier(trusted: 0.42, 0, 0.58, 1)
  /// A curve that starts fast and ends slowly.
  ///
  /// Source: Google, *Material Design*, standard easing.
  public static let swiftOut = CubicBezier(trusted: 0.4, 0, 0.2, 1)
  /// A curve that starts at once and ends slowly.
  ///
  /// Source: hyprutils at 83da5ee, `AnimationManager.cpp`, `DEFAULTBEZIERPOINTS`.
  public static let hyprland = CubicBezier(trusted: 0, 0.75, 0.15, 1)

  /// A curve with a fast start and a slow end: the curve of vaul and of Ionic's sheets.
  ///
  /// Source: emilkowalski/vaul, the `TRANSITIONS` of its drawer.
  public static let drawer = CubicBezier(trusted: 0.32, 0.72, 0, 1)

  /// The curve of the reverse motion: this curve rotated by 180° about its middle.
  public var mirrored: CubicBezier { CubicBezier(trusted: 1 - x2, 1 - y2, 1 - x1, 1 - y1) }

  /// The inverse curve: the fraction of the duration as a function of the progress.
  ///
  /// The inverse exchanges time and progress. The result is nil if the progress of a control point is outside 0...1.
  public var inverse: CubicBezier? { CubicBezier(x1: y1, y1: x1, x2: y2, y2: x2) }

  /// Returns the progress at `time`, a fraction of the duration: 0 at 0 and below, 1 at 1 and above.
  ///
  /// - Complexity: O(1); about eight evaluations of the polynomial.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    // Control points on the diagonal make a straight line.
    if x1 == y1, x2 == y2 { return time }
    let parameter = zeroOfDecreasing(between: 0, and: 1) { s in
      (time - Self.value(x1, x2, at: s), -Self.slope(x1, x2, at: s))
    }
    return Self.value(y1, y2, at: parameter)
  }

  /// Returns the speed at a fraction of the duration, relative to the speed of a linear curve.
  ///
  /// The speed is infinite where the curve is vertical.
  public func speed(at time: Double) -> Double {
    if x1 == y1, x2 == y2 { return 1 }
    // At an end, the tangent points to the next control point. If that point coincides with the end, the tangent points
    // to the other control point.
    guard time > 0 else { return x1 == 0 && y1 == 0 ? y2 / x2 : y1 / x1 }
    guard time < 1 else { return x2 == 1 && y2 == 1 ? (1 - y1) / (1 - x1) : (1 - y2) / (1 - x2) }
    let parameter = zeroOfDecreasing(between: 0, and: 1) { s in
      (time - Self.value(x1, x2, at: s), -Self.slope(x1, x2, at: s))
    }
    return Self.slope(y1, y2, at: parameter) / Self.slope(x1, x2, at: parameter)
  }

  /// Returns one coordinate at the parameter s: `3 s (1 - s)² p + 3 s² (1 - s) q + s³`.
  private static func value(_ p: Double, _ q: Double, at s: Double) -> Double {
    let rest = 1 - s
    return s * (3 * rest * (rest * p + s * q) + s * s)
  }

  private static func slope(_ p: Double, _ q: Double, at s: Double) -> Double {
    let rest = 1 - s
    return 3 * (rest * rest * p + 2 * rest * s * (q - p) + s * s * (1 - q))
  }
}
