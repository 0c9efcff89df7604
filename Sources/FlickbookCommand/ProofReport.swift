import Flickbook

/// The report about the proofs of one preset.
struct ProofReport {
  var entry: PresetFile.Entry
  /// The number of releases that were tested.
  var releases = 0
  /// The releases with another target than expected, in words.
  var wrongReleases: [String] = []
  /// The numbers of the preset that no proof notices: neither 5 % more nor 5 % less makes a proof fail; in words.
  var unnoticed: [String] = []
  /// The observed proofs that were tested, with their results.
  var observed: [(proof: ObservedProof, result: ObservedProofResult)] = []

  /// Tests the proofs of a preset in the file at `path`.
  init(testing entry: PresetFile.Entry, in path: String) throws {
    self.entry = entry
    do throws(SettingError) {
      let tested = try entry.decidedReleases()
      releases = tested.count
      wrongReleases = tested.filter { !$0.isRight }.map { row, target, _ in
        """
        from \(row.start) at \(plain(row.position.value)) pt, \
        \(plain(row.velocity.value)) pt/s: \(target) instead of \(row.target)
        """
      }
    } catch { throw Failure(.badInput, "\(path):\(entry.line): \(error.description)") }
    observed = try entry.observed.map { proof in
      (proof, try proof.result(of: entry.preset, in: entry.scenario))
    }
    if failures == 0, !entry.observed.isEmpty || !entry.proofs.isEmpty {
      unnoticed = entry.unnoticedNumbers()
    }
  }

  /// The number of wrong releases, of disagreements with observed motion, and of untrue statements of the proofs.
  var failures: Int {
    observed.reduce(wrongReleases.count) {
      $0 + $1.result.disagreements.count + $1.result.untrue.count
    }
  }

  /// A line for the preset, a line for each observed proof, and a line for each failure.
  var report: Report {
    var report: Report = [
      .data("scenario", entry.scenario), .data("preset", entry.preset.name),
      .data("holds", failures == 0), .data("settings", entry.preset.values.count),
      .data("releases", releases), .data("wrongReleases", wrongReleases),
      .data("unnoticed", unnoticed),
      .data("observed", observed.map { Self.data($0.proof, $0.result) }),
      .note(
        "\(entry.scenario) \(entry.preset.name): \(entry.preset.values.count) settings, "
          + "\(releases) releases tested"
          + (wrongReleases.isEmpty ? "" : ", \(wrongReleases.count) wrong")),
    ]
    report += Report(wrongReleases.map { .note("  \($0)") })
    for (proof, result) in observed {
      report += [.note("  \(Self.headline(proof, result))")]
      let found = result.disagreements.map {
        "\(singleLine($0.recording)): \($0.difference.sentence)"
      }
      report += Report((found + result.untrue.map { singleLine($0) }).map { .note("    \($0)") })
    }
    if !unnoticed.isEmpty {
      report += [.note("  not noticed at ± 5 %: \(unnoticed.joined(separator: ", "))")]
    }
    return report
  }

  private static func headline(_ proof: ObservedProof, _ result: ObservedProofResult) -> String {
    var text =
      "observed \(singleLine(proof.observation.software)): \(count(result.runs, "run")) of "
      + count(result.recordings, "recording")
    let worst = StageComparison.ComparedQuantity.allCases.compactMap { quantity in
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

  private static func data(_ proof: ObservedProof, _ result: ObservedProofResult) -> Report {
    func reasons(_ list: [(recording: String, reason: String)]) -> Report {
      Report(list.map { .data($0.recording, $0.reason) })
    }
    func fields(_ found: ObservedProofResult.Disagreement) -> Report {
      [
        .data("recording", found.recording), .data("stage", found.difference.quantity.rawValue),
        .data("time", found.difference.time), .data("difference", found.difference.difference),
        .data("allowed", found.difference.allowed), .data("unit", found.difference.quantity.unit),
      ]
    }
    let worst = StageComparison.ComparedQuantity.allCases.compactMap { quantity in
      result.worst[quantity].map { Report.Part.data(quantity.rawValue, $0) }
    }
    let report: Report = [
      .data("holds", result.holds), .data("runs", result.runs),
      .data("recordings", result.recordings), .data("worst", Report(worst)),
      .data("disagreements", result.disagreements.map(fields)), .data("untrue", result.untrue),
      .data("expectedFailures", result.expectedFailures.map(fields)),
      .data("fails", reasons(proof.failing)), .data("except", reasons(proof.excepted)),
    ]
    let accepted = proof.observation.logFields.filter { !["runs", "failures"].contains($0.key) }
    return Report(accepted.map { .data($0.key == "worst" ? "accepted" : $0.key, $0.value) })
      + report
  }
}
