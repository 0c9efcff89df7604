public import FrameLogs

/// Where a change of a run comes from: from what it was told, from how a stage works now, or both.
public struct Cause: Hashable, Sendable {
  /// The smallest set of differences between what the runs were told that makes the change, as far as
  /// these make it; in the order of the header, empty where they have no part in it.
  public var differences: [RequestDifference]
  /// The presets before and after, where some of the differences come from another preset.
  public internal(set) var presets: PresetChange?
  /// The stages that make something else of the same input, told the same; in their order.
  ///
  /// A stage is blamed for what it does with what the expected run handed to it, so one that was only
  /// handed something else is not among them.
  public var stages: [RunDifference.Stage]
  /// Whether the recording is another one.
  public var isOtherRecording: Bool
  /// Whether something may be left out of ``differences`` without a change, because the search was over
  /// before it was tried.
  public var isCutShort = false
  /// How often the recording was replayed to find out.
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

  /// What is told to somebody who wants to know why, without a full stop.
  public var sentence: String {
    if isOtherRecording { return "the recording is another one" }
    var told: [String] = []
    let differences = decidingDifferences
    if let presets {
      let ofPreset = differences.filter { $0.isOfPreset }
      let others = differences.filter { !$0.isOfPreset }.map { ", and \($0.text)" }.joined()
      let which = ofPreset.count == 1 ? ofPreset[0].values : count(ofPreset.count, "setting")
      told.append("the preset, \(presets), does this, with \(which)\(others)")
    } else if let only = differences.first, differences.count == 1 {
      told.append("\(only.text) \(stages.isEmpty ? "alone does this" : "has a part in this")")
    } else if !differences.isEmpty {
      let listed = differences.prefix(6).map { $0.text }.joined(separator: ", ")
      let more = differences.count > 6 ? " and \(differences.count - 6) more" : ""
      told.append("\(listed)\(more) do this together")
    }
    if !stages.isEmpty {
      let words = stages.map { $0.words }.joined(separator: " and ")
      told.append(
        "\(words) \(stages.count == 1 ? "works" : "work") differently from the same input, "
          + "with the same settings")
    }
    if told.isEmpty { return "nothing that was told, and no stage by itself, explains this" }
    return told.joined(separator: "; besides, ")
  }

  /// By what causes are the same: what was told otherwise, or which stages work otherwise.
  public var key: String {
    if isOtherRecording { return "recording" }
    // What the values were before differs from preset to preset; and of another preset each case notices
    // other settings.
    let new = presets.map { ["preset=\($0.actual)"] } ?? []
    let settings = decidingDifferences.filter { presets == nil || !$0.isOfPreset }.map {
      "\($0.key)=\($0.actual ?? "nothing")"
    }
    return (new + settings + stages.map { "stage \($0.rawValue)" }).joined(separator: " ")
  }

  /// The differences without settings that come and go with another one of them.
  private var decidingDifferences: [RequestDifference] {
    let deciding = differences.filter { !$0.isConsequence }
    return deciding.isEmpty ? differences : deciding
  }

  /// Takes in a cause with the same key: what the values were before is kept where it is the same.
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
    isCutShort = isCutShort || other.isCutShort
    replays = max(replays, other.replays)
  }
}

/// `number` and a noun, with an s where it is not one.
package func count(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension RunDifference.Stage {
  /// The stage as a person calls it.
  public var words: String {
    switch self {
    case .input: "the reading of the hand"
    case .velocity: "the estimate of the velocity"
    case .decision: "the decision of the release"
    case .spring: "the motion"
    }
  }
}
