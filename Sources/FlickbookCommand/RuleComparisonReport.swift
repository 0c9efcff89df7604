import Flickbook

/// The report of `rule compare` about two rules.
struct RuleComparisonReport {
  let rules: [SheetRule]
  let comparison: RuleComparison
  /// The recordings that were replayed with both rules; nil if none were given.
  let endings: [RecordingEndings]?

  /// Whether the rules pick different targets somewhere.
  var areDifferent: Bool {
    comparison.fraction > 0 || comparison.bands.contains { $0.fraction > 0 }
      || endings?.contains(where: \.haveDifferentEndings) == true
  }

  /// The fraction of releases with different targets, by speed, with examples.
  var text: String {
    let fraction = percent(comparison.fraction)
    let table = tableText([
      ["at pt/s"] + comparison.bands.map { decimals($0.speed.value, 0) },
      ["differ %"] + comparison.bands.map { percent($0.fraction) },
    ])
    var lines = [
      "\(rules[0].name) and \(rules[1].name): \(comparison.lint.words)",
      "\(fraction) % of \(comparison.releases) releases up to 3000 pt/s have different targets",
      table,
    ]
    for band in comparison.bands {
      guard let release = band.example.first, let other = band.example.last else { continue }
      lines.append(
        "  \(release.words): \(rules[0].name) picks \(release.target), "
          + "\(rules[1].name) picks \(other.target)")
    }
    return lines.joined(separator: "\n")
  }

  /// The recordings with different targets; nil if no recordings were replayed.
  var textOfRecordings: String? {
    guard let endings else { return nil }
    let elsewhere = endings.filter(\.haveDifferentEndings)
    let count =
      "\(elsewhere.count) of \(count(endings.count, "recording")) have different targets"
    guard !elsewhere.isEmpty else { return count }
    let rows = elsewhere.map { [$0.name] + $0.targets + [$0.intent ?? Terminal.dash] }
    return count + "\n" + tableText([["recording"] + rules.map(\.name) + ["intent"]] + rows)
  }

  /// The fields of the JSON.
  var report: Report {
    let bands = comparison.bands.map { band -> Report in
      [
        .data("speed", band.speed), .data("fraction", band.fraction),
        .data("example", band.example.map(\.report)),
      ]
    }
    let recordings = endings?.map { ending -> Report in
      [
        .data("recording", ending.name), .data("targets", ending.targets),
        .data("haveDifferentEndings", ending.haveDifferentEndings),
        .data("intent", ending.intent),
      ]
    }
    return [
      .data("rules", rules.map(\.name)), .data("fraction", comparison.fraction),
      .data("releases", comparison.releases), .data("speeds", bands),
      .data("recordings", recordings),
    ]
  }
}
