import Quantities

extension SearchDimension {
  /// The maximum number of values that a text may give to one setting.
  public static let mostValues = 10_000

  /// Parses `key=low:high:step` or `key=value,value,…`.
  ///
  /// The numbers of a range are decimal. A range includes its upper end if that is a whole number of steps above the
  /// lower end. The values are words, in the order in which they are tried; the values of a range are written with the
  /// decimals of its three numbers, without trailing zeros.
  ///
  /// - Throws: ``VariedSettingError`` if `text` has neither form, or more than ``mostValues`` values.
  public init(varying text: String) throws(VariedSettingError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else { throw .malformed(text: text) }
    let key = String(halves[0])
    let bounds = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard bounds.count == 3 else {
      let words = halves[1].split(separator: ",", omittingEmptySubsequences: false)
      guard !words.contains("") else { throw .malformed(text: text) }
      guard words.count <= Self.mostValues else {
        throw .tooManyValues(key: key, count: Double(words.count))
      }
      self.init(key, .choice(words.map(String.init)))
      return
    }
    let numbers = bounds.filter { $0.allSatisfy("-.0123456789".contains) }.compactMap(Double.init)
    guard numbers.count == 3, numbers[2] > 0, numbers[0] <= numbers[1] else {
      throw .malformed(text: text)
    }
    // Decimals are not exact in binary, so a quotient just below an integer counts as that integer.
    let steps = (numbers[1] - numbers[0]) / numbers[2]
    let count = (steps + 1e-9 * max(steps, 1)).rounded(.down) + 1
    guard count <= Double(Self.mostValues) else { throw .tooManyValues(key: key, count: count) }
    // Rounding to the decimals of the text removes the errors of binary fractions. Adding zero removes the sign of -0.
    let decimals = bounds.map { $0.drop { $0 != "." }.dropFirst().count }.max() ?? 0
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let values = (0..<Int(count)).map { index in
      plain(((numbers[0] + Double(index) * numbers[2]) * scale).rounded() / scale + 0)
    }
    self.init(key, .choice(values))
  }
}

/// An error in a text that names a setting and the values to try, such as `spring.response=0.2:0.8:0.05`.
public enum VariedSettingError: Error, Hashable, Sendable {
  /// The text is neither a key with a range nor a key with a list of values.
  case malformed(text: String)
  /// The setting has more than ``SearchDimension/mostValues`` values.
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
        + "\(SearchDimension.mostValues) are allowed, so use larger steps."
    }
  }
}
