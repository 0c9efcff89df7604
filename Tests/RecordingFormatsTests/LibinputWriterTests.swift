import RecordingFormats
import Testing
import TouchInput

@Suite("libinput writer")
struct LibinputWriterTests {
  /// A recording that uses every field of the format.
  static let full = Recording(
    device: DeviceDescription(
      name: "Acme \"Pro\" \\ Pad: #1\n\u{1b}\u{7f}\u{85}\u{2028}\u{feff}✋🏽",
      node: "/dev/input/event3",
      identity: .init(bus: 24, vendor: 65_535, product: 0, version: 1),
      codes: [
        .init(type: 0, codes: Array(0...15)), .init(type: 1, codes: [272, 330]),
        .init(type: 3, codes: [0, 1, 47, 53]), .init(type: 21, codes: []),
      ],
      axes: [
        .init(code: 0, minimum: -5, maximum: .max, fuzz: 4, flat: 2, resolution: 10),
        .init(code: 1, minimum: .min, maximum: .max, resolution: 3),
        .init(code: 47, minimum: 0, maximum: 0), .init(code: 53, minimum: 7, maximum: 3),
      ],
      properties: [0, 2]),
    initial: .init(
      currentSlot: -1,
      slots: [
        .init(number: 0, trackingID: -1, values: []),
        .init(
          number: 3, trackingID: 7,
          values: [.init(code: 53, value: -2), .init(code: 54, value: 9)]),
      ],
      values: [.init(code: 0, value: 4)], heldButtons: [272, 330]),
    events: [
      RawEvent(microseconds: -2_746_857_138, type: 3, code: 57, value: .min),
      RawEvent(microseconds: -1, type: 0, code: 0, value: 1),
      RawEvent(microseconds: 0, type: 0, code: 3, value: 0),
      RawEvent(microseconds: 0, type: 65_535, code: 65_535, value: .max),
      RawEvent(microseconds: .max, type: 0, code: 0, value: 0),
      RawEvent(microseconds: .min, type: 0, code: 0, value: 0),
    ],
    gaps: [
      .init(microseconds: -7, resynchronizedEvents: 0),
      .init(microseconds: 12, resynchronizedEvents: 9),
    ],
    intent: "half", note: "it's \"so\"\n  & *so*: #1", source: "synthetic: seed 7",
    clock: "monotonic")

  @Test("every field of a written recording is read back")
  func roundTrip() throws {
    var second = Self.full
    second.device = DeviceDescription(name: "", node: "a: b")
    second.initial = nil
    second.events = []
    second.gaps = []
    for recordings in [[Self.full], [Self.full, second], [second, Self.full]] {
      let file = RecordingFile(format: .libinput, recordings: recordings)
      let again = try RecordingFile(in: libinputText(of: file), named: "test")
      #expect(again.recordings == recordings)
      #expect(again.warnings.isEmpty)
      #expect(!again.isCut)
    }
  }

  @Test("writing and reading a recording again changes only fields that the writer adds")
  func stable() throws {
    let text = SampleTexts.libinput(
      top: """
        system:
          kernel: "6.1 "so""
        flickbook:
          schema: 1
          future:
            a: [1, 2]
          intent: half
        other:
        - a
        - b: c

        """,
      device: "    hid: [ 0x05, 0x0d,\n      0x09 ]\n")
    let file = try read(text)
    #expect(file.preserved.top.map(\.key) == ["system", "other"])
    #expect(file.preserved.devices.map { $0.map(\.key) } == [["udev", "quirks"]])
    #expect(file.preserved.flickbook.map(\.key) == ["future"])
    let written = libinputText(of: file)
    let again = try RecordingFile(in: written, named: "test")
    #expect(again == file)
    #expect(libinputText(of: again) == written)
    #expect(
      String(decoding: written, as: UTF8.self).contains("system:\n  kernel: \"6.1 \"so\"\"\n"))
  }

  @Test("a cut recording is still marked as cut after it is written again")
  func cutStaysCut() throws {
    var file = RecordingFile(format: .libinput, recordings: [Self.full])
    file.isCut = true
    #expect(try RecordingFile(in: libinputText(of: file), named: "test").isCut)
  }

  /// The parts of a streamed file.
  static func stream(marked: Bool) -> [[UInt8]] {
    var recording = full
    recording.events = []
    var writer = LibinputWriter()
    var pieces = [writer.header(of: recording, isStreamed: true)]
    pieces.append(writer.frame(full.events[0..<2]))
    pieces.append(writer.frame(full.events[2..<5], gap: full.gaps[0]))
    pieces.append(writer.frame(full.events[5..<6], gap: marked ? full.gaps[1] : nil))
    pieces.append(writer.end())
    return pieces
  }

  @Test(
    "a file that is written in parts is read like a file that is written at once",
    arguments: [true, false])
  func streamed(marked: Bool) throws {
    var expected = Self.full
    if !marked { expected.gaps.removeLast() }
    let file = try RecordingFile(in: Array(Self.stream(marked: marked).joined()), named: "test")
    #expect(file.recordings == [expected])
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }

  @Test("a recording that is written in parts without events counts as complete")
  func streamedNothing() throws {
    var recording = Self.full
    recording.events = []
    recording.gaps = []
    var writer = LibinputWriter()
    let text = writer.header(of: recording, isStreamed: true) + writer.end()
    let file = try RecordingFile(in: text, named: "test")
    #expect(file.recordings == [recording])
    #expect(!file.isCut)
  }

  @Test(
    "a file that is written in parts and cut at any byte gives its complete frames, marked as cut")
  func killed() throws {
    let pieces = Self.stream(marked: true)
    let bytes = Array(pieces.joined())
    for count in pieces[0].count..<bytes.count - "\n".utf8.count {
      let file = try RecordingFile(in: Array(bytes[..<count]), named: "test")
      let events = file.recordings[0].events
      #expect(events == Array(Self.full.events.prefix(events.count)))
      #expect(file.isCut, "killed after \(count) of \(bytes.count) bytes")
    }
  }
}
