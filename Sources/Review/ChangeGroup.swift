public import FrameLogs

/// A changed case, with the visible change of its run and the cause.
public struct ExplainedChange: Hashable, Sendable {
  /// The name of the case.
  public var name: String
  /// The visible change.
  public var felt: VisibleChange
  /// The cause of the change.
  public var cause: Cause

  /// Creates a change.
  public init(name: String, felt: VisibleChange, cause: Cause) {
    self.name = name
    self.felt = felt
    self.cause = cause
  }
}

/// Changes with the same cause, which a reviewer accepts or rejects together.
public struct ChangeGroup: Hashable, Sendable {
  /// The identifier of the group: six hexadecimal digits.
  ///
  /// The identifier depends only on the cause, so it is the same on every day and on every machine.
  public var id: String
  /// The cause that all changes of the group share.
  public var cause: Cause
  /// The changes, the worst first.
  ///
  /// The order is: changes that end in another way or at another position, other changes of behaviour, drift, and
  /// changes of the reason of a decision. Of equally severe changes, the one with the greatest distance between its
  /// runs comes first. Changes with equal distances keep their order.
  public var changes: [ExplainedChange]

  /// The worst kind of difference among the changes.
  public var kind: RunDifference.Class {
    changes.map { $0.felt.kind }.max() ?? .withinTolerance
  }

  /// The kinds of difference with their counts, such as `drift` or `3 behaviour change, 12 drift, 1 other reason`.
  public var kinds: String {
    guard Set(changes.map { $0.felt.kind }).count > 1 else { return kind.words }
    let kinds: [RunDifference.Class] = [.behaviourChange, .drift, .otherReason]
    return kinds.compactMap { kind in
      let count = changes.count { $0.felt.kind == kind }
      return count > 0 ? "\(count) \(kind.words)" : nil
    }.joined(separator: ", ")
  }

  /// Groups changes by their cause.
  ///
  /// Groups with worse changes come first; of equally bad groups, the larger group comes first.
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
      let (worst, otherWorst) = (one.changes[0].felt.severity, other.changes[0].felt.severity)
      if worst != otherWorst { return worst > otherWorst }
      if one.changes.count != other.changes.count { return one.changes.count > other.changes.count }
      return left.offset < right.offset
    }
    return ordered.map { $0.element.group }
  }
}

/// Returns `changes` with the worst first; equally bad changes keep their order.
private func worstFirst(_ changes: [ExplainedChange]) -> [ExplainedChange] {
  changes.enumerated().sorted { left, right in
    let (one, other) = (left.element.felt, right.element.felt)
    if one.severity != other.severity { return one.severity > other.severity }
    if one.greatestDistance != other.greatestDistance {
      return one.greatestDistance > other.greatestDistance
    }
    return left.offset < right.offset
  }.map { $0.element }
}

extension VisibleChange {
  /// The severity of the change; a change with another rest position is worse than any change without.
  fileprivate var severity: Int {
    kind.rawValue + (hasOtherRestPosition ? RunDifference.Class.behaviourChange.rawValue : 0)
  }
}
