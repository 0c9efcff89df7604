import Fitting
import Flickbook

/// The result of a fit as a report and as a preset.
struct FitReport {
  var fit: MotionFit
  /// The bounds of the release rule; nil if there are too few releases.
  var rule: RuleFit?
  /// The name of the estimator that computed the release velocities.
  var estimator: String
  /// The reasons why tables and releases were left out.
  var left: [FitError]

  /// Fits the laws to the motions in a range of times, in seconds.
  init(
    of inputs: [FitInput], in window: ClosedRange<Double>, laws: [MotionLaw], estimator: String
  ) throws {
    let activity = ActivityLine("fitting \(count(laws.count, "law"))")
    defer { activity.end() }
    let found = inputs.map { $0.motions(in: window) }
    let motions = found.flatMap(\.motions)
    left = found.flatMap(\.left)
    guard !motions.isEmpty else {
      throw Failure(
        .badInput, left.first?.description ?? "fit: there is no motion; give another table.")
    }
    fit = try MotionFit(motions, laws: laws)
    rule = RuleFit(inputs.flatMap { $0.releases }, andTargets: inputs.flatMap { $0.starts })
    self.estimator = estimator
  }

  var report: Report {
    let rows = fit.gestures.reduce(0) { $0 + $1.times.count }
    var report: Report = [
      .data("law", fit.winner?.law.rawValue), .data("rows", rows),
      .data("motions", fit.gestures.map(\.name)),
      .note("\(count(fit.gestures.count, "motion")), \(count(rows, "row"))"),
    ]
    report += Report(omissions.map { .note($0) })
    report += [.note(""), .table("ranking", fit.ranking.map(row)), .note("\n\(verdict)")]
    report += Report((determined + picture(of: fit.ranking[0])).map { .note($0) })
    if let rule {
      let places = rule.targets.map { significant($0) }.joined(separator: ", ")
      report += [
        .data("rule", fields(of: rule)),
        .note(
          "\nrule: \(count(rule.count, "release")) to \(rule.targets.count) targets (\(places) pt), velocities of \(estimator)"
        ),
        .note("  \(line("threshold of a flick", rule.threshold, "pt/s", of: rule.count))"),
        .note("  \(line("projection time", rule.projection, "s", of: rule.count))"),
      ]
    }
    return report
  }

  /// The rows and motions that were left out, one reason per line.
  private var omissions: [String] {
    let removed = fit.gestures.reduce(0) { $0 + $1.outliers }
    let repeated = fit.gestures.reduce(0) { $0 + $1.repeated }
    let stopped = fit.gestures.count { $0.isStopped }
    let still = left.count { $0.kind == .still }
    let least = plain(ObservedThrow.leastDistance)
    return [
      (repeated, "row", "left out that repeat a frame in motion"),
      (removed, "row", "left out that are far from every law"),
      (stopped, "motion", "used only until an edge stops the surface"),
      (still, "release", "left out, after which the surface moves by less than \(least) pt"),
    ].filter { $0.0 > 0 }.map { "\(count($0.0, $0.1)) \($0.2)" }
      + left.filter { $0.kind != .still }.map { "left out: \($0.description)" }
  }

  private func row(_ law: LawFit) -> Report {
    [
      .data("law", law.law.rawValue), .data("curve", law.curve?.rawValue),
      .shown("law", name(of: law)), .value("rms", law.rms, "pt", digits: 3),
      .value("largest", law.worst, "pt", digits: 2), .value("criterion", law.criterion, digits: 1),
      .data("parameters", Report(law.law.parameters.indices.map { parameter(law, $0) })),
      .shown("parameters", parameters(of: law)), .data("rests", law.rests),
    ]
  }

  private func parameter(_ law: LawFit, _ index: Int) -> Report.Part {
    let parameter = law.law.parameters[index]
    var fields: Report = [.data("value", law.values[index]), .data("unit", parameter.unit)]
    if !law.intervals.isEmpty { fields += [.data("interval", law.intervals[index])] }
    return .data(parameter.name, fields)
  }

  /// The parameters of the best law with their intervals, one per line.
  private var determined: [String] {
    let best = fit.ranking[0]
    return best.intervals.indices.map { index in
      let name = best.law.parameters[index].name
      return "  \(name) \(value(best, index)), 95 % interval \(interval(best, index))"
    }
  }

