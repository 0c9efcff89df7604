import ArgumentParser
import Flickbook

/// The options for comparing a model with observed motion.
struct StageOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: .detail(
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

/// The report about a comparison of stages.
struct StageReport {
  var comparison: StageComparison

  /// The differences, the time shift, and the first stage that differs.
  var report: Report {
    let first = comparison.firstDifference
    let phase = comparison.rowPhase.map {
      "; the first row is \(decimals($0.value, 4)) s after the first event"
    }
    return [
      .data("agrees", first == nil), .data("stage", first?.quantity.stage.rawValue),
      .data("quantity", first?.quantity.rawValue), .data("time", first?.time),
      .data("shift", comparison.shift), .data("releaseShifts", comparison.releaseShifts),
      .data("rowPhase", comparison.rowPhase), .data("lacksVelocities", comparison.lacksVelocities),
      .data("lacksRest", comparison.lacksRest), .data("differences", differences),
      .table(heads: [], rows: differences.map(\.row)),
    ] + Report(omissions.map { .note($0) }) + [
      .note(
        "the observed motion is \(decimals(comparison.shift.value, 4)) s later than the model"
          + (phase ?? ""))
    ] + Report(notes(first).map { .note($0) })
  }

  private var omissions: [String] {
    [
      comparison.lacksVelocities
        ? "velocity: not compared, because the table has no velocity" : nil,
      comparison.lacksRest
        ? "target and settleTime: not compared, because the table ends in motion" : nil,
    ].compactMap { $0 }
  }

  /// Returns the lines about the time shift and about the first difference.
  private func notes(_ first: StageComparison.Difference?) -> [String] {
    let after = comparison.releaseShifts.filter { $0.value.magnitude > 0.0005 }
    let shifts = after.map { decimals($0.value, 4) }.joined(separator: ", ")
    return [
      after.isEmpty ? nil : "after a release, the observed motion is another \(shifts) s later",
      comparison.isShiftLimited
        ? "this is the largest shift that is tried; if the software is slower, add --within lag=SECONDS"
        : nil,
      first.map {
        "first difference: \($0.quantity.stage.rawValue) (\($0.quantity.rawValue) at "
          + "\(decimals($0.time.value, 3)) s)"
      } ?? "the model agrees with the observed motion",
    ].compactMap { $0 }
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
}

/// Prints a comparison, and ends with status 1 if a stage differs.
func show(_ comparison: StageComparison, json: Bool) throws {
  show(StageReport(comparison: comparison).report, json: json)
  if comparison.firstDifference != nil {
    throw ExitCode.differences
  }
}
