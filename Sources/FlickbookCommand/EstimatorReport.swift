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
    let values = estimator.standardValues
    let parameters = estimator.settings.map { $0.explanation(in: values) }
    return """
      \(estimator.name): \(estimator.summary)

      Parameters, for --estimator \(estimator.name):parameter=value,…:
      \(parameters.joined(separator: "\n"))
      """
  }

  /// The same as named values.
  var fields: [LogField] { estimator.descriptionFields }
}
