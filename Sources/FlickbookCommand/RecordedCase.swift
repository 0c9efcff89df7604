import Flickbook

/// The case that a recording is to be, as `record --case` names it.
struct RecordedCase {
  /// The scenario.
  var scenario: String
  /// The folder of the first recording.
  var folder: String

  /// Reads `scenario/gesture`.
  ///
  /// What is wrong is found out before a gesture is made in vain.
  ///
  /// - Parameters:
  ///   - name: The word after `--case`.
  ///   - intent: The target that is meant; nil when none is said.
  ///   - isSplit: Whether each gesture becomes a case of its own.
  /// - Throws: ``Failure`` when there is no such scenario or target.
  init(_ name: String, intent: String?, isSplit: Bool) throws(Failure) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw Failure(
        .usage,
        "--case: found '\(name)'; give a scenario and a gesture, such as sheet/flick-up-from-half.")
    }
    scenario = String(parts[0])
    folder = "Recordings/\(name)\(isSplit ? "-1" : "")"
    let request = ReplayRequest(scenario: scenario)
    do throws(SettingError) { try request.check() } catch { throw Failure(error) }
    if let intent { try checkIntent(intent, of: request, called: scenario) }
  }

  /// Refuses a place where a case lies already.
  func checkPlace() throws(Failure) {
    guard !kindOfFile(at: "\(folder)/case.yml").exists else {
      throw Failure(.inputOutput, "\(folder): the case is there already; choose another name.")
    }
  }

  /// Writes the settings beside each recording, and says what to type next.
  ///
  /// - Parameters:
  ///   - recordings: The paths of the recordings, each in the folder of its case.
  ///   - kind: What the device is; on a touchpad a pan begins as soon as the fingers move.
  /// - Throws: ``Failure`` when the settings cannot be written.
  func make(of recordings: [String], on kind: DeviceKind) throws(Failure) {
    var request = ReplayRequest(scenario: scenario)
    if kind == .touchpad { request.beginPansAtOnce() }
    for recording in recordings {
      let folder = String(recording.dropLast("/recording.yml".count))
      let text = caseText(of: request, in: folder)
      try orFail { () throws(FileError) in
        try writeFile(
          Array(text.utf8), at: "\(folder)/case.yml", over: .ours,
          readers: Readers(ofAll: [recording]))
      }
      tellMade(folder)
    }
  }
}

extension ReplayRequest {
  /// Has a pan begin as soon as the fingers move, as on a touchpad, and says so in a case.
  mutating func beginPansAtOnce() {
    pans.recognizer = .immediate
    origins[.recognizer] = .caller
  }
}

/// Says that a case is made, and how its run is accepted.
func tellMade(_ folder: String) {
  say(
    "\(singleLine(folder)): made; accept its run with: "
      + "flickbook accept \(shellQuoted(folder)) --because \"why its frames are right\"")
}
