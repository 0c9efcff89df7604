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

extension RuleCompareCommand {
  /// Replays the recordings of the command line with `rules`; returns nil if no recordings were given.
  func endings(_ rules: [SheetRule]) throws(Failure) -> [RecordingEndings]? {
    guard !recordings.isEmpty else { return nil }
    var all: [RecordingEndings] = []
    var others = 0
    for path in recordings {
      guard kindOfFile(at: path).isFolder else {
        all.append(
          try endings(path, at: path, ReplayRequest(scenario: rules[0].scenario), rules))
        continue
      }
      for found in try orFail({ () throws(FileError) in try recordingCases(in: path) }) {
        let request: ReplayRequest
        do throws(CaseError) { request = try found.request().request } catch {
          throw Failure(error)
        }
        guard request.scenario == rules[0].scenario else {
          others += 1
          continue
        }
        let path = try orFail { () throws(FileError) in try found.checkedRecordingPath() }
        all.append(try endings(found.name, at: path, request, rules))
      }
    }
    if others > 0 { printError("\(count(others, "case")) of other scenarios left out.") }
    guard !all.isEmpty else {
      throw Failure(
        .noInput,
        "\(recordings.joined(separator: " ")): found no case of \(rules[0].scenario); "
          + "name recordings, or folders such as Recordings/\(rules[0].scenario).")
    }
    return all
  }

  private func endings(
    _ name: String, at path: String, _ request: ReplayRequest, _ rules: [SheetRule]
  ) throws(Failure) -> RecordingEndings {
    let loaded = try source.recording(at: path, as: request.deviceKind)
    do throws(ReplayError) {
      return try RecordingEndings(name: name, loaded, request, rules: rules)
    } catch { throw Failure(error, path: path) }
  }
}
