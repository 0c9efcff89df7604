/// An error in a text that names a setting and the values to try, such as `spring.response=0.2:0.8:0.05`.
public enum VariedSettingError: Error, Hashable, Sendable {
  /// The text is neither a key with a range nor a key with a list of values.
  case malformed(text: String)
  /// The setting has more than ``VariedSetting/mostValues`` values.
  case tooManyValues(key: String, count: Double)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension VariedSettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let text):
      "--vary: found '\(text)'; give key=low:high:step, such as spring.response=0.2:0.8:0.05, or "
        + "key=value,value."
    case .tooManyValues(let key, let count):
      "--vary: \(key) has \(count < 1e15 ? "\(Int(count))" : "more than 10¹⁵") values; at most "
        + "\(VariedSetting.mostValues) are allowed, so use larger steps."
    }
  }
}

extension VariedSetting {
  /// Parses the same text as ``init(_:)``, but throws an error that describes the problem.
  ///
  /// - Throws: ``VariedSettingError`` if `text` has neither form, or too many values.
  public init(parsing text: String) throws(VariedSettingError) {
    // If the text is valid, use it. The rest of this function only determines which error to throw.
    if let setting = Self(text) {
      self = setting
      return
    }
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else { throw .malformed(text: text) }
    let values = halves[1].split(separator: ",", omittingEmptySubsequences: false)
    if values.count > Self.mostValues {
      throw .tooManyValues(key: String(halves[0]), count: Double(values.count))
    }
    let bounds = halves[1].split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) ?? .nan }
    guard bounds.count == 3, bounds.allSatisfy({ $0.isFinite }), bounds[2] > 0,
      bounds[0] <= bounds[1]
    else { throw .malformed(text: text) }
    // Decimals are not exact in binary, so a quotient just below an integer counts as that integer.
    let steps = (bounds[1] - bounds[0]) / bounds[2]
    let whole = (steps - steps.rounded()).magnitude < 1e-9 * steps
    let count = (whole ? steps.rounded() : steps.rounded(.down)) + 1
    guard count > Double(Self.mostValues) else { throw .malformed(text: text) }
    throw .tooManyValues(key: String(halves[0]), count: count)
  }
}
