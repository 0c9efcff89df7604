import FrameLogs
import Quantities
import TouchInput

/// The finger's place as log fields; null where it has none on the screen.
func placeFields(_ place: Position?) -> [LogField] {
  [
    LogField("fingerX", place.map { .number($0.x.value) } ?? .none),
    LogField("fingerY", place.map { .number($0.y.value) } ?? .none),
  ]
}

/// What there is to say about a pan at its end.
func panFields(_ pan: Pan) -> [LogField] {
  [
    LogField("pan", .integer(pan.number)),
    LogField("translationX", .number(pan.translation.x.value)),
    LogField("translationY", .number(pan.translation.y.value)),
  ] + placeFields(pan.location)
}

/// What the estimator said, and from what.
func estimateFields(_ estimate: VelocityEstimate) -> [LogField] {
  [
    LogField("velocityX", .number(estimate.velocity.x.value)),
    LogField("velocityY", .number(estimate.velocity.y.value)),
    LogField("errorX", .number(estimate.standardError.x.value)),
    LogField("errorY", .number(estimate.standardError.y.value)),
    LogField("samples", .integer(estimate.samplesUsed)),
    LogField("span", .number(estimate.span.value)),
    LogField("degree", .integer(estimate.degree)),
    LogField("velocityReason", .text(estimate.reason.rawValue)),
  ]
}

/// The frame fields that every scenario has first of its own.
let fingerFields = [
  FieldDescription("fingerX", unit: "pt", "The finger on the screen; null without one."),
  FieldDescription("fingerY", unit: "pt", "The finger on the screen; null without one."),
]

/// The values of ``fingerFields``.
func fingerValues(_ finger: Position?) -> [LogValue] { placeFields(finger).map(\.value) }
