import Fitting
import Flickbook

/// The result of a fit as text, as JSON and as a preset.
struct FitReport {
  var fit: MotionFit
  /// The bounds of the release rule; nil if there are too few releases.
  var rule: RuleFit?
  /// The estimator of the velocities for the rule.
  var estimator: String
  /// The tables without a motion, with the reasons.
  var left: [FitError]

  /// The report for people, without a newline at the end.
  var text: String {
    let best = fit.ranking[0]
    let removed = fit.gestures.reduce(0) { $0 + $1.outliers }
    let repeated = fit.gestures.reduce(0) { $0 + $1.repeated }
    let rows = fit.gestures.reduce(0) { $0 + $1.times.count }
    var lines = ["\(count(fit.gestures.count, "motion")), \(count(rows, "row"))"]
    if repeated > 0 {
      lines.append("\(count(repeated, "row")) left out that repeat a frame in motion")
    }
    if removed > 0 { lines.append("\(count(removed, "row")) left out that are far from every law") }
    let stopped = fit.gestures.count { $0.isStopped }
    if stopped > 0 {
      lines.append("\(count(stopped, "motion")) used only until an edge stops the surface")
    }
    let still = left.count { $0.kind == .still }
    if still > 0 {
      lines.append(
        "\(count(still, "release")) left out, after which the surface moves by less than \(plain(ObservedThrow.leastDistance)) pt"
      )
    }
    lines += left.filter { $0.kind != .still }.map { "left out: \($0.description)" }
    lines.append("")
    let header = ["law", "rms", "largest", "criterion"]
    let laws = fit.ranking.map { law in
      [
        name(of: law), "\(decimals(law.rms, 3)) pt", "\(decimals(law.worst, 2)) pt",
        "+\(decimals(law.criterion, 1))",
      ]
    }
    let table = tableText([header] + laws).split(separator: "\n")
    for (row, shown) in zip(table, ["parameters"] + fit.ranking.map(parameters(of:))) {
      lines.append("\(row)  \(shown)")
    }
    lines += ["", verdict]
    for (index, parameter) in best.law.parameters.enumerated() where !best.intervals.isEmpty {
      lines.append(
        "  \(parameter.name) \(value(best, index)), 95 % interval \(interval(best, index))")
    }
    lines += picture(of: best)
    if let rule { lines += ruleLines(rule) }
    return lines.joined(separator: "\n")
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
        + "have different laws, so fit fewer at once. The nearest is:"
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
      + "motions. The first is:"
  }

  /// A line of bars for each of the first gestures: the residuals of a law over time.
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

  private func ruleLines(_ rule: RuleFit) -> [String] {
    let places = rule.targets.map { significant($0) }.joined(separator: ", ")
    return [
      "",
      "rule: \(count(rule.count, "release")) to \(rule.targets.count) targets (\(places) pt), velocities of \(estimator)",
      "  \(line("threshold of a flick", rule.threshold, "pt/s", of: rule.count))",
      "  \(line("projection time", rule.projection, "s", of: rule.count))",
    ]
  }

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
  /// The result as the fields of a JSON object.
  var fields: [LogField] {
    var fields = [
      LogField("law", fit.winner.map { .text($0.law.rawValue) } ?? .none),
      LogField("rows", .integer(fit.gestures.reduce(0) { $0 + $1.times.count })),
      LogField("motions", .list(fit.gestures.map { .text($0.name) })),
      LogField("ranking", .list(fit.ranking.map { .fields(lawFields($0)) })),
    ]
    if let rule {
      fields.append(
        LogField(
          "rule",
          .fields([
            LogField("targets", .list(rule.targets.map { .number($0) })),
            LogField("releases", .integer(rule.count)),
            LogField("threshold", .fields(Self.boundsFields(rule.threshold))),
            LogField("projection", .fields(Self.boundsFields(rule.projection))),
          ])))
    }
    return fields
  }

  private func lawFields(_ law: LawFit) -> [LogField] {
    var parameters: [LogField] = []
    for (index, parameter) in law.law.parameters.enumerated() {
      var fields = [
        LogField("value", .number(law.values[index])), LogField("unit", .text(parameter.unit)),
      ]
      if !law.intervals.isEmpty {
        fields.append(
          LogField(
            "interval",
            .list([
              .number(law.intervals[index].lowerBound), .number(law.intervals[index].upperBound),
            ])))
      }
      parameters.append(LogField(parameter.name, .fields(fields)))
    }
    return [
      LogField("law", .text(law.law.rawValue)),
      LogField("curve", law.curve.map { .text($0.rawValue) } ?? .none),
      LogField("rms", .number(law.rms)), LogField("largest", .number(law.worst)),
      LogField("criterion", .number(law.criterion)), LogField("parameters", .fields(parameters)),
      LogField("rests", .list(law.rests.map { .number($0) })),
    ]
  }

  private static func boundsFields(_ bounds: RuleFit.Bounds) -> [LogField] {
    [
      LogField("above", bounds.above.map { .number($0) } ?? .none),
      LogField("atMost", bounds.atMost.map { .number($0) } ?? .none),
      LogField("explained", .integer(bounds.explained)),
      LogField("informative", .integer(bounds.informative)),
    ]
  }

  /// The laws of the resistance beyond an edge as text.
  static func bandText(_ fits: [BandFit]) -> String {
    let rows = fits.map { fit in
      [
        fit.law.name, "\(decimals(fit.rms, 3)) pt", "\(decimals(fit.edge, 1)) pt",
        "\(decimals(fit.lag, 4)) s",
        fit.stiffness.map { "stiffness \(text($0.value, $0.interval))" } ?? "",
        fit.reach.map { "reach \(text($0.value, $0.interval)) pt" } ?? "",
      ]
    }
    return "\(count(fits[0].rows, "row")) beyond the edge\n\n"
      + tableText([["limits", "rms", "edge", "lag", "", ""]] + rows)
  }

  private static func text(_ value: Double, _ interval: ClosedRange<Double>) -> String {
    "\(significant(value)) (\(significant(interval.lowerBound)) to \(significant(interval.upperBound)))"
  }

  /// The laws of the resistance beyond an edge as the fields of a JSON object.
  static func bandFields(_ fits: [BandFit]) -> [LogField] {
    func parameter(
      _ found: (value: Double, interval: ClosedRange<Double>)?
    ) -> LogValue {
      guard let found else { return .none }
      return .fields([
        LogField("value", .number(found.value)),
        LogField(
          "interval",
          .list([.number(found.interval.lowerBound), .number(found.interval.upperBound)])),
      ])
    }
    return [
      LogField(
        "bands",
        .list(
          fits.map { fit in
            .fields([
              LogField("limits", .text(fit.law.name)), LogField("rms", .number(fit.rms)),
              LogField("edge", .number(fit.edge)), LogField("lag", .number(fit.lag)),
              LogField("stiffness", parameter(fit.stiffness)),
              LogField("reach", parameter(fit.reach)),
            ])
          }))
    ]
  }

  /// The settings that express the best law, and the scenario that has them; nil if no scenario has any.
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
  func preset() throws(Failure) -> String {
    let best = fit.ranking[0]
    guard let found = settings else {
      throw Failure(
        .badInput,
        "--write: no scenario has a setting for the law \(name(of: best)); choose another law with "
          + "--law."
      )
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
