import Flickbook

/// The case to create from a recording, named by `record --case`.
struct RecordedCase {
  /// The scenario.
  var scenario: String
  /// The folder of the first recording.
  var folder: String

  /// Parses `scenario/gesture`.
  ///
  /// All errors are found here, before the user records a gesture in vain.
  ///
  /// - Parameters:
  ///   - name: The value of `--case`.
  ///   - intent: The intended target; nil if none was given.
  ///   - isSplit: Whether each gesture becomes a separate case.
  /// - Throws: ``Failure`` if there is no such scenario or target.
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

  /// Rejects a folder that is a case already.
  func checkPlace() throws(Failure) {
    guard !kindOfFile(at: "\(folder)/case.yml").exists else {
      throw Failure(.inputOutput, "\(folder): the case exists already; choose another name.")
    }
  }

  /// Writes a `case.yml` beside each recording, and prints the command to run next.
  ///
  /// - Parameters:
  ///   - recordings: The paths of the recordings, each in the folder of its case.
  ///   - kind: The kind of the device; on a touchpad, a pan begins as soon as the fingers move.
  /// - Throws: ``Failure`` if a file cannot be written.
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
      reportCreatedCase(folder)
    }
  }
}

extension ReplayRequest {
  /// Makes pans begin as soon as the fingers move, as on a touchpad, as an explicit setting of the case.
  mutating func beginPansAtOnce() {
    pans.recognizer = .immediate
    origins[.recognizer] = .caller
  }
}

/// Prints that a case was created, and how to accept its run.
func reportCreatedCase(_ folder: String) {
  say(
    "\(singleLine(folder)): made; accept its run with: "
      + "flickbook accept \(shellQuoted(folder)) --because \"why its frames are right\"")
}
