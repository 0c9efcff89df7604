import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

extension PageSession {
  /// Returns the targets that one decision of a replay would choose at other positions and velocities of its release.
  ///
  /// - Parameters:
  ///   - page: The recording.
  ///   - request: The settings of the replay.
  ///   - decision: The index of the decision among the decisions of the replay, from 0.
  ///   - columns: The number of velocities in the map.
  ///   - rows: The number of positions in the map.
  /// - Returns: The fields of the answer.
  /// - Throws: ``PageError`` if the replay fails, has no decision with this index, or has no pan before this decision.
  static func map(
    of page: PageRecording, _ request: ReplayRequest, decision: Int, columns: Int, rows: Int
  ) throws(PageError) -> [LogField] {
    do throws(ReplayError) {
      let run = try request.run(of: page.recording)
      let decisions = run.events.filter { $0.kind == .decision }
      guard decisions.indices.contains(decision) else {
        throw ReplayError.setting(
          .contradiction(
            scenario: request.scenario,
            found:
              "there is no decision \(decision) among \(decisions.count) decisions",
            remedy: "give the number of a decision, counted from 0"))
      }
      let range = MapRange(LogValue.fields(decisions[decision].payload), columns, rows)
      let map = try request.releaseMap(
        of: page.recording,
        over: ReleaseGrid(
          decision: decision, isAlongX: range.isAlongX, offsets: range.offsets,
          velocities: range.velocities, spans: range.spans))
      guard let map else {
        throw ReplayError.setting(
          .contradiction(
            scenario: request.scenario, found: "no pan led to this decision",
            remedy: "ask for the map of another decision"))
      }
      let pointsPerMillimeter = try request.pointsPerMillimeter(of: page.recording)
      return fields(of: map, range)
        // For touchpads, the page also shows thresholds in millimetres of finger movement.
        + [LogField("pointsPerMillimeter", pointsPerMillimeter.map(LogValue.number) ?? .none)]
    } catch { throw PageError(sentence: error.description) }
  }

  private static func fields(of map: ReleaseMap, _ range: MapRange) -> [LogField] {
    var names: [String] = []
    let rows = map.targets.map { row in
      LogValue.list(
        row.map { name in
          if let index = names.firstIndex(of: name) { return .integer(index) }
          names.append(name)
          return .integer(names.count - 1)
        })
    }
    return [
      LogField("axis", .text(range.isAlongX ? "x" : "y")),
      LogField("offsets", .list(range.offsets.map { .number($0.value) })),
      LogField("positions", .list(map.positions.map { .number($0.value) })),
      LogField("velocities", .list(range.velocities.map { .number($0.value) })),
      LogField("names", .list(names.map { .text($0) })),
      LogField("targets", .list(rows)),
      LogField(
        "release",
        .fields([
          LogField("position", .number(map.position.value)),
          LogField("velocity", .number(map.velocity.value)),
        ])),
      LogField("thresholds", .list(map.thresholds.map { .fields(fields(of: $0)) })),
    ]
  }

  private static func fields(of threshold: ReleaseThreshold) -> [LogField] {
    [
      LogField("axis", .text(threshold.isAlongX ? "x" : "y")),
      LogField("along", .text(threshold.offset == .zero ? "velocity" : "position")),
      LogField("offset", .number(threshold.offset.value)),
      LogField("velocity", .number(threshold.velocity.value)),
      LogField("released", .number(threshold.released.value)),
      LogField("position", .number(threshold.position.value)),
      LogField("target", .text(threshold.target)),
      LogField("decision", threshold.decision.isEmpty ? .none : .fields(threshold.decision)),
    ]
  }
}

/// The axis and the ranges of a map of releases.
///
/// The axis of the map is the axis along which the candidates are farthest apart. The offsets from the position of the
/// release go in both directions up to 110 % of the distance between the outermost candidates. The velocities go in
/// both directions up to 2000 pt/s, or further if the release was faster.
private struct MapRange {
  let isAlongX: Bool
  let offsets: [Points]
  let velocities: [PointsPerSecond]
  /// The ranges in which the engine searches thresholds; along both axes if the candidates differ in x and in y.
  let spans: [ReleaseSpan]

  init(_ payload: LogValue, _ columns: Int, _ rows: Int) {
    func number(_ key: String, of value: LogValue) -> Double { value[key]?.asNumber ?? 0 }
    var candidates: [LogValue] = []
    if case .list(let list)? = payload["candidates"] { candidates = list }
    func span(_ key: String) -> ClosedRange<Double> {
      let positions = candidates.map { number(key, of: $0) }
      return (positions.min() ?? 0)...(positions.max() ?? 0)
    }
    let (x, y) = (span("x"), span("y"))
    let (across, down) = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    let speeds = (number("velocityX", of: payload), number("velocityY", of: payload))
    isAlongX = across == down ? speeds.0.magnitude > speeds.1.magnitude : across > down
    // The limits are our choice. Flicks are rarely faster than 2000 pt/s. With a single candidate, there is no distance
    // between candidates, so the map covers at least 200 pt, which a finger can move.
    func fastest(alongX: Bool) -> Double {
      max(2_000, 1.25 * (alongX ? speeds.0 : speeds.1).magnitude)
    }
    let limit = fastest(alongX: isAlongX)
    let reach = max(1.1 * max(across, down), 200)
    offsets = (0..<rows).map { Points(reach * (2 * Double($0) / Double(max(rows - 1, 1)) - 1)) }
    velocities = (0..<columns).map {
      PointsPerSecond(limit * (2 * Double($0) / Double(max(columns - 1, 1)) - 1))
    }
    let axes = across > 0 && down > 0 ? [isAlongX, !isAlongX] : [isAlongX]
    spans = axes.map { alongX in
      ReleaseSpan(
        isAlongX: alongX, farthest: Points(max(1.1 * (alongX ? across : down), 200)),
        .upTo(PointsPerSecond(fastest(alongX: alongX))))
    }
  }
}
