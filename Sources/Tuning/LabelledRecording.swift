public import InteractionScenarios
public import TouchInput

/// A recording with a known intent, and the request that replays it.
public struct LabelledRecording: Sendable {
  /// The name, for tables and messages.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The intended targets, each of which counts as correct.
  public var intents: [String]
  /// The request that replays the recording, without the values that the search varies.
  public var request: ReplayRequest

  /// Creates a labelled recording; nil if `recording` has no intent.
  ///
  /// An intent names one target, or several targets separated by `|`, each of which counts as correct.
  public init?(name: String, recording: Recording, request: ReplayRequest) {
    guard let intent = recording.intent, !intent.isEmpty else { return nil }
    self.name = name
    self.recording = recording
    self.request = request.started(by: recording)
    intents = intent.split(separator: "|").map(String.init)
  }
}
