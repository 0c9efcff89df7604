import Flickbook

/// The report about the first difference between two runs, frame by frame.
struct RunDifferenceReport {
  private let headers: (expected: LogValue, actual: LogValue)
  private let comparison: RunComparison

  /// Whether the runs differ by more than the tolerance.
  var isDifferent: Bool { comparison.difference.map { !$0.isAllowed } ?? false }

  /// Compares the runs in two directories; warns about a run that was modified after it was written.
  ///
  /// `limit` is the largest accepted difference of a number, in the unit of the number.
  init(of expected: String, and actual: String, within limit: Double) throws {
    let runs = (try loadedRun(at: expected), try loadedRun(at: actual))
    for path in [expected, actual] {
      do { try checkRun(at: path) } catch { printError("\(error)") }
    }
    headers = (.fields(runs.0.header), .fields(runs.1.header))
    comparison = RunComparison(
      expected: runs.0.rows, at: Self.rate(in: headers.expected), actual: runs.1.rows,
      at: Self.rate(in: headers.actual), within: RunTolerance(absolute: limit))
  }

  /// Returns the frame rate in the header of a run; nil if the header has no valid rate.
  private static func rate(in header: LogValue) -> FrameRate? {
    let rate = header["framesPerSecond"]?.asNumber
    return rate.flatMap { FrameRate.range.contains($0) ? FrameRate(framesPerSecond: $0) : nil }
  }

  /// The class of the difference, the difference and the fields that only one run has.
  var report: Report {
    let difference = comparison.difference
    return [.data("class", difference?.kind.words ?? "identical")]
      + (difference?.report ?? []) + comparison.fields.report
      + Report((inputs + lines).map { .note(singleLine($0)) })
  }

  /// A line for each difference between the inputs of the runs.
  ///
  /// The inputs are the scenario, the preset, the estimator, the frame rate, the recording and the settings.
  private var inputs: [String] {
    let (expected, actual) = headers
    func line(_ key: String, _ values: (LogValue?, LogValue?)) -> String {
      "different input: \(key) \(jsonText(values.0 ?? .none)) and \(jsonText(values.1 ?? .none))"
    }
    var lines: [String] = []
    for key in ["scenario", "preset", "estimator", "framesPerSecond", "recordingSHA256"]
    where expected[key] != actual[key] {
      lines.append(line(key, (expected[key], actual[key])))
    }
    guard case .fields(let settings)? = expected["settings"] else { return lines }
    for setting in settings {
      let (value, other) = (setting.value["value"], actual["settings"]?[setting.key]?["value"])
      if let other, value != other { lines.append(line(setting.key, (value, other))) }
    }
    return lines
  }

  private var lines: [String] {
    let fields = comparison.fields.isEmpty ? [] : [comparison.fields.sentence]
    guard let difference = comparison.difference else {
      return fields + [fields.isEmpty ? "the runs are identical" : "all other fields are identical"]
    }
    let first = difference.divergence
    let greatest = difference.greatest.filter { $0.key != "frame" && $0.key != "time" }
    return fields + [difference.sentence]
      + (first.isEmpty ? [] : ["first difference: \(first)"])
      + greatest.map { "  \($0.key): at most \(readable($0.value.asNumber ?? 0)) apart" }
  }
}
