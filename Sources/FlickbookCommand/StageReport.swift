import ArgumentParser
import Flickbook

/// The options for comparing a model with observed motion.
struct StageOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      For observed motion: the largest accepted difference of a stage, such as target=5. The stages are drag (pt, \
      default 2), velocity (%, default 5), target (pt, default 2), path (pt, default 3) and settleTime (s, default \
      0.05); lag (s, default 0) is a known delay of the software. Repeatable.
      """, valueName: "stage=number"))
  var within: [String] = []

  /// Returns the tolerances.
  func tolerance() throws -> StageTolerance {
    var tolerance = StageTolerance()
    for text in within {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Double(parts[1]),
        tolerance.set(String(parts[0]), to: number)
      else {
        throw Failure(
          .usage, at: "--within", "found '\(excerpt(of: text))'",
          "give STAGE=NUMBER with one of the stages \(StageTolerance.keys.joined(separator: ", ")), "
            + "and a number from 0 (lag: at most 0.25)"
        )
      }
    }
    return tolerance
  }
}

/// The text and the JSON of a comparison of stages.
struct StageReport {
  var comparison: StageComparison

  /// The report: a line for each difference, the time shift, and the first stage that differs.
  var text: String {
    var lines = [tableText(differences.map(\.row))]
    if comparison.lacksVelocities {
      lines.append("velocity: not compared, because the table has no velocity")
    }
    if comparison.lacksRest {
      lines.append("target and settleTime: not compared, because the table ends in motion")
    }
    let phase = comparison.rowPhase.map {
      "; the first row is \(decimals($0.value, 4)) s after the first event"
    }
    lines.append(
      "the observed motion is \(decimals(comparison.shift.value, 4)) s later than the model"
        + (phase ?? ""))
    let after = comparison.releaseShifts.filter { $0.value.magnitude > 0.0005 }
    if !after.isEmpty {
      lines.append(
        "after a release, it is another "
          + after.map { decimals($0.value, 4) }.joined(separator: ", ") + " s later")
    }
    if comparison.isShiftLimited {
      lines.append(
        "this is the largest shift that is tried; if the software is slower, add --within lag=SECONDS"
      )
    }
    if let first = comparison.firstDifference {
      lines.append(
        "first difference: \(first.quantity.stage.rawValue) (\(first.quantity.rawValue) at "
          + "\(decimals(first.time.value, 3)) s)")
    } else {
      lines.append("the model agrees with the observed motion")
    }
    return lines.joined(separator: "\n")
  }

  private var differences: [Report] {
    comparison.differences.map { found in
      let (digits, unit) = (found.quantity == .settleTime ? 3 : 1, found.quantity.unit)
      func text(_ number: Double) -> String { decimals(number, digits) }
      let value = found.quantity == .velocity ? "pt/s" : unit
      let values =
        found.expected.flatMap { expected in
          found.actual.map { "model \(text(expected)), observed \(text($0)) \(value)" }
        } ?? ""
      let difference = "\(text(found.difference)) \(unit)"
      let size =
        switch found.quantity {
        case .drag: "\(difference) apart in 95 % of frames"
        case .path: "rms \(difference)"
        case .velocity, .target, .settleTime: "\(difference) apart"
        }
      return [
        .shown("", "\(decimals(found.time.value, 3)) s"),
        .value("quantity", found.quantity.rawValue),
        .data("time", found.time), .data("model", found.expected), .data("observed", found.actual),
        .data("difference", found.difference), .data("allowed", found.allowed),
        .data("unit", unit), .shown("", size),
        .shown("", found.isAllowed ? "" : "more than \(text(found.allowed)) \(unit)"),
        .shown("", values),
      ]
    }
  }

  /// The fields of the JSON.
  var logFields: [LogField] {
    let first = comparison.firstDifference
    let report: Report = [
      .data("agrees", first == nil), .data("stage", first?.quantity.stage.rawValue),
      .data("quantity", first?.quantity.rawValue), .data("time", first?.time),
      .data("shift", comparison.shift), .data("releaseShifts", comparison.releaseShifts),
      .data("rowPhase", comparison.rowPhase), .data("lacksVelocities", comparison.lacksVelocities),
      .data("lacksRest", comparison.lacksRest), .data("differences", differences),
    ]
    return report.fields
  }
}

/// Prints a comparison, and ends with status 1 if a stage differs.
func show(_ comparison: StageComparison, json: Bool) throws {
  let report = StageReport(comparison: comparison)
  if json { printJSON(report.logFields) } else { say(report.text) }
  if comparison.firstDifference != nil {
    throw ExitCode(Failure.Status.differences.rawValue)
  }
}
