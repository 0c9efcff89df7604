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

/// Changes with one cause and one effect, which are one decision of whoever reviews them.
public struct ChangeGroup: Hashable, Sendable {
  /// What it is called: six hexadecimal digits that depend on cause and effect alone, so that the same
  /// change has the same name tomorrow and on another machine.
  public var id: String
  /// Where the changes come from.
  public var cause: Cause
  /// What kind of difference they are.
  public var kind: RunDifference.Class
  /// The changes, in the order in which they were given.
  public var changes: [ExplainedChange]

  /// Puts changes of one cause and effect together: changes of behaviour first, then the larger groups.
  public static func groups(of changes: [ExplainedChange]) -> [ChangeGroup] {
    var groups: [(key: String, group: ChangeGroup)] = []
    for change in changes {
      let key = "\(change.felt.kind.words): \(change.cause.key)"
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
            id: String(digest.prefix(6)), cause: change.cause, kind: change.felt.kind,
            changes: [change])
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

extension Cause {
  /// Takes in a cause with the same key: what the values were before is kept where it is the same.
  fileprivate mutating func join(_ other: Cause) {
    for index in differences.indices where index < other.differences.count {
      if differences[index].expected != other.differences[index].expected {
        differences[index].expected = RequestDifference.several
      }
      if differences[index].actualFrom != other.differences[index].actualFrom {
        differences[index].actualFrom = ""
      }
      if differences[index].expectedFrom != other.differences[index].expectedFrom {
        differences[index].expectedFrom = ""
      }
    }
    isCutShort = isCutShort || other.isCutShort
    replays = max(replays, other.replays)
  }
}
