import CaseFolders
import FramePictures
import Glibc
import LivePage
import PageEngine
import Testing

/// Reports the test results of cases to Swift Testing, as issues, warnings and attached HTML pages.
struct FeelReport {
  /// The environment variable with which a user accepts the current runs; its value is the reason.
  static let acceptance = "FLICKBOOK_ACCEPT"

  /// The folder of the test's package, with a trailing slash; empty if this folder is the working directory.
  private let package: String
  private let location: SourceLocation

  init(testFile: String, location: SourceLocation) {
    self.location = location
    package = Self.package(of: testFile)
  }

  /// Returns the nearest folder above `file` that contains a `Package.swift`, in the form of ``package``.
  private static func package(of file: String) -> String {
    var folder = file[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      guard kindOfFile(at: "\(folder)/Package.swift") == .file else { continue }
      return identity(ofFolder: String(folder)) == identity(ofFolder: ".") ? "" : "\(folder)/"
    }
    return ""
  }

  /// Converts a path that is relative to the test's package to a path that is relative to the working directory.
  func path(_ given: String) -> String { given.hasPrefix("/") ? given : package + given }

  func record(_ text: String) {
    Issue.record(Comment(rawValue: withoutControls(text)), sourceLocation: location)
  }

  func recordNoCase(in folder: String) {
    record(
      "\(folder): there is no case in it; create one, a folder with recording.yml and case.yml, with "
        + "'flickbook case new RECORDING --scenario NAME'.")
  }

  /// Registers the scenario of a test; if the registration fails, records an issue and returns false.
  func register(_ scenario: (any Scenario.Type)?) -> Bool {
    guard let scenario else { return true }
    do throws(RegistrationError) {
      try ScenarioKind.register([scenario])
      return true
    } catch {
      record(error.description)
      return false
    }
  }

  /// Replays a case, and reports how the run differs from the expected run of the case.
  func check(_ known: RecordingCase) {
    let tested = known.tested()
    // A registered release rule that gave no valid answer did not decide the run.
    for failure in ReleaseRule.takeFailures() { record(failure.description) }
    var felt: FailedResult
    do throws(CaseError) {
      felt = FailedResult(CaseResult(tested, change: try tested.explanation()))
    } catch { felt = FailedResult(CaseResult(known, .failed(error.description))) }
    guard !felt.result.isPassed else { return reportNarrowed(tested) }
    felt.request = tested.replay?.request
    felt.run = tested.replay?.run
    felt.recording = tested.replay.map { replay in
      PageRecording(
        name: known.name, recording: replay.recording, file: "recording.yml",
        digest: replay.digest, version: flickbookVersion)
    }
    felt.settings = (try? known.settingsBytes()).map { bytes in
      String(decoding: bytes.prefix(20_000), as: UTF8.self)
    }
    felt.command = known.acceptCommand()
    tell(felt) { reason throws(CaseError) in try known.accept(because: reason) }
  }

  /// Warns about each decision of a passing case that has a smaller margin than in the expected run.
  private func reportNarrowed(_ tested: TestedCase) {
    for narrowed in tested.narrowedMargins() {
      warn("\(singleLine(tested.recordingCase.name)) \(narrowed.text)")
    }
  }

  /// Replays a recording, and reports how the run differs from the run in `folder`.
  func check(
    _ recording: Recording, loaded: LoadedRecording?, _ request: ReplayRequest,
    matches folder: String
  ) {
    let path = path(folder)
    let expected = ExpectedRun(path: path)
    let tolerance = RunTolerance()
    let known = RecordingCase(folder: path, name: folder)
    var felt: FailedResult
    do throws(CaseError) {
      let run: Run
      do throws(ReplayError) {
        run =
          if let loaded {
            try loaded.run(request)
          } else {
            try request.run(of: recording, origin: Self.origin)
          }
      } catch { throw .replay(error, path: loaded?.path ?? folder) }
      let (outcome, _) = try expected.compared(with: run, within: tolerance)
      felt = FailedResult(CaseResult(known, outcome))
      if case .different(let difference, _) = outcome, !difference.isAllowed {
        felt.result.change = ExplainedChange(
          name: folder, kind: difference.kind, expected: try stored(path), actual: run,
          recording: recording, within: tolerance)
      }
      felt.run = run
    } catch { felt = FailedResult(CaseResult(known, .failed(error.description))) }
    guard !felt.result.isPassed else { return }
    felt.expectedPath = path
    felt.request = request
    felt.recording = PageRecording(
      name: folder, recording: recording, file: loaded?.fileName ?? "recording.yml",
      digest: loaded?.digest ?? "", version: flickbookVersion)
    let (run, readers) = (felt.run, known.readers)
    tell(felt) { _ throws(CaseError) in
      guard let run else { return }
      do throws(FileError) {
        if let slash = path.lastIndex(of: "/") { try makeFolder(at: String(path[..<slash])) }
        try writeRun(run, at: path, readers: readers)
      } catch { throw .file(error) }
    }
  }

  private static let origin = [LogField("flickbook", .text(flickbookVersion))]

  private func stored(_ path: String) throws(CaseError) -> Run {
    do throws(FileError) { return try Run(contentsOf: path) } catch { throw .file(error) }
  }
}

