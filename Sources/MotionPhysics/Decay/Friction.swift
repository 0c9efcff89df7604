public import Quantities

/// The law by which a thrown value slows down and comes to rest.
///
/// With ``exponential(_:)``, a value approaches its place of rest, but never reaches it. With every other law, a throw
/// has a distance and a duration, which depend only on its velocity.
public enum Friction: Hashable, Sendable {
  /// The velocity decreases by the same fraction in each millisecond, as in UIScrollView and GTK.
  case exponential(Decay)
  /// The velocity decreases by the same amount in each second, as in Qt Quick.
  ///
  ///     distance = v² / 2a,  duration = v / a
  ///
  /// Source: Qt 6, `qquickflickable.cpp`; a is the deceleration in pt/s², above 0.
  case constant(deceleration: Double)
  /// The law of Flutter's `ClampingScrollPhysics`, a power law.
  ///
  ///     duration = 0.35 R (v / v_ref)^(1 / (R - 1)),  distance = v · duration / R,  R = ln 0.78 / ln 0.9
  ///
  /// The reference velocity v_ref is 2223.9 pt/s · coefficient / 0.015. At the fraction u of its duration, a throw has
  /// covered 1 - (1 - u)^R of its distance.
  ///
  /// Source: Flutter, `scroll_simulation.dart`, `ClampingScrollSimulation`.
  case flutter(coefficient: Double)
  /// The law of Android's `OverScroller`, which Compose's `splineBasedDecay` shares.
  ///
  ///     duration = (v / v_ref)^(1 / (R - 1)),  distance = 0.35 v · duration
  ///
  /// The distance is the same as for ``flutter(coefficient:)``; the curve goes through 101 points of a spline.
  ///
  /// Source: Android, `OverScroller.java`, `SplineOverScroller`.
  case android(coefficient: Double)
  /// The law of a scrolled element in Chromium.
  ///
  ///     distance = min(longest, v² / 2a),  duration = min(2 s, v / 2300 pt/s²)
  ///
  /// The throw moves on a cubic Bézier curve that begins with its velocity.
  ///
  /// Source: Chromium, `physics_based_fling_curve.cc`; a is the deceleration, 2.7559e-5 in/ms² or 2645.7 px/s², and the
  /// longest distance is three times the length of the view, in points.
  case chromium(deceleration: Double, longest: Double)
}

extension Friction {
  /// Returns the throw that starts with `velocity`; nil for the exponential law, whose throws do not end, and for a
  /// velocity of zero.
  func glide(_ velocity: PointsPerSecond) -> Glide? {
    let speed = velocity.magnitude.value
    guard speed > 0, speed.isFinite else { return nil }
    switch self {
    case .exponential: return nil
    case .constant(let deceleration):
      return Glide(
        distance: speed / deceleration * speed / 2, duration: speed / deceleration, curve: .power(2)
      )
    case .flutter(let coefficient):
      let duration = Self.tensionRatio * Self.inflexion * Self.androidDuration(speed, coefficient)
      return Glide(
        distance: speed * duration / Self.tensionRatio, duration: duration,
        curve: .power(Self.tensionRatio))
    case .android(let coefficient):
      let duration = Self.androidDuration(speed, coefficient)
      return Glide(
        distance: Self.inflexion * speed * duration, duration: duration, curve: .spline)
    case .chromium(let deceleration, let longest):
      let distance = min(longest, speed / deceleration * speed / 2)
      let duration = min(2, speed / 2_300)
      // The first control point makes the curve begin with the velocity of the throw.
      let slope = speed * duration / distance
      let (x, y) = slope * 0.2 < 1 ? (0.2, slope * 0.2) : (1 / slope, 1)
      return Glide(
        distance: distance, duration: duration,
        curve: CubicBezier(x1: x, y1: y, x2: 0.55, y2: 1).map(Glide.Curve.bezier) ?? .power(2))
    }
  }

  /// The exponent of Android's power laws: ln 0.78 / ln 0.9.
  ///
  /// Source: Android, `OverScroller.java`, `DECELERATION_RATE`.
  package static let tensionRatio = naturalLogarithm(0.78) / naturalLogarithm(0.9)
  /// The fractions of the distance at hundredths of the duration, from 0 to 1, for ``android(coefficient:)``.
  package static var androidSpline: [Double] { Glide.Curve.splinePositions }
  /// Source: Android, `OverScroller.java`, `INFLEXION`.
  private static let inflexion = 0.35

  /// Returns the duration of a throw on Android.
  ///
  /// For a coefficient of 1, the deceleration is the gravity of the earth, at 160 points per inch, times 0.84.
  private static func androidDuration(_ speed: Double, _ coefficient: Double) -> Double {
    let friction = coefficient * 9.80665 * 39.37 * 160 * 0.84
    let logarithm = naturalLogarithm(inflexion * speed / friction)
    return Quantities.exponential(logarithm / (tensionRatio - 1))
  }
}

/// A throw that ends: its distance, its duration, and the curve between them.
struct Glide: Hashable, Sendable {
  /// The fraction of the distance that a throw has covered, as a function of the fraction of its duration.
  enum Curve: Hashable, Sendable {
    /// 1 - (1 - u)ⁿ.
    case power(Double)
    /// The curve of Android's `OverScroller`.
    case spline
    /// A cubic Bézier curve.
    case bezier(CubicBezier)
  }

  /// The distance, in points; not negative.
  var distance: Double
  /// The duration, in seconds; above zero.
  var duration: Double
  var curve: Curve

