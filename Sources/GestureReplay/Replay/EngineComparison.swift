public import FrameLogs
import MotionPhysics
public import Quantities
import ReleaseRules
public import TouchInput

/// The results of replaying one recording with one engine, at two frame rates.
public struct EngineComparison: Sendable {
  /// The result of the replay at one frame rate.
  public struct Sight: Hashable, Sendable {
    /// The frame rate.
    public var rate: FrameRate
    /// The summary of the run.
    public var summary: Summary
    /// The greatest distance in any frame between the position with this engine and the position with the exact engine.
    public var distanceFromExact: Points
  }

  /// The name of the engine.
  public var engine: String
  /// A description of the engine, in one sentence.
  public var meaning: String
  /// The results at 60 and at 120 frames per second.
  public var sights: [Sight]
  /// The greatest distance at any time between the positions of the surface at the two frame rates.
  public var frameRateDependence: Points

  /// The frame rates that are compared; the second is twice the first.
  public static let rates = [60.0, 120.0].map { FrameRate(framesPerSecond: $0) }
}

extension ReplayRequest {
  /// Replays `recording` with every engine at both frame rates of ``EngineComparison``.
  ///
  /// After the end of a run, its surface counts as staying at the last position.
  ///
  /// - Throws: ``ReplayError`` if the request is invalid, the scenario has no setting `engine`, or the
  ///   recording cannot be replayed.
  public func engineComparisons(
    of recording: Recording
  ) throws(ReplayError) -> [EngineComparison] {
    var exact: [[Position]] = []
    var rows: [EngineComparison] = []
    for engine in allEngines {
      var paths: [[Position]] = []
      var summaries: [Summary] = []
      for rate in EngineComparison.rates {
        var request = self
        request.rate = rate
        request.assignments.append(Assignment(key: "engine", value: engine.name))
        let run = try request.run(of: recording)
        paths.append(run.frames.map { $0.position })
        summaries.append(run.summary())
      }
      if exact.isEmpty { exact = paths }
      let sights = EngineComparison.rates.indices.map { index in
        EngineComparison.Sight(
          rate: EngineComparison.rates[index], summary: summaries[index],
          distanceFromExact: greatestDistance(paths[index], exact[index]))
      }
      rows.append(
        EngineComparison(
          engine: engine.name, meaning: engine.summary, sights: sights,
          frameRateDependence: greatestDistance(paths[0], everySecond(of: paths[1]))))
    }
    return rows
  }
}

/// Returns every second position of `path`, beginning with the first.
///
/// If `path` has an even number of positions, the last position is added, so that the result has the end of the path.
private func everySecond(of path: [Position]) -> [Position] {
  guard !path.isEmpty else { return [] }
  return (0...path.count / 2).map { path[min(2 * $0, path.count - 1)] }
}

/// Returns the greatest distance between two paths in the same frame.
///
/// After its end, the shorter path counts as staying at its last position.
private func greatestDistance(_ first: [Position], _ second: [Position]) -> Points {
  guard let firstEnd = first.last, let secondEnd = second.last else { return .zero }
  return (0..<max(first.count, second.count)).reduce(Points.zero) { greatest, index in
    let one = index < first.count ? first[index] : firstEnd
    let other = index < second.count ? second[index] : secondEnd
    return max(greatest, (one - other).length)
  }
}
