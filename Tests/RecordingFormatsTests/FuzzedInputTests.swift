import Foundation
import RecordingFormats
import Testing

/// Inputs that were found by fuzzing; every reader that accepts a file reads it.
@Suite("Fuzzed inputs")
struct FuzzedInputTests {
  static let inputs: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FuzzedInputs")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }()

  @Test("an input found by fuzzing gives either a result or an error", arguments: inputs)
  func found(input: URL) throws {
    MutationTests.exercise([UInt8](try Data(contentsOf: input)), seed: 0)
  }

  /// Reads a file in parts of `size` bytes; the first part is large enough to detect the format.
  private func inPieces(
    _ bytes: [UInt8], _ size: Int, first: Int = 700
  ) throws -> RecordingFile {
    var next = min(bytes.count, first)
    return try RecordingFile(
      beginning: Array(bytes[..<next]), named: "test",
      description: Array(SampleTexts.evemu.utf8)
    ) {
      let end = min(bytes.count, next + size)
      defer { next = end }
      return Array(bytes[next..<end])
    }
  }

  @Test("reading a file at once or in parts gives the same recording")
  func pieces() throws {
    for sample in MutationTests.samples + [Array(SampleTexts.libinput().utf8)] {
      let whole = try RecordingFile(
        in: sample, named: "test", description: Array(SampleTexts.evemu.utf8))
      for size in [1, 2, 3, 7, 64, 1_000] { #expect(try inPieces(sample, size) == whole) }
      // The two bytes of a line end may be in different parts.
      guard whole.format != .raw else { continue }
      let lines = sample.split(separator: 0x0a, omittingEmptySubsequences: false)
      for end in [[0x0d, 0x0a], [0x0d]] as [[UInt8]] {
        let other = Array(lines.joined(separator: end))
        let expected = try RecordingFile(
          in: other, named: "test", description: Array(SampleTexts.evemu.utf8))
        for size in [1, 2, 5] { #expect(try inPieces(other, size) == expected) }
      }
    }
  }

  @Test("an event that is split over two lines is read the same, wherever a part or the file ends")
  func tornEvents() throws {
    let text = Array(ImportTests.quotedEvtest.utf8)
    let whole = try RecordingFile(in: text, named: "test")
    for size in 1..<120 { #expect(try inPieces(text, size, first: 40) == whole, "\(size) bytes") }
    for end in (text.count - 450)..<text.count {
      let cut = Array(text[..<end])
      var expected: RecordingFile?
      do throws(RecordingError) { expected = try RecordingFile(in: cut, named: "test") } catch {
        #expect(throws: error, "cut at \(end)") { try inPieces(cut, 7, first: 40) }
        continue
      }
      #expect(try inPieces(cut, 7, first: 40) == expected, "cut at \(end)")
    }
  }

  @Test("an endless log is refused before it exhausts memory")
  func endlessLog() {
    let head = Array("{\"hardwareProperties\": {}, \"entries\": [".utf8)
    let part = [UInt8](repeating: 0x20, count: 1 << 22)
    var count = 0
    #expect(throws: (any Error).self) {
      try RecordingFile(beginning: head, named: "test") {
        count += 1
        return part
      }
    }
    #expect(count < 20)
  }

  @Test("a line without an end does not stop the reader from working")
  func endlessLine() {
    var head = Array(SampleTexts.libinput().utf8)
    head += [UInt8](repeating: 0x20, count: 100)
    var count = 0
    #expect(throws: (any Error).self) {
      try RecordingFile(beginning: head + Array("x: y\n- z".utf8), named: "test") {
        count += 1
        return count < 40 ? [UInt8](repeating: 0x61, count: 1 << 19) : []
      }
    }
  }

  @Test("a second document is refused with a remedy, and a byte order mark is skipped")
  func documents() throws {
    let text = SampleTexts.libinput()
    let marked = try read("\u{feff}---\n" + text)
    #expect(marked.recordings == (try read(text)).recordings)
    let found = error(reading: text + "---\n" + text)?.description ?? ""
    #expect(found.contains("found '---'") && found.contains("a file holds one recording"))
  }
}
