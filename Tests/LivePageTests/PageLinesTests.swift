import CaseFolders
import FrameLogs
import InteractionScenarios
import LivePage
import Quantities
import RecordingFormats
import Testing
import TouchInput

extension PageRecording {
  /// The request in a page that stores the recording in its engine.
  var request: [UInt8] { request(with: briefLibinputText(of: recording)) }
}

@Suite("Page lines")
struct PageLinesTests {
  static let cases = bundledCases()

  @Test(
    "the engine and the command read a recording in a page with all its parts", arguments: cases)
  func recordings(bundled: RecordingCase) throws {
    var recording = try Recording(contentsOf: bundled.recordingPath)
    recording.note = "two\nlines \\n and </script> # \u{2028} \u{85} ü 🙂 \" and a \\"
    recording.start = "half"
    recording.device.orientation = PanelOrientation(rotation: .threeQuarters, flip: .y)
    recording.device.node = ""
    let page = PageRecording(
      name: "a\nname", recording: recording, file: "recording.yml", digest: "00", version: "1")
    #expect(try PageRecording(request: page.request) == page)
    let file = try RecordingFile(in: briefLibinputText(of: recording), named: "page")
    #expect(file.recordings == [recording] && file.warnings.isEmpty)
  }

  @Test("rarely used parts of a recording are read back as well")
  func rareParts() throws {
    let recording = Recording(
      device: DeviceDescription(name: " blanks  kept ", properties: [1, 2]),
      initial: Recording.InitialState(
        currentSlot: -1,
        slots: [
          Recording.Slot(
            number: 2, trackingID: .min, values: [Recording.AxisValue(code: 53, value: .max)])
        ], values: [Recording.AxisValue(code: 0, value: -7)], heldButtons: [330],
        isComplete: false),
      events: [RawEvent(microseconds: .min, type: 3, code: 53, value: .min)],
      gaps: [
        Recording.Gap(microseconds: -5, resynchronizedEvents: 3),
        Recording.Gap(microseconds: .max, resynchronizedEvents: 0),
      ], person: "", session: "s")
    let page = PageRecording(
      name: "", recording: recording, file: "", digest: "", version: "")
    #expect(try PageRecording(request: page.request) == page)
    let empty = PageRecording(
      name: "", recording: Recording(device: DeviceDescription()), file: "", digest: "",
      version: "")
    #expect(try PageRecording(request: empty.request) == empty)
  }

  @Test(
    "a request that is written as lines is read back, with the origin of each value",
    arguments: sampledCases())
  func requests(bundled: RecordingCase) throws {
    var request = try bundled.request().request
    #expect(
      try ReplayRequest(pageLines: request.pageLines).headerFields() == request.headerFields())
    request.assignments.append(Assignment(key: "spring.response", value: "0.5 s and more"))
    request.commands.append(
      try #require(TimedCommand(at: Seconds(0.25), "screen", "844x390")))
    request.origins["framesPerSecond"] = .caller
    let back = try ReplayRequest(pageLines: request.pageLines)
    #expect(back.pageLines == request.pageLines)
    #expect(back.commands.last == request.commands.last)
    #expect(back.assignments.map(\.value) == request.assignments.map(\.value))
    #expect(back.assignments.map(\.origin) == request.assignments.map(\.origin))
  }

  @Test("a custom preset is read back with its choices")
  func ownPreset() throws {
    var request = ReplayRequest(scenario: "sheet")
    request.preset = "own"
    request.origins["preset"] = .caller
    request.ownPresets = [
      Preset(
        "own", "For a test.", choices: ["estimator": "last-sample", "slop": "8 pt"],
        ["spring.response": "0.6 s"])
    ]
    let back = try ReplayRequest(pageLines: request.pageLines)
    #expect(try back.headerFields() == request.headerFields())
    #expect(try back.withPresetChoices().estimator == "last-sample")
  }

