import Flickbook

extension CaseResult {
  /// Returns the fields of the result in JSON.
  func report(in group: ChangeGroup?) -> Report {
    var report: Report = [
      .data("case", recordingCase.name), .data("folder", recordingCase.folder),
      .data("outcome", reportedWord.rawValue), .known("fails", knownFailure),
    ]
    switch outcome {
    case .identical, .new: break
    case .damaged(let error): report += [.data("message", error.description)]
    case .failed(let message): report += [.data("message", message)]
    case .otherFields(let change): report += change.report
    case .different(let difference, let change): report += difference.report + change.report
    }
    if let change, let group {
      report += [
        .data("felt", change.felt.pieces), .data("group", group.id),
        .data("cause", change.cause.report),
      ]
    }
    let narrowed = narrowed.map { margin -> Report in
      [
        .data("before", Report(margin.before.logFields)),
        .data("now", Report(margin.now.logFields)),
      ]
    }
    let rates = atRates.map { rate, felt -> Report in
      [.data("framesPerSecond", rate.framesPerSecond), .data("felt", felt.pieces)]
    }
    return report + [
      .known("observed", observed.map(\.report)),
      .known("margins", margins.map { Report($0.logFields) }), .known("narrowed", narrowed),
      .known("outdated", outdated.map(\.values)), .known("atRates", rates),
    ]
  }
}

extension ObservedComparison {
  /// The fields of the comparison in JSON.
  fileprivate var report: Report {
    [.data("name", name), .data("software", software), .data("runs", runs)]
      + (comparison.map { StageReport(comparison: $0).report } ?? [])
      + [.known("message", problem)]
  }
}

extension Cause {
  /// The fields of the cause in JSON.
  fileprivate var report: Report {
    let settings = differences.map { difference -> Report in
      [
        .data("key", difference.key), .data("expected", difference.expected),
        .data("actual", difference.actual),
        .data("unit", difference.unit.isEmpty ? nil : difference.unit),
        .data("expectedFrom", difference.expectedFrom), .data("actualFrom", difference.actualFrom),
      ]
    }
    return [
      .data("sentence", sentence), .data("settings", settings),
      .data("stages", stages.map(\.rawValue)), .data("otherRecording", isOtherRecording),
      .data("smallest", !isIncomplete), .data("replays", replays),
    ]
  }
}

extension FieldChange {
  /// The names of the frame fields that only one run has.
  var report: Report { [.known("newFields", new), .known("goneFields", gone)] }
}

extension RunDifference {
  /// The fields of the difference in JSON.
  var report: Report {
    [
      .known("runs", runs > 1 ? runs : nil),
      .data("stage", stage.rawValue), .data("location", location), .data("field", field),
      .data("expected", expected), .data("actual", actual), .data("divergence", divergence),
      .data("greatest", LogValue.fields(greatest)),
    ]
  }
}
