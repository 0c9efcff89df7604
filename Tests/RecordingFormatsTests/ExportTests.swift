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
    arguments: [RecordingFormat.libinput, .evemu])
  func roundTrip(format: RecordingFormat) throws {
    var expected = Self.plain
    let written = try RecordingFile(format: .libinput, recordings: [expected]).text(as: format)
    let file = try RecordingFile(in: written, named: "test")
    if format == .evemu { expected.device.node = "" }
    #expect(file.format == format)
    #expect(file.recordings == [expected])
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }

  @Test(
    "only formats that programs play, and tables, are written, and one with one device refuses several"
  )
  func notWritable() throws {
    let two = RecordingFile(format: .libinput, recordings: [Self.plain, Self.plain])
    for format in [RecordingFormat.evemu, .csv] {
      #expect {
        try two.text(as: format)
      } throws: {
        "\($0)".hasSuffix(
          "the format holds one device, and the recording has 2; write a libinput recording instead."
        )
      }
    }
    #expect(RecordingFormat.allCases.filter(\.isWritable) == [.libinput, .evemu, .csv])
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
    #expect(plain.losses(as: .evemu).isEmpty)
    #expect(plain.losses(as: .csv) == ["everything but the contacts"])
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
