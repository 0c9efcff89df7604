import FieldData
import Quantities
import RecordingFormats
import Testing
import TouchInput

/// Broken files, each of which must give an error or a result; a crash fails the whole test run.
@Suite("Mutations")
struct MutationTests {
  /// A recording in every format.
  static let samples: [[UInt8]] = {
    var recording = ExportTests.plain
    recording.initial = LibinputWriterTests.full.initial
    recording.gaps = LibinputWriterTests.full.gaps
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let written = RecordingFormat.allCases.compactMap { try? file.text(as: $0) }
    let streamed = Array(LibinputWriterTests.stream(marked: true).joined())
    var numbers = SeededGenerator(seed: 1)
    let gestures = DebugEventsText.gestures(8, .v1_27, &numbers)
    recording.gestures = gestures
    let beside = RecordingFile(format: .libinput, recordings: [recording])
    recording.events = []
    let alone = RecordingFile(format: .libinput, recordings: [recording])
    let debugEvents =
      ([DebugEventsText.description()] + DebugEventsText.lines(of: gestures, .v1_27))
      .joined(separator: "\n")
    let native = [beside, alone].map { libinputText(of: $0) }
    let texts = [log, debugEvents, SampleTexts.evemu, SampleTexts.evtest, SampleTexts.getevent]
    return written + native + texts.map { Array($0.utf8) } + [SampleTexts.raw, streamed]
  }()

  /// A ChromeOS log.
  static let log = """
    {"hardwareProperties": {"left": 0, "right": 10, "xResolution": 1, "maxFingerCount": 5},
    "entries": [{"type": "hardwareState", "timestamp": 1.25, "buttonsDown": 1, "touchCount": 1,
    "fingers": [{"trackingId": 22, "positionX": 3.5, "positionY": 4, "pressure": 9}]}]}
    """

  /// Fragments with which earlier parsers failed.
  static let pieces: [[UInt8]] =
    [
      "\n", "\r", "\r\n", "\t", " ", "\"", "'", "\\", "#", ": ", "- ", "[", "]", "{", "}", ",",
      "&a ", "*a",
      "!!b ", "|\n", "? ", "---\n", "...\n", "%", "<<: ", "\u{2028}", "\u{85}", "é", "0x", "-",
      "--", "+1",
      "1e9", ".nan", ".inf", "99999999999999999999", "9223372036854775807", "-9223372036854775808",
      "18446744073709551615", "18446744073709", "4294967296", "2147483648", "-2147483649", "65536",
      "events:\n", "  - evdev:\n", "    flickbook: {gap: [1, 2]}\n", "- node: x\n", "devices:\n",
      "E: 0.0 0000 0000 0\n", "N: \n", "P: ff\n", "B: ff ff\n", "A: 00 0 0 0 0\n", "microseconds,",
      "Event: time ", " event4  GESTURE_SWIPE_BEGIN  +1.0s 3\n",
      "{time: 1.0, type: POINTER_MOTION, ", "add device 1: x\n", "[ 1.1] ", "null", "true",
    ].map { Array($0.utf8) } + [
      [0], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80],
    ]

  static func mutated(_ bytes: [UInt8], with numbers: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      guard !bytes.isEmpty else { break }
      let start = Int.random(in: 0..<bytes.count, using: &numbers)
      let end = min(bytes.count, start + Int.random(in: 0...40, using: &numbers))
      switch Int.random(in: 0..<7, using: &numbers) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.removeSubrange(start...)
      case 2:
        bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...start, using: &numbers))
      case 3: bytes[start] = UInt8.random(in: 0...255, using: &numbers)
      case 4: bytes[start] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: start)
      }
    }
    return bytes
  }

  /// Reads a file; if that succeeds, writes the recording in all formats and reads it again.
  static func exercise(_ bytes: [UInt8], seed: UInt64) {
    do throws(RecordingError) {
      _ = needsDescription(bytes)
      let file = try RecordingFile(in: bytes, named: "m", description: bytes)
      #expect(!file.recordings.isEmpty, "seed \(seed)")
      #expect(file.warnings.allSatisfy { $0.line >= 1 && !$0.description.isEmpty }, "seed \(seed)")
      for format in RecordingFormat.allCases where format.isWritable {
        guard file.recordings.count == 1 || format == .libinput else { continue }
        let written = try file.text(as: format)
        guard format == .libinput else { continue }
        let again = try RecordingFile(in: written, named: "again")
        #expect(again.recordings == file.recordings, "seed \(seed)")
      }
    } catch {
      #expect(error.description.utf8.count < 600, "seed \(seed)")
    }
  }

  @Test("a broken file gives either a result or an error", arguments: [1, 2, 3, 4] as [UInt64])
  func bundled(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      for sample in Self.samples {
        Self.exercise(Self.mutated(sample, with: &numbers), seed: seed)
      }
    }
  }

  @Test(
    "a broken recording of a real device gives either a result or an error",
    // The recordings belong to other projects and are not part of the package.
    .enabled(
      if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
  func field() throws {
    var numbers = SeededGenerator(seed: 5)
    for path in FieldRecordings.all {
      let bytes = try FieldRecordings.bytes(path)
      for _ in 0..<4 {
        let length = min(bytes.count, Int.random(in: 0...12_000, using: &numbers))
        Self.exercise(Self.mutated(Array(bytes[..<length]), with: &numbers), seed: 5)
      }
    }
  }

  @Test("random bytes give either a result or an error")
  func noise() {
    var numbers = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...200, using: &numbers)
      Self.exercise((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }, seed: 6)
    }
  }
}
