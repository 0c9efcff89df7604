package import FrameLogs
import InteractionScenarios
import Quantities
package import Review
import TouchInput

/// What stands beside an expected run, in its folder, and was written with it.
enum KeptFile: String, CaseIterable {
  /// How far its decisions were from others when it was accepted: one on each line.
  case margins = "margins.jsonl"
  /// The frames that were accepted first, where others took their place within the tolerance.
  case first = "first.jsonl"
}

/// The margins of a run's decisions as text.
///
/// - Parameters:
///   - run: The run, whose header says how it was made.
///   - recording: What was replayed.
/// - Returns: One margin on each line; nil where they cannot be told.
func marginText(of run: Run, _ recording: Recording) -> [UInt8]? {
  guard let request = ReplayRequest(header: run.header),
    let margins = try? request.margins(of: recording)
  else { return nil }
  var text = JSONText()
  for margin in margins { text.appendLine(margin.logFields) }
  return text.bytes
}

extension RecordingCase {
  /// The path of what is kept beside the expected run.
  func path(of kept: KeptFile) -> String { "\(expectedPath)/\(kept.rawValue)" }

  /// The margins that the decisions had when the expected run was accepted; nil where nobody kept them.
  ///
  /// - Throws: ``FileError`` when they cannot be read.
  func acceptedMargins() throws(FileError) -> [DecisionMargin]? {
    let path = path(of: .margins)
    guard kindOfFile(at: path) == .file else { return nil }
    var margins: [DecisionMargin] = []
    for (index, row) in try logRows(in: fileBytes(at: path), path: path, order: []).enumerated() {
      guard let margin = DecisionMargin(logFields: row) else {
        throw .malformed(
          path: path, line: index + 1, found: "no margin of a decision",
          expected: "lines as 'flickbook accept' writes them; remove the file, and "
            + "'flickbook repair' writes it anew")
      }
      margins.append(margin)
    }
    return margins
  }
}

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
