public import Quantities

/// A piecewise linear easing curve, as in CSS `linear()`.
///
/// The straight lines approximate a curve, such as a spring motion, within a tolerance. The number of stops is nearly
/// the smallest possible number, because a stop may lie anywhere within the tolerance, not only on the curve. The
/// algorithm extends each line as far as the tolerance allows. It then tries several points near the end of the line as
/// the next stop, and uses the point from which the next line is longest.
///
/// Source: W3C, *CSS Easing Functions Level 2*, section 2.2, defines `linear()`. The algorithm follows H. Imai
/// and M. Iri, *An optimal algorithm for approximating a piecewise linear function* (1986).
public struct LinearEasing: Hashable, Sendable {
  /// A point at which a line of the easing curve starts or ends.
  public struct Stop: Hashable, Sendable {
    /// The time as a fraction of the duration, in 0...1; unitless.
    public var time: Double
    /// The progress, 0 at the start and 1 at the end; unitless.
    public var progress: Double

    /// Creates a stop.
    public init(time: Double, progress: Double) {
      self.time = time
      self.progress = progress
    }
  }

  /// The stops in order; the first is at time 0, and the last has progress 1 at time 1.
  public let stops: [Stop]
  /// The duration of the motion, which a CSS transition with ``css`` as its easing must have.
  public let duration: Seconds
  /// The number of decimals of a time that is written as a percentage.
  private let timeDigits: Int
  /// The number of decimals of a progress.
  private let progressDigits: Int

  /// The limit for the number of evaluations of a curve.
  ///
  /// This limit is our choice. Two million evaluations allow about 12,000 stops, and take a few seconds.
  static let maximumEvaluations = 2_000_000

  /// Approximates a curve from 0 to 1 by straight lines; nil if more than ``maximumEvaluations`` are needed.
  ///
  /// The error is within the tolerance at every time, not only at the times at which the curve is evaluated. Between
  /// two evaluations at an interval of `h`, the curve deviates from its chord by at most `h² / 8` times its curvature.
  /// The interval is chosen so that this deviation is at most 0.1 % of the tolerance. At each evaluation, the lines
  /// may differ from the curve by the rest of the tolerance, minus the rounding error of the decimals.
  ///
  /// If the end of the curve differs from 1 by more than the lines may differ from the curve, the progress jumps to 1
  /// at the end.
  ///
  /// - Parameters:
  ///   - duration: The duration of the motion.
  ///   - tolerance: The largest difference between the lines and the curve, as a fraction of the motion's distance;
  ///     above 0.
  ///   - curvature: Returns the largest absolute second derivative after a given fraction of the duration; the result
  ///     must not increase with the fraction.
  ///   - progress: Returns the progress at a fraction of the duration; 0 at the fraction 0.
  init?(
    duration: Seconds, within tolerance: Double, curvature: (Double) -> Double,
    progress: (Double) -> Double
  ) {
    precondition(tolerance > 0, "tolerance \(tolerance) is not above 0")
    let slack = tolerance / 1_000
    func step(from time: Double) -> Double { (8 * slack / curvature(time)).squareRoot() }
    // Every time is a multiple of a tick, so that the decimals of a percentage express the time exactly.
    var ticks = 10_000.0
    var timeDigits = 2
    while ticks * step(from: 0) < 1 {
      ticks *= 10
      timeDigits += 1
      guard timeDigits <= 13 else { return nil }
    }
    // `least` is a lower bound for the number of evaluations, because no step that starts in a piece is longer than a
    // step from the end of the piece. This bound rejects an extreme curve before the loop below evaluates the curve.
    let pieces = 256
    var least = 0.0
    for piece in 1...pieces {
      least += 1 / Double(pieces) / step(from: Double(piece) / Double(pieces))
    }
    guard least < Double(Self.maximumEvaluations + pieces) else { return nil }
    // Rounding to multiples of `unit` uses at most 1 % of the tolerance.
    var unit = 1e-4
    var progressDigits = 4
    while unit > tolerance / 50, progressDigits < 13 {
      unit /= 10
      progressDigits += 1
    }
    let reach = tolerance - slack - unit / 2
    let end = progress(1)
    let jumps = (end - 1).magnitude > reach
    var corridor = Corridor(unit: unit)
    corridor.append(time: 0, low: 0, high: 0)
    var tick = 0.0
    while tick < ticks {
      guard corridor.count < Self.maximumEvaluations else { return nil }
      tick = min(tick + max(1, (ticks * step(from: tick / ticks)).rounded(.down)), ticks)
      let value = tick < ticks ? progress(tick / ticks) : jumps ? end : 1
      let width = tick < ticks ? reach : 0
      // A larger number cannot be rounded to a multiple of `unit`.
      guard value.magnitude < 0x1p53 * unit else { return nil }
      corridor.append(time: tick / ticks, low: value - width, high: value + width)
    }
    stops = corridor.lines() + (jumps ? [Stop(time: 1, progress: 1)] : [])
    self.duration = duration
    self.timeDigits = timeDigits
    self.progressDigits = progressDigits
  }

