import CaseFolders
import FrameLogs
import LivePage
import Quantities
import RecordingFormats
import Testing
import TouchInput

@Suite("Import of recordings")
struct RecordingFileReaderTests {
  static let cases = bundledCases()

  private func request(_ text: [UInt8]) -> [UInt8] {
    Array("recording a file\ntext\n".utf8) + text
  }

  /// Stores the recording of a file in a new session, and returns the fields of the answer.
  private func answer(_ text: [UInt8]) throws -> LogValue {
    var session = PageSession()
    return .fields(try logDocument(in: session.answer(to: request(text)), path: "recording"))
  }

  private func imported(_ text: [UInt8]) throws -> PageRecording {
    try PageRecording(request: request(text))
  }

  @Test("a file is imported as the command reads it, with its digest", arguments: cases)
  func files(bundled: RecordingCase) throws {
    let text = try fileBytes(at: bundled.recordingPath)
    var expected = try Recording(contentsOf: bundled.recordingPath)
    expected.device.node = ""
    let page = try imported(text)
    #expect(page.recording == expected)
    #expect(page.name == "a file" && page.file == "a file")
    #expect(page.digest == SHA256.hexadecimal(of: text))
  }

  @Test(
    "libinput's events in a page are those of the recording, with and without events of the device")
  func libinputEvents() throws {
    let moved = Planar(x: Points(-10.52), y: Points(0.1 + 0.2))
    var recording = Recording(device: DeviceDescription(name: "Pad", properties: [0]))
    recording.gestures = LibinputEvent.Kind.allCases.enumerated().map { index, kind in
      var event = LibinputEvent(microseconds: Int64(index) * 8_001, kind: kind, fingers: 3)
      if kind != .scrollEnd { (event.accelerated, event.unaccelerated) = (moved, moved * 1.1) }
      (event.scale, event.degrees, event.isCancelled) = (1.05, -0.3, index % 2 == 0)
      return event
    }
    #expect(try imported(briefLibinputText(of: recording)).recording == recording)
    let file = RecordingFile(format: .libinput, recordings: [recording])
    #expect(try imported(libinputText(of: file)).recording == recording)
    recording.events = [RawEvent(microseconds: 5, type: 0, code: 0, value: 0)]
    #expect(try imported(briefLibinputText(of: recording)).recording == recording)
    let broken = String(decoding: libinputText(of: file), as: UTF8.self)
      .replacing("nfingers: 3", with: "nfingers: x")
    #expect(throws: PageError.self) { try imported(Array(broken.utf8)) }
  }

  static let sample = """
    # libinput record
    version: 1
    ndevices: 1
    libinput:
      version: "1.22.1"
      git: "unknown"
    system:
      os: "debian:12"
    devices:
    - node: /dev/input/event4
      evdev:
        # Name: Panel
        name: "Panel: #1"
        id: [24, 1267, 12, 256]
        codes:
          0: [0, 3] # EV_SYN
          3: [ 53, 54, 57 ] # EV_ABS
        absinfo:
          53: [0, 3000, 0, 0, 31]
          54: [0, 2000, 0, 0, 31]
        properties: [0, 2]
      hid: [
        0x05, 0x0d,
      ]
      udev:
        properties:
        - ID_INPUT=1
      quirks:
      events:
      # Current time is 12:00:00
      - evdev:
        - [  0,      0,   3,  57,       1] # EV_ABS / ABS_MT_TRACKING_ID        1
        - [  0,      7,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - libinput:
        - {time: 0.1, type: POINTER_MOTION}
      - evdev: []
        flickbook: {gap: [1, 20], resynchronized: 2}
      - evdev:
        - [  2, 999999,   3,  57,      -1]
      - evdev: [[3, 0, 3, 57, -1], [3,7,0,0,0]]

    """

