import RecordingFormats
import Testing
import TouchInput

@Suite("Export")
struct ExportTests {
  /// A recording with only data that every exported format can store.
  static let plain: Recording = {
    var recording = LibinputWriterTests.full
    recording.device.name = "Acme \"Pro\" \\ Pad: #1 ✋🏽"
    recording.device.codes.removeAll { $0.codes.isEmpty }
    recording.initial = nil
    recording.gaps = []
    recording.intent = nil
    recording.note = nil
    recording.source = nil
    recording.clock = nil
    recording.events.removeAll { $0.type == 65_535 }
    recording.events.insert(
      RawEvent(microseconds: -5, type: 4, code: 4, value: -0x7fff_0001), at: 0)
    return recording
  }()

  @Test(
    "events and device are read back from every format that stores them",
    arguments: [RecordingFormat.libinput, .evemu, .evtest, .getevent])
  func roundTrip(format: RecordingFormat) throws {
    var expected = Self.plain
    let written = try RecordingFile(format: .libinput, recordings: [expected]).text(as: format)
    let file = try RecordingFile(in: written, named: "test")
    if format == .evemu || format == .evtest { expected.device.node = "" }
    var found = try #require(file.recordings.first)
    // getevent always prints a value for each axis.
    if format == .getevent { found.initial = nil }
    #expect(file.format == format)
    #expect(found == expected)
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }

  @Test(
    "an axis that is missing from the list of codes is still written",
    arguments: [RecordingFormat.evtest, .getevent])
  func axisWithoutCode(format: RecordingFormat) throws {
    var recording = Self.plain
    recording.device.codes.removeAll { $0.type == EventType.absolute }
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let again = try RecordingFile(in: try file.text(as: format), named: "test")
    #expect(again.recordings[0].device.axes == recording.device.axes)
    #expect(!recording.device.axes.isEmpty)
  }

  @Test("raw events are read back as the same raw events")
  func raw() throws {
    var file = RecordingFile(format: .libinput, recordings: [Self.plain])
    file.recordings[0].events.removeAll { $0.type > 0x1f || $0.code > 0x2ff }
    let again = try RecordingFile(in: try file.text(as: .raw), named: "test")
    #expect(again.recordings[0].events == file.recordings[0].events)
  }

  @Test("a single-device format refuses several devices, and a read-only format is not written")
  func notWritable() throws {
    let two = RecordingFile(format: .libinput, recordings: [Self.plain, Self.plain])
    for format in [RecordingFormat.evemu, .evtest, .raw, .csv] {
      #expect {
        try two.text(as: format)
      } throws: {
        "\($0)".hasSuffix(
          "the format holds one device, and the recording has 2; write a libinput recording instead."
        )
      }
    }
    let one = RecordingFile(format: .libinput, recordings: [Self.plain])
    for format in RecordingFormat.allCases where !format.isWritable {
      #expect(
        throws: RecordingError.notWritable(
          format: format, reason: "Flickbook only reads this format")
      ) {
        try one.text(as: format)
      }
    }
  }

  @Test("data that a format cannot store are reported")
  func losses() {
    let full = RecordingFile(format: .libinput, recordings: [LibinputWriterTests.full])
    #expect(full.losses(as: .libinput).isEmpty)
    #expect(
      full.losses(as: .evemu) == [
        "the state at the start", "the gap marks", "the intent", "the note", "the source",
        "the clock",
      ])
    let plain = RecordingFile(format: .evemu, recordings: [Self.plain])
    #expect(plain.losses(as: .evtest).isEmpty)
    #expect(plain.losses(as: .raw) == ["the device"])
  }

  @Test("a file name extension selects the format")
  func fileNames() {
    #expect(RecordingFormat(fileName: "a.b/flick.YML") == .libinput)
    #expect(RecordingFormat(fileName: "flick.events") == .evemu)
    #expect(RecordingFormat(fileName: "flick.csv") == .csv)
    #expect(RecordingFormat(fileName: "flick") == nil)
    #expect(RecordingFormat(fileName: "flick.txt") == nil)
  }
}
