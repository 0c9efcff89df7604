import MotionPhysics
import Quantities

/// A drag: the positions of a finger, and the positions of the surface that it drags.
public struct ObservedDrag: Sendable {
  /// The times at which the position of the surface was observed, in seconds.
  public var times: [Double]
  /// The position of the surface at each of ``times``, in points.
  public var positions: [Double]
  /// The times at which the position of the finger was observed, in seconds.
  public var fingerTimes: [Double]
  /// The position of the finger at each of ``fingerTimes``, in points.
  public var fingers: [Double]

  /// Creates a drag.
  public init(
    times: [Double], positions: [Double], fingerTimes: [Double], fingers: [Double]
  ) {
    self.times = times
    self.positions = positions
    self.fingerTimes = fingerTimes
    self.fingers = fingers
  }

  /// Returns the position of the finger at a time, interpolated linearly between two reports.
  func finger(at time: Double) -> Double {
    interpolated(fingers, at: time, in: fingerTimes)
  }
}

/// Returns the value at a time, interpolated linearly between the values before and after it; 0 if there are no values.
///
/// - Parameters:
///   - values: The values.
///   - time: The time; before the first value, the result is the first value, and after the last value, the last value.
///   - times: The time of each value, in order.
/// - Returns: The value.
package func interpolated(_ values: [Double], at time: Double, in times: [Double]) -> Double {
  guard let next = times.firstIndex(where: { $0 >= time }) else { return values.last ?? 0 }
  guard next > 0, times[next] > times[next - 1] else { return values[next] }
  let part = (time - times[next - 1]) / (times[next] - times[next - 1])
  return values[next - 1] + (values[next] - values[next - 1]) * part
}

/// A law for the resistance of a surface beyond its edge, fitted to observed drags.
public struct BandFit: Sendable {
  /// A law of the resistance.
  public enum Law: Hashable, Sendable {
    /// The rubber band of scroll views, with a stiffness and a reach.
    case rubberBand
    /// A rubber band of other software, without parameters.
    case foreign(ForeignRubberBand)
    /// The surface does not move beyond the edge.
    case stop
    /// The surface follows the finger, as if there were no edge.
    case free

    /// The name for output, as in the setting `limits`.
    public var name: String {
      switch self {
      case .rubberBand: "rubberBand"
      case .foreign(let band): band.rawValue
      case .stop: "stop"
      case .free: "free"
      }
    }

    fileprivate static var all: [Law] {
      [.rubberBand, .stop, .free] + ForeignRubberBand.allCases.map { .foreign($0) }
    }
  }

  /// The law.
  public var law: Law
  /// The stiffness and its 95 % interval; nil unless the law is the rubber band.
  public var stiffness: (value: Double, interval: ClosedRange<Double>)?
  /// The reach and its 95 % interval, in points; nil unless the law is the rubber band.
  public var reach: (value: Double, interval: ClosedRange<Double>)?
  /// The position of the edge, in points: the given edge, or the fitted edge if none was given.
  public var edge: Double
  /// The time by which the surface is behind the finger, in seconds.
  public var lag: Double
  /// The root mean square of the residuals, in points.
  public var rms: Double
  /// The number of observed positions beyond the edge.
  public var rows: Int

  /// Fits all laws to some drags beyond an edge.
  ///
  /// - Parameters:
  ///   - drags: The drags.
  ///   - side: 1 if the surface is beyond the edge at larger positions, -1 at smaller positions.
  ///   - edge: The edge, in points; nil searches for it.
  /// - Returns: The laws, the law with the smallest residual first; empty if no drag goes beyond the edge.
  public static func all(_ drags: [ObservedDrag], side: Double, edge: Double? = nil) -> [BandFit] {
    let drags = drags.filter { $0.times.count >= ObservedThrow.leastRows }
    guard !drags.isEmpty else { return [] }
    return Law.all.compactMap { fit($0, drags, side, edge) }.sorted { $0.rms < $1.rms }
  }

  private static func shown(_ beyond: Double, _ law: Law, _ stiffness: Double, _ reach: Double)
    -> Double
  {
    switch law {
    case .rubberBand:
      RubberBand.shown(Points(beyond), reach: Points(reach), stiffness: stiffness).value
    case .foreign(let band): band.shown(Points(beyond)).value
    case .stop: 0
    case .free: beyond
    }
  }

  private static func fit(
    _ law: Law, _ drags: [ObservedDrag], _ side: Double, _ known: Double?
  ) -> BandFit? {
    let places = drags.flatMap { $0.positions }
    guard let least = places.min(), let most = places.max(), most - least > 5 else { return nil }
    let edges = known.map { ($0 - 1e-9)...($0 + 1e-9) } ?? (least - 1)...(most + 1)
    // The drags share the edge, the lag, ln stiffness and ln reach. Each drag has its own distance from the finger to
    // the surface.
    let bounds: [ClosedRange<Double>] =
      [edges, 0...0.1, naturalLogarithm(0.02)...0, naturalLogarithm(5)...naturalLogarithm(20_000)]
      + drags.map { _ in -20_000...20_000 }
    let problem = GroupedProblem(shared: 4, own: 1, groups: drags.count, bounds: bounds) {
      group, shared, own in
      let drag = drags[group]
      let (edge, lag) = (shared[0], shared[1])
      let (stiffness, reach) = (exponential(shared[2]), exponential(shared[3]))
      return drag.times.indices.map { row in
        let held = drag.finger(at: drag.times[row] - lag) + own[own.startIndex]
        let beyond = side * (held - edge)
        let place = beyond <= 0 ? held : edge + side * shown(beyond, law, stiffness, reach)
        return drag.positions[row] - place
      }
    }
    let offsets = drags.map { $0.positions[0] - $0.finger(at: $0.times[0]) }
    var best: (parameters: [Double], cost: Double)?
    for part in known == nil ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.5] {
      for (stiffness, reach) in law == .rubberBand ? [(0.55, 800.0), (0.3, 200)] : [(0.55, 800)] {
        let edge = side > 0 ? least + (most - least) * part : most - (most - least) * part
        let start =
          [known ?? edge, 0.016, naturalLogarithm(stiffness), naturalLogarithm(reach)] + offsets
        let found = problem.minimized(from: start)
        if found.cost < best?.cost ?? .infinity { best = found }
      }
    }
    guard let best else { return nil }
    return BandFit(law, problem, best, drags, side)
  }

  private init(
    _ law: Law, _ problem: GroupedProblem, _ best: (parameters: [Double], cost: Double),
    _ drags: [ObservedDrag], _ side: Double
  ) {
    self.law = law
    (edge, lag) = (best.parameters[0], best.parameters[1])
    let count = drags.reduce(0) { $0 + $1.times.count }
    rms = (best.cost / Double(count)).squareRoot()
    rows = drags.reduce(0) { sum, drag in
      sum + drag.positions.count { side * ($0 - best.parameters[0]) > 0.5 }
    }
    guard law == .rubberBand else { return }
    let freedom = max(1, Double(count) / 4)
    let limit = best.cost + max(best.cost, Double(count) * 0.01) * 4 / freedom
    let found = [2, 3].map { index in
      let ends = [-1.0, 1].map { side in
        exponential(problem.end(of: index, side, from: best.parameters, limit: limit))
      }
      return (value: exponential(best.parameters[index]), interval: ends[0]...max(ends[0], ends[1]))
    }
    (stiffness, reach) = (found[0], found[1])
  }
}