  /// Returns the distance that the throw has covered, and its speed, `time` seconds after the start.
  func state(after time: Double) -> (distance: Double, speed: Double) {
    let fraction = time / duration
    guard fraction < 1 else { return (distance, 0) }
    let (progress, slope) = curve.value(at: max(0, fraction))
    return (distance * progress, distance * slope / duration)
  }

  /// Returns the first time at which `isReached` is true; it must stay true at all later times.
  func time(_ isReached: (_ distance: Double, _ speed: Double) -> Bool) -> Double {
    let start = state(after: 0)
    if isReached(start.distance, start.speed) { return 0 }
    var (low, high) = (0.0, duration)
    // Some curves have no inverse in closed form, so bisection to the last bit is used for all curves.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      let state = state(after: middle)
      if isReached(state.distance, state.speed) { high = middle } else { low = middle }
    }
  }
}

extension Glide.Curve {
  /// Returns the progress at a fraction of the duration from 0 to 1, and its slope.
  func value(at u: Double) -> (progress: Double, slope: Double) {
    switch self {
    case .power(let exponent):
      guard u < 1 else { return (1, 0) }
      let left = exponential(naturalLogarithm(1 - u) * (exponent - 1))
      return (1 - left * (1 - u), exponent * left)
    case .bezier(let curve): return (curve.progress(at: u), curve.speed(at: u))
    case .spline:
      let place = u * Double(Self.splineCount)
      let index = min(Int(place), Self.splineCount - 1)
      let (low, high) = (Self.splinePositions[index], Self.splinePositions[index + 1])
      let slope = (high - low) * Double(Self.splineCount)
      return (low + (place - Double(index)) * (high - low), slope)
    }
  }

  private static let splineCount = 100

  /// The positions of Android's spline at hundredths of the duration.
  ///
  /// A point has the time 3s(1 - s)[(1 - s) 0.175 + 0.35 s] + s³ and the position 3s(1 - s)[(1 - s) 0.5 + s] + s³. The
  /// search for the s of a time ends within 1e-5 of the time, as in Android. A more exact search would give other
  /// points, because each search begins at the result of the previous search.
  ///
  /// Source: Android, `OverScroller.java`, `SPLINE_POSITION`.
  fileprivate static let splinePositions: [Double] = {
    var low = 0.0
    var positions = (0..<splineCount).map { index in
      let time = Double(index) / Double(splineCount)
      var (s, high) = (0.0, 1.0)
      while true {
        s = low + (high - low) / 2
        let error = 3 * s * (1 - s) * ((1 - s) * 0.175 + s * 0.35) + s * s * s - time
        if error.magnitude < 1e-5 { break }
        if error > 0 { high = s } else { low = s }
      }
      return 3 * s * (1 - s) * ((1 - s) * 0.5 + s) + s * s * s
    }
    // The search ends within 1e-5 of the exact start, so without this correction the motion would begin with a jump.
    positions[0] = 0
    positions.append(1)
    return positions
  }()
}

extension Friction {
  /// Returns the motion `time` after the motion `start`; traps for a time below zero or NaN.
  ///
  /// Positions beyond the range of a `Double` are limited to this range.
  public func motion(after time: Seconds, from start: Decay.Motion) -> Decay.Motion {
    if case .exponential(let decay) = self { return decay.motion(after: time, from: start) }
    precondition(time >= .zero, "a throw cannot advance by \(time.value) s")
    guard let glide = glide(start.velocity) else {
      return Decay.Motion(position: start.position, velocity: .zero)
    }
    let sign: Double = start.velocity < .zero ? -1 : 1
    let (distance, speed) = glide.state(after: time.value)
    return Decay.Motion(
      position: Points(saturatedSum(start.position.value, sign * distance)),
      velocity: PointsPerSecond(sign * speed))
  }

  /// Returns the distance that a value with `velocity` moves until it comes to rest.
  public func projectedDistance(_ velocity: PointsPerSecond) -> Points {
    if case .exponential(let decay) = self { return decay.projectedDistance(velocity) }
    let distance = saturated(glide(velocity)?.distance ?? 0)
    return Points(velocity < .zero ? -distance : distance)
  }

  /// Returns the duration of a throw with `velocity`; nil for an exponential law, whose throws do not end.
  public func duration(_ velocity: PointsPerSecond) -> Seconds? {
    if case .exponential = self { return nil }
    return Seconds(glide(velocity)?.duration ?? 0)
  }

  /// Returns the time until a value with `velocity` has moved by `distance`; nil if the value never moves so far.
  public func time(toDistance distance: Points, from velocity: PointsPerSecond) -> Seconds? {
    if case .exponential(let decay) = self {
      return decay.time(toDistance: distance, from: velocity)
    }
    guard distance != .zero else { return .zero }
    guard (distance > .zero) == (velocity > .zero), let glide = glide(velocity),
      distance.magnitude.value < glide.distance
    else { return nil }
    return Seconds(glide.time { moved, _ in moved >= distance.magnitude.value })
  }

  /// Returns the time from which a value with `velocity` is within `tolerance` of its rest; nil if the value never
  /// settles.
  public func settleTime(
    from velocity: PointsPerSecond, within tolerance: SettleTolerance
  ) -> Seconds? {
    guard case .exponential(let decay) = self else {
      guard let glide = glide(velocity) else { return .zero }
      let far = glide.distance - tolerance.distance.value
      return Seconds(
        max(
          glide.time { moved, _ in moved >= far },
          glide.time { _, speed in speed <= tolerance.speed.value }))
    }
    // The remaining distance is proportional to the speed, so a limit of the distance can be converted to a speed.
    let going = PointsPerSecond(tolerance.distance.value * -decay.logarithmicRate)
    return decay.time(untilSpeed: min(tolerance.speed, going), from: velocity)
  }
}
