import FrameLogs
import Quantities
public import ReleaseRules
import Scenarios
import Surfaces
public import TouchInput

/// The touches and pans of a recording, which are read once and replayed with many sets of settings.
public struct PreparedGesture: Sendable {
  let events: [TimedHandEvent]
  let originMicroseconds: Int64
  /// The index of the first event that ends a pan or a touch; the number of events if there is none.
  let firstRelease: Int
  /// The targets that the user may have intended, for margins.
  package let intents: [String]
  /// The recording.
  package let recording: Recording

  init(
    _ events: [TimedHandEvent], originMicroseconds: Int64, of recording: Recording,
    intents: [String]
  ) {
    self.events = events
    self.originMicroseconds = originMicroseconds
    self.recording = recording
    self.intents = intents
    firstRelease = events.firstIndex { $0.event.letsGo } ?? events.count
  }
}

/// A value to try for a setting.
public struct TriedValue: Hashable, Sendable {
  /// The value as text, in the form in which a setting accepts it.
  public let text: String

  /// Creates the value of a number, as text without a trailing `.0`.
  public init(_ number: Double) { text = plain(number) }

  /// Creates the value from its text.
  public init(_ text: String) { self.text = text }

  /// The number; nil if the value is not a number.
  public var number: Double? { Double(text) }
}

/// Several sets of values for the same settings, to be tried on gestures.
public struct TriedSettings: Sendable {
  /// The keys of the settings, each once, in the order of the values in each of ``rows``.
  public var keys: [String]
  /// For each set, one value for each setting.
  public var rows: [[TriedValue]]

  /// Creates sets of values; traps if the number of values in a set differs from the number of keys.
  public init(keys: [String], rows: [[TriedValue]]) {
    precondition(rows.allSatisfy { $0.count == keys.count }, "every set needs \(keys.count) values")
    self.keys = keys
    self.rows = rows
  }

  /// The values of a row as explicit assignments.
  package func assignments(_ row: Int) -> [Assignment] {
    zip(keys, rows[row]).map { Assignment(key: $0, value: $1.text) }
  }
}

extension ReplayRequest {
  /// Reads the touches and pans in `recording`, for ``outcomes(of:on:margin:visit:)``.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - intents: The targets that the user may have intended, for margins.
  /// - Returns: The gesture.
  /// - Throws: ``ReplayError`` if the recording cannot be replayed.
  public func prepared(
    _ recording: Recording, intents: [String] = []
  ) throws(ReplayError) -> PreparedGesture {
    let kind: ScenarioKind
    do { kind = try self.kind() } catch { throw .setting(error) }
    var request = self
    request.pans.reportsForce = kind.surface.usesForce
    let hand = try request.handEvents(in: recording)
    try checkLength(hand.events, hand.originMicroseconds)
    return PreparedGesture(
      hand.events, originMicroseconds: hand.originMicroseconds, of: recording, intents: intents)
  }

  #if !PAGE_ENGINE
    /// Computes the outcome of every gesture with every set of settings.
    ///
    /// Each set of settings is applied after the settings of the request. Each outcome equals the summary of a complete
    /// replay, bit for bit. If two sets differ only in settings that have no effect before a release, the replay up to
    /// the first release is computed only once for both.
    ///
    /// - Parameters:
    ///   - tried: The settings.
    ///   - gestures: The gestures, prepared by this request.
    ///   - margin: The required margin for ``Outcome/shortfall``, up to 1,000 pt. If nil, the shortfall is not
    ///     computed, which saves a hundred or more decisions per outcome.
    ///   - visit: Called with the index of the set, the index of the gesture and the outcome. The outer loop is
    ///     over the gestures, and the inner loop over the sets.
    /// - Returns: For each set, the error if its settings are invalid; `visit` is not called for such a set.
    /// - Throws: ``ReplayError`` if the request is invalid or a key is unknown.
    public func outcomes(
      of tried: TriedSettings, on gestures: [PreparedGesture], margin: Points? = nil,
      visit: (Int, Int, Outcome) -> Void
    ) throws(ReplayError) -> [SettingError?] {
      do {
        return try kind().surface.evaluate(self, tried, on: gestures, margin: margin, visit: visit)
      } catch { throw .setting(error) }
    }
  #endif
}

