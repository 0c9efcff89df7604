public import InteractionScenarios
public import TouchInput

/// A recording whose intent is known, with the request that replays it.
public struct LabelledRecording: Sendable {
  /// The name, for the table.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The targets that the hand may have meant.
  public var intents: [String]
  /// How it is replayed, apart from what the search varies.
  public var request: ReplayRequest

  /// Creates a labelled recording; nil when `recording` has no intent.
  ///
  /// An intent names a target, or several with `|` between where any of them is right.
  public init?(name: String, recording: Recording, request: ReplayRequest) {
    guard let intent = recording.intent, !intent.isEmpty else { return nil }
    self.name = name
    self.recording = recording
    self.request = request.started(by: recording)
    intents = intent.split(separator: "|").map(String.init)
  }
}
