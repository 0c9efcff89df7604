import Flickbook

/// The case that `record --case` creates from a recording.
struct RecordedCase {
  var scenario: String
  /// The folder of the case; with `--split`, of the first case.
  var folder: String

  /// Parses `scenario/gesture`, and finds all errors before the user records a gesture in vain.
  ///
  /// - Parameters:
  ///   - name: The value of `--case`.
  ///   - intent: The intended target; nil if the option was not given.
  ///   - isSplit: Whether each gesture of the recording becomes a separate case.
  /// - Throws: ``Failure`` if there is no such scenario or target.
  init(_ name: String, intent: String?, isSplit: Bool) throws {
    scenario = try scenarioName(ofCase: name)
    folder = "Recordings/\(name)\(isSplit ? "-1" : "")"
    let request = ReplayRequest(scenario: scenario)
    if let intent { try checkIntent(intent, of: request, called: scenario) }
  }

  /// Throws if the folder already contains a case.
  func checkPlace() throws {
    try require(
      !isCase(folder), .inputOutput, at: folder, "the case exists already", "choose another name")
  }

  /// Writes a `case.yml` beside each recording, and prints the command to run next.
  ///
  /// - Parameter recordings: The paths of the recordings, each in the folder of its case.
  /// - Throws: ``Failure`` if a file cannot be written.
  func make(of recordings: [String]) throws {
    let request = ReplayRequest(scenario: scenario)
    for recording in recordings {
      let folder = Flickbook.folder(of: recording)
      let text = try caseText(of: request, in: folder)
      try writeFile(
        Array(text.utf8), at: "\(folder)/case.yml", over: .ours,
        readers: Readers(ofAll: [recording]))
      reportCreatedCase(folder)
    }
  }
}

/// Returns the scenario in the name of a new case, such as `sheet/flick-up`, the value of `--case`.
func scenarioName(ofCase name: String) throws -> String {
  let parts = name.split(separator: "/", omittingEmptySubsequences: false)
  try require(
    parts.count == 2 && parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }), at: "--case",
    "found '\(name)'",
    "give a scenario and a gesture, such as sheet/flick-up-from-half")
  return try Flickbook.scenario(named: String(parts[0])).name
}

/// Reports a created case, and the command that accepts its run.
func reportCreatedCase(_ folder: String) {
  say(
    "\(singleLine(folder)): made; accept its run with: "
      + RecordingCase(folder: folder, name: folder).acceptCommand())
}
