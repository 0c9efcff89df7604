@_exported public import Flickbook
public import Testing

/// Expects that the replays of all cases in a folder still match their expected runs.
///
/// If the replay of a case differs, the test records an issue with the report of `flickbook test`: the visible change,
/// its cause, the first difference, and the frames around this difference. The test also attaches an HTML page that
/// plays the current run over the expected run. `swift test --attachments-path FOLDER` stores the page in a folder. A
/// case without an expected run is an issue, too.
///
/// To accept the current runs, set the environment variable `FLICKBOOK_ACCEPT` to your reason. The test then stores the
/// current runs as the expected runs, and reports a warning for each of them. If the value is `1`, the stored reason is
/// the name of the test. Without this variable, the test writes no files.
///
/// ```swift
/// @Test("a flick of the wheel continues over several rows")
/// func flick() {
///   expectFeel(of: "Recordings/wheel/flick", through: WheelScenario.self)
/// }
/// ```
///
/// - Parameters:
///   - folder: The folder of a case, or a folder with cases. A relative path starts at the package of the test: the
///     nearest folder above the test's file that contains a `Package.swift`.
///   - scenario: The scenario of the cases, if it is not bundled; the test registers it with
///     `ScenarioKind.register(_:)`.
///   - testFile: The source file of the test.
///   - sourceLocation: The source location at which issues are recorded.
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

/// Expects that the replay of a recording matches the run in a folder.
///
/// Differences are reported as by ``expectFeel(of:through:testFile:sourceLocation:)``. If `FLICKBOOK_ACCEPT` is set,
/// the current run is written into the folder; the reason is not stored.
///
/// - Parameters:
///   - recording: The recording, for example one that the test generates.
///   - scenario: The scenario, either bundled or your own.
///   - request: The preset, settings, frame rate and other options; nil for the defaults. The scenario of the request
///     is ignored.
///   - folder: The run directory, as `flickbook replay -o` writes it. A relative path starts at the package of the
///     test.
///   - testFile: The source file of the test.
///   - sourceLocation: The source location at which issues are recorded.
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

/// Expects that the replay of a recording file matches the run in a folder.
///
/// Differences are reported as by ``expectFeel(of:through:testFile:sourceLocation:)``. If `FLICKBOOK_ACCEPT` is set,
/// the current run is written into the folder; the reason is not stored.
///
/// - Parameters:
///   - file: The recording file, in any format that Flickbook reads. A relative path starts at the package of the test.
///   - scenario: The scenario, either bundled or your own.
///   - request: The preset, settings, frame rate and other options; nil for the defaults. The scenario of the request
///     is ignored.
///   - folder: The run directory, as `flickbook replay -o` writes it. A relative path starts at the package of the
///     test.
///   - testFile: The source file of the test.
///   - sourceLocation: The source location at which issues are recorded.
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
