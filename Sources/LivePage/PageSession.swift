import FrameLogs
import InteractionScenarios
import MotionPhysics
import Portraits
import Quantities
import TouchInput
import VelocityEstimation

/// The engine of a page: it stores recordings, and answers requests to replay them.
///
/// A request consists of UTF-8 lines, and its first line begins with a verb. The answer is a JSON object. If the
/// request failed, the only key of the object is `error`. The verbs are:
///
/// - `recording NAME`, followed by the lines of a ``PageRecording``: stores the recording, and returns its duration and
///   the tracks of its fingers.
/// - `import NAME`, followed by the text of a file in the format of `libinput record`: stores its recording, and returns
///   the same as `recording`, and as `recording` the lines of a ``PageRecording``. The file must have one device.
/// - `forget NAME`: removes a stored recording.
/// - `table`: returns the scenarios, the engines, the estimators, the platforms of `export`, and the settings that a
///   request can contain.
/// - `table NAME`: returns the description of one scenario, as `flickbook scenario show --json` prints it.
/// - `settings`, followed by the lines of a request: returns the value and the origin of each setting, as in
///   `run.json`.
/// - `export PLATFORM`, followed by the lines of a request: returns the settings as code for a platform, with the fields
///   of `flickbook export --json`. A line `spring NAME` exports only this spring.
/// - `replay NAME`, followed by the lines of a request: replays the recording. A line `as TITLE` gives the run a title.
///   A line `want` with some of `picture`, `values`, `decisions`, `summary`, `events` selects the parts of the answer.
///   The files of the run are then available from ``file(named:)``.
/// - `values`: returns the values of the frames of the last replay. `values FROM COUNT` returns only those of COUNT frames
///   from frame FROM on, counted from 0; frames that the run does not have are left out.
/// - `map NAME`, followed by the lines of a request and `over K COLUMNS ROWS`: returns the targets that decision K,
///   counted from 0, would choose at other positions and velocities of the release.
/// - `live NAME`, followed by the lines of a request: creates a surface that follows a finger on the device of the
///   recording, and returns a picture of the surface at rest.
/// - `events`, followed by lines of events: sends the events to the live surface, and returns its current frame and the
///   events of the run since the previous answer.
/// - `advance MICROSECONDS`: advances the live surface to this time, and returns the same as `events`.
/// - `save NAME`: makes the recording available as `recording.yml` from ``file(named:)``.
///
/// Copies of a session share one live surface.
public struct PageSession {
  private var recordings: [PageRecording] = []
  private var last: Run?
  private var files: RunFiles?
  private var saved: [UInt8]?
  private var live: (any LiveRun)?
  private var liveEvents = 0

  /// Creates a session without recordings.
  public init() {}

  /// Returns the answer to a request, as one line of JSON.
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

  /// Returns the bytes of a file of the last replay, or of the recording that was saved last.
  ///
  /// The files of a replay are `frames.jsonl`, `events.jsonl` and `run.json`; the saved recording is `recording.yml`.
  /// Returns nil for any other name, and before the first replay or save.
  public mutating func file(named name: String) -> [UInt8]? {
    if name == "recording.yml" { return saved }
    if files == nil { files = last?.files() }
    return files?.byName.first { $0.name == name }?.bytes
  }

  private mutating func answer(
    to verb: PageLines.Line, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    switch verb.word {
    case "recording": return try keep(PageRecording(named: verb.text, &lines))
    case "import": return try adopt(verb.text, lines.rest)
    case "forget":
      recordings.removeAll { $0.name == verb.text }
      return [LogField("ok", .flag(true))]
    case "table": return verb.text.isEmpty ? Self.table : try Self.table(of: verb.text)
    case "settings": return try Self.settings(&lines)
    case "export": return try Self.export(to: verb.text, &lines)
    case "replay": return try replay(verb.text, &lines)
    case "values":
      guard let last else { throw PageError("values", "no replay yet", "replay a recording first") }
      return RunPicture.values(of: last, in: try Self.range(verb.text))
    case "map": return try map(verb.text, &lines)
    case "live": return try begin(verb.text, &lines)
    case "events": return try follow(PageRecording(named: "", &lines).recording.events)
    case "advance": return try advance(verb.text)
    case "save":
      saved = try kept(verb.text).recording.fileText
      return [LogField("ok", .flag(true))]
    default:
      throw PageError(
        verb.word, "no such verb",
        "use one of recording, import, forget, table, settings, export, replay, values, map, live, events, advance, save"
      )
    }
  }

  private func kept(_ name: String) throws(PageError) -> PageRecording {
    guard let page = recordings.first(where: { $0.name == name }) else {
      throw PageError(
        "recording", "none called '\(name)'", "send it first, with the verb 'recording'")
    }
    return page
  }

