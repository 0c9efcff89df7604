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
/// - `recording NAME`, followed by a line `text` and a file with one device in the format of `libinput record`: stores
///   the recording, and returns its duration and the tracks of its fingers. Lines `file NAME`, `digest SHA256` and
///   `version VERSION` before the line `text` give the origin of the recording that the header of a run contains.
/// - `forget NAME`: removes a stored recording.
/// - `table`: returns the scenarios, the engines, the platforms of `export`, and the options of a replay.
/// - `table NAME`: returns the description of one scenario, as `flickbook scenario show --json` prints it.
/// - `settings`, followed by the lines of a request: returns the value and the origin of each setting, as a picture of
///   the run contains them.
/// - `export PLATFORM`, followed by the lines of a request: returns the settings as code for a platform, with the fields
///   of `flickbook export --json`. A line `spring NAME` exports only this spring.
/// - `replay NAME`, followed by the lines of a request: replays the recording, and returns a picture of the run. A line
///   `as TITLE` gives the run a title, and a line `values` adds the values of its frames. The files of the run are then
///   available from ``file(named:)``.
/// - `values`: returns the values of the frames of the last replay. `values FROM COUNT` returns only those of COUNT frames
///   from frame FROM on, counted from 0; frames that the run does not have are left out.
/// - `map NAME`, followed by the lines of a request and `over K COLUMNS ROWS`: returns the targets that decision K,
///   counted from 0, would choose at other positions and velocities of the release.
/// - `live NAME`, followed by the lines of a request: creates a surface that follows a finger on the device of the
///   recording, and returns a picture of the surface at rest.
/// - `events`, followed by lines with the microseconds, the type, the code and the value of an event: sends the events
///   to the live surface, and returns its current frame and the events of the run since the previous answer.
/// - `advance MICROSECONDS`: advances the live surface to this time, and returns the same as `events`.
///
/// Copies of a session share one live surface.
public struct PageSession {
  private var recordings: [PageRecording] = []
  private var last: Run?
  private var files: RunFiles?
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

  /// Returns the bytes of a file of the last replay: `frames.jsonl`, `events.jsonl` or `run.json`.
  ///
  /// Returns nil for any other name, and before the first replay.
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
    case "export": return try Self.export(to: verb.text, &lines)
    case "replay": return try replay(verb.text, &lines)
    case "values":
      guard let last else { throw PageError("values", "no replay yet", "replay a recording first") }
      return RunPicture.values(of: last, in: try Self.range(verb.text))
    case "map": return try map(verb.text, &lines)
    case "live": return try begin(verb.text, &lines)
    case "events": return try follow(&lines)
    case "advance": return try advance(verb.text)
    default:
      throw PageError(
        verb.word, "no such verb",
        "use one of recording, forget, table, settings, export, replay, values, map, live, events, advance"
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

  private mutating func replay(
    _ name: String, _ lines: inout PageLines
  ) throws(PageError) -> [LogField] {
    let page = try kept(name)
    var reading = RequestReading()
    var (title, hasValues) = (name, false)
    while let line = lines.next() {
      switch line.word {
      case "values": hasValues = true
      case "as": title = line.text
      default: try reading.read(line)
      }
    }
    let run: Run
    do throws(ReplayError) {
      run = try reading.request.run(of: page.recording, origin: page.origin)
    } catch { throw PageError(sentence: error.description) }
    (last, files) = (run, nil)
    let picture = RunPicture(of: run, run.scenery, name: title)
    return [
      LogField(
        "picture", .fields(picture.drawingFields + (hasValues ? picture.values : [])))
    ]
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
      guard let numbers: [Int64] = FlowValue(Array(line.text.utf8)[...]).integers(as: "###"),
        (0...1_000_000).contains(numbers[0]),
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

  private mutating func follow(_ lines: inout PageLines) throws(PageError) -> [LogField] {
    guard let live else {
      throw PageError("events", "no live surface", "begin with the verb 'live'")
    }
    var events: [RawEvent] = []
    while let line = lines.nextBytes() {
      guard let numbers: [Int64] = FlowValue(line).integers(as: "####"),
        let event = RawEvent(numbers[0], numbers[1...])
      else {
        throw PageError(
          "events", "'\(excerpt(of: String(decoding: line, as: UTF8.self)))'",
          "give four whole numbers: microseconds, type, code and value")
      }
      events.append(event)
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
    guard !text.isEmpty else { return 0..<Int.max }
    let range: [Int64]? = FlowValue(Array(text.utf8)[...]).integers(as: "##")
    guard let numbers = range?.map({ Int(clamping: $0) }), numbers[0] >= 0, numbers[1] >= 0 else {
      throw PageError(
        "values", "'\(excerpt(of: text))'",
        "give the first frame, counted from 0, and the number of frames, or nothing for all frames")
    }
    let (end, overflow) = numbers[0].addingReportingOverflow(numbers[1])
    return numbers[0]..<(overflow ? Int.max : end)
  }

  private static func settings(_ lines: inout PageLines) throws(PageError) -> [LogField] {
    var reading = RequestReading()
    while let line = lines.next() { try reading.read(line) }
    let header: [LogField]
    do throws(SettingError) { header = try reading.request.headerFields() } catch {
      throw PageError(sentence: error.description)
    }
    return [LogField("settings", .fields(RunPicture.settings(in: header)))]
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
      LogField("platforms", platforms),
      LogField("options", .list(RequestOption.all.map { .fields($0.descriptionFields) })),
    ]
  }
}
