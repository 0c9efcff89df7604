@_exported public import Flickbook
public import Testing

/// Expects that the cases in a folder still give their accepted runs.
///
/// A case that does not is recorded as an issue with the text of `flickbook test`: the visible change, its
/// cause, the first difference and the frames around it. A page that plays the current run over the expected
/// one is attached to the test; `swift test --attachments-path FOLDER` stores it. A case without an expected
/// run is recorded as an issue, too.
///
/// Nothing is written unless the environment variable `FLICKBOOK_ACCEPT` is set: then the current runs of the
/// cases are accepted with its value as the reason, and reported as warnings. With the value `1`, the name of
/// the test is used as the reason.
///
/// ```swift
/// @Test("a flick of the wheel continues over several rows")
/// func flick() {
///   expectFeel(of: "Recordings/wheel/flick", through: WheelScenario.self)
/// }
/// ```
///
/// - Parameters:
///   - folder: The folder of a case, or a folder with cases. A relative path starts at the package of
///     the test, which is the nearest folder above the test's file with a `Package.swift`.
///   - scenario: The scenario of the cases if it is not a bundled one; it is registered, see
///     `ScenarioKind.register(_:)`.
///   - testFile: The file of the test.
///   - sourceLocation: The location of issues.
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

/// Expects that the replay of a recording gives the run in a folder.
///
/// Differences are reported as by ``expectFeel(of:through:testFile:sourceLocation:)``; accepting a run writes
/// it into the folder, without a reason.
///
/// - Parameters:
///   - recording: The recording, such as one that the test generates.
///   - scenario: The scenario, bundled or your own.
///   - request: The preset, settings, frame rate and so on; the defaults if nil. Its scenario is
///     ignored.
///   - folder: The run directory, as `flickbook replay -o` writes it. A relative path starts at the
///     package of the test.
///   - testFile: The file of the test.
///   - sourceLocation: The location of issues.
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

/// Expects that the replay of a recording file gives the run in a folder.
///
/// Differences are reported as by ``expectFeel(of:through:testFile:sourceLocation:)``; accepting a run writes
/// it into the folder, without a reason.
///
/// - Parameters:
///   - file: The recording, in any known format. A relative path starts at the package of the
///     test.
///   - scenario: The scenario, bundled or your own.
///   - request: The preset, settings, frame rate and so on; the defaults if nil. Its scenario is
///     ignored.
///   - folder: The run directory, as `flickbook replay -o` writes it; relative to the same package.
///   - testFile: The file of the test.
///   - sourceLocation: The location of issues.
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
