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
  /// The changes, those of behaviour first, else in the order in which they were given.
  public var changes: [ExplainedChange]

  /// What kind of difference they are; the worst of them.
  public var kind: RunDifference.Class {
    changes.map { $0.felt.kind }.max() ?? .withinTolerance
  }

  /// Of what kinds they are, in words: `drift`, or `3 behaviour change, 12 drift`.
  public var kinds: String {
    let behaviour = changes.count { $0.felt.kind == .behaviourChange }
    guard behaviour > 0, behaviour < changes.count else { return kind.words }
    return "\(behaviour) \(RunDifference.Class.behaviourChange.words), "
      + "\(changes.count - behaviour) \(RunDifference.Class.drift.words)"
  }

  /// Puts changes of one cause together: groups with changes of behaviour first, then the larger ones.
  public static func groups(of changes: [ExplainedChange]) -> [ChangeGroup] {
    var groups: [(key: String, group: ChangeGroup)] = []
    for change in changes.filter({ $0.felt.kind == .behaviourChange })
      + changes.filter({ $0.felt.kind != .behaviourChange })
    {
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
      if one.kind != other.kind { return one.kind > other.kind }
      if one.changes.count != other.changes.count { return one.changes.count > other.changes.count }
      return left.offset < right.offset
    }
    return ordered.map { $0.element.group }
  }
}
