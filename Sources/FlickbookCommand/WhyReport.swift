import Flickbook

/// The report of `flickbook why`: the reason for the target of a gesture, and the repairs.
struct WhyReport {
  var name: String
  var intent: String
  var verdict: GestureVerdict
  /// The margin of the last decision; nil if no pan came before the decision.
  var margin: DecisionMargin?
  /// The distance in points that 1 mm of finger movement on a touchpad is mapped to; nil on a touchscreen.
  var pointsPerMillimeter: Double?
  /// The last pan that moved mainly across the axis of the surface; nil if there is none.
  var across: PanAcross?
  /// The number of repairs that the search found.
  var found: Int
  /// The repairs that the report shows, each with its effect on the gestures of the corpus, if there is a corpus.
  var repairs: [(repair: SettingRepair, collateral: Collateral?)]
  /// The number of gestures of the corpus; nil without a corpus.
  var gestures: Int?
  /// Whether the search tried changes of two settings.
  var triesPairs: Bool

  var report: Report { data + Report(lines.map { .note($0) }) }

  private var lines: [String] {
    var lines = [
      singleLine(
        "\(name): goes to \(verdict.finalTarget), "
          + "\(verdict.isRight ? "as" : "but \(intent) was") intended")
    ]
    lines.append(
      "  decided at \(decimals(verdict.time.value, 3)) s: \(verdict.reason.isEmpty ? "" : "\(verdict.reason), ")"
        + "\(decimals(verdict.velocity.length.value, 0)) pt/s\(arrow(verdict.velocity))")
    lines.append(tableText(candidates.map(\.row)))
    // Print the margin only if the distances explain the target; they do not explain it if a flick or a threshold
    // decided.
    if let excess = verdict.excessDistance, (excess <= .zero) == verdict.isRight {
      lines.append(
        excess > .zero
          ? "  the intended target is \(decimals(excess.value, 1)) pt farther than the picked target"
          : "  the intended target is \(decimals(-excess.value, 1)) pt nearer than any other")
    }
    if let margin { lines.append("  margin: \(singleLine(margin.text))") }
    if let pointsPerMillimeter {
      let path = margin?.position.map {
        "; the margin is \(decimals($0.change.value.magnitude / pointsPerMillimeter, 1)) mm of finger"
      }
      lines.append(
        "  on this touchpad, 1 mm of finger is \(decimals(pointsPerMillimeter, 2)) pt\(path ?? "")")
    }
    if let across { lines.append("  \(across.text)") }
    guard !verdict.isRight else { return lines }
    lines.append("")
    guard !repairs.isEmpty else {
      let tried = triesPairs ? "one or two settings" : "one setting, by up to ten times its value,"
      return lines + ["No change of \(tried) sends the gesture to \(intent)."]
    }
    let order =
      repairs.contains { $0.repair.kind == .option }
      ? "smallest change of a setting first, then options of the replay" : "smallest change first"
    lines.append("Each of these changes sends the gesture to \(intent), \(order):")
    for (repair, collateral) in repairs {
      let changes = repair.changes.map(\.argument).joined(separator: " ")
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
    return lines
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

  private var data: Report {
    [
      .data("recording", name), .data("intent", intent),
      .data("decidedTarget", verdict.decidedTarget), .data("finalTarget", verdict.finalTarget),
      .data("isRight", verdict.isRight), .data("time", verdict.time),
      .data("reason", verdict.reason), .data("velocityX", verdict.velocity.x),
      .data("velocityY", verdict.velocity.y), .data("excessDistance", verdict.excessDistance),
      .data("decisionMargin", margin.map { LogValue.fields($0.logFields) }),
      .data("pointsPerMillimeter", pointsPerMillimeter),
      .data("candidates", candidates), .data("gestures", gestures),
      .data("repairs", repairs.map { self.report(on: $0.repair, $0.collateral) }),
      .data("repairsFound", found),
    ]
  }

  /// The candidates; with their distances from the projection only if the decision used the projection.
  private var candidates: [Report] {
    verdict.candidates.map { candidate in
      let isTaken = candidate.target == verdict.decidedTarget
      let isMeant = verdict.intents.contains(candidate.target)
      let isFar = verdict.usesProjection
      return [
        .value("target", candidate.target),
        .data("distance", isFar ? candidate.distance : nil),
        .shown(
          "", isFar ? "\(decimals(candidate.distance.value, 1)) pt from the projection" : ""),
        .shown("", (isTaken ? "picked  " : "") + (isMeant ? "intended" : "")),
      ]
    }
  }

  private func report(on repair: SettingRepair, _ collateral: Collateral?) -> Report {
    let changes = repair.changes.map { change -> Report in
      [
        .data("key", change.key), .data("unit", change.unit), .data("old", change.old),
        .data("new", change.new), .data("size", change.size), .data("argument", change.argument),
      ]
    }
    return [
      .data("changes", changes), .data("size", repair.size), .data("target", repair.target),
      .data("rightToWrong", collateral?.rightToWrong),
      .data("wrongToRight", collateral?.wrongToRight),
      .data("notApplicable", collateral?.notApplicable),
    ]
  }
}

extension SettingRepair.Change {
  /// The argument that makes the change in a `flickbook` command.
  fileprivate var argument: String {
    ReplayRequest.isRequestOption(key) ? "--\(key) \(new)" : "--set \(key)=\(new)"
  }
}
