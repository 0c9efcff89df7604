public import InteractionScenarios
public import Quantities
import TouchInput

/// Labelled gestures, prepared for replays with many settings.
///
/// The touches of each recording are read only once, because reading them is most of the cost of a replay. Each outcome
/// equals the summary of a complete replay with the same settings, bit for bit:
///
///     let evaluator = try Evaluator(recordings)
///     let tried = TriedSettings(keys: ["spring.response"], rows: [[TriedValue(0.3)]])
///     try evaluator.evaluate(tried) { row, gesture, outcome in … }
public struct Evaluator: Sendable {
  /// A labelled gesture whose touches have been read.
  public struct Gesture: Sendable {
    /// The name of the gesture.
    public var name: String
    /// The intended targets.
    public var intents: [String]
    /// The person who made the gesture; nil if no person is set.
    public var person: String?
    let prepared: PreparedGesture
    /// The index of the gesture's request in `requests`.
    let request: Int
  }

  /// The gestures, in the order of the recordings.
  public let gestures: [Gesture]
  private let requests: [ReplayRequest]

  /// Reads the touches of the recordings.
  ///
  /// - Throws: ``EvaluatorError`` for the first recording that cannot be replayed with its request.
  /// - Complexity: O(events) in all recordings.
  public init(_ recordings: [LabelledRecording]) throws(EvaluatorError) {
    var requests: [ReplayRequest] = []
    var gestures: [Gesture] = []
    for labelled in recordings {
      // Consecutive recordings of one folder mostly have the same request, so compare only with the last one.
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

  /// Evaluates gestures with each row of settings applied to their requests.
  ///
  /// - Parameters:
  ///   - tried: The settings and the rows of values to try.
  ///   - range: The indices of the gestures to evaluate; nil for all gestures.
  ///   - margin: The required margin, from which each outcome then has its shortfall. If nil, margins are not computed,
  ///     which is faster.
  ///   - visit: Called with the index of the row, the index of the gesture, and the outcome. It is called for one
  ///     gesture after the other, and for each gesture in the order of the rows.
  /// - Returns: For each row, nil or an error. A row has an error if its values are not valid for the request of a
  ///   gesture; `visit` may then have been called for this row with some of the other gestures.
  /// - Throws: ``EvaluatorError`` if a request is not valid or does not have one of the settings.
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

/// The reason why gestures cannot be evaluated.
public struct EvaluatorError: Error, Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// The error of the recording or of its request.
  public var error: ReplayError
}

extension ReplayRequest {
  /// Whether `other` creates an equal surface, regardless of the options with which `other` reads its recording.
  fileprivate func isForSameSurface(as other: ReplayRequest) -> Bool {
    scenario == other.scenario && preset == other.preset && assignments == other.assignments
      && rate == other.rate && stage == other.stage && commands == other.commands
      && ownPresets.isEmpty && other.ownPresets.isEmpty
  }
}
