import Quantities

/// Why no estimator could be made from what was typed.
///
/// Every message says where, what was found, and what to do next.
public enum EstimatorError: Error, Hashable, Sendable {
  /// No estimator has the name.
  case unknownEstimator(found: String, nearest: String?)
  /// The estimator has no such parameter.
  case unknownParameter(estimator: String, found: String, nearest: String?, known: [String])
  /// A setting is not of the form `parameter=number`.
  case malformedSetting(estimator: String, found: String)
  /// A parameter has a number that it cannot take.
  case outOfRange(estimator: String, parameter: String, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EstimatorError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownEstimator(let found, let nearest):
      """
      estimator '\(excerpt(of: found))': there is none of this name; \
      \(nearest.map { "did you mean '\($0)'?" } ?? "'flickbook replay --help-estimators' lists all.")
      """
    case .unknownParameter(let estimator, let found, let nearest, let known):
      """
      estimator '\(excerpt(of: estimator))': it has no parameter '\(excerpt(of: found))'; \
      \(nearest.map { "did you mean '\($0)'?" } ?? Self.listing(known))
      """
    case .malformedSetting(let estimator, let found):
      """
      estimator '\(excerpt(of: estimator))': found '\(excerpt(of: found))'; write parameter=number, separated by commas, as in \
      'android.lsq2:horizon=80'.
      """
    case .outOfRange(let estimator, let parameter, let found, let expected):
      """
      estimator '\(excerpt(of: estimator))', parameter '\(excerpt(of: parameter))': found '\(excerpt(of: found))'; \
      give \(expected).
      """
    }
  }

  private static func listing(_ known: [String]) -> String {
    known.isEmpty
      ? "it takes none; leave out the ':' and what follows."
      : "it takes \(known.joined(separator: ", "))."
  }
}
