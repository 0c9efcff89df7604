/// The rows of a run as they stand in its files, whether just computed or read back.
public struct RunRows: Hashable, Sendable {
  /// The frames, each as named values.
  public var frames: [[LogField]]
  /// The events, each as named values.
  public var events: [[LogField]]

  /// Creates the rows of a run.
  public init(frames: [[LogField]], events: [[LogField]]) {
    self.frames = frames
    self.events = events
  }

  /// The rows of `run`.
  public init(_ run: Run) {
    frames = run.frames.map { $0.logFields }
    events = run.events.map { $0.logFields(at: run.rate) }
  }
}

/// How far two numbers may be apart and still be called the same.
public struct RunTolerance: Hashable, Sendable {
  /// The absolute difference that is allowed, in the unit of the field.
  public var absolute: Double
  /// The difference that is allowed as a fraction of the expected number.
  public var relative: Double

  /// Creates a tolerance; both numbers are 0 or more.
  public init(absolute: Double = 0.001, relative: Double = 1e-6) {
    self.absolute = absolute
    self.relative = relative
  }

  package func allows(_ expected: Double, _ actual: Double) -> Bool {
    (actual - expected).magnitude <= max(absolute, relative * expected.magnitude)
  }
}

/// The first place where two runs part, and how badly.
public struct RunDifference: Hashable, Sendable {
  /// What kind of difference it is, worst last.
  public enum Class: Int, Comparable, Sendable {
    /// Some numbers differ by less than the tolerance.
    case withinTolerance
    /// Decisions have other reasons, and the surface moves the same, within the tolerance.
    case otherReason
    /// The same things happen in the same order, with other numbers or at other times.
    case drift
    /// Something else happens: another order of phases, another event or target, or another reason with
    /// another motion.
    case behaviourChange

    /// Whether `left` is the lesser difference.
    public static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }

    /// The class in words.
    public var words: String {
      switch self {
      case .withinTolerance: "within tolerance"
      case .otherReason: "other reason"
      case .drift: "drift"
      case .behaviourChange: "behaviour change"
      }
    }
  }

  /// The stage of the replay in which runs part, in the order in which one feeds the next.
  public enum Stage: String, Sendable, CaseIterable {
    /// What the hand did is read differently.
    case input
    /// The velocity of the hand is estimated differently from the same input.
    case velocity
    /// The rule picks differently from the same velocity.
    case decision
    /// The motion differs although the decisions do not.
    case spring
  }

  /// What kind of difference it is; the worst of the run.
  public var kind: Class
  /// The stage that parted first by more than the tolerance: in the earliest frame, and within it
  /// the earliest stage; the spring when all is within tolerance.
  public var stage: Stage
  /// Where the runs first differ by that class: `frame 12` or `event 3`.
  public var location: String
  /// The field that differs there.
  public var field: String
  /// Its expected value, as text; empty when there is none.
  public var expected: String
  /// Its actual value, as text; empty when there is none.
  public var actual: String
  /// Where the runs first part by more than the tolerance, whatever the class: in the earliest
  /// frame; empty when all is within tolerance.
  public var parting: String
  /// The greatest difference of any number, by field, in the order of first appearance; a field of
  /// a list has the list's name before it, as in `candidates.distance`.
  public var greatest: [LogField]

  /// The difference in one sentence.
  public var sentence: String {
    "\(kind.words) in \(stage.rawValue): \(location): expected \(field) \(expected), got \(actual)"
  }
}

/// What there is between two runs.
public struct RunComparison: Hashable, Sendable {
  /// The first difference of the worst class; nil when all that both say is the same.
  public var difference: RunDifference?
  /// The fields that only one of them has.
  public var fields: FieldChange
}

extension RunComparison {
  /// Compares two runs: the first difference of the worst class in the fields that both
  /// have, and the fields of frames that only one has, which are no difference.
  ///
  /// Words and flags compare exactly, numbers within `tolerance`, in lists too; a word that comes a little
  /// earlier or later is drift, as long as the runs have the same ``RunOutline``. A whole number is the
  /// same with and without a decimal point, and what is not finite is the same as null, because that
  /// is how the files say it. Costs one comparison for each field.
  ///
  /// - Parameters:
  ///   - expected: The run as it should be.
  ///   - actual: The run as it is.
  ///   - tolerance: How far numbers may be apart; what is within it is reported as such.
  public init(
    expected: RunRows, actual: RunRows, within tolerance: RunTolerance = RunTolerance()
  ) {
    let fields = FieldChange(expected: expected.frames, actual: actual.frames)
    var search = DifferenceSearch(tolerance: tolerance, apartFrom: fields)
    search.compare(expected.events, actual.events, as: .event)
    search.compare(expected.frames, actual.frames, as: .frame)
    var difference = search.result
    if difference?.kind == .behaviourChange {
      if RunOutline(expected) == RunOutline(actual) {
        difference?.kind = .drift
      } else if RunOutline(expected.withoutReasons) == RunOutline(actual.withoutReasons) {
        var motion = DifferenceSearch(tolerance: tolerance, apartFrom: fields)
        motion.compare(expected.frames, actual.frames, as: .frame)
        let isSameMotion = (motion.result?.kind ?? .withinTolerance) == .withinTolerance
        if isSameMotion { difference?.kind = .otherReason }
      }
    }
    self.init(difference: difference, fields: fields)
  }
}

extension RunRows {
  /// The events, whose decisions lack their reasons and the candidates that these were weighed by.
  fileprivate var withoutReasons: RunRows {
    RunRows(
      frames: [],
      events: events.map { event in
        event.filter { $0.key != "reason" && $0.key != "candidates" }
      })
  }
}

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
