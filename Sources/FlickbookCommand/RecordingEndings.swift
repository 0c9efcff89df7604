import Flickbook

/// The targets and end positions of one recording, which was replayed with each of two release rules.
struct RecordingEndings {
  var name: String
  /// The intent of the recording; nil if the recording has no label.
  var intent: String?
  /// The last target with each rule; `gone` if the sheet was dismissed.
  var targets: [String]
  /// The position of the sheet in the last frame, with each rule.
  var positions: [Position]

  /// Whether the two rules lead to different targets, or to end positions more than 1 pt apart.
  var haveDifferentEndings: Bool {
    zip(targets, targets.dropFirst()).contains { $0 != $1 }
      || zip(positions, positions.dropFirst()).contains { ($0 - $1).length > Points(1) }
  }

  /// Replays `loaded` once with each of `rules`; `request` gives all other settings.
  init(
    name: String, _ loaded: LoadedRecording, _ request: ReplayRequest, rules: [SheetRule]
  ) throws(ReplayError) {
    self.name = name
    intent = loaded.recording.intent
    targets = []
    positions = []
    for rule in rules {
      var request = request
      let settings = ReleasePolicy.allSettings.filter { $0.applies(in: rule.policy) }
      request.assignments += settings.map { setting in
        Assignment(key: setting.key, value: setting.text(in: rule.policy))
      }
      let summary = try loaded.run(request).summary()
      targets.append(summary.finalTarget ?? "where it was")
      positions.append(summary.finalPosition)
    }
  }
}

extension RecordingEndings {
  /// Replays the recordings and cases at `recordings` with `rules`; returns nil if there are no paths.
  static func all(
    of recordings: [String], readBy source: SourceOptions, _ rules: [SheetRule]
  ) throws -> [RecordingEndings]? {
    guard !recordings.isEmpty else { return nil }
    let scenario = rules[0].scenario
    var others = 0
    let given = try givenRecordings(in: recordings, plain: ReplayRequest(scenario: scenario)) {
      found throws in
      let request = try found.replayRequest()
      if request.scenario == scenario { return request }
      others += 1
      return nil
    }
    if others > 0 { printError("\(count(others, "case")) of other scenarios left out.") }
    try require(
      !given.isEmpty, .noInput, at: "\(recordings.joined(separator: " "))",
      "found no recording of \(scenario)",
      "name recordings, or folders such as Recordings/\(scenario)")
    return try given.map { known in
      let request = known.request ?? ReplayRequest(scenario: scenario)
      let loaded = try source.recording(
        at: known.path, as: request.deviceKind, within: known.root)
      return try locating(known.path) {
        try RecordingEndings(name: known.name, loaded, request, rules: rules)
      }
    }
  }
}