  private mutating func keep(_ recording: PageRecording) -> [LogField] {
    recordings.removeAll { $0.name == recording.name }
    recordings.append(recording)
    return [LogField("ok", .flag(true))] + recording.recording.viewFields
  }

  /// Stores the recording in a file.
  private mutating func adopt(
    _ name: String, _ file: ArraySlice<UInt8>
  ) throws(PageError) -> [LogField] {
    let page = PageRecording(
      name: name, recording: try RecordingFileReader.recording(in: file, named: name), file: name,
      digest: SHA256.hexadecimal(of: Array(file)), version: "")
    return keep(page) + [LogField("recording", .text(String(decoding: page.lines, as: UTF8.self)))]
  }

  private mutating func replay(
    _ name: String, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    let page = try kept(name)
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
    (last, files) = (run, nil)
    return Self.answer(with: wishes, of: run, title)
  }

  private func map(_ name: String, _ lines: inout PageLines) throws(PageError) -> [LogField] {
    let page = try kept(name)
    var reading = RequestReading()
    var (decision, columns, rows) = (0, 33, 33)
    while let line = lines.next() {
      guard line.word == "over" else {
        try reading.read(line)
        continue
      }
      let numbers = PageLines.numbers(Array(line.text.utf8)[...]) ?? []
      guard numbers.count == 3, (0...1_000_000).contains(numbers[0]),
        numbers.dropFirst().allSatisfy({ (2...201).contains($0) })
      else {
        throw PageError(
          "over", "'\(line.text)'", "give the number of a decision, and 2 to 201 columns and rows")
      }
      (decision, columns, rows) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
    }
    return try Self.map(
      of: page, reading.request, decision: decision, columns: columns, rows: rows)
  }

  private mutating func begin(
    _ name: String, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    let page = try kept(name)
    var reading = RequestReading()
    while let line = lines.next() { try reading.read(line) }
    do throws(ReplayError) {
      live = try reading.request.following(
        page.recording.device, initial: page.recording.initial)
    } catch { throw PageError(sentence: error.description) }
    liveEvents = 0
    let picture = live.map {
      RunPicture(of: $0.untouched, $0.untouched.scenery, name: name).drawingFields
    }
    return [
      LogField("ok", .flag(true)), LogField("picture", picture.map(LogValue.fields) ?? .none),
    ]
  }

  private mutating func follow(_ events: [RawEvent]) throws(PageError) -> [LogField] {
    guard let live else {
      throw PageError("events", "no live surface", "begin with the verb 'live'")
    }
    live.receive(events)
    return shown(live)
  }

  private mutating func advance(_ text: String) throws(PageError) -> [LogField] {
    guard let live, let microseconds = Int64(text) else {
      throw PageError(
        "advance", live == nil ? "no live surface" : "'\(text)'",
        live == nil ? "begin with the verb 'live'" : "give whole microseconds")
    }
    live.goOn(toMicroseconds: microseconds)
    return shown(live)
  }

  /// Returns the current frame of a live surface, and the events of its run since the previous call.
  private mutating func shown(_ live: any LiveRun) -> [LogField] {
    func number(_ value: Double?) -> LogValue { value.map(LogValue.number) ?? .none }
    guard let now = live.now else { return [LogField("resting", .flag(true))] }
    let new = live.events.dropFirst(liveEvents)
    liveEvents += new.count
    return [
      LogField("frame", .fields(now.frame.logFields)),
      LogField("resting", .flag(live.isAtRest)),
      LogField(
        "events",
        .list(
          new.map {
            .fields(
              [
                LogField("time", .number($0.time.value)),
                LogField("event", .text($0.kind.rawValue)),
              ] + $0.payload)
          })),
      LogField(
        "curves",
        .list(
          now.curves.prefix(2).map { point in
            .fields([
              LogField("value", number(point.value)), LogField("target", number(point.target)),
              LogField("finger", number(point.finger)), LogField("rate", number(point.rate)),
            ])
          })),
    ] + SceneTracks.layers(of: now.scene)
  }

  /// Returns the range of frames in the text `FROM COUNT`, or all frames for an empty text.
  private static func range(_ text: String) throws(PageError) -> Range<Int> {
    let numbers = (PageLines.numbers(Array(text.utf8)[...]) ?? [-1]).map { Int(clamping: $0) }
    guard !numbers.isEmpty else { return 0..<Int.max }
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0 else {
      throw PageError(
        "values", "'\(excerpt(of: text))'",
        "give the first frame, counted from 0, and the number of frames, or nothing for all frames")
    }
    let (end, overflow) = numbers[0].addingReportingOverflow(numbers[1])
    return numbers[0]..<(overflow ? Int.max : end)
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
          .fields(picture.drawingFields + (wishes.contains("values") ? picture.values : []))))
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
      LogField("platforms", platforms),
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
