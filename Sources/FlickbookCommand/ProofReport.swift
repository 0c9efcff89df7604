import Flickbook

/// The text and the JSON of the proofs of one preset.
struct ProofReport {
  var entry: PresetFile.Entry
  /// The number of releases that were tested.
  var releases = 0
  /// The releases with another target than expected, in words.
  var wrongReleases: [String] = []
  /// The observed proofs that were tested, with their results.
  var observed: [(proof: ObservedProof, result: ObservedProofResult)] = []

  /// The number of wrong releases, of disagreements with observed motion, and of statements that are not true.
  var failures: Int {
    observed.reduce(wrongReleases.count) {
      $0 + $1.result.disagreements.count + $1.result.untrue.count
    }
  }

  /// A line for the preset, a line for each observed proof, and a line for each failure.
  var text: String {
    var lines = [
      "\(entry.scenario) \(entry.preset.name): \(entry.preset.values.count) settings, "
        + "\(releases) releases tested"
        + (wrongReleases.isEmpty ? "" : ", \(wrongReleases.count) wrong")
    ]
    lines += wrongReleases.map { "  \($0)" }
    for (proof, result) in observed {
      lines.append("  \(Self.headline(proof, result))")
      lines += result.disagreements.map {
        "    \(singleLine($0.recording)): \($0.difference.sentence)"
      }
      lines += result.untrue.map { "    \(singleLine($0))" }
    }
    return lines.joined(separator: "\n")
  }

  private static func headline(_ proof: ObservedProof, _ result: ObservedProofResult) -> String {
    let runs = result.runs == 1 ? "1 run" : "\(result.runs) runs"
    let recordings = result.recordings == 1 ? "1 recording" : "\(result.recordings) recordings"
    var text = "observed \(singleLine(proof.observation.software)): \(runs) of \(recordings)"
    let worst = StageComparison.Quantity.allCases.compactMap { quantity in
      result.worst[quantity].map {
        "\(quantity.rawValue) \(decimals($0, quantity == .settleTime ? 3 : 2)) \(quantity.unit)"
      }
    }
    if !worst.isEmpty { text += "; worst \(worst.joined(separator: ", "))" }
    if !result.expectedFailures.isEmpty {
      let count = result.expectedFailures.count
      text += "; \(count == 1 ? "1 recording differs" : "\(count) recordings differ") as stated"
    }
    if !proof.excepted.isEmpty { text += "; \(proof.excepted.count) not compared" }
    return text
  }

  /// The fields of the JSON line for the preset.
  var logFields: [LogField] {
    [
      LogField("scenario", .text(entry.scenario)), LogField("preset", .text(entry.preset.name)),
      LogField("holds", .flag(failures == 0)),
      LogField("settings", .integer(entry.preset.values.count)),
      LogField("releases", .integer(releases)),
      LogField("wrongReleases", .list(wrongReleases.map { .text($0) })),
      LogField("observed", .list(observed.map { .fields(Self.fields($0.proof, $0.result)) })),
    ]
  }

  private static func fields(
    _ proof: ObservedProof, _ result: ObservedProofResult
  ) -> [LogField] {
    func reasons(_ list: [(recording: String, reason: String)]) -> LogValue {
      .fields(list.map { LogField($0.recording, .text($0.reason)) })
    }
    func fields(_ found: ObservedProofResult.Disagreement) -> LogValue {
      .fields([
        LogField("recording", .text(found.recording)),
        LogField("stage", .text(found.difference.quantity.rawValue)),
        LogField("time", .number(found.difference.time.value)),
        LogField("difference", .number(found.difference.difference)),
        LogField("allowed", .number(found.difference.allowed)),
        LogField("unit", .text(found.difference.quantity.unit)),
      ])
    }
    return proof.observation.logFields.map {
      $0.key == "worst" ? LogField("accepted", $0.value) : $0
    }.filter { $0.key != "runs" && $0.key != "failures" } + [
      LogField("holds", .flag(result.holds)),
      LogField("runs", .integer(result.runs)),
      LogField("recordings", .integer(result.recordings)),
      LogField(
        "worst",
        .fields(
          StageComparison.Quantity.allCases.compactMap { quantity in
            result.worst[quantity].map { LogField(quantity.rawValue, .number($0)) }
          })),
      LogField("disagreements", .list(result.disagreements.map(fields))),
      LogField("untrue", .list(result.untrue.map { .text($0) })),
      LogField("expectedFailures", .list(result.expectedFailures.map(fields))),
      LogField("fails", reasons(proof.failing)), LogField("except", reasons(proof.excepted)),
    ]
  }
}
