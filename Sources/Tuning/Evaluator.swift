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
  /// The gestures, in the given order.
  public let gestures: [LabelledRecording]
  /// The touches of each gesture.
  private let prepared: [PreparedGesture]

  /// Reads the touches of the recordings.
  ///
  /// - Throws: ``EvaluatorError`` for the first recording that cannot be replayed with its request.
  /// - Complexity: O(events) in all recordings.
  public init(_ recordings: [LabelledRecording]) throws(EvaluatorError) {
    gestures = recordings
    prepared = try recordings.map { known throws(EvaluatorError) in
      do throws(ReplayError) {
        return try known.request.prepared(known.recording, intents: known.intents)
      } catch { throw EvaluatorError(name: known.name, error: error) }
    }
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
      // Consecutive recordings of one folder mostly have the same request, so their settings are resolved only once.
      let request = gestures[start].request
      let rest = gestures[(start + 1)..<range.upperBound]
      let end = rest.firstIndex { !request.isForSameSurface(as: $0.request) } ?? range.upperBound
      let first = start
      do throws(ReplayError) {
        let refused = try request.outcomes(
          of: tried, on: Array(prepared[start..<end]), margin: margin
        ) { visit($0, first + $1, $2) }
        for (row, error) in refused.enumerated() where errors[row] == nil { errors[row] = error }
      } catch { throw EvaluatorError(name: gestures[start].name, error: error) }
      start = end
    }
    return errors
  }

  /// Evaluates gestures with each row of changes, which may also be changes of request options, such as `estimator`.
  ///
  /// If a key is a request option, a gesture that cannot be replayed with a row is left out.
  ///
  /// - Throws: ``EvaluatorError`` if no key is a request option, and a request is not valid or lacks one of the settings.
  func evaluateChanges(
    _ tried: TriedSettings, visit: (_ row: Int, _ gesture: Int, _ outcome: Outcome) -> Void
  ) throws(EvaluatorError) {
    guard tried.keys.contains(where: ReplayRequest.isRequestOption) else {
      try evaluate(tried, visit: visit)
      return
    }
    let unchanged = TriedSettings(keys: [], rows: [[]])
    for row in tried.rows.indices {
      for (index, known) in gestures.enumerated() {
        // An option can change the touches, so read them again.
        var changed = known
        do {
          for (key, value) in zip(tried.keys, tried.rows[row]) {
            try changed.request.vary(key, value.text)
          }
          try Evaluator([changed]).evaluate(unchanged) { visit(row, index, $2) }
        } catch { continue }
      }
    }
  }
}

/// The reason why gestures cannot be evaluated.
public struct EvaluatorError: Error, Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// The error in the recording, or in the request to replay it.
  public var error: ReplayError
}

extension ReplayRequest {
  /// Whether `other` creates an equal surface, regardless of the options with which `other` reads its recording.
  fileprivate func isForSameSurface(as other: ReplayRequest) -> Bool {
    scenario == other.scenario && preset == other.preset && assignments == other.assignments
      && rate == other.rate && screen == other.screen && commands == other.commands
      && ownPresets.isEmpty && other.ownPresets.isEmpty
  }
}
