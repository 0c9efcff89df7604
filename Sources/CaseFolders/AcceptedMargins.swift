package import FrameLogs
import Quantities
package import Review

extension DecisionMargin {
  /// The margin, as it is written.
  package var logFields: [LogField] {
    [
      LogField("decision", .integer(number)), LogField("target", .text(target)),
      LogField("position", position?.logValue ?? .none),
      LogField("velocity", velocity?.logValue ?? .none),
    ]
  }

  /// Reads what ``logFields`` says; nil where it is no margin.
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
  }
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
