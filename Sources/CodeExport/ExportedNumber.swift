import Quantities

/// A number in exported code.
package struct ExportedNumber: Hashable, Sendable {
  /// The name of the number in the platform, such as `stiffness`.
  package var name: String
  /// The value, in ``unit``.
  package var value: Double
  /// The unit on the platform, such as `px/ms`; empty for a number without unit.
  package var unit: String
  /// The keys of the settings from which the number is computed.
  package var settings: [String]

  /// The value as it is written in the code.
  var text: String { codeText(value) }
}

/// Returns a number for code, with at most seven significant digits and always a decimal point.
///
/// Seven digits are the precision of the 32-bit numbers of Compose and Android; their error is far below a thousandth of
/// a point. The decimal point makes the text a floating-point number in every language.
func codeText(_ value: Double) -> String {
  guard value.isFinite else { return value > 0 ? "1e308" : value < 0 ? "-1e308" : "0.0" }
  var scale = 1.0
  while value != 0, (value * scale).magnitude < 1_000_000, scale < 1e12 { scale *= 10 }
  let rounded = value.magnitude < 1e7 ? (value * scale).rounded() / scale : value.rounded()
  return "\(rounded)"
}

/// Returns a difference for a comment: the number of points with three significant digits, but at most three decimals.
func differenceText(_ points: Double) -> String {
  guard points.isFinite else { return "without limit" }
  guard points >= 0.0005 else { return points == 0 ? "0 pt" : "below 0.001 pt" }
  let scale = points >= 100 ? 1.0 : points >= 10 ? 10 : points >= 1 ? 100 : 1_000
  return "\(readable((points * scale).rounded() / scale)) pt"
}
