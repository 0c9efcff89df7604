public import Quantities

/// A run in a few numbers.
public struct Summary: Hashable, Sendable {
  /// Why the run ended.
  public var ending: Run.Ending
  /// The target of the last decision, nil when nothing was decided; the summary's text leaves it out.
  public var decidedTarget: String?
  /// The same, or where the surface was sent after the decision.
  public var finalTarget: String?
  /// Where the surface was in the last frame.
  public var finalPosition: Position
  /// From the last decision to the end of the motion that it began; nil when there was none, or
  /// when it was caught, sent elsewhere, or did not end.
  public var settleTime: Seconds?
  /// How far the surface went past the target of the last decision, along the way from the release
  /// to there; 0 or more, and as fine as the frames are.
  public var overshoot: Points
  /// The greatest speed of any frame.
  public var peakSpeed: PointsPerSecond
  /// The greatest change of acceleration of the settling surface, in pt/s³, from differences over
  /// three frames.
  public var peakJerk: Double
  /// The number of frames.
  public var frames: Int
  /// The number of pans that began.
  public var pans: Int
  /// The number of decisions.
  public var decisions: Int
  /// How often the surface was caught in motion.
  public var catches: Int
  /// How often the device dropped events.
  public var gaps: Int

  /// The summary as named values, with the digest of the frames as the last.
  public func logFields(framesDigest: String) -> [LogField] {
    [
      LogField("ending", .text(ending.rawValue)),
      LogField("finalTarget", finalTarget.map(LogValue.text) ?? .none),
      LogField("finalX", .number(finalPosition.x.value)),
      LogField("finalY", .number(finalPosition.y.value)),
      LogField("settleTime", settleTime.map { .number($0.value) } ?? .none),
      LogField("overshoot", .number(overshoot.value)),
      LogField("peakSpeed", .number(peakSpeed.value)),
      LogField("peakJerk", .number(peakJerk)),
      LogField("frames", .integer(frames)),
      LogField("pans", .integer(pans)),
      LogField("decisions", .integer(decisions)),
      LogField("catches", .integer(catches)),
      LogField("gaps", .integer(gaps)),
      LogField("framesSHA256", .text(framesDigest)),
    ]
  }
}

extension Run {
  /// The run in a few numbers.
  public func summary() -> Summary {
    let decision = events.last { $0.kind == .decision }
    let heading = events.last { $0.kind == .decision || $0.kind == .retargeted }
    let last = frames.last
    return Summary(
      ending: ending,
      decidedTarget: decision.flatMap { LogValue.fields($0.payload)["target"]?.asText },
      finalTarget: heading.flatMap { LogValue.fields($0.payload)["target"]?.asText },
      finalPosition: last?.position ?? .zero,
      settleTime: settleTime(),
      overshoot: overshoot(after: decision),
      peakSpeed: frames.map { $0.velocity.length }.max() ?? .zero,
      peakJerk: peakJerk(),
      frames: frames.count,
      pans: count(.panBegan), decisions: count(.decision), catches: count(.caught),
      gaps: count(.gap))
  }

  private func count(_ kind: RunEvent.Kind) -> Int { events.count { $0.kind == kind } }

  private func settleTime() -> Seconds? {
    guard let decision = events.lastIndex(where: { $0.kind == .decision }) else { return nil }
    for event in events[(decision + 1)...] {
      switch event.kind {
      case .settled, .dismissed: return event.time - events[decision].time
      case .caught, .retargeted: return nil
      default: continue
      }
    }
    return nil
  }

  private func overshoot(after decision: RunEvent?) -> Points {
    guard let decision else { return .zero }
    let after = frames.drop { $0.time < decision.time }
    guard let first = after.first else { return .zero }
    let motion = after.prefix { $0.target == first.target }
    // pt and s. The release lies up to a frame before the first frame of the motion, and may lie
    // on the other side of the target; over so short a time the velocity hardly changes.
    let elapsed = (first.time - decision.time).value
    let wayX = first.target.x.value - (first.position.x.value - first.velocity.x.value * elapsed)
    let wayY = first.target.y.value - (first.position.y.value - first.velocity.y.value * elapsed)
    let distance = Position(x: Points(wayX), y: Points(wayY)).length.value
    return motion.reduce(Points.zero) { greatest, frame in
      let past = frame.position - frame.target
      guard distance > 0 else { return max(greatest, past.length) }
      return max(greatest, Points((past.x.value * wayX + past.y.value * wayY) / distance))
    }
  }

  private func peakJerk() -> Double {
    var peak = 0.0
    let square = rate.framesPerSecond * rate.framesPerSecond
    for index in frames.indices.dropFirst(2)
    where frames[index - 2...index].allSatisfy({ $0.phase == .settling }) {
      let bend =
        frames[index].velocity - frames[index - 1].velocity * 2 + frames[index - 2].velocity
      peak = max(peak, bend.length.value * square)
    }
    return peak
  }
}