// The text of issues.
extension FeelReport {
  /// The result of a case or a recording that did not pass, with the data for its page.
  private struct FailedResult {
    var result: CaseResult
    var expectedPath: String
    var request: ReplayRequest?
    var run: Run?
    var recording: PageRecording?
    var settings: String?
    /// The command that accepts the current run; nil if there is no such command.
    var command: String?

    init(_ result: CaseResult) {
      self.result = result
      expectedPath = result.recordingCase.expectedPath
    }
  }

  /// Records an issue for a result that did not pass; if `FLICKBOOK_ACCEPT` is set, accepts the current run instead.
  private func tell(_ felt: FailedResult, accept: (String) throws(CaseError) -> Void) {
    let result = felt.result
    if let reason = Self.reason, result.isAcceptable {
      do throws(CaseError) { try accept(reason) } catch { return record(error.description) }
      return warn("\(result.name): accepted; \(result.replaced)")
    }
    var lines = ["\(result.name): \(result.reasons)"]
    if let run = felt.run {
      let page = "\(Self.fileName(result.name)).html"
      if let frames = frames(felt, run) { lines.append(frames) }
      lines.append(
        "look at it: \(page), attached; 'swift test --attachments-path FOLDER' keeps it")
      Attachment.record(
        Array(self.page(felt, run).utf8), named: page, sourceLocation: location)
    }
    switch result.outcome {
    case .identical, .otherFields, .failed: break
    case .different, .new:
      lines.append(
        "accept it:  \(Self.acceptance)=\"why its frames are right\" swift test\(Self.filter)")
      if let command = felt.command { lines.append("or:         \(command)") }
    case .damaged where felt.command != nil:
      lines.append("restore it: git restore \(shellQuoted(result.recordingCase.folder))")
    case .damaged:
      lines.append(
        "restore it: git restore \(shellQuoted(felt.expectedPath)), or remove it and accept it again"
      )
    }
    record(lines.joined(separator: "\n"))
  }

  /// Returns the frames around the first difference; nil if there is no expected run to compare.
  private func frames(_ felt: FailedResult, _ run: Run) -> String? {
    guard case .different = felt.result.outcome, let expected = try? stored(felt.expectedPath)
    else { return nil }
    return framesAround(expected, run)
  }

  /// Returns an HTML page that plays the current run over the expected run.
  private func page(_ felt: FailedResult, _ run: Run) -> String {
    let result = felt.result
    let heading = result.outcome.word.heading ?? result.word.rawValue
    func shown(_ text: String) -> String {
      Self.shown(text, ofCaseIn: result.recordingCase.folder, package: package)
    }
    var changed = ChangedCase(
      name: shown(result.name), scenario: felt.request?.scenario ?? "", kind: heading,
      words: result.reasons.split(separator: "\n").map { shown(String($0)) },
      commands: felt.command.map { [shown($0)] } ?? [], settings: felt.settings ?? "")
    changed.runs = [PlottedRun(run, name: "today", scenery: run.scenery)]
    if let expected = try? stored(felt.expectedPath) {
      changed.runs.append(PlottedRun(expected, name: "expected", scenery: expected.scenery))
    }
    if var recording = felt.recording, let request = felt.request {
      recording.name = shown(recording.name)
      changed.recorded = RecordedRun(recording, request)
    }
    let engine = changed.recorded?.isKnownToEngine ?? false ? pageEngine : []
    let group = ChangedGroup(title: heading, words: "1 case", cases: [changed])
    return changesPage(
      of: [group], title: shown("\(result.name): \(result.headline)"),
      summary: ["A test found this. Flickbook \(flickbookVersion)."], engine: engine)
  }

  /// Returns `text` with the path of a case shortened, because the user may send the page to other people.
  ///
  /// A path inside the package becomes relative to the package. Of any other path, only the name of the folder remains,
  /// because the names of its parent folders can identify a person.
  static func shown(_ text: String, ofCaseIn folder: String, package: String) -> String {
    let isInPackage = !package.isEmpty && folder.hasPrefix(package)
    return text.replacing(
      folder, with: isInPackage ? String(folder.dropFirst(package.count)) : shownName(of: folder))
  }

  private func warn(_ text: String) {
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
    #else
      print("warning: \(text)")
    #endif
  }

  /// The reason for accepting the current runs; nil if they should not be accepted.
  private static var reason: String? {
    guard let value = getenv(acceptance) else { return nil }
    let reason = String(cString: value)
    // An empty value, or 0, does not accept the current runs.
    guard reason.contains(where: { !$0.isWhitespace }), reason != "0" else { return nil }
    return reason == "1" ? "accepted by the test \(Test.current?.name ?? "without a name")" : reason
  }

  /// The option of `swift test` that runs only this test; empty outside a test.
  private static var filter: String {
    guard let name = Test.current?.name.prefix(while: { $0 != "(" }), !name.isEmpty else {
      return ""
    }
    return " --filter \(shellQuoted(String(name)))"
  }

  /// Returns a file name for the case called `name`: the last three parts of the name, joined by hyphens.
  private static func fileName(_ name: String) -> String {
    name.split(separator: "/").suffix(3).joined(separator: "-")
  }
}

extension CaseResult {
  /// Whether the current run can be accepted as the expected run.
  fileprivate var isAcceptable: Bool {
    switch outcome {
    case .different, .new, .damaged: true
    case .identical, .otherFields, .failed: false
    }
  }
}
