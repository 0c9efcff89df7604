import Quantities

/// A division of recordings into a training part, which a search uses, and a held-out part, which tests the result.
///
/// All recordings of a group are in the same part; a group is usually a person or a session. The seed and the names of
/// the groups determine which groups are held out; the order and the number of recordings do not matter. Adding a group
/// moves at most one other group to the other part.
public struct CorpusSplit: Hashable, Sendable {
  /// The kind of group that is never divided.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// A group has all recordings of a person.
    case person
    /// A group has all recordings of one session of a person.
    case session
    /// A group has a single recording, together with copies of its gesture.
    case recording
  }

  /// The part to which a recording belongs.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// A search may use the recording.
    case training
    /// The recording is reserved for the final evaluation.
    case heldOut = "held-out"
  }

  /// The kind of group that is never divided.
  public var group: Group
  /// The fraction of groups that are held out; above 0 and below 1.
  public var heldOut: Double
  /// The seed of the random selection of held-out groups.
  public var seed: UInt64

  /// Creates a split; traps unless `heldOut` is above 0 and below 1.
  public init(by group: Group, heldOut: Double = 0.2, seed: UInt64 = 1) {
    precondition(heldOut > 0 && heldOut < 1, "a share of \(heldOut) held out is not within 0 to 1")
    self.group = group
    self.heldOut = heldOut
    self.seed = seed
  }

  /// Returns the part of each of `members`, in the order of the members.
  ///
  /// The number of held-out groups is ``heldOut`` times the number of groups, rounded, but at least one if there are
  /// two groups or more. A recording whose group is not set is never held out.
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

  /// Returns the key of the group of a recording; nil if its person or session is not set.
  func key(of member: CorpusMember) -> [UInt8]? {
    switch group {
    case .person: member.person.map { Array($0.utf8) }
    case .session:
      member.session.map { Array((member.person ?? "").utf8) + [0] + Array($0.utf8) }
    case .recording: Array(member.gesture.utf8)
    }
  }

  /// Returns a hash of the key and the seed; the groups with the smallest hashes are held out.
  ///
  /// The hash is FNV-1a (Fowler, Noll and Vo, 1991), mixed by SplitMix64.
  private func hash(of key: [UInt8]) -> UInt64 {
    var start = SeededGenerator(seed: seed)
    var hash = 0xcbf2_9ce4_8422_2325 ^ start.next()
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var mixed = SeededGenerator(seed: hash)
    return mixed.next()
  }
}