  private func name(of law: LawFit) -> String {
    law.law.rawValue + (law.curve.map { " \($0.rawValue)" } ?? "")
  }

  private func value(_ law: LawFit, _ index: Int) -> String {
    let unit = law.law.parameters[index].unit
    return significant(law.values[index]) + (unit.isEmpty ? "" : " \(unit)")
  }

  private func interval(_ law: LawFit, _ index: Int) -> String {
    let (range, interval) = (law.law.parameters[index].range, law.intervals[index])
    let isOpenBelow = interval.lowerBound <= range.lowerBound * (1 + 1e-9)
    let isOpenAbove = interval.upperBound >= range.upperBound * (1 - 1e-9)
    switch (isOpenBelow, isOpenAbove) {
    case (true, true): return "not determined"
    case (true, false): return "below \(significant(interval.upperBound))"
    case (false, true): return "above \(significant(interval.lowerBound))"
    case (false, false):
      return "\(significant(interval.lowerBound)) to \(significant(interval.upperBound))"
    }
  }

  private func parameters(of law: LawFit) -> String {
    law.law.parameters.indices.map { "\(law.law.parameters[$0].name) \(value(law, $0))" }
      .joined(separator: ", ")
  }

  /// The sentence about the best law.
  var verdict: String {
    let best = fit.ranking[0]
    guard fit.isExplained else {
      return
        "no law explains the motion: even the residuals of \(name(of: best)) are \(significant(best.rms)) pt; the motions may "
        + "have different laws, so fit fewer motions at once. The nearest law is:"
    }
    if let curve = best.curve, fit.winner != nil {
      return "the motion is a tween with the curve \(curve.rawValue):"
    }
    if fit.winner != nil {
      let containing = fit.ranking.dropFirst().filter {
        $0.law.contains(best.law) && $0.criterion < MotionFit.decisive
      }
      let note =
        containing.isEmpty
        ? "" : " (a special case of \(containing.map { $0.law.rawValue }.joined(separator: ", ")))"
      return "the motion is \(best.law.rawValue)\(note):"
    }
    let equal = ([best] + fit.equals).map { name(of: $0) }
    return
      "no law is named, because \(equal.joined(separator: ", ")) explain the motion equally well; give more or longer "
      + "motions. The first law is:"
  }

  /// Returns a heading, and for each of the first eight gestures a line of bars: the residuals of `law` over time.
  private func picture(of law: LawFit) -> [String] {
    let scale = max(law.worst, 1e-9)
    var lines = ["", "residuals, from -\(significant(scale)) (▁) to \(significant(scale)) pt (█):"]
    for (gesture, residuals) in zip(fit.gestures, law.residuals).prefix(8) {
      let columns = min(60, residuals.count)
      let bars = (0..<columns).map { column in
        let part = residuals[
          (column * residuals.count / columns)..<((column + 1) * residuals.count / columns)]
        let far = part.max { $0.magnitude < $1.magnitude } ?? 0
        return Self.bars[min(7, max(0, Int((far / scale + 1) / 2 * 8)))]
      }
      lines.append("  \(bars.joined())  \(singleLine(gesture.name))")
    }
    if fit.gestures.count > 8 { lines.append("  and \(fit.gestures.count - 8) more") }
    return lines
  }

  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private func line(_ name: String, _ bounds: RuleFit.Bounds, _ unit: String, of all: Int) -> String
  {
    let range =
      switch (bounds.above, bounds.atMost) {
      case (let low?, let high?):
        "above \(significant(low)) \(unit), at most \(significant(high)) \(unit)"
      case (let low?, nil): "not determined: above \(significant(low)) \(unit)"
      case (nil, let high?): "not determined: at most \(significant(high)) \(unit)"
      case (nil, nil): "not determined"
      }
    return
      "\(name): \(range); explains \(bounds.explained) of \(all) releases, of which \(bounds.informative) depend on it"
  }
}

/// Returns a number with about four significant digits.
private func significant(_ number: Double) -> String {
  let size = number.magnitude
  let digits =
    size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : size >= 0.1 ? 4 : 6
  return decimals(number, digits)
}