  /// The CSS text of the easing, such as `linear(0, 0.25 10%, 1)`.
  public var css: String {
    let last = stops.count - 1
    let texts = stops.enumerated().map { index, stop in
      let progress = decimal(stop.progress, digits: progressDigits)
      let isEnd = index == 0 || index == last
      return isEnd ? progress : "\(progress) \(decimal(stop.time * 100, digits: timeDigits))%"
    }
    return "linear(" + texts.joined(separator: ", ") + ")"
  }

  /// Returns the progress at `time`, a fraction of the duration: 0 below 0, and 1 above 1.
  public func progress(at time: Double) -> Double {
    let index = stops.firstIndex { $0.time > time } ?? stops.count
    guard index > 0, index < stops.count else { return index == 0 ? 0 : 1 }
    let (from, to) = (stops[index - 1], stops[index])
    return from.progress
      + (to.progress - from.progress) * ((time - from.time) / (to.time - from.time))
  }
}

extension LinearEasing {
  /// Approximates a spring motion from 0 to 1 by straight lines; nil if more than ``maximumEvaluations`` are needed.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - velocity: The velocity at the start, as a fraction of the distance per second.
  ///   - duration: The duration of the easing, which can be shorter or longer than the motion.
  ///   - tolerance: The largest difference between the lines and the motion, as a fraction of the motion's distance;
  ///     above 0.
  init?(spring: Spring, velocity: Double, duration: Seconds, within tolerance: Double) {
    let start = Spring.Motion(offset: Points(-1), velocity: PointsPerSecond(velocity))
    func motion(_ fraction: Double) -> Spring.Motion {
      spring.motion(after: duration * fraction, from: start)
    }
    self.init(duration: duration, within: tolerance) { fraction in
      saturated(
        spring.peakAcceleration(from: motion(fraction)) * duration.value * duration.value)
    } progress: { fraction in
      1 + motion(fraction).offset.value
    }
  }

  /// Approximates a decay from 0 to 1 by straight lines; nil if the tolerance requires too many evaluations.
  ///
  ///     progress = 1 - d^(1000 t)
  ///
  /// Here, d is ``Decay/rate``, and t is the time in seconds. The lines end when the distance that is left is within
  /// the tolerance.
  ///
  /// - Parameters:
  ///   - decay: The friction. The start velocity has no effect on the curve, because the distance is proportional to
  ///     the velocity.
  ///   - tolerance: The largest difference between the lines and the decay, as a fraction of the motion's distance;
  ///     above 0 and below 1.
  public init?(decay: Decay, within tolerance: Double = 0.001) {
    precondition(
      tolerance > 0 && tolerance < 1, "tolerance \(tolerance) is not between 0 and 1")
    let rate = decay.logarithmicRate
    // If the remaining distance at the end is 98 % of the tolerance, the progress does not jump to 1 at the end.
    let duration = Self.wholeMilliseconds(naturalLogarithm(0.98 * tolerance) / rate)
    let exponent = rate * duration.value
    self.init(duration: duration, within: tolerance) { fraction in
      exponent * exponent * exponential(exponent * fraction)
    } progress: { fraction in
      -exponentialMinusOne(exponent * fraction)
    }
  }

  /// Returns a time rounded up to whole milliseconds, which CSS can express exactly.
  static func wholeMilliseconds(_ seconds: Double) -> Seconds {
    Seconds((seconds * 1_000).rounded(.up) / 1_000)
  }
}

extension SpringTiming {
  /// Returns the horizontal progress, which depends on ``RelativeVelocity/dx``, as straight lines for CSS.
  ///
  /// The duration is the time from which the progress differs from 1 by at most the tolerance, rounded up to whole
  /// milliseconds.
  ///
  /// - Parameter tolerance: The largest difference between the lines and the progress at any time, as a fraction of the
  ///   motion's distance; above 0 and below 1.
  /// - Returns: The lines; nil if the spring never settles, or oscillates for so long that the approximation would need
  ///   too many evaluations.
  public func linearEasing(within tolerance: Double = 0.001) -> LinearEasing? {
    precondition(
      tolerance > 0 && tolerance < 1, "tolerance \(tolerance) is not between 0 and 1")
    // The remaining distance at the end is part of the error of the lines. If this distance is 98 % of the tolerance,
    // the progress does not jump to 1 at the end.
    let near = SettleTolerance(
      distance: Points(0.98 * tolerance), speed: PointsPerSecond(.infinity))
    let start = Spring.Motion(offset: Points(-1), velocity: PointsPerSecond(initialVelocity.dx))
    guard let settled = spring.settleTime(from: start, within: near) else { return nil }
    return LinearEasing(
      spring: spring, velocity: initialVelocity.dx,
      duration: LinearEasing.wholeMilliseconds(settled.value), within: tolerance)
  }
}

