import FrameLogs
import InteractionScenarios
import Review
import TouchInput

/// What stands beside an expected run, in its folder, and was written with it.
enum KeptFile: String, CaseIterable {
  /// How far its decisions were from others when it was accepted: one on each line, and a last line with the
  /// digests of the lines before it and of the other file.
  case margins = "margins.jsonl"
  /// The frames that were accepted first, where others took their place within the tolerance.
  case first = "first.jsonl"
}

/// What stands beside an expected run, as far as it is as it was written.
struct KeptFiles {
  /// The margins that the decisions had when the run was accepted; nil where nobody kept them.
  private(set) var margins: [DecisionMargin]?
  /// The frames that were accepted first, as they are written; nil where the run was not reached by steps.
  private(set) var first: [UInt8]?
  /// What is not as it was written.
  private(set) var findings: [RunFinding] = []

  private static let marginsKey = "marginsSHA256"
  private static let firstKey = "firstSHA256"

  /// The files to be written beside `run`.
  ///
  /// - Parameters:
  ///   - run: The run, whose header says how it was made.
  ///   - recording: What was replayed.
  ///   - first: The frames that were accepted first; nil where this run is the first.
  /// - Returns: The files; without margins where those of the run cannot be told.
  static func files(
    beside run: Run, _ recording: Recording, first: [UInt8]?
  ) -> [KeptFile: [UInt8]] {
    let margins = try? ReplayRequest(header: run.header)?.margins(of: recording)
    var text = JSONText()
    for margin in margins ?? [] { text.appendLine(margin.logFields) }
    let digest = SHA256.hexadecimal(of: text.bytes)
    text.appendLine([
      LogField(marginsKey, .text(digest)),
      LogField(firstKey, first.map { .text(SHA256.hexadecimal(of: $0)) } ?? .none),
    ])
    var files: [KeptFile: [UInt8]] = [.margins: text.bytes]
    files[.first] = first
    return files
  }

  /// Reads what stands beside the expected run of `known`.
  init(of known: RecordingCase) {
    let seal = readMargins(of: known)
    let path = known.path(of: .first)
    let isThere = kindOfFile(at: path) != .nothing
    let told = seal?[Self.firstKey]?.asText
    guard isThere || told != nil else { return }
    do throws(FileError) {
      let bytes = try runFileBytes(KeptFile.first.rawValue, at: known.expectedPath)
      guard told == SHA256.hexadecimal(of: bytes) else { throw .altered(path: path, found: "") }
      first = bytes
    } catch {
      findings.append(
        RunFinding(
          kind: isThere ? .altered : .missing, path: path,
          message: """
            \(path): \(isThere ? "it is not as it was written" : "it is not there"), so that nobody knows \
            any more what was accepted first; put it back, or look at what the case gives now and \
            accept that with 'flickbook accept \(known.folder)'.
            """))
    }
  }

  /// Reads the margins; returns the fields of their last line.
  private mutating func readMargins(of known: RecordingCase) -> LogValue? {
    let path = known.path(of: .margins)
    guard kindOfFile(at: path) != .nothing else { return nil }
    do throws(FileError) {
      let bytes = try runFileBytes(KeptFile.margins.rawValue, at: known.expectedPath)
      let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let rows = try logRows(in: bytes, path: path)
      let seal = rows.last.map { LogValue.fields($0) }
      let margins = rows.dropLast().map { DecisionMargin(logFields: $0) }
      let told = seal?[Self.marginsKey]?.asText
      if told == SHA256.hexadecimal(of: Array(bytes[..<end])), !margins.contains(nil) {
        self.margins = margins.compactMap { $0 }
        return seal
      }
      add(path, "it is not as it was written; its last line tells another digest, or none.")
      return seal
    } catch {
      add(path, "it is not as it was written; it cannot be read.")
      return nil
    }
  }

  private mutating func add(_ path: String, _ words: String) {
    findings.append(
      RunFinding(
        kind: .altered, path: path,
        message: "\(path): \(words.dropLast()), and 'flickbook repair' writes it anew."))
  }
}

extension RecordingCase {
  /// The path of what is kept beside the expected run.
  func path(of kept: KeptFile) -> String { "\(expectedPath)/\(kept.rawValue)" }

  /// The margins that the decisions had when the expected run was accepted; nil where nobody kept them.
  func acceptedMargins() -> [DecisionMargin]? { KeptFiles(of: self).margins }
}
