/// The frames and events of a run as rows of fields, in the form in which the files of the run contain them.
public struct RunRows: Hashable, Sendable {
  /// The frames, each as a list of fields.
  public var frames: [[LogField]]
  /// The events, each as a list of fields.
  public var events: [[LogField]]

  /// Creates the rows of a run.
  public init(frames: [[LogField]], events: [[LogField]]) {
    self.frames = frames
    self.events = events
  }

  /// Creates the rows of `run`.
  public init(_ run: Run) {
    frames = run.frames.map { $0.logFields }
    events = run.events.map { $0.logFields(at: run.rate) }
  }
}

/// The greatest difference at which two numbers still count as equal: the larger of an absolute and a relative limit.
public struct RunTolerance: Hashable, Sendable {
  /// The allowed absolute difference, in the unit of the field.
  public var absolute: Double
  /// The allowed difference as a fraction of the expected number.
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

/// The first difference between two runs, and its class.
public struct RunDifference: Hashable, Sendable {
  /// The class of a difference, from the most harmless to the worst.
  public enum Class: Int, Comparable, Sendable {
    /// Some numbers differ, but all differences are within the tolerance.
    case withinTolerance
    /// The runs differ by no more than repeated runs of the program under test differ from each other.
    case withinSpread
    /// Decisions have different reasons, but the motion of the surface is the same within the tolerance.
    case otherReason
    /// The same events happen in the same order, but with different numbers or at different times.
    ///
    /// The surface comes to rest at the same position, within the tolerance.
    case drift
    /// The order of the phases, an event, a target or the position of rest differs.
    ///
    /// Decisions with different reasons also belong to this class, unless the motion is the same.
    case behaviourChange

    /// Returns whether `left` is the more harmless class.
    public static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }

    /// The class as text, such as `behaviour change`.
    public var words: String {
      switch self {
      case .withinTolerance: "within tolerance"
      case .withinSpread: "within spread"
      case .otherReason: "other reason"
      case .drift: "drift"
      case .behaviourChange: "behaviour change"
      }
    }
  }

  /// The stage of the replay at which two runs diverge; the output of each stage is the input of the next.
  public enum Stage: String, Sendable, CaseIterable {
    /// The recording is interpreted as different touches or pans.
    case input
    /// The surface follows the finger differently during a drag.
    case drag
    /// The velocity is estimated differently from the same input.
    case velocity
    /// The release rule picks a different target from the same velocity.
    case decision
    /// The motion without a finger differs, although the decisions are equal.
    case spring
  }

  /// The worst class of all differences between the runs.
  public var kind: Class
  /// Whether the difference does no harm: it is within the tolerance, or within the spread of repeated runs.
  public var isAllowed: Bool { kind <= .withinSpread }
  /// The number of runs of the program under test that were compared; 1 if it was not repeated.
  public var runs = 1
  /// The stage of the first difference beyond the tolerance: the earliest stage in the earliest frame.
  ///
  /// If all differences are within the tolerance, the stage is `spring`.
  public var stage: Stage
  /// The first row with a difference of the class ``kind``, such as `frame 12` or `event 3`.
  public var location: String
  /// The key of the first field that differs in the row at ``location``.
  public var field: String
  /// The expected value as text; `nothing` if the field is missing.
  public var expected: String
  /// The actual value as text; `nothing` if the field is missing.
  public var actual: String
  /// A description of the earliest difference beyond the tolerance, of any class.
  ///
  /// The text is empty if all differences are within the tolerance.
  public var divergence: String
  /// The greatest difference of each numeric field, in the order in which the fields first differ.
  ///
  /// The key of a nested field begins with the key of the list or object that contains it, as in `candidates.distance`.
  public var greatest: [LogField]

  /// The difference in one line: the class, the stage, the place, the expected value and the actual value.
  public var sentence: String {
    "\(kind.words) in \(stage.rawValue): \(location): expected \(field) \(expected), got \(actual)"
  }
}

