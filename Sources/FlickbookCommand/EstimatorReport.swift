import Flickbook

/// What there is to know about a velocity estimator.
struct EstimatorReport {
  var estimator: EstimatorDescription

  /// Its name and what it does, in one line.
  var line: String {
    let space = String(repeating: " ", count: max(1, 26 - estimator.name.count))
    return "  \(estimator.name)\(space)\(estimator.summary)"
  }

  /// What it does, and the numbers that it can be told.
  var text: String {
    guard !estimator.parameters.isEmpty else {
      return "\(estimator.name): \(estimator.summary)\n\nIt takes no parameters."
    }
    let parameters = estimator.parameters.map { parameter in
      let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
      let range = parameter.range
      return """
          \(parameter.name) = \(plain(parameter.defaultValue))\(unit)
            From \(plain(range.lowerBound)) to \(plain(range.upperBound))\(unit). \
        Source of the default: \(parameter.source).
        """
    }
    return """
      \(estimator.name): \(estimator.summary)

      Parameters, for --estimator \(estimator.name):parameter=value,…:
      \(parameters.joined(separator: "\n"))
      """
  }

  /// The same as named values.
  var fields: [LogField] {
    let parameters = estimator.parameters.map { parameter in
      LogValue.fields([
        LogField("parameter", .text(parameter.name)),
        LogField("default", .number(parameter.defaultValue)),
        LogField("unit", parameter.unit.isEmpty ? .none : .text(parameter.unit)),
        LogField("lowest", .number(parameter.range.lowerBound)),
        LogField("highest", .number(parameter.range.upperBound)),
        LogField("source", .text(parameter.source)),
      ])
    }
    return [
      LogField("estimator", .text(estimator.name)),
      LogField("meaning", .text(estimator.summary)),
      LogField("parameters", .list(parameters)),
    ]
  }
}
