/// The frame fields that only one of two runs has, because they were made by different versions.
///
/// Such a field says nothing about what the surface did, so it is named once and is no difference.
public struct FieldChange: Hashable, Sendable {
  /// The keys of the fields that only the actual run has, in its order.
  public var new: [String]
  /// The keys of the fields that only the expected run has, in its order.
  public var gone: [String]

  /// Whether both runs have the same fields.
  public var isEmpty: Bool { new.isEmpty && gone.isEmpty }

  /// The change in one sentence; empty when there is none.
  public var sentence: String {
    [("new", new), ("gone", gone)].filter { !$1.isEmpty }.map { kind, keys in
      "\(kind) \(keys.count == 1 ? "field" : "fields") \(keys.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// The fields of which every row of one run says nothing and some row of the other does.
  ///
  /// The fields of which every frame is made are none of them: a run without these is damaged. Rows that are
  /// empty were not compared. As long as the first rows have the same keys, no others are looked at.
  init(expected: [[LogField]], actual: [[LogField]]) {
    (new, gone) = ([], [])
    let first = zip(expected, actual).first { !$0.isEmpty && !$1.isEmpty }
    guard let first, !first.0.elementsEqual(first.1, by: { $0.key == $1.key }) else { return }
    let (old, now) = (Self.keys(of: expected), Self.keys(of: actual))
    let common = Set(Frame.table.filter { !$0.isDerived }.map { $0.description.key })
    new = now.ordered.filter { !old.all.contains($0) && !common.contains($0) }
    gone = old.ordered.filter { !now.all.contains($0) && !common.contains($0) }
  }

  private static func keys(of rows: [[LogField]]) -> (ordered: [String], all: Set<String>) {
    var ordered: [String] = []
    var all: Set<String> = []
    for field in rows.joined() where all.insert(field.key).inserted { ordered.append(field.key) }
    return (ordered, all)
  }
}
