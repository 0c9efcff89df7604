public import InteractionScenarios
public import Quantities
import TouchInput

/// Labelled gestures that are ready to be tried with many settings.
///
/// What the hand does is read once for each recording, which is most of what a replay costs. An
/// outcome equals the summary of the whole replay, to the last bit:
///
///     let evaluator = try Evaluator(recordings)
///     let tried = TriedSettings(keys: ["spring.response"], rows: [[TriedValue(0.3)]])
///     try evaluator.evaluate(tried) { row, gesture, outcome in … }
public struct Evaluator: Sendable {
  /// A gesture.
  public struct Gesture: Sendable {
    /// What it is called.
    public var name: String
    /// The targets that the hand may have meant.
    public var intents: [String]
    /// Whose it is; nil when nobody said.
    public var person: String?
    let prepared: PreparedGesture
    /// The index of its request.
    let request: Int
  }

  /// The gestures, in the order of the recordings.
  public let gestures: [Gesture]
  private let requests: [ReplayRequest]

  /// Reads what the hands do.
  ///
  /// - Throws: ``EvaluatorError`` with the first recording that is of no use to its request.
  /// - Complexity: O(events) in all recordings.
  public init(_ recordings: [LabelledRecording]) throws(EvaluatorError) {
    var requests: [ReplayRequest] = []
    var gestures: [Gesture] = []
    for labelled in recordings {
      // Recordings of one folder mostly have one request in a row.
      let isKnown = requests.last?.isForSameSurface(as: labelled.request) ?? false
      if !isKnown { requests.append(labelled.request) }
      do throws(ReplayError) {
        var prepared = try labelled.request.prepared(labelled.recording)
        prepared.intents = labelled.intents
        gestures.append(
          Gesture(
            name: labelled.name, intents: labelled.intents, person: labelled.recording.person,
            prepared: prepared, request: requests.count - 1))
      } catch { throw EvaluatorError(name: labelled.name, error: error) }
    }
    self.requests = requests
    self.gestures = gestures
  }

  /// Tells what the gestures of `range`, all unless it is given, come to with every set of settings on
  /// top of their requests.
  ///
  /// - Parameters:
  ///   - tried: The settings.
  ///   - range: The numbers of the gestures.
  ///   - margin: The margin of which is wanted how much is lacking; nil for none.
  ///   - visit: Called with the number of the set, that of the gesture, and what came of it: gesture by
  ///     gesture, and in each in the order of the sets.
  /// - Returns: For each set, why it is none that can be with one of the gestures' requests; whether
  ///   it was visited for the others does not matter then.
  /// - Throws: ``EvaluatorError`` when a request cannot be, or has no setting of such a key.
  @discardableResult
  public func evaluate(
    _ tried: TriedSettings, gestures range: Range<Int>? = nil,
    margin: Points? = nil,
    visit: (_ row: Int, _ gesture: Int, _ outcome: Outcome) -> Void
  ) throws(EvaluatorError) -> [SettingError?] {
    let range = range ?? gestures.indices
    var errors = [SettingError?](repeating: nil, count: tried.rows.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let request = gestures[start].request
      var end = start + 1
      while end < range.upperBound, gestures[end].request == request { end += 1 }
      let first = start
      do throws(ReplayError) {
        let refused = try requests[request].outcomes(
          of: tried, on: gestures[start..<end].map { $0.prepared }, margin: margin
        ) { visit($0, first + $1, $2) }
        for (row, error) in refused.enumerated() where errors[row] == nil { errors[row] = error }
      } catch { throw EvaluatorError(name: gestures[start].name, error: error) }
      start = end
    }
    return errors
  }
}

/// Why gestures cannot be evaluated.
public struct EvaluatorError: Error, Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// What is wrong with it, or with its request.
  public var error: ReplayError
}

extension ReplayRequest {
  /// Whether `other` replays through a surface that is made in the same way; how its recording is read
  /// does not matter.
  fileprivate func isForSameSurface(as other: ReplayRequest) -> Bool {
    scenario == other.scenario && preset == other.preset && assignments == other.assignments
      && rate == other.rate && stage == other.stage && commands == other.commands
      && ownPresets.isEmpty && other.ownPresets.isEmpty
  }
}