  @Test(
    "the error for an invalid line of a request or a recording names the word in that line",
    arguments: [
      ("replay x\nsenario sheet", "senario"), ("recording x\naxis 1 2", "axis"),
      ("recording x\ntext\ndevices: 1", "x:1"), ("recording y", "y"), ("play", "play"),
      ("events\n1 2 3", "events"), ("", "request"),
      ("settings\nscenario shet", "scenario 'shet'"), ("settings\nscenario sheet\nhz 0", "hz"),
      ("settings\nscenario sheet\nset nothing 1", "setting 'nothing'"),
      ("settings\nscenario sheet\nat soon x y", "at"), ("settings\nown-value a b", "own-value"),
      ("settings\nown-choice a b", "own-choice"),
      ("settings\nfrom nobody", "from"), ("replay nobody\nscenario sheet", "recording"),
      ("values", "values"), ("table nobody", "scenario 'nobody'"),
    ])
  func errors(lines: String, location: String) throws {
    var session = PageSession()
    let text = Array("recording x\ntext\n".utf8) + briefLibinputText(of: Recording(device: .init()))
    _ = session.answer(to: text)
    let answer = String(decoding: session.answer(to: Array(lines.utf8)), as: UTF8.self)
    #expect(answer.hasPrefix("{\"error\":{\"where\":\"\(location)\",\"found\":\""), "\(answer)")
    #expect(answer.contains("\",\"next\":\"") && !answer.contains("\"next\":\"\""), "\(answer)")
  }
}

@Suite("Page session")
struct PageSessionTests {
  @Test("a replay in the page writes the same files as the command", arguments: bundledCases())
  func files(bundled: RecordingCase) throws {
    let request = try bundled.request().request
    let text = try fileBytes(at: bundled.recordingPath)
    let page = PageRecording(
      name: bundled.name, recording: try Recording(contentsOf: bundled.recordingPath),
      file: "recording.yml", digest: SHA256.hexadecimal(of: text), version: flickbookVersion)
    var session = PageSession()
    _ = session.answer(to: page.request)
    let answer = session.answer(
      to: Array("replay \(bundled.name)\n".utf8) + request.pageLines)
    #expect(!String(decoding: answer, as: UTF8.self).hasPrefix("{\"error\""))
    for (name, bytes) in try bundled.run().files().byName {
      #expect(session.file(named: name) == bytes, "\(name)")
    }
  }

  /// Returns a session with the case loaded, and its answer to `verb` and `lines` with the case's
  /// request.
  private func asked(
    _ bundled: RecordingCase, _ verb: String, _ lines: String = ""
  ) throws -> (session: PageSession, answer: LogValue) {
    var session = PageSession()
    let page = PageRecording(
      name: "it", recording: try Recording(contentsOf: bundled.recordingPath),
      file: "recording.yml", digest: "", version: "")
    _ = session.answer(to: page.request)
    let request = try bundled.request().request.pageLines
    let answer = session.answer(to: Array("\(verb) it\n".utf8) + request + Array(lines.utf8))
    return (session, .fields(try logDocument(in: answer, path: verb)))
  }

