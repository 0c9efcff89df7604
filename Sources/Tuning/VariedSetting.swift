/// A setting and the values that a search tries for it.
public struct VariedSetting: Hashable, Sendable {
  /// The maximum number of values of one setting.
  public static let mostValues = 10_000

  /// The name of the setting.
  public var key: String
  /// The values as text, in the order in which they are tried.
  public var values: [String]

  /// Creates a setting with its values.
  public init(key: String, values: [String]) {
    self.key = key
    self.values = values
  }

  /// Parses `key=low:high:step` or `key=value,value,…`; nil if `text` has neither form.
  ///
  /// The numbers of a range are decimal. A range includes its upper end if that is a whole number of steps above the
  /// lower end, and it has at most ``mostValues`` values. The values are computed as integer multiples of the last
  /// decimal place, so that they have no rounding errors.
  public init?(_ text: String) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else { return nil }
    key = String(halves[0])
    let bounds = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    if bounds.count == 3 {
      guard let values = Self.range(bounds.map(String.init)) else { return nil }
      self.values = values
    } else {
      values = halves[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard !values.contains(""), values.count <= Self.mostValues else { return nil }
    }
  }

  private static func range(_ bounds: [String]) -> [String]? {
    let places = bounds.map(decimalPlaces)
    guard let most = places.compactMap({ $0 }).max(), !places.contains(nil), most <= 12 else {
      return nil
    }
    let units = bounds.compactMap { inUnits($0, places: most) }
    guard units.count == 3, units[2] > 0, units[0] <= units[1],
      (units[1] - units[0]) / units[2] < mostValues
    else { return nil }
    return stride(from: units[0], through: units[1], by: units[2]).map {
      inDecimals($0, places: most)
    }
  }

  private static func decimalPlaces(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].count <= 6 else { return nil }
    return parts.count == 2 ? parts[1].count : 0
  }

  private static func inUnits(_ text: String, places: Int) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(parts[0] + fraction + String(repeating: "0", count: places - fraction.count))
  }

  private static func inDecimals(_ units: Int, places: Int) -> String {
    guard places > 0 else { return "\(units)" }
    var digits = "\(units.magnitude)"
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = digits.suffix(places)
    while fraction.hasSuffix("0") { fraction = fraction.dropLast() }
    let sign = units < 0 ? "-" : ""
    let whole = digits.dropLast(places)
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
