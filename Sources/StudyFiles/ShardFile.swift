package import CaseFolders
import FrameLogs
package import Tuning

/// Along what a study is cut.
package enum ShardCut: String, Hashable, Sendable, CaseIterable {
  /// Each shard tries some of the points on all gestures.
  case trials
  /// Each shard tries all points on some of the gestures.
  case gestures
}

/// Which part of a study one process does.
package struct Shard: Hashable, Sendable {
  /// What the first key says.
  package static let kind = "shard/1"

  /// Along what the study is cut.
  package var cut: ShardCut
  /// The number of the part, from 0.
  package var index: Int
  /// How many parts there are.
  package var count: Int

  /// Creates a part; traps unless there is such a one.
  package init(_ cut: ShardCut, index: Int, of count: Int) {
    precondition((0..<count).contains(index), "shard \(index) of \(count)")
    self.cut = cut
    self.index = index
    self.count = count
  }

  /// The part of `all` things that is this one's, as even as can be.
  package func range(of all: Int) -> Range<Int> {
    all * index / count..<all * (index + 1) / count
  }

  /// The points that it tries, of so many.
  package func trials(of all: Int) -> Range<Int> { cut == .trials ? range(of: all) : 0..<all }

  /// The gestures that it tries them on, of so many.
  package func gestures(of all: Int) -> Range<Int> { cut == .gestures ? range(of: all) : 0..<all }
}

/// What a shard came to.
package struct ShardFile: Hashable, Sendable {
  /// Where it was read.
  package var path: String
  /// Which part it is.
  package var shard: Shard
  /// What it is a part of.
  package var header: JournalHeader
  /// How many points the whole search has.
  package var points: Int
  /// The results of its trials, in their order.
  package var results: [TrialResult]

  package init(
    path: String, shard: Shard, header: JournalHeader, points: Int, results: [TrialResult]
  ) {
    self.path = path
    self.shard = shard
    self.header = header
    self.points = points
    self.results = results
  }

  /// Its bytes: a head, and a line for each trial.
  package var bytes: [UInt8] {
    var text = JSONText()
    text.appendLine([
      LogField("flickbook", .text(Shard.kind)), LogField("cut", .text(shard.cut.rawValue)),
      LogField("index", .integer(shard.index)), LogField("of", .integer(shard.count)),
      LogField("points", .integer(points)), LogField("journal", .fields(header.logFields)),
    ])
    var bytes = Array(text.bytes)
    let first = shard.trials(of: points).lowerBound
    for (offset, result) in results.enumerated() {
      bytes += journalLine(first + offset, result, keys: header.keys)
    }
    return bytes
  }
}

/// Reads the shard at `path`.
///
/// - Throws: ``FileError`` when it cannot be read, is none, or is not whole.
package func shardFile(at path: String) throws(FileError) -> ShardFile {
  let bytes = try fileBytes(at: path)
  func wrong(_ line: Int, _ found: String) -> FileError {
    .malformed(
      path: path, line: line, found: found,
      expected: "a whole shard; remove it and run 'flickbook shard' again")
  }
  let lines = logLines(of: bytes)
  guard let first = lines.first else { throw wrong(1, "nothing") }
  let head: LogValue
  do throws(FileError) { head = .fields(try logDocument(in: Array(first), path: path)) } catch {
    throw wrong(1, "no head of a shard")
  }
  guard head["flickbook"]?.asText == Shard.kind,
    let cut = head["cut"]?.asText.flatMap({ ShardCut(rawValue: $0) }),
    let index = head["index"]?.asWhole, let count = head["of"]?.asWhole, count > 0,
    (0..<count).contains(index), let points = head["points"]?.asWhole, points >= 0,
    case .fields(let fields)? = head["journal"], let header = JournalHeader(fields)
  else { throw wrong(1, "no head of a shard") }
  let shard = Shard(cut, index: index, of: count)
  var results: [TrialResult] = []
  let trials = shard.trials(of: points)
  for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty {
    let value: LogValue
    do throws(FileError) { value = .fields(try logDocument(in: Array(line), path: path)) } catch {
      throw wrong(number + 1, "no trial")
    }
    guard value["trial"]?.asWhole == trials.lowerBound + results.count,
      let result = TrialResult(value, keys: header.keys)
    else { throw wrong(number + 1, "no trial \(trials.lowerBound + results.count)") }
    results.append(result)
  }
  guard results.count == trials.count, lines.last?.isEmpty == true else {
    throw wrong(lines.count, "\(results.count) of \(trials.count) trials")
  }
  return ShardFile(path: path, shard: shard, header: header, points: points, results: results)
}

/// The journal that all shards of a study come to: that of one run on one machine, byte for byte.
///
/// - Throws: ``FileError`` with the first shard that is missing, twice, or of something else.
package func merged(_ shards: [ShardFile]) throws(FileError) -> [UInt8] {
  guard let first = shards.first else {
    throw .malformed(path: "", line: nil, found: "no shards", expected: "their files")
  }
  var known: [Int: ShardFile] = [:]
  for shard in shards {
    guard shard.header == first.header, shard.points == first.points,
      shard.shard.cut == first.shard.cut, shard.shard.count == first.shard.count
    else {
      throw .malformed(
        path: shard.path, line: 1, found: "a shard of something else than \(first.path) is of",
        expected: "shards of one study that is cut in one way")
    }
    if let other = known[shard.shard.index] {
      throw .malformed(
        path: shard.path, line: 1, found: "shard \(shard.shard.index), as in \(other.path)",
        expected: "each shard once")
    }
    known[shard.shard.index] = shard
  }
  let count = first.shard.count
  for index in 0..<count where known[index] == nil {
    throw .malformed(
      path: first.path, line: 1, found: "shard \(index) of \(count) nowhere",
      expected: "all of them; run 'flickbook shard --index \(index) --of \(count)'")
  }
  let sorted = (0..<count).compactMap { known[$0] }
  var results = first.shard.cut == .trials ? sorted.flatMap(\.results) : sorted[0].results
  if first.shard.cut == .gestures {
    for shard in sorted.dropFirst() {
      for (index, other) in shard.results.enumerated() { results[index].add(other) }
    }
  }
  var text = JSONText()
  text.appendLine(first.header.logFields)
  return Array(text.bytes)
    + results.enumerated().flatMap { journalLine($0, $1, keys: first.header.keys) }
}

extension TrialResult {
  /// Adds what more gestures came to; values that cannot be for some cannot be for all.
  package mutating func add(_ other: TrialResult) {
    guard refusal == nil else { return }
    guard let more = other.card, var sum = card else {
      card = nil
      refusal = other.refusal
      return
    }
    sum.add(more)
    card = sum
  }
}
