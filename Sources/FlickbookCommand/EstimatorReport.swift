import Flickbook

/// The description of a velocity estimator, as text and JSON.
struct EstimatorReport {
  var estimator: EstimatorDescription

  /// The name and the summary, in one line.
  var line: String {
    let space = String(repeating: " ", count: max(1, 26 - estimator.name.count))
    return "  \(estimator.name)\(space)\(estimator.summary)"
  }

  /// The summary and the parameters.
  var text: String {
    guard !estimator.parameters.isEmpty else {
      return "\(estimator.name): \(estimator.summary)\n\nThis estimator has no parameters."
    }
    let values = estimator.standardValues
    let parameters = estimator.settings.map { $0.explanation(in: values) }
    return """
      \(estimator.name): \(estimator.summary)

      Parameters, for --estimator \(estimator.name):parameter=value,…:
      \(parameters.joined(separator: "\n"))
      """
  }

  /// The JSON fields.
  var fields: [LogField] { estimator.descriptionFields }
}
