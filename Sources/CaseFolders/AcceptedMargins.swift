package import FrameLogs
import InteractionScenarios
import Quantities
package import Review
import TouchInput

extension DecisionMargin {
  /// The margin as fields of `run.json`.
  package var logFields: [LogField] {
    [
      LogField("decision", .integer(number)), LogField("target", .text(target)),
      LogField("position", position?.logValue ?? .none),
      LogField("velocity", velocity?.logValue ?? .none),
      LogField("velocityError", velocityError.map { .number($0.value) } ?? .none),
    ]
  }

  /// Creates a margin from ``logFields``; nil if they are not valid.
  init?(logFields: [LogField]) {
    let fields = LogValue.fields(logFields)
    guard let number = fields["decision"]?.asNumber.flatMap({ Int(exactly: $0) }), number >= 0,
      let target = fields["target"]?.asText
    else { return nil }
    self.init(number: number, target: target, position: nil, velocity: nil)
    if let value = fields["position"], value != .none {
      guard let flip = Flip<Points>(logValue: value) else { return nil }
      position = flip
    }
    if let value = fields["velocity"], value != .none {
      guard let flip = Flip<PointsPerSecond>(logValue: value) else { return nil }
      velocity = flip
    }
    velocityError = fields["velocityError"]?.asNumber.map { PointsPerSecond($0) }
  }
}

extension ReplayRequest {
  /// Returns the field `margins` of an expected run's `run.json`; empty if the margins cannot be computed.
  static func marginFields(of run: Run, _ recording: Recording) -> [LogField] {
    guard let margins = try? ReplayRequest(header: run.header)?.margins(of: recording) else {
      return []
    }
    return [LogField("margins", .list(margins.map { .fields($0.logFields) }))]
  }
}

/// Returns the margins that the decisions of an expected run had when the run was accepted.
///
/// The margins are read from `header`, the fields of `run.json`; returns nil if the fields have no valid margins.
func acceptedMargins(in header: [LogField]) -> [DecisionMargin]? {
  guard case .list(let items)? = LogValue.fields(header)["margins"] else { return nil }
  let margins = items.compactMap { item in
    if case .fields(let fields) = item {
      DecisionMargin(logFields: fields)
    } else {
      nil as DecisionMargin?
    }
  }
  return margins.count == items.count ? margins : nil
}

extension DecisionMargin.Flip {
  fileprivate var logValue: LogValue {
    .fields([
      LogField("change", .number(change.value)), LogField("axis", .text(isAlongX ? "x" : "y")),
      LogField("target", .text(target)),
    ])
  }

  fileprivate init?(logValue: LogValue) {
    guard let change = logValue["change"]?.asNumber, change.isFinite,
      let axis = logValue["axis"]?.asText, ["x", "y"].contains(axis),
      let target = logValue["target"]?.asText
    else { return nil }
    self.init(change: Amount(change), isAlongX: axis == "x", target: target)
  }
}

// The margin in words, for reports.
extension DecisionMargin {
  /// The margin as text.
  ///
  /// For example: `half, but full if released 12.3 pt higher or 140 pt/s (3.2 standard errors) faster upwards`.
  package var text: String {
    var ways: [String] = []
    if let position {
      let way = word(
        position.change.value, position.isAlongX, ("left", "right"), ("higher", "lower"))
      ways.append(
        "\(named(position.target)) if released \(rounded(position.change.value)) pt \(way)")
    }
    if let velocity {
      let way = word(
        velocity.change.value, velocity.isAlongX, ("to the left", "to the right"),
        ("upwards", "downwards"))
      let target =
        velocity.target == position?.target ? "" : "\(named(velocity.target)) if released "
      ways.append("\(target)\(rounded(velocity.change.value)) pt/s\(errors) faster \(way)")
    }
    guard !ways.isEmpty else { return "\(target), whatever the finger does at the release" }
    return "\(target), but \(ways.joined(separator: " or "))"
      + (isWithinError ? ": the same gesture may reach either target" : "")
  }

  /// Whether the margin in velocity is smaller than the standard error of the velocity.
  ///
  /// Another recording of the same gesture may then reach another target.
  private var isWithinError: Bool { standardErrors.map { $0 < 1 } ?? false }

  private var errors: String {
    standardErrors.map { " (\(rounded($0)) standard errors)" } ?? ""
  }

  private func named(_ target: String) -> String { target.isEmpty ? "nothing" : target }

  private func word(
    _ change: Double, _ isAlongX: Bool, _ horizontal: (String, String), _ vertical: (String, String)
  ) -> String {
    let pair = isAlongX ? horizontal : vertical
    return change < 0 ? pair.0 : pair.1
  }

  private func rounded(_ change: Double) -> String {
    let size = change.magnitude
    guard size >= 0.1 else { return "less than 0.1" }
    return plain(size < 10 ? (size * 10).rounded() / 10 : size.rounded())
  }
}

extension NarrowedMargin {
  /// The warning that follows the name of the case, in two lines.
  package var text: String {
    let shown = differences.prefix(3).map { $0.text }.joined(separator: ", ")
    let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
    let why =
      differences.isEmpty
      ? "the settings are the same, so a change of the program is the reason"
      : "changed: \(singleLine(shown))\(more)"
    return """
      passes, but is nearer to another target: \(singleLine("\(now.text); before, \(before.text)"))
      \(why)
      """
  }
}
