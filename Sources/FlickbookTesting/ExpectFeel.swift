@_exported public import Flickbook
public import Testing

/// Expects that cases feel as they were accepted.
///
/// A case that does not is recorded as an issue in the words of `flickbook test`: what somebody would
/// feel, why, where the runs part and the frames around that. A page that plays today's run over the
/// expected one is attached to the test; `swift test --attachments-path FOLDER` keeps it. So is a case of
/// which nothing is expected yet an issue, with what it does.
///
/// Nothing is written, unless the environment has `FLICKBOOK_ACCEPT`: then what the cases do now is
/// accepted, with its value as the reason, and told as a warning. `1` is no reason, and the name of the
/// test stands in its place.
///
/// ```swift
/// @Test("a flick of the wheel goes on")
/// func flick() {
///   expectFeel(of: "Recordings/wheel/flick", through: WheelScenario.self)
/// }
/// ```
///
/// - Parameters:
///   - folder: A folder with a case, or with several below it. A relative path begins at the package of
///     the test, the nearest folder above its file that holds a `Package.swift`.
///   - scenario: The scenario of the cases where it is none of the bundled ones; it is registered, see
///     `ScenarioKind.register(_:)`.
///   - testFile: The file of the test.
///   - sourceLocation: Where the issue is.
public func expectFeel(
  of folder: String, through scenario: (any Scenario.Type)? = nil, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let report = FeelReport(testFile: testFile, location: sourceLocation)
  guard report.register(scenario) else { return }
  do throws(FileError) {
    let cases = try RecordingCase.all(in: report.path(folder))
    if cases.isEmpty { report.recordNoCase(in: folder) }
    for known in cases { report.check(known) }
  } catch {
    guard case .missing = error else { return report.record(error.description) }
    report.recordNoCase(in: folder)
  }
}

/// Expects that the gesture of a recording feels as the run in a folder.
///
/// It is told like a case, see ``expectFeel(of:through:testFile:sourceLocation:)``; accepting it writes
/// the run into the folder, without a reason.
///
/// - Parameters:
///   - recording: The recording, such as one that the test made up.
///   - scenario: What it is replayed through, a bundled scenario or one's own.
///   - request: With which preset, settings, rate and so on; the standard ones where nothing is given.
///     The scenario that it names is not looked at.
///   - folder: The run directory, such as `flickbook replay -o` writes. A relative path begins at the
///     package of the test.
///   - testFile: The file of the test.
///   - sourceLocation: Where the issue is.
public func expectFeel(
  of recording: Recording, through scenario: any Scenario.Type,
  asking request: ReplayRequest? = nil,
  matches folder: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let report = FeelReport(testFile: testFile, location: sourceLocation)
  guard report.register(scenario) else { return }
  report.check(recording, loaded: nil, asking(request, scenario), matches: folder)
}

/// Expects that the gesture of the recording in a file feels as the run in a folder.
///
/// It is told like a case, see ``expectFeel(of:through:testFile:sourceLocation:)``; accepting it writes
/// the run into the folder, without a reason.
///
/// - Parameters:
///   - file: The recording, in any format that is known. A relative path begins at the package of the
///     test.
///   - scenario: What it is replayed through, a bundled scenario or one's own.
///   - request: With which preset, settings, rate and so on; the standard ones where nothing is given.
///     The scenario that it names is not looked at.
///   - folder: The run directory, such as `flickbook replay -o` writes; its path likewise.
///   - testFile: The file of the test.
///   - sourceLocation: Where the issue is.
public func expectFeel(
  of file: String, through scenario: any Scenario.Type, asking request: ReplayRequest? = nil,
  matches folder: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let report = FeelReport(testFile: testFile, location: sourceLocation)
  guard report.register(scenario) else { return }
  do throws(LoadError) {
    let loaded = try loadedRecording(at: report.path(file))
    report.check(loaded.recording, loaded: loaded, asking(request, scenario), matches: folder)
  } catch { report.record(error.description) }
}

private func asking(_ request: ReplayRequest?, _ scenario: any Scenario.Type) -> ReplayRequest {
  var asked = request ?? ReplayRequest(scenario: scenario.name)
  asked.scenario = scenario.name
  return asked
}
