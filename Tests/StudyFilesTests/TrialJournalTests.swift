import CaseFolders
import Foundation
import FrameLogs
import Testing
import Tuning

@testable import StudyFiles

@Suite("Trial journal")
struct TrialJournalTests {
  private static let header = JournalHeader(
    study: "s", corpus: "c", training: 3, heldOut: 1, method: "sobol", seed: .max, keys: ["b", "a"])

  /// Results of synthetic trials, one of which has invalid settings.
  private static func results(_ range: Range<Int>) -> [TrialResult] {
    range.map { index in
      let values = ["\(index)", "näme \"\(index)\"\n"]
      guard index % 5 != 4 else {
        return TrialResult(values: values, card: nil, refusal: "no \(index)")
      }
      var card = Scorecard()
      card.all = Scorecard.Tally(count: 3, wrong: index % 4)
      card.targets = [
        "half": Scorecard.Tally(count: 2, wrong: 1), "full": Scorecard.Tally(count: 1),
      ]
      card.persons = ["ä": Scorecard.Tally(count: 3)]
      card.settleTime = Scorecard.Total(sum: 1 << 50, greatest: Int64(index) * 7)
      card.overshoot = Scorecard.Total(sum: Int64(index), greatest: Int64(index))
      if index % 2 == 0 { card.repetitions = Scorecard.Tally(count: 6, wrong: 2) }
      return TrialResult(values: values, card: card)
    }
  }

  /// Calls `body` with a path in a temporary folder, which is removed afterwards.
  private func withPath(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "j.jsonl").path)
  }

  private func write(_ results: [TrialResult], to path: String, in parts: [Int]) throws {
    var file = try JournalFile.opened(
      at: path, continuing: try trialJournal(at: path), header: Self.header)
    var start = 0
    for part in parts {
      try file.append(Array(results[start..<start + part]))
      start += part
    }
    try file.synchronize()
  }

  @Test("written trials are read back, whether they were appended at once or in batches")
  func roundTrip() throws {
    var texts: Set<[UInt8]> = []
    for parts in [[12], [1, 2, 3, 6], [5, 7]] {
      try withPath { path in
        try write(Self.results(0..<12), to: path, in: parts)
        let journal = try #require(try trialJournal(at: path))
        #expect(journal.header == Self.header)
        #expect(journal.results == Self.results(0..<12))
        texts.insert(try fileBytes(at: path))
      }
    }
    #expect(texts.count == 1)
  }

  @Test("a journal that is truncated at any byte can be continued, and ends with the same bytes")
  func continued() throws {
    try withPath { path in
      try write(Self.results(0..<6), to: path, in: [6])
      let whole = try fileBytes(at: path)
      for length in 0...whole.count {
        try writeFile(Array(whole[..<length]), at: path)
        let journal = try trialJournal(at: path)
        let known = journal?.results ?? []
        #expect(known == Array(Self.results(0..<6).prefix(known.count)))
        try write(Array(Self.results(0..<6)[known.count...]), to: path, in: [6 - known.count])
        #expect(try fileBytes(at: path) == whole)
      }
    }
  }

  @Test("a changed line is refused with its line number")
  func changed() throws {
    try withPath { path in
      try write(Self.results(0..<4), to: path, in: [4])
      let lines = String(decoding: try fileBytes(at: path), as: UTF8.self).split(separator: "\n")
      for (line, text) in [
        (1, #"{"flickbook":"journal/9"}"#), (2, "nonsense"), (3, #"{"trial":7}"#),
        (4, lines[3].replacing(#""wrong":"#, with: #""wrong":9"#)),
      ] {
        var changed = lines.map(String.init)
        changed[line - 1] = String(text)
        try writeFile(Array((changed.joined(separator: "\n") + "\n").utf8), at: path)
        let error = #expect(throws: FileError.self) { try trialJournal(at: path) }
        #expect(error?.description.contains("\(path):\(line): ") == true)
      }
    }
  }

  @Test(
    "a journal that another process writes is refused, and no file of another kind is truncated")
  func others() throws {
    try withPath { path in
      let file = try JournalFile.opened(at: path, continuing: nil, header: Self.header)
      #expect(throws: FileError.busy(path: path)) {
        _ = try JournalFile.opened(at: path, continuing: nil, header: Self.header)
      }
      try file.synchronize()
    }
    try withPath { path in
      try writeFile(Array("a diary".utf8), at: path)
      #expect(throws: FileError.self) { try trialJournal(at: path) }
    }
  }

  @Test(
    "if the disk is full, the journal is unchanged",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func full() throws {
    let error = #expect(throws: FileError.self) {
      _ = try JournalFile.opened(at: "/dev/full", continuing: nil, header: Self.header)
    }
    #expect(error?.description.contains("/dev/full") == true)
  }
}