/// The result of comparing two runs.
public struct RunComparison: Hashable, Sendable {
  /// The first difference of the worst class; nil if all fields that both runs have are equal.
  public var difference: RunDifference?
  /// The frame fields that only one of the runs has.
  public var fields: FieldChange

  /// Whether the runs are equal, or their difference does no harm; see ``RunDifference/isAllowed``.
  public var isAllowed: Bool { difference?.isAllowed ?? true }
}

extension RunComparison {
  /// Compares two runs.
  ///
  /// The difference is the first difference of the worst class in the fields that both runs have. Frame
  /// fields that only one run has do not count as a difference.
  ///
  /// Strings and flags must be equal, and numbers must be equal within `tolerance`, also in lists. If a string changes
  /// in another frame than expected, the difference is a drift, provided that both runs have the same ``RunOutline``. A
  /// run that comes to rest at another position, beyond the tolerance, is never a drift but a change of behaviour. A
  /// whole number equals the same number with a decimal point. A number that is not finite equals null, because files
  /// contain null for such a number.
  ///
  /// - Parameters:
  ///   - expected: The expected run.
  ///   - actual: The actual run.
  ///   - tolerance: The tolerance for numbers; differences up to this tolerance have the class `withinTolerance`.
  /// - Complexity: One comparison per field.
  public init(
    expected: RunRows, actual: RunRows, within tolerance: RunTolerance = RunTolerance()
  ) {
    let fields = FieldChange(expected: expected.frames, actual: actual.frames)
    var search = DifferenceSearch(tolerance: tolerance, apartFrom: fields)
    search.compare(expected.events, actual.events, as: .event)
    search.compare(expected.frames, actual.frames, as: .frame)
    var difference = search.result
    if difference?.kind == .behaviourChange {
      // With equal outlines, the same events happen in the same order, and only times and numbers differ.
      if RunOutline(expected) == RunOutline(actual) {
        difference?.kind = .drift
      } else if RunOutline(expected.withoutReasons) == RunOutline(actual.withoutReasons) {
        var motion = DifferenceSearch(tolerance: tolerance, apartFrom: fields)
        motion.compare(expected.frames, actual.frames, as: .frame)
        let isSameMotion = (motion.result?.kind ?? .withinTolerance) == .withinTolerance
        if isSameMotion { difference?.kind = .otherReason }
      }
    }
    if var drift = difference, drift.kind == .drift {
      search.compareRest(expected, actual, in: &drift)
      difference = drift
    }
    self.init(difference: difference, fields: fields)
  }
}

extension RunRows {
  /// The events without the reasons and the candidates of the decisions.
  fileprivate var withoutReasons: RunRows {
    RunRows(
      frames: [],
      events: events.map { event in
        event.filter { $0.key != "reason" && $0.key != "candidates" }
      })
  }
}

/// The frame fields that only one of two runs has; usually, different versions of the program made the runs.
///
/// Such fields do not show a change of the behaviour. They are reported once and do not count as a difference.
public struct FieldChange: Hashable, Sendable {
  /// The keys of the fields that only the actual run has, in the order of the fields in that run.
  public var new: [String]
  /// The keys of the fields that only the expected run has, in the order of the fields in that run.
  public var gone: [String]

  /// Whether both runs have the same fields.
  public var isEmpty: Bool { new.isEmpty && gone.isEmpty }

  /// The change as a sentence; empty if there is no change.
  public var sentence: String {
    [("new", new), ("gone", gone)].filter { !$1.isEmpty }.map { kind, keys in
      "\(kind) \(keys.count == 1 ? "field" : "fields") \(keys.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// Finds the fields that occur in some row of one run and in no row of the other.
  ///
  /// The common fields of frames are excluded, because a run without such a field is damaged. If the first rows that
  /// are not empty in both runs have the same keys, the result is empty. The other rows are then not checked, which
  /// saves time in the usual case.
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
