public import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of sheets and their scrolling content.
let sheetLaws: [Law] = [
  Law(
    name: .contentAddsUp, invariants: ["I17"],
    meaning:
      "During a drag, the movements of a sheet and of its content add up to the movement of the "
      + "finger.",
    scenarios: ["sheet"], check: contentAddsUp),
  Law(
    name: .contentPinned, invariants: ["I17"],
    meaning:
      "Each step of a drag moves either the sheet or its content; only the step that switches "
      + "between them may move both.",
    scenarios: ["sheet"], check: contentPinned),
  Law(
    name: .contentFollows, invariants: ["I17"],
    meaning:
      "During a drag, neither a sheet nor its content moves against the direction of the finger.",
    scenarios: ["sheet"], check: contentFollows),
  Law(
    name: .contentContinuous, invariants: ["I1", "I3"],
    meaning:
      "The content of a sheet jumps only when a finger moves or a setting changes. Without a "
      + "finger, it is never faster than `release.cap`.",
    scenarios: ["sheet"], check: contentContinuous),
  Law(
    name: .contentEnds, invariants: ["I7"],
    meaning:
      "At rest, the scroll offset of a sheet's content is between zero and its largest value.",
    scenarios: ["sheet"], check: contentEnds),
  Law(
    name: .dims, invariants: [],
    meaning:
      "A sheet that moves up never makes its backdrop less opaque, and the opacity is at most "
      + "`backdrop.alpha`.",
    scenarios: ["sheet"], check: dims),
]

extension Frame {
  /// The scroll offset of a sheet's content, in points; zero without content.
  public var contentOffset: Double { own["contentOffset"]?.asNumber ?? 0 }

  /// Whether the content of a sheet is locked.
  public var isScrollLocked: Bool { own["scrollLocked"] == .flag(true) }

  /// The opacity of the backdrop of a sheet; unitless, 0 to 1.
  public var backdrop: Double { own["backdrop"]?.asNumber ?? .nan }
}

/// The effect of one movement of a pan on a sheet and its content, in points.
private struct ContentStep {
  var moment: Moment
  /// The displacements of the finger, the sheet and the content; positive downwards.
  var finger: Double
  var sheet: Double
  var content: Double
}

extension Evidence {
  /// Returns the movements of pans on sheets with content.
  ///
  /// - Parameter conditions: Selects conditions among those with content.
  /// - Returns: One step per movement.
  fileprivate func contentSteps(where conditions: (Conditions) -> Bool) -> [ContentStep] {
    var finger = 0.0
    return performance.moments.compactMap { moment in
      let pan: Pan
      switch moment.hand {
      case .panBegan(let new):
        pan = new
        finger = 0
      case .panChanged(let new, _): pan = new
      default: return nil
      }
      let displacement = pan.translation.y.value - finger
      finger = pan.translation.y.value
      let given = self.conditions(before: moment)
      guard given.number("content.height") != 0, moment.after.phase == .dragging,
        given.number("tracking.response") == 0, conditions(given)
      else { return nil }
      return ContentStep(
        moment: moment, finger: displacement,
        sheet: (moment.after.position.y - moment.before.position.y).value,
        content: moment.before.contentOffset - moment.after.contentOffset)
    }
  }
}

private func contentAddsUp(_ evidence: Evidence, _ verdict: inout Verdict) {
  for step in evidence.contentSteps(where: { $0["limits"] == "free" }) {
    verdict.expect(
      (step.sheet + step.content - step.finger).magnitude < 1e-6, at: step.moment.time,
      "finger \(step.finger) pt, sheet \(step.sheet) pt, content \(step.content) pt")
  }
}

private func contentPinned(_ evidence: Evidence, _ verdict: inout Verdict) {
  for step in evidence.contentSteps(where: { $0["limits"] == "free" }) {
    let moveBoth = step.sheet.magnitude > 1e-9 && step.content.magnitude > 1e-9
    // Only the step at which the drag switches between sheet and content moves both.
    let isSeam = step.moment.before.isScrollLocked != step.moment.after.isScrollLocked
    verdict.expect(
      !moveBoth || isSeam, at: step.moment.time,
      "the sheet moved \(step.sheet) pt, and its content \(step.content) pt")
  }
}

private func contentFollows(_ evidence: Evidence, _ verdict: inout Verdict) {
  let scenario = evidence.scenario
  for step in evidence.contentSteps(where: { !scenario.isExempt(from: .follows, under: $0) }) {
    let isSameDirection = step.sheet * step.finger >= -1e-9 && step.content * step.finger >= -1e-9
    verdict.expect(
      isSameDirection && (step.sheet + step.content).magnitude - step.finger.magnitude < 1e-6,
      at: step.moment.time,
      "finger \(step.finger) pt, sheet \(step.sheet) pt, content \(step.content) pt")
  }
}

private func contentContinuous(_ evidence: Evidence, _ verdict: inout Verdict) {
  var last: Moment?
  for moment in evidence.performance.moments {
    let jump = (moment.after.contentOffset - moment.before.contentOffset).magnitude
    switch moment.input {
    case .hand(.panBegan), .hand(.panChanged), .change, .none: break
    case .hand, .command:
      verdict.expect(jump < 1e-9, at: moment.time, "the content jumped \(jump) pt")
    }
    // A changed setting takes effect at the next moment.
    if let last, last.conditionsBefore == last.conditionsAfter {
      // The velocity of a throw is limited by `release.cap`.
      let cap = evidence.conditions(before: moment).number("release.cap") ?? .infinity
      let displacement = (moment.before.contentOffset - last.after.contentOffset).magnitude
      let time = (moment.time - last.time).value
      verdict.expect(
        displacement <= cap * time + 1e-6, at: moment.time,
        "the content moved \(displacement) pt in \(time) s")
    }
    last = moment
  }
}

private func contentEnds(_ evidence: Evidence, _ verdict: inout Verdict) {
  // The content of a dismissed sheet may still be moving, but it is no longer visible.
  guard evidence.performance.ending != .gone,
    let last = evidence.performance.moments.last?.after,
    let height = evidence.performance.conditions.last?.number("content.height"), height > 0
  else { return }
  verdict.expect(
    (0...height).contains(last.contentOffset), at: last.time,
    "the content rests at \(last.contentOffset) pt of \(height) pt")
}

private func dims(_ evidence: Evidence, _ verdict: inout Verdict) {
  for (index, conditions) in evidence.performance.conditions.enumerated() {
    let most = conditions.number("backdrop.alpha") ?? 1
    let frames = evidence.performance.moments.filter { $0.conditionsAfter == index }.map(\.after)
      .sorted { $0.position.y > $1.position.y }
    for (low, high) in zip(frames, frames.dropFirst()) {
      verdict.expect(
        low.backdrop <= high.backdrop && (0...most).contains(high.backdrop), at: high.time,
        "the backdrop is \(high.backdrop) at \(high.position.y.value) pt, but \(low.backdrop) below"
      )
    }
  }
}
