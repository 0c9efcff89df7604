import Quantities

extension Preset {
  /// The kind of source from which the values of a preset are known.
  public enum Evidence: String, CaseIterable, Sendable {
    /// The values were read in the source code of the product.
    case source
    /// The values are documented, or were published in a talk or an article.
    case documented
  }
}

/// An observation of a running product, and the largest differences between the motion of the product and the motion of
/// a preset.
public struct PresetObservation: Sendable {
  /// The name and version of the product, such as `GTK 4.8.3`.
  public var software: String
  /// The day of the observation, such as `2026-11-20`.
  public var date: String
  /// The clock of the product: `driven` if the test advanced the clock, or `wall` for real time; empty if the clock is
  /// unknown.
  public var clock: String
  /// The number of runs of the product that are compared with the preset.
  public var runs: Int
  /// The number of recordings that are compared; 0 if it is not known.
  public var recordings: Int
  /// The number of recordings for which the preset is known to differ by more than ``worst``.
  public var failures: Int
  /// The largest accepted difference for each stage, in points, in seconds, or in percent for `velocity`.
  public var worst: [(stage: String, difference: Double)]

  /// Creates an observation.
  public init(
    _ software: String, date: String, clock: String, runs: Int, recordings: Int = 0,
    failures: Int, worst: KeyValuePairs<String, Double>
  ) {
    self.software = software
    self.date = date
    self.clock = clock
    self.runs = runs
    self.recordings = recordings
    self.failures = failures
    self.worst = worst.map { ($0.key, $0.value) }
  }

  /// The observation as one line: the software, the date, the clock, the runs and the largest accepted differences.
  public var summary: String {
    var text = "\(software), \(date)"
    if !clock.isEmpty { text += ", \(clock) clock" }
    text += ", \(runs == 1 ? "1 run" : "\(runs) runs")"
    var limits: [String] = []
    for (stage, difference) in worst {
      limits.append("\(stage) \(readable(difference)) \(Self.unit(of: stage))")
    }
    if !limits.isEmpty { text += "; within \(limits.joined(separator: ", "))" }
    if failures > 0 {
      text += "; \(failures == 1 ? "1 recording is" : "\(failures) recordings are") known to differ"
    }
    return text
  }

  private static func unit(of stage: String) -> String {
    switch stage {
    case "velocity": "%"
    case "settleTime", "lag": "s"
    default: "pt"
    }
  }
}