#if !PAGE_ENGINE
  extension ScenarioSurface {
    func evaluate(
      _ request: ReplayRequest, _ tried: TriedSettings, on gestures: [PreparedGesture],
      margin: Points?, visit: (Int, Int, Outcome) -> Void
    ) throws(SettingError) -> [SettingError?] {
      let settings = S.allSettings
      for key in tried.keys where !settings.contains(where: { $0.key == key }) {
        throw .unknownSetting(
          key: key, scenario: S.name, location: "",
          nearest: nearestName(to: key, in: settings.map { $0.key }))
      }
      let base = try S.resolved(request).tuning
      // This throws if the settings of the request contradict each other.
      _ = try S(tuning: base, screen: request.screen)
      // If no tried setting decides whether others apply, the values can be applied to the resolved tuning, which is
      // faster than resolving the request for every set.
      let decides = settings.contains { $0.decides && tried.keys.contains($0.key) }
      let isTouch = tried.keys.map { key in
        settings.contains { $0.key == key && $0.onset == .touch }
      }
      let trials = tried.rows.indices.map { row in
        Result { () throws(SettingError) in
          let given = tried.assignments(row)
          let tuning: S.Tuning
          if decides {
            var asked = request
            asked.assignments += given
            tuning = try S.resolved(asked).tuning
          } else {
            tuning = try ResolvedTuning(
              base, settings: settings, applying: given, scenario: S.name
            ).tuning
          }
          let touch = zip(tried.rows[row], isTouch).filter { $0.1 }.map { $0.0 }
          return try Trial<S>(request, tuning, touch: touch)
        }
      }
      for (number, gesture) in gestures.enumerated() {
        // The replays up to the first release, keyed by the values that have an effect until then.
        var held: [[TriedValue]: Replay<S>] = [:]
        for (row, trial) in trials.enumerated() {
          guard case .success(let trial) = trial else { continue }
          visit(row, number, try trial.outcome(of: gesture, request, margin, &held))
        }
      }
      return trials.map { if case .failure(let error) = $0 { error } else { nil } }
    }
  }
#endif

/// One set of settings with its surface; a class, because copying a surface is expensive.
private final class Trial<S: Scenario> {
  let tuning: S.Tuning
  let surface: S
  /// The commands during the replay.
  let steps: [ProgramStep<S.Tuning>]
  /// The values of settings that have an effect before the first release.
  let touch: [TriedValue]

  init(
    _ request: ReplayRequest, _ tuning: S.Tuning, touch: [TriedValue]
  ) throws(SettingError) {
    self.tuning = tuning
    surface = try S(tuning: tuning, screen: request.screen)
    steps = try request.steps(S.self, from: tuning)
    self.touch = touch
  }

  private func begin(_ gesture: PreparedGesture, _ request: ReplayRequest) -> Replay<S> {
    Replay(
      surface, rate: request.rate, originMicroseconds: gesture.originMicroseconds, keeping: false)
  }

  /// Returns the outcome of `gesture`; `held` caches replays up to the first release for all trials.
  func outcome(
    of gesture: PreparedGesture, _ request: ReplayRequest, _ margin: Points?,
    _ held: inout [[TriedValue]: Replay<S>]
  ) throws(SettingError) -> Outcome {
    var replay: Replay<S>
    if !steps.isEmpty {
      // Commands depend on all settings of the trial and may come before the release, so nothing is shared.
      replay = begin(gesture, request)
      try replay.receive(gesture.events, steps)
    } else {
      if let known = held[touch] {
        replay = known
        try replay.scenario.adapt(
          to: tuning, screen: request.screen, at: replay.lastInput, into: &replay.eventLog)
      } else {
        replay = begin(gesture, request)
        for event in gesture.events[..<gesture.firstRelease] { replay.receive(event) }
        held[touch] = replay
      }
      for event in gesture.events[gesture.firstRelease...] { replay.receive(event) }
    }
    _ = replay.finish()
    var outcome = Outcome(replay)
    guard let margin else { return outcome }
    // If no pan led to the last decision, there is no release to vary. The shortfall of a wrong result is then
    // the greatest possible one, and the shortfall of a correct result is zero.
    let isRight = outcome.meets(gesture.intents)
    let release = try begin(gesture, request).pendingRelease(gesture.events, steps)
    outcome.shortfall =
      release?.shortfall(of: margin, isRight: isRight, intents: gesture.intents)
      ?? (isRight ? .zero : margin + ReleaseMargin.farthest)
    return outcome
  }
}
