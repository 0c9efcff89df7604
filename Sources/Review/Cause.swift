public import FrameLogs
import Quantities

/// The cause of a changed run: another recording, changed settings, a changed stage of the program, or several of
/// these.
public struct Cause: Hashable, Sendable {
  /// The smallest set of changed settings and options that explains the change.
  ///
  /// The set is in the order of the header, and empty if no changed setting contributes to the change.
  public var differences: [RequestDifference]
  /// The presets before and after; nil unless some of the differences come from a change of preset.
  public internal(set) var presets: PresetChange?
  /// The stages of a replay whose results differ for the same input and settings, in the order of the stages.
  ///
  /// Each stage is checked with the results that the earlier stages had in the expected run. A stage that only received
  /// different input is therefore not listed.
  public var stages: [RunDifference.Stage]
  /// Whether the recording has changed; no other cause is searched for in this case.
  public var isOtherRecording: Bool
  /// Whether ``differences`` may contain unnecessary elements, because the search ended before it had tried to omit
  /// each of them.
  public var isIncomplete = false
  /// The number of replays that the search made.
  public var replays = 0

  /// Creates a cause.
  public init(
    differences: [RequestDifference] = [], stages: [RunDifference.Stage] = [],
    isOtherRecording: Bool = false
  ) {
    self.differences = differences
    self.stages = stages
    self.isOtherRecording = isOtherRecording
  }

  /// The cause as a sentence without a full stop.
  public var sentence: String {
    if isOtherRecording { return "the recording has changed" }
    var told: [String] = []
    let ofProgram = decidingDifferences.filter { $0.isOfProgram }
    let differences = decidingDifferences.filter { !$0.isOfProgram }
    if !ofProgram.isEmpty {
      told.append("the program has changed: \(ofProgram.map { $0.text }.joined(separator: ", "))")
    }
    if let presets {
      let ofPreset = differences.filter { $0.isOfPreset }
      let others = differences.filter { !$0.isOfPreset }.map { ", and \($0.text)" }.joined()
      let which = ofPreset.count == 1 ? ofPreset[0].values : count(ofPreset.count, "setting")
      told.append("the change of the preset, \(presets), does this, through \(which)\(others)")
    } else if let only = differences.first, differences.count == 1 {
      told.append(
        "\(only.text) \(stages.isEmpty && ofProgram.isEmpty ? "alone does this" : "contributes to this")"
      )
    } else if !differences.isEmpty {
      let listed = differences.prefix(6).map { $0.text }.joined(separator: ", ")
      let more = differences.count > 6 ? " and \(differences.count - 6) more" : ""
      told.append("\(listed)\(more) do this together")
    }
    if !stages.isEmpty {
      let words = stages.map { $0.words }.joined(separator: " and ")
      told.append(
        "\(words) \(stages.count == 1 ? "gives" : "give") a different result for the same input "
          + "and settings")
    }
    if told.isEmpty { return "no changed setting and no single stage explains the change" }
    return told.joined(separator: "; also, ")
  }

  /// A key that is equal for equal causes; it consists of the changed settings and the changed stages.
  public var key: String {
    if isOtherRecording { return "recording" }
    // After a change of the preset, different settings of the preset can be the cause in each case. Use only the name
    // of the preset, so that all of these cases have the same key.
    let new = presets.map { ["preset=\($0.actual)"] } ?? []
    let settings = decidingDifferences.filter { presets == nil || !$0.isOfPreset }.map {
      "\($0.key)=\($0.actual ?? "nothing")"
    }
    return (new + settings + stages.map { "stage \($0.rawValue)" }).joined(separator: " ")
  }

  /// The differences, without settings that exist only because of another difference.
  private var decidingDifferences: [RequestDifference] {
    let deciding = differences.filter { !$0.isConsequence }
    return deciding.isEmpty ? differences : deciding
  }

  /// Merges a cause that has the same key; old values that differ become `RequestDifference.several`.
  mutating func join(_ other: Cause) {
    for difference in other.differences {
      if let index = differences.firstIndex(where: { $0.key == difference.key }) {
        differences[index].join(difference)
      } else {
        differences.append(difference)
      }
    }
    if presets?.expected != other.presets?.expected {
      presets?.expected = RequestDifference.several
    }
    isIncomplete = isIncomplete || other.isIncomplete
    replays = max(replays, other.replays)
  }
}

extension RunDifference.Stage {
  /// The name of the stage in reports.
  public var words: String {
    switch self {
    case .input: "the reading of the touches"
    case .drag: "the drag"
    case .velocity: "the estimate of the velocity"
    case .decision: "the decision of the release"
    case .spring: "the motion"
    }
  }
}