extension FitReport {
  private func fields(of rule: RuleFit) -> Report {
    func fields(_ bounds: RuleFit.Bounds) -> Report {
      [
        .data("above", bounds.above), .data("atMost", bounds.atMost),
        .data("explained", bounds.explained), .data("informative", bounds.informative),
      ]
    }
    return [
      .data("targets", rule.targets), .data("releases", rule.count),
      .data("threshold", fields(rule.threshold)), .data("projection", fields(rule.projection)),
    ]
  }

  /// Returns the report about the laws of the resistance beyond an edge.
  static func report(on fits: [BandFit]) -> Report {
    typealias Found = (value: Double, interval: ClosedRange<Double>)
    func fields(_ found: Found?) -> Report? {
      found.map { [.data("value", $0.value), .data("interval", $0.interval)] }
    }
    func text(_ found: Found?, _ unit: String = "") -> String {
      guard let (value, interval) = found else { return "" }
      return "\(significant(value)) (\(significant(interval.lowerBound)) to "
        + "\(significant(interval.upperBound)))\(unit)"
    }
    let rows = fits.map { fit -> Report in
      [
        .value("limits", fit.law.name), .value("rms", fit.rms, "pt", digits: 3),
        .value("edge", fit.edge, "pt", digits: 1), .value("lag", fit.lag, "s", digits: 4),
        .data("stiffness", fields(fit.stiffness)), .shown("stiffness", text(fit.stiffness)),
        .data("reach", fields(fit.reach)), .shown("reach", text(fit.reach, " pt")),
      ]
    }
    return [
      .note("\(count(fits[0].rows, "row")) beyond the edge\n"), .table("bands", rows),
    ]
  }

  /// The settings that express the best law, and the scenario of these settings; nil if no scenario has such settings.
  private var settings: (scenario: String, values: [(key: String, value: String)])? {
    let best = fit.ranking[0]
    let numbers = best.values.map { plain(rounded($0, toSignificantDigits: 5)) }
    switch best.law {
    case .spring:
      return ("sheet", [("spring.response", numbers[0]), ("spring.dampingRatio", numbers[1])])
    case .exponential: return ("scroll", Self.exponential(best.values[0]))
    case .constant, .chromium:
      return (
        "scroll",
        [
          ("friction", best.law == .constant ? "constant" : "chromium"),
          ("friction.deceleration", numbers[0]),
        ]
      )
    case .flutter, .android:
      return (
        "scroll", [("friction", best.law.rawValue), ("friction.coefficient", numbers[0])]
      )
    case .flingThenSpring:
      let bounce = [("bounce.response", numbers[1]), ("bounce.dampingRatio", "1")]
      return ("scroll", Self.exponential(best.values[0]) + bounce)
    case .tween where best.curve == .drawer || best.curve == .standard:
      let law = best.curve == .drawer ? "drawer" : "swiftOut"
      return ("sheet", [("settle.law", law), ("settle.duration", numbers[0])])
    case .power, .tween, .bezier: return nil
    }
  }

  private static func exponential(_ k: Double) -> [(key: String, value: String)] {
    [
      ("friction", "exponential"),
      (
        "decelerationRate",
        plain(rounded(Quantities.exponential(-k / 1000), toSignificantDigits: 9))
      ),
    ]
  }

  /// The preset file with the settings that express the best law.
  ///
  /// - Throws: ``Failure`` if no scenario has a setting for the law.
  func preset() throws -> String {
    let best = fit.ranking[0]
    guard let found = settings else {
      throw Failure(
        .badInput, at: "--write", "no scenario has a setting for the law \(name(of: best))",
        "choose another law with --law")
    }
    var settings = found.values
    if found.scenario == "sheet", let threshold = rule?.threshold,
      threshold.explained == rule?.count, let low = threshold.above, let high = threshold.atMost
    {
      settings.append(("release.flick", plain(((low + high) / 2).rounded())))
    }
    let lines = settings.map { "  \($0.key): \($0.value)\n" }.joined()
    let names = fit.gestures.map { singleLine($0.name) }.prefix(4).joined(separator: ", ")
    let rms = decimals(best.rms, 3)
    return """
      scenario: \(found.scenario)
      meaning: Fitted to observed motion.
      source: \(quotedYAML("flickbook fit of \(names): \(best.law.rawValue), rms \(rms) pt"))
      set:
      \(lines)
      """
  }
}
