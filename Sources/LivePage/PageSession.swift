import FrameLogs
import InteractionScenarios
import MotionPhysics
import Portraits
import Quantities
import TouchInput
import VelocityEstimation

/// What a page asks and what it is answered: recordings that are kept, and replays of these.
///
/// A request is UTF-8 lines, the first of which begins with a verb; the answer is a JSON object, which
/// has the one key `error` where there is none. The verbs:
///
/// - `recording NAME` and the lines of ``PageRecording``: keeps it; tells its length and its fingers.
/// - `forget NAME`: keeps it no longer.
/// - `table`: the scenarios, engines, estimators, and what a request may be told; `table NAME`: all of one
///   scenario, as `flickbook scenario show --json` tells it.
/// - `settings` and the lines of a request: its values, each with where it came from, as `run.json` has them.
/// - `replay NAME`, the lines of a request, `as TITLE` and `want` with some of `picture`, `values`,
///   `decisions`, `summary`, `events`: what came of it. Its files are then in ``file(named:)``.
/// - `values`: the values of the frames of the last replay.
public struct PageSession: Sendable {
  private var recordings: [PageRecording] = []
  private var last: Run?
  private var lastTitle: String?
  private var files: RunFiles?

  /// Creates a session without recordings.
  public init() {}

  /// Answers a request.
  public mutating func answer(to request: [UInt8]) -> [UInt8] {
    var lines = PageLines(request[...])
    var text = JSONText()
    do throws(PageError) {
      guard let first = lines.next() else {
        throw PageError("request", "no line", "begin with a verb, such as table")
      }
      text.appendLine(try answer(to: first, &lines))
    } catch { text.appendLine(error.fields) }
    return text.bytes
  }

  /// The bytes of a file of the last replay: `frames.jsonl`, `events.jsonl`, `summary.json` or
  /// `run.json`; nil before the first, and for other names.
  public mutating func file(named name: String) -> [UInt8]? {
    if files == nil { files = last?.files() }
    return files?.byName.first { $0.name == name }?.bytes
  }

  private mutating func answer(
    to verb: PageLines.Line, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    switch verb.word {
    case "recording": return try keep(PageRecording(named: verb.text, &lines))
    case "forget":
      recordings.removeAll { $0.name == verb.text }
      return [LogField("ok", .flag(true))]
    case "table": return verb.text.isEmpty ? Self.table : try Self.table(of: verb.text)
    case "settings": return try Self.settings(&lines)
    case "replay": return try replay(verb.text, &lines)
    case "values":
      guard let last else { throw PageError("values", "no replay yet", "replay a recording first") }
      return RunPicture(of: last, last.scenery, name: lastTitle).values
    default:
      throw PageError(
        verb.word, "no such verb",
        "use one of recording, forget, table, settings, replay, values")
    }
  }

  private mutating func keep(_ recording: PageRecording) -> [LogField] {
    recordings.removeAll { $0.name == recording.name }
    recordings.append(recording)
    return [LogField("ok", .flag(true))] + recording.recording.viewFields
  }

  private mutating func replay(
    _ name: String, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    guard let page = recordings.first(where: { $0.name == name }) else {
      throw PageError(
        "replay", "no recording '\(name)'", "send it first, with the verb recording")
    }
    var reading = RequestReading()
    var wishes = ["picture", "decisions", "summary"]
    var title = name
    while let line = lines.next() {
      switch line.word {
      case "want": wishes = Self.words(line.text)
      case "as": title = line.text
      default: try reading.read(line)
      }
    }
    let run: Run
    do throws(ReplayError) {
      run = try reading.request.run(of: page.recording, origin: page.origin)
    } catch { throw PageError(sentence: error.description) }
    (last, lastTitle, files) = (run, title, nil)
    return Self.answer(with: wishes, of: run, title)
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }.map { String($0) ?? "" }
  }

  private static func answer(
    with wishes: [String], of run: Run, _ title: String
  ) -> [LogField] {
    var answer: [LogField] = []
    if wishes.contains("picture") {
      let picture = RunPicture(of: run, run.scenery, name: title)
      answer.append(
        LogField(
          "picture",
          .fields(picture.sketch + (wishes.contains("values") ? picture.values : []))))
    }
    if wishes.contains("summary") {
      answer.append(LogField("summary", .fields(run.summary().logFields)))
    }
    func events(_ isMeant: (RunEvent) -> Bool) -> LogValue {
      .list(run.events.filter(isMeant).map { .fields($0.logFields(at: run.rate)) })
    }
    if wishes.contains("decisions") {
      answer.append(LogField("decisions", events { $0.kind == .decision }))
    }
    if wishes.contains("events") { answer.append(LogField("events", events { _ in true })) }
    return answer
  }

  private static func settings(_ lines: inout PageLines) throws(PageError) -> [LogField] {
    var reading = RequestReading()
    while let line = lines.next() { try reading.read(line) }
    do throws(SettingError) { return try reading.request.headerFields() } catch {
      throw PageError(sentence: error.description)
    }
  }

  private static func table(of name: String) throws(PageError) -> [LogField] {
    do throws(SettingError) {
      return try ScenarioKind.named(name).descriptionFields(asked: nil)
    } catch { throw PageError(sentence: error.description) }
  }

  private static var table: [LogField] {
    [
      LogField(
        "scenarios",
        .list(
          scenarioKinds.map { kind in
            .fields([
              LogField("scenario", .text(kind.name)), LogField("meaning", .text(kind.meaning)),
              LogField(
                "presets",
                .list(kind.presets.map { .text($0.name) })),
            ])
          })),
      LogField(
        "engines",
        .list(
          allEngines.map { engine in
            .fields([
              LogField("engine", .text(engine.name)), LogField("meaning", .text(engine.summary)),
            ])
          })),
      LogField("estimators", .list(allEstimators.map { .fields($0.descriptionFields) })),
      LogField(
        "request",
        .list(
          ReplayRequest.settings.map { entry in
            .fields(
              [LogField("key", .text(entry.setting.key))]
                + entry.setting.words(in: ReplayRequest(scenario: "")))
          })),
    ]
  }
}