  @Test("the parts of a file of libinput record are read, and the others are skipped")
  func parts() throws {
    let recording = try imported(Array(Self.sample.utf8)).recording
    let device = recording.device
    #expect(device.name == "Panel: #1" && device.properties == [0, 2])
    #expect(
      device.identity
        == DeviceDescription.Identity(bus: 24, vendor: 1_267, product: 12, version: 256))
    #expect(device.codes.map { $0.codes } == [[0, 3], [53, 54, 57]])
    #expect(device.axes.map { $0.maximum } == [3_000, 2_000])
    #expect(
      recording.events == [
        RawEvent(microseconds: 0, type: 3, code: 57, value: 1),
        RawEvent(microseconds: 7, type: 0, code: 0, value: 0),
        RawEvent(microseconds: 2_999_999, type: 3, code: 57, value: -1),
        RawEvent(microseconds: 3_000_000, type: 3, code: 57, value: -1),
        RawEvent(microseconds: 3_000_007, type: 0, code: 0, value: 0),
      ])
    #expect(recording.gaps == [Recording.Gap(microseconds: 1_000_020, resynchronizedEvents: 2)])
  }

  @Test(
    "a line that cannot be read is named in the error",
    arguments: [
      ("version: 1", "version: 2", 2), ("ndevices: 1", "ndevices: 2", 3),
      ("    id: [24,", "    id: [", 14), ("    id: [24,", "    id: [70000,", 14),
      ("  0: [0, 3]", "  zero: [0, 3]", 16), ("53: [0, 3000, 0, 0, 31]", "53: [0, 3000]", 19),
      ("  udev:", "  udev:\n- node: /dev/input/event5", 26),
      ("[  0,      7,", "[  0, 1000000,", 33), ("  57,       1]", "  57, 99999999999]", 32),
      ("[1, 20]", "[1]", 37), ("[3,7,0,0,0]]", "[3,7,0,0,0],", 40),
      ("], [3,7", "],, [3,7", 40), ("[3,7,0,0,0]", "[3,7,0,0]", 40), ("[3,7", "[3-7,7", 40),
      ("  - evdev:\n    - [  0", "  evdev\n    - [  0", 31),
      ("name: \"Panel: #1\"", "name: \"Panel", 13), ("name: \"Panel: #1\"", "name: 'Panel'", 13),
    ])
  func errors(found: String, broken: String, line: Int) throws {
    let range = try #require(Self.sample.firstRange(of: found))
    let text = Self.sample.replacing(
      found, with: broken, subrange: range.lowerBound..<Self.sample.endIndex, maxReplacements: 1)
    let error = try answer(Array(text.utf8))["error"]
    #expect(error?["where"]?.asText == "a file:\(line)", "\(String(describing: error))")
    #expect(error?["found"]?.asText?.isEmpty == false && error?["next"]?.asText?.isEmpty == false)
  }

  @Test(
    "a text without a device is not a recording", arguments: ["", "\n\n", "version: 1\n", "a: 1"])
  func nothing(text: String) throws {
    #expect(try answer(Array(text.utf8))["error"]?["found"]?.asText == "no device with 'evdev:'")
  }

  @Test("truncated and mutated files give an answer, and never stop the engine", arguments: 0..<8)
  func hostile(seed: Int) throws {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let bundled = Self.cases[next(Self.cases.count)]
    let texts = [Array(Self.sample.utf8), try fileBytes(at: bundled.recordingPath)]
    let marks = Array("0123456789-:#\"\\[]{},\n \t'é".utf8)
    for round in 0..<150 {
      var text = texts[round % 2]
      if next(3) == 0 { text.removeLast(next(text.count)) }
      for _ in 0...next(4) where !text.isEmpty {
        let place = next(text.count)
        switch next(3) {
        case 0: text[place] = UInt8(next(256))
        case 1: text[place] = marks[next(marks.count)]
        default: text.insert(marks[next(marks.count)], at: place)
        }
      }
      let answer = try answer(text)
      #expect((answer["ok"] == nil) != (answer["error"] == nil))
    }
  }
}
