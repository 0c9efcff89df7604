import Quantities

/// A problem in a corpus, such as a recording without an intent.
public struct CorpusFinding: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A recording has no intent.
    case missingIntent
    /// An intent names a target that the scenario does not have.
    case impossibleIntent
    /// The recording and the settings state different positions of the surface at the start.
    case otherStart
    /// Copies of the same gesture have different intents.
    case contradiction
    /// The same gesture occurs more than once.
    case duplicate
    /// A recording lacks the person or session by which the corpus is divided.
    case missingGroup
    /// The same gesture is both in the training part and in the held-out part.
    case leakage
    /// A file begins like a recording but cannot be read as one.
    case unreadable
  }

  /// The kind of problem.
  public var kind: Kind
  /// The affected recordings, in the order of the corpus.
  public var names: [String]
  /// The problem and what to do about it, as text that follows the first name and a colon.
  public var message: String

  /// Creates a finding.
  public init(_ kind: Kind, _ names: [String], _ message: String) {
    self.kind = kind
    self.names = names
    self.message = message
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CorpusFinding: CustomStringConvertible {
  public var description: String { "\(names.first ?? "corpus"): \(message)" }
}

/// Returns the targets in the text of an intent, which separates several targets by `|`.
package func targets(ofIntent intent: String) -> [String] {
  intent.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
}

/// Returns a description of the first target in `intent`, which can name several, that is missing from `targets`.
///
/// - Returns: Nil if no target is missing. Otherwise the problem and what to do about it, as text that follows the name of the recording and a colon.
package func fault(ofIntent intent: String, among targets: [String], of scenario: String) -> String?
{
  for name in Tuning.targets(ofIntent: intent) where !targets.contains(name) {
    let near = nearestName(to: name, in: targets)
    return "\(scenario) has no target '\(excerpt(of: name))'; "
      + (near.map { "did you mean '\($0)'?" } ?? "use one of \(targets.joined(separator: ", ")).")
  }
  return nil
}

/// Returns the problems of a corpus, ordered by kind and then by recording.
///
/// - Parameters:
///   - members: The recordings.
///   - split: The planned division into training and held-out recordings; nil for none.
/// - Returns: The findings; empty if the corpus has no problems.
/// - Complexity: O(n log n).
package func corpusFindings(
  in members: [CorpusMember], split: CorpusSplit? = nil
) -> [CorpusFinding] {
  var findings: [CorpusFinding] = []
  for member in members where member.intent == nil {
    findings.append(
      CorpusFinding(
        .missingIntent, [member.name],
        "no intent is set; set it with 'flickbook corpus label'."))
  }
  for member in members {
    guard let intent = member.intent, let targets = member.targets,
      let fault = fault(ofIntent: intent, among: targets, of: member.scenario ?? "the scenario")
    else { continue }
    findings.append(CorpusFinding(.impossibleIntent, [member.name], fault))
  }
  for member in members {
    guard let clause = member.startContradiction else { continue }
    findings.append(CorpusFinding(.otherStart, [member.name], clause))
  }
  let copies = copies(in: members)
  findings += copies.compactMap(contradiction)
  for group in copies {
    let names = group.map { $0.name }
    findings.append(
      CorpusFinding(
        .duplicate, names,
        "the same gesture as \(list(names.dropFirst())); keep one of them, because the gesture counts twice."
      ))
  }
  if let split { findings += faults(of: split, in: members) }
  return findings
}

/// Returns the recordings of gestures that occur more than once, grouped by gesture.
private func copies(in members: [CorpusMember]) -> [[CorpusMember]] {
  var groups: [String: [CorpusMember]] = [:]
  for member in members { groups[member.gesture, default: []].append(member) }
  var seen: Set<String> = []
  return members.compactMap { member in
    guard seen.insert(member.gesture).inserted, let group = groups[member.gesture],
      group.count > 1
    else { return nil }
    return group
  }
}

private func contradiction(_ group: [CorpusMember]) -> CorpusFinding? {
  let labelled = group.filter { $0.intent != nil }
  // Different scenarios have different targets, so compare only the intents of recordings with the same scenario.
  for (index, member) in labelled.enumerated() {
    let other = labelled.dropFirst(index + 1).first { other in
      other.scenario == member.scenario
        && Set(targets(ofIntent: other.intent ?? "")) != Set(targets(ofIntent: member.intent ?? ""))
    }
    guard let other else { continue }
    return CorpusFinding(
      .contradiction, [member.name, other.name],
      "the intent is '\(excerpt(of: member.intent ?? ""))', but the same gesture in "
        + "\(other.name) has '\(excerpt(of: other.intent ?? ""))'; give both the same intent.")
  }
  return nil
}

private func faults(of split: CorpusSplit, in members: [CorpusMember]) -> [CorpusFinding] {
  var findings: [CorpusFinding] = []
  for member in members where split.key(of: member) == nil {
    findings.append(
      CorpusFinding(
        .missingGroup, [member.name],
        "no \(split.group.rawValue) is set; set it with "
          + "'flickbook corpus label --\(split.group.rawValue)'."))
  }
  var parts: [String: [CorpusSplit.Part: String]] = [:]
  for (member, part) in zip(members, split.parts(of: members))
  where parts[member.gesture]?[part] == nil {
    parts[member.gesture, default: [:]][part] = member.name
  }
  var told: Set<String> = []
  for member in members {
    guard let sides = parts[member.gesture], let training = sides[.training],
      let held = sides[.heldOut], told.insert(member.gesture).inserted
    else { continue }
    findings.append(
      CorpusFinding(
        .leakage, [training, held],
        "it is used for training, and the same gesture in \(held) is held out; keep one of them."
      ))
  }
  return findings
}

/// Returns the first three names as text, followed by the number of all other names.
private func list(_ names: ArraySlice<String>) -> String {
  let shown = names.prefix(3).joined(separator: ", ")
  return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
}
