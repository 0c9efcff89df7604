import Quantities

/// Which recordings a search may learn from, and which are kept to judge what it found.
///
/// What belongs together stays together: all of a person, or of a sitting. Which groups are held out
/// depends on the seed and on their names alone, not on the order of the recordings nor on how many
/// each group has; another group moves at most one of the others from one side to the other.
public struct CorpusSplit: Hashable, Sendable {
  /// What is never divided.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// All recordings of a person.
    case person
    /// All recordings of a sitting of a person.
    case session
    /// Every recording by itself, copies of a gesture together.
    case recording
  }

  /// The side that a recording is on.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// A search may look at it.
    case training
    /// It is kept for the end.
    case heldOut = "held-out"
  }

  /// What is never divided.
  public var group: Group
  /// The share of the groups that are held out; unitless, above 0 and below 1.
  public var heldOut: Double
  /// What the choice starts from.
  public var seed: UInt64

  /// Creates a split; traps unless `heldOut` is above 0 and below 1.
  public init(by group: Group, heldOut: Double = 0.2, seed: UInt64 = 1) {
    precondition(heldOut > 0 && heldOut < 1, "a share of \(heldOut) held out is not within 0 to 1")
    self.group = group
    self.heldOut = heldOut
    self.seed = seed
  }

  /// The side of each of `members`, in their order.
  ///
  /// So many groups are held out as are nearest to the share, but at least one where there are two.
  /// A recording of which nobody said to whom it belongs is never held out.
  ///
  /// - Complexity: O(n log n).
  public func parts(of members: [CorpusMember]) -> [Part] {
    let keys = members.map(key)
    let groups = Set(keys.compactMap { $0 }).map { (hash: hash(of: $0), key: $0) }
      .sorted { $0.hash != $1.hash ? $0.hash < $1.hash : $0.key.lexicographicallyPrecedes($1.key) }
    guard groups.count > 1 else { return members.map { _ in .training } }
    let wanted = (heldOut * Double(groups.count)).rounded()
    let count = min(max(Int(wanted), 1), groups.count - 1)
    let held = Set(groups.prefix(count).map { $0.key })
    return keys.map { key in key.map(held.contains) == true ? .heldOut : .training }
  }

  /// What a recording belongs to; nil when nobody said.
  func key(of member: CorpusMember) -> [UInt8]? {
    switch group {
    case .person: member.person.map { Array($0.utf8) }
    case .session:
      member.session.map { Array((member.person ?? "").utf8) + [0] + Array($0.utf8) }
    case .recording: Array(member.gesture.utf8)
    }
  }

  /// A number that depends on every bit of the seed and of the name.
  ///
  /// Source: the FNV-1a hash (Fowler, Noll and Vo, 1991), mixed by SplitMix64.
  private func hash(of key: [UInt8]) -> UInt64 {
    var start = SeededGenerator(seed: seed)
    var hash = 0xcbf2_9ce4_8422_2325 ^ start.next()
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var mixed = SeededGenerator(seed: hash)
    return mixed.next()
  }
}
