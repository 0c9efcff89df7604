import FrameLogs

/// Something about a run or a case on disk that is not as it was written.
public struct RunFinding: Hashable, Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A file is not there.
    case missing
    /// A file cannot be read, or is no JSON.
    case unreadable
    /// A file is not the one whose digest was kept.
    case altered
    /// There is no digest to tell whether a file is as it was written.
    case unsealed
    /// The recording is not the one that was replayed.
    case otherRecording
    /// A case cannot be read.
    case unusable
    /// An interrupted command left something.
    case leftover
  }

  /// What kind of thing it is.
  public var kind: Kind
  /// The path of the file or folder.
  public var path: String
  /// The whole sentence, the path first.
  public var message: String
}

/// What is wrong with the files of the run directory at `path`; empty when they are as written.
///
/// - Returns: The findings, by file, in the order in which the files are written.
package func findings(inRunAt path: String) -> [RunFinding] {
  RunCheck(path: withoutTrailingSlash(path)).findings
}

/// Checks that the run directory at `path` is whole and as it was written.
///
/// A run without digests, from version 0.1.0, passes when its frames have the digest of its summary.
///
/// - Throws: ``FileError/altered(path:found:)`` with the first finding.
package func checkRun(at path: String) throws(FileError) {
  guard let first = findings(inRunAt: path).first(where: { $0.kind != .unsealed }) else { return }
  throw .altered(path: withoutTrailingSlash(path), found: first.message)
}

/// Whether the run directory at `path` is one that Flickbook wrote, by its `run.json`.
func isRunOfOurs(at path: String) -> Bool {
  let check = RunCheck(path: path)
  return switch check.seal {
  case true?: check.header != nil
  case false?: false
  case nil: check.findings.allSatisfy { $0.kind == .unsealed }
  }
}

/// The files of a run directory with what is wrong with them.
struct RunCheck {
  let path: String
  /// The files that could be read, by name.
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var findings: [RunFinding] = []
  /// The fields of `run.json`; nil when that is of no use.
  private(set) var header: LogValue?
  /// Whether the seal of `run.json` holds; nil when it has none.
  private(set) var seal: Bool?

  init(path: String) {
    self.path = path
    for name in RunFiles.names { read(name) }
    checkHeader()
    if seal == nil { checkUnsealed() } else { checkDigests() }
    let order = RunFiles.names
    findings.sort { left, right in
      let ranks = [left, right].map { order.firstIndex(of: lastPart(of: $0.path)) ?? order.count }
      return ranks[0] < ranks[1]
    }
  }

  /// The digest that `run.json` tells of a file; nil when it tells none.
  func toldDigest(of name: String) -> String? {
    guard let key = RunSeal.digestKeys.first(where: { $0.key == name })?.value else { return nil }
    return header?[key]?.asText
  }

  /// Whether a file is there and has the digest that an unbroken `run.json` tells.
  func isAsWritten(_ name: String) -> Bool {
    guard seal == true, let told = toldDigest(of: name), let bytes = files[name] else {
      return false
    }
    return SHA256.hexadecimal(of: bytes) == told
  }

  private mutating func read(_ name: String) {
    let file = "\(path)/\(name)"
    do throws(FileError) { files[name] = try runFileBytes(name, at: path) } catch {
      guard case .missing = error else { return add(.unreadable, name, error.description) }
      add(.missing, name, "\(file): it is not there.")
    }
  }

  private mutating func checkHeader() {
    guard let bytes = files["run.json"] else { return }
    seal = RunSeal.isUnbroken(bytes)
    do throws(FileError) {
      let fields = try logDocument(in: bytes, path: "\(path)/run.json")
      let schema = LogValue.fields(fields)["schema"]?.asText
      guard schema == Run.schema else {
        throw .malformed(
          path: "\(path)/run.json", line: nil,
          found: schema.map { "the schema '\($0)'" } ?? "no schema",
          expected: "the schema '\(Run.schema)'")
      }
      header = .fields(fields)
    } catch { return add(.unreadable, "run.json", error.description) }
    guard seal == false else { return }
    add(.altered, "run.json", "\(path)/run.json: it is not as it was written.")
  }

  private mutating func checkDigests() {
    for (name, _) in RunSeal.digestKeys {
      guard let bytes = files[name], toldDigest(of: name) != SHA256.hexadecimal(of: bytes) else {
        continue
      }
      addAltered(name, than: "run.json")
    }
  }

  /// What can be told of a run without digests: its summary has that of the frames.
  private mutating func checkUnsealed() {
    for name in ["frames.jsonl", "events.jsonl"] {
      guard let bytes = files[name] else { continue }
      do throws(FileError) {
        _ = try logRows(in: bytes, path: "\(path)/\(name)")
      } catch { add(.unreadable, name, error.description) }
    }
    guard let bytes = files["summary.json"] else { return }
    do throws(FileError) {
      let summary = try logDocument(in: bytes, path: "\(path)/summary.json")
      let told = LogValue.fields(summary)["framesSHA256"]?.asText
      if let frames = files["frames.jsonl"], told != SHA256.hexadecimal(of: frames) {
        addAltered("frames.jsonl", than: "summary.json")
      }
    } catch { return add(.unreadable, "summary.json", error.description) }
    guard header != nil, findings.isEmpty else { return }
    add(
      .unsealed, "run.json",
      "\(path)/run.json: it has no digests to check by; 'flickbook repair' adds them.")
  }

  private mutating func addAltered(_ name: String, than teller: String) {
    let file = "\(path)/\(name)"
    do throws(FileError) {
      guard let bytes = files[name] else { return }
      if name.hasSuffix(".jsonl") {
        _ = try logRows(in: bytes, path: file)
      } else {
        _ = try logDocument(in: bytes, path: file)
      }
    } catch { return add(.unreadable, name, error.description) }
    guard !findings.contains(where: { $0.path == file }) else { return }
    add(.altered, name, "\(file): it is not as it was written; \(teller) tells another digest.")
  }

  private mutating func add(_ kind: RunFinding.Kind, _ name: String, _ message: String) {
    findings.append(RunFinding(kind: kind, path: "\(path)/\(name)", message: message))
  }
}
