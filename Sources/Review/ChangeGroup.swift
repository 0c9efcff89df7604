public import FrameLogs

/// A changed case with why it changed and what is felt of it.
public struct ExplainedChange: Hashable, Sendable {
  /// What the case is called.
  public var name: String
  /// What is felt.
  public var felt: FeltChange
  /// Where it comes from.
  public var cause: Cause

  /// Creates a change.
  public init(name: String, felt: FeltChange, cause: Cause) {
    self.name = name
    self.felt = felt
    self.cause = cause
  }
}

/// Changes with one cause, which are one decision of whoever reviews them.
public struct ChangeGroup: Hashable, Sendable {
  /// What it is called: six hexadecimal digits that depend on the cause alone, so that the same change has
  /// the same name tomorrow and on another machine.
  public var id: String
  /// Where the changes come from.
  public var cause: Cause
  /// The changes, the worst first, else in the order in which they were given: those that come to rest in
  /// another place, then changes of behaviour, then drift, then other reasons.
  public var changes: [ExplainedChange]

  /// What kind of difference they are; the worst of them.
  public var kind: RunDifference.Class {
    changes.map { $0.felt.kind }.max() ?? .withinTolerance
  }

  /// Of what kinds they are, in words: `drift`, or `3 behaviour change, 12 drift, 1 other reason`.
  public var kinds: String {
    guard Set(changes.map { $0.felt.kind }).count > 1 else { return kind.words }
    let kinds: [RunDifference.Class] = [.behaviourChange, .drift, .otherReason]
    return kinds.compactMap { kind in
      let count = changes.count { $0.felt.kind == kind }
      return count > 0 ? "\(count) \(kind.words)" : nil
    }.joined(separator: ", ")
  }

  /// Puts changes of one cause together: groups with the worst changes first, then the larger ones.
  public static func groups(of changes: [ExplainedChange]) -> [ChangeGroup] {
    var groups: [(key: String, group: ChangeGroup)] = []
    for change in worstFirst(changes) {
      let key = change.cause.key
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].group.changes.append(change)
        groups[index].group.cause.join(change.cause)
        continue
      }
      let digest = SHA256.hexadecimal(of: Array(key.utf8))
      groups.append(
        (
          key,
          ChangeGroup(
            id: String(digest.prefix(6)), cause: change.cause, changes: [change])
        ))
    }
    let ordered = groups.enumerated().sorted { left, right in
      let (one, other) = (left.element.group, right.element.group)
      let (worst, otherWorst) = (one.changes[0].felt.badness, other.changes[0].felt.badness)
      if worst != otherWorst { return worst > otherWorst }
      if one.changes.count != other.changes.count { return one.changes.count > other.changes.count }
      return left.offset < right.offset
    }
    return ordered.map { $0.element.group }
  }
}

/// `changes` in the order of how bad they are, the worst first; those that are as bad keep their order.
private func worstFirst(_ changes: [ExplainedChange]) -> [ExplainedChange] {
  changes.enumerated().sorted { left, right in
    let (one, other) = (left.element.felt.badness, right.element.felt.badness)
    return one == other ? left.offset < right.offset : one > other
  }.map { $0.element }
}

extension FeltChange {
  /// How bad the change is: another place of rest is worse than any other change.
  fileprivate var badness: Int {
    kind.rawValue + (restsElsewhere ? RunDifference.Class.behaviourChange.rawValue : 0)
  }
}
