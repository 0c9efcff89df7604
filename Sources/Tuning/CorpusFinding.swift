import Quantities

/// Something that is wrong with a corpus.
public struct CorpusFinding: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nobody said what the hand meant.
    case missingIntent
    /// It names a target that the scenario does not have.
    case impossibleIntent
    /// The recording says that the surface stood elsewhere at the start than the settings say.
    case otherStart
    /// The same gesture is said to have meant different things.
    case contradiction
    /// The same gesture is there more than once.
    case duplicate
    /// Nobody said to whom a recording belongs, by which the corpus is to be divided.
    case missingGroup
    /// The same gesture is on both sides of a split.
    case leakage
    /// A file begins like a recording and cannot be read as one.
    case unreadable
  }

  /// What is wrong.
  public var kind: Kind
  /// The recordings that it is about, in the order of the corpus.
  public var names: [String]
  /// What was found and what to do next, as a clause after the first name.
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

/// The targets that an intent names, `|` between several.
package func targets(ofIntent intent: String) -> [String] {
  intent.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
}

/// What is wrong with an intent; nil when all that it names is among `targets`.
///
/// - Returns: What was found and what to do next, as a clause.
package func fault(ofIntent intent: String, among targets: [String], of scenario: String) -> String?
{
  for name in Tuning.targets(ofIntent: intent) where !targets.contains(name) {
    let near = nearestName(to: name, in: targets)
    return "\(scenario) has no target '\(excerpt(of: name))'; "
      + (near.map { "did you mean '\($0)'?" } ?? "use one of \(targets.joined(separator: ", ")).")
  }
  return nil
}

/// What is wrong with a corpus, in the order of the kinds and then of the recordings.
///
/// - Parameters:
///   - members: The recordings.
///   - split: How it is to be divided; nil when it is not.
/// - Returns: The findings; none of a corpus that is in order.
/// - Complexity: O(n log n).
package func corpusFindings(
  in members: [CorpusMember], split: CorpusSplit? = nil
) -> [CorpusFinding] {
  var findings: [CorpusFinding] = []
  for member in members where member.intent == nil {
    findings.append(
      CorpusFinding(
        .missingIntent, [member.name],
        "nobody said what the hand meant; say it with 'flickbook corpus label'."))
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
        "the same gesture as \(list(names.dropFirst())); keep one of them, for it counts twice."))
  }
  if let split { findings += faults(of: split, in: members) }
  return findings
}

/// The recordings of gestures that are there more than once, each gesture with all of them.
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
  // What may be meant in one scenario says nothing about another.
  for (index, member) in labelled.enumerated() {
    let other = labelled.dropFirst(index + 1).first { other in
      other.scenario == member.scenario
        && Set(targets(ofIntent: other.intent ?? "")) != Set(targets(ofIntent: member.intent ?? ""))
    }
    guard let other else { continue }
    return CorpusFinding(
      .contradiction, [member.name, other.name],
      "it is said to have meant '\(excerpt(of: member.intent ?? ""))', and the same gesture in "
        + "\(other.name) '\(excerpt(of: other.intent ?? ""))'; label both alike.")
  }
  return nil
}

private func faults(of split: CorpusSplit, in members: [CorpusMember]) -> [CorpusFinding] {
  var findings: [CorpusFinding] = []
  for member in members where split.key(of: member) == nil {
    findings.append(
      CorpusFinding(
        .missingGroup, [member.name],
        "nobody said of which \(split.group.rawValue) it is; say it with "
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
        "a search would learn from it, and the same gesture in \(held) is held out; keep one of them."
      ))
  }
  return findings
}

/// The first few names, and how many more there are.
private func list(_ names: ArraySlice<String>) -> String {
  let shown = names.prefix(3).joined(separator: ", ")
  return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
}