extension Spring {
  /// Returns the largest absolute acceleration from `motion` on, in points per second squared.
  ///
  /// The largest acceleration is either the current acceleration or its next peak. The acceleration of a spring motion
  /// follows the same equation as the position, and no peak of a solution is higher than the previous peak.
  func peakAcceleration(from motion: Motion) -> Double {
    let now = acceleration(at: motion)
    let pull = saturated(angularFrequency * motion.velocity.value)
    let braking = saturated(2 * dampingRatio * now)
    let unit = UnitMotion(
      spring: UnitSpring(dampingRatio: dampingRatio), value: now,
      slope: saturatedSum(-pull, -braking))
    guard now != 0 || unit.slope != 0, let peak = unit.firstPeak else { return now.magnitude }
    return max(now.magnitude, unit.state(at: peak).value.magnitude)
  }
}

/// A sequence of gates that the lines must pass.
///
/// A gate is the interval of the allowed progress at a time at which the curve has been evaluated.
private struct Corridor {
  private var times: [Double] = []
  private var lows: [Double] = []
  private var highs: [Double] = []
  /// The smallest difference of progress that the decimals of a stop can express.
  let unit: Double

  init(unit: Double) { self.unit = unit }

  var count: Int { times.count }

  mutating func append(time: Double, low: Double, high: Double) {
    times.append(time)
    lows.append(low)
    highs.append(high)
  }

  /// The longest line that starts at a given point and passes all gates up to its end.
  private struct Line {
    /// The index of the last gate that the line passes.
    var end: Int
    /// The change of the progress per fraction of the duration.
    var slope: Double
    /// The index of the last gate whose edge the line touches.
    var contact: Int
  }

  /// The number of points on each line that are tried as the start of the next line.
  ///
  /// This number is our choice. With 4 points per line, a curve needs 1 % more stops. With 64 points per line, the
  /// number of stops is the same as with 12.
  private static let corners = 12

  /// Returns the stops of connected lines through all gates.
  func lines() -> [LinearEasing.Stop] {
    let last = count - 1
    var stops = [LinearEasing.Stop(time: 0, progress: 0)]
    var index = 0
    var line = line(from: 0, at: 0)
    while line.end < last {
      guard let start = stops.last else { break }
      // The next line may start at any gate between the last contact of this line and its end.
      let first = max(line.contact, index + 1)
      var best: (line: Line, index: Int, value: Double)?
      for corner in 0..<Self.corners {
        let candidate = line.end - (line.end - first) * corner / (Self.corners - 1)
        guard candidate != best?.index else { continue }
        let exact = start.progress + line.slope * (times[candidate] - start.time)
        let value = (exact / unit).rounded() * unit
        let next = self.line(from: candidate, at: value)
        if next.end > best?.line.end ?? 0 { best = (next, candidate, value) }
      }
      guard let best else { break }
      stops.append(LinearEasing.Stop(time: times[best.index], progress: best.value))
      (line, index) = (best.line, best.index)
    }
    return stops + [LinearEasing.Stop(time: 1, progress: 0.5 * (lows[last] + highs[last]))]
  }

  private func line(from start: Int, at value: Double) -> Line {
    var (least, greatest) = (-Double.infinity, Double.infinity)
    var (lowContact, highContact) = (start, start)
    for index in start + 1..<count {
      let time = times[index] - times[start]
      let low = (lows[index] - value) / time
      let high = (highs[index] - value) / time
      // No line that passes the previous gates can pass this gate, which is below or above all such lines.
      if high < least { return Line(end: index - 1, slope: least, contact: lowContact) }
      if low > greatest { return Line(end: index - 1, slope: greatest, contact: highContact) }
      if low >= least { (least, lowContact) = (low, index) }
      if high <= greatest { (greatest, highContact) = (high, index) }
    }
    return Line(end: count - 1, slope: least, contact: start)
  }
}

/// Returns the text of a number with at most `digits` decimals, without trailing zeros.
func decimal(_ number: Double, digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = (number * scale).rounded()
  guard scaled.magnitude < 0x1p53 else { return "\(number)" }
  let magnitude = Int64(scaled.magnitude)
  let whole = magnitude / Int64(scale)
  var fraction = String(magnitude % Int64(scale))
  fraction = String(repeating: "0", count: digits - fraction.count) + fraction
  while fraction.last == "0" { fraction.removeLast() }
  let text = fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
  return scaled < 0 ? "-" + text : text
}
