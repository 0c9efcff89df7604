import Flickbook

/// The report of `flickbook why`: the reason for the target of a gesture, and the repairs, as text and JSON.
struct WhyReport {
  var name: String
  var intent: String
  var verdict: GestureVerdict
  /// The margin of the last decision; nil if no pan came before the decision.
  var margin: DecisionMargin?
  /// The last pan that moved mainly across the axis of the surface; nil if there is none.
  var across: PanAcross?
  /// The number of repairs that the search found.
  var found: Int
  /// The repairs that the report shows, each with its effect on the gestures of the corpus, if there is a corpus.
  var repairs: [(repair: SettingRepair, collateral: Collateral?)]
  /// The number of gestures of the corpus; nil without a corpus.
  var gestures: Int?

  /// The lines, without a newline at the end.
  var text: String {
    var lines = [
      singleLine(
        "\(name): goes to \(verdict.finalTarget), "
          + "\(verdict.isRight ? "as" : "but \(intent) was") intended")
    ]
    lines.append(
      "  decided at \(decimals(verdict.time.value, 3)) s: \(verdict.reason.isEmpty ? "" : "\(verdict.reason), ")"
        + "\(decimals(verdict.velocity.length.value, 0)) pt/s\(arrow(verdict.velocity))")
    let width = verdict.candidates.map { $0.target.count }.max() ?? 0
    for candidate in verdict.candidates {
      let isTaken = candidate.target == verdict.decidedTarget
      let isMeant = verdict.intents.contains(candidate.target)
      let mark = (isTaken ? "  picked" : "") + (isMeant ? "  intended" : "")
      let distance =
        verdict.usesProjection
        ? "  \(padded(decimals(candidate.distance.value, 1), 8)) pt from the projection" : ""
      lines.append(
        "  \(singleLine(candidate.target))\(String(repeating: " ", count: width - candidate.target.count))"
          + distance + mark)
    }
    // Print the margin only if the distances explain the target; they do not explain it if a flick or a threshold
    // decided.
    if let excess = verdict.excessDistance, (excess <= .zero) == verdict.isRight {
      lines.append(
        excess > .zero
          ? "  the intended target is \(decimals(excess.value, 1)) pt farther than the picked one"
          : "  the intended target is \(decimals(-excess.value, 1)) pt nearer than any other")
    }
    if let margin { lines.append("  margin: \(singleLine(margin.text))") }
    if let across { lines.append("  \(across.text)") }
    guard !verdict.isRight else { return lines.joined(separator: "\n") }
    lines.append("")
    guard !repairs.isEmpty else {
      return (lines + ["No change of one or two settings sends the gesture to \(intent)."])
        .joined(separator: "\n")
    }
    lines.append("Each of these changes sends the gesture to \(intent), smallest change first:")
    for (repair, collateral) in repairs {
      let changes = repair.changes.map { "--set \($0.key)=\($0.new)" }.joined(separator: " ")
      let old = repair.changes.map { change in
        let value = readable(value: change.old)
        return change.unit.isEmpty ? value : "\(value) \(change.unit)"
      }
      let size = decimals(repair.size * 100, repair.size < 0.1 ? 2 : 0)
      lines.append("  \(changes)   (from \(old.joined(separator: ", ")); \(size) %)")
      if let collateral { lines.append(contentsOf: self.lines(of: collateral)) }
    }
    if found > repairs.count {
      lines.append("and \(found - repairs.count) more; --most 0 prints all")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of collateral: Collateral) -> [String] {
    func names(_ names: [String]) -> String {
      let more = names.count > 5 ? ", and \(names.count - 5) more" : ""
      return names.isEmpty ? "" : ": " + names.prefix(5).joined(separator: ", ") + more
    }
    var lines = [
      "      right → wrong \(collateral.rightToWrong.count)\(names(collateral.rightToWrong))",
      "      wrong → right \(collateral.wrongToRight.count)\(names(collateral.wrongToRight))",
    ]
    if !collateral.notApplicable.isEmpty {
      lines.append("      not applicable to \(count(collateral.notApplicable.count, "gesture"))")
    }
    return lines
  }

  /// The JSON fields.
  var fields: [LogField] {
    [
      LogField("recording", .text(name)),
      LogField("intent", .text(intent)),
      LogField("decidedTarget", .text(verdict.decidedTarget)),
      LogField("finalTarget", .text(verdict.finalTarget)),
      LogField("isRight", .flag(verdict.isRight)),
      LogField("time", .number(verdict.time.value)),
      LogField("reason", .text(verdict.reason)),
      LogField("velocityX", .number(verdict.velocity.x.value)),
      LogField("velocityY", .number(verdict.velocity.y.value)),
      LogField("excessDistance", verdict.excessDistance.map { .number($0.value) } ?? .none),
      LogField("decisionMargin", margin.map { .fields($0.logFields) } ?? .none),
      LogField(
        "candidates",
        .list(
          verdict.candidates.map {
            .fields([
              LogField("target", .text($0.target)),
              LogField(
                "distance", verdict.usesProjection ? .number($0.distance.value) : .none),
            ])
          })),
      LogField("gestures", gestures.map(LogValue.integer) ?? .none),
      LogField("repairs", .list(repairs.map { .fields(fields($0.repair, $0.collateral)) })),
      LogField("repairsFound", .integer(found)),
    ]
  }

  private func fields(_ repair: SettingRepair, _ collateral: Collateral?) -> [LogField] {
    func names(_ names: [String]?) -> LogValue {
      names.map { .list($0.map { .text($0) }) } ?? .none
    }
    let changes = repair.changes.map { change in
      LogValue.fields([
        LogField("key", .text(change.key)), LogField("unit", .text(change.unit)),
        LogField("old", .text(change.old)), LogField("new", .text(change.new)),
        LogField("size", .number(change.size)),
      ])
    }
    return [
      LogField("changes", .list(changes)),
      LogField("size", .number(repair.size)),
      LogField("target", .text(repair.target)),
      LogField("rightToWrong", names(collateral?.rightToWrong)),
      LogField("wrongToRight", names(collateral?.wrongToRight)),
      LogField("notApplicable", names(collateral?.notApplicable)),
    ]
  }
}