  @Test("the values of a range are the rows of the values of all frames", arguments: sampledCases())
  func values(bundled: RecordingCase) throws {
    var (session, _) = try asked(bundled, "replay")
    func values(_ words: String) throws -> LogValue {
      .fields(try logDocument(in: session.answer(to: Array("values\(words)".utf8)), path: "values"))
    }
    let all = try values("")
    guard case .list(let rows)? = all["frames"] else { throw PageError("values", "\(all)", "") }
    for (from, count) in [
      (0, 1), (rows.count / 2, 3), (rows.count - 1, 5), (rows.count, 1), (3, 0),
    ] {
      let part = try values(" \(from) \(count)")
      #expect(part["frames"] == .list(Array(rows.dropFirst(from).prefix(count))))
      for key in ["keys", "units", "settings"] { #expect(part[key] == all[key]) }
    }
    #expect(try values(" 0 \(Int64.max)") == all)
    #expect(try values(" \(Int64.max) \(Int64.max)")["frames"] == .list([]))
    for words in [" 1", " -1 1", " 1 -1", " a b", " 1 2 3"] {
      #expect(try values(words)["error"]?["where"] == .text("values"))
    }
  }

  @Test("the map at a release shows the decision that was made there", arguments: sampledCases())
  func map(bundled: RecordingCase) throws {
    let decisions = try bundled.run().events.filter { $0.kind == .decision }
    for (number, decision) in decisions.enumerated() {
      let map = try asked(bundled, "map", "over \(number) 3 3").answer
      // A decision without a pan has no map, for example that of a tap.
      guard map["error"] == nil else { continue }
      guard case .list(let rows)? = map["targets"], case .list(let names)? = map["names"],
        case .list(let row) = rows[1], let index = row[1].asNumber
      else { throw PageError("map", "\(map)", "") }
      let payload = LogValue.fields(decision.payload)
      let velocity = payload[map["axis"]?.asText == "x" ? "velocityX" : "velocityY"]?.asNumber
      // The middle of the map is the release itself, if the finger and the surface are at rest.
      if velocity == 0, map["release"]?["velocity"]?.asNumber == 0 {
        #expect(names[Int(index)].asText == payload["target"]?.asText)
      }
    }
  }

  @Test("the map has the millimetres of the finger on a touchpad, and none on a touchscreen")
  func scale() throws {
    var scales: [String: Double] = [:]
    for bundled in bundledCases() where bundled.name.hasPrefix("swipe/") {
      let map = try asked(bundled, "map", "over 0 3 3").answer
      guard map["error"] == nil else { continue }
      let scale = map["pointsPerMillimeter"]?.asNumber
      let kind = try Recording(contentsOf: bundled.recordingPath).device.kind
      #expect((scale != nil) == (kind == .touchpad), "\(bundled.name)")
      if let scale { scales[bundled.name] = scale }
    }
    // 1/1000 inch · 0.2968 · 0.9; see docs/first-touchpad.md.
    let swipe = try #require(scales["swipe/three-finger-flick-over-two-workspaces"])
    #expect(abs(swipe - 1000 / 25.4 * 0.2968 * 0.9) < 1e-9)
  }

  @Test("a live surface makes the same decisions as a replay", arguments: sampledCases())
  func live(bundled: RecordingCase) throws {
    let request = try bundled.request().request
    let recording = try Recording(contentsOf: bundled.recordingPath)
    // A live surface has no commands and receives all pans, so other cases cannot be compared.
    guard request.commands.isEmpty, request.onlyPan == nil else { return }
    var (session, answer) = try asked(bundled, "live")
    #expect(answer["ok"] == .flag(true))
    var targets: [String] = []
    func note(_ bytes: [UInt8]) throws {
      guard
        case .list(let events)? = LogValue.fields(try logDocument(in: bytes, path: ""))["events"]
      else { return }
      targets += events.filter { $0["event"]?.asText == "decision" }.compactMap {
        $0["target"]?.asText
      }
    }
    for start in stride(from: 0, to: recording.events.count, by: 200) {
      let lines = recording.events[start...].prefix(200).map { event in
        "\(event.microseconds) \(event.type) \(event.code) \(event.value)\n"
      }
      try note(session.answer(to: Array("events\n\(lines.joined())".utf8)))
    }
    let end = (recording.events.last?.microseconds ?? 0) + 1_000
    try note(session.answer(to: Array("advance \(end)".utf8)))
    let decided = try bundled.run().events.filter { $0.kind == .decision }.compactMap {
      LogValue.fields($0.payload)["target"]?.asText
    }
    // A replay handles the last events of a cut recording at its end; a live surface handles them
    // later.
    #expect(targets == Array(decided.prefix(targets.count)))
    #expect(decided.count - targets.count <= 1)
  }

  @Test("random lines do not crash the session, and every answer is one JSON object")
  func random() {
    var session = PageSession()
    var generator = SeededGenerator(seed: 15)
    let words = [
      "recording", "replay", "table", "settings", "values", "text", "digest", "slot", "set", "at",
      "scenario", "sheet", "pip", "x", "-1", "0", "1e9", "nan", "\n", "\n", "\\",
      "9223372036854775807",
      "event", "hz", "preset", "map", "live", "events", "advance", "over", "wave", "devices:",
      "initial", "from", "own-preset", "own-value",
    ]
    for _ in 0..<2_000 {
      let text = (0..<generator.whole(in: 0...12)).map { _ in
        generator.one(of: words)
      }.joined(separator: " ").replacing(" \n ", with: "\n")
      let answer = session.answer(to: Array(text.utf8))
      #expect(
        answer.first == UInt8(ascii: "{") && answer.suffix(2) == Array("}\n".utf8)[...], "\(text)")
    }
  }
}

/// The bundled cases.
func bundledCases() -> [RecordingCase] {
  let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  do { return try RecordingCase.all(in: "/\(package)/Recordings") } catch { return [] }
}

/// Every fourth bundled case; together these cases cover all scenarios.
func sampledCases() -> [RecordingCase] {
  bundledCases().enumerated().filter { $0.offset % 4 == 0 }.map { $0.element }
}
