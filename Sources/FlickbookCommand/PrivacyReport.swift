import Flickbook

/// What a recording says about its owner.
struct PrivacyReport {
  private let file: String
  private let name: String
  private let details: [PrivateDetail]
  /// Who may read the file; nil for standard input.
  private let permissions: UInt32?

  /// Reads the recording at `file`; `description` is its `.desc` file, where it needs one.
  init(on file: String, description: String?) throws(LoadError) {
    self.file = file
    name = file == "-" ? "standard input" : file
    permissions = file == "-" ? nil : Flickbook.permissions(ofFile: file)
    do {
      // The lines that no reader interprets tell something, too. Standard input is there only once.
      let bytes = try fileBytes(at: file)
      let recordings =
        if file == "-" {
          try RecordingFile(
            in: bytes, named: name, description: description.map { try fileBytes(at: $0) })
        } else {
          try loadedRecordingFile(at: file, description: description).file
        }
      details = privateDetails(of: recordings, in: bytes)
    } catch let error as LoadError {
      throw error
    } catch let error as RecordingError {
      throw .recording(error)
    } catch let error as FileError {
      throw .file(error)
    } catch {
      throw .file(.failed(path: name, doing: "reading", reason: "\(error)"))
    }
  }

  /// Whether it says more than a recording must.
  var hasMore: Bool { details.contains(where: \.isDropped) }

  private var isReadByOthers: Bool { permissions.map { $0 & 0o044 != 0 } ?? false }

  /// The report for people, without a newline at the end.
  var text: String {
    var lines = [singleLine(name)]
    let dropped = details.filter(\.isDropped)
    let kept = details.filter { !$0.isDropped }
    lines += listed("flickbook convert --anonymous leaves out", dropped)
    lines += listed("it always tells", kept)
    if let permissions, isReadByOthers {
      lines.append(
        "  others on this machine may read it (\(String(permissions, radix: 8))); "
          + "chmod 600 \(shellQuoted(file))")
    }
    if dropped.isEmpty {
      lines.append("  nothing more than that")
    } else {
      lines.append(
        "  share it without: flickbook convert --anonymous \(shellQuoted(file)) shared.yml")
    }
    return lines.joined(separator: "\n")
  }

  private func listed(_ title: String, _ details: [PrivateDetail]) -> [String] {
    guard !details.isEmpty else { return [] }
    return ["  \(title)"]
      + details.map { detail in
        let location = detail.line.map { "line \($0): " } ?? ""
        return "    \(detail.kind.rawValue): \(location)\(singleLine(detail.found))"
      }
  }

  /// The report for programs.
  var logFields: [LogField] {
    [
      LogField("file", .text(name)),
      LogField("readByOthers", permissions == nil ? .none : .flag(isReadByOthers)),
      LogField(
        "details",
        .list(
          details.map { detail in
            .fields([
              LogField("kind", .text(detail.kind.rawValue)),
              LogField("line", detail.line.map { .integer($0) } ?? .none),
              LogField("found", .text(detail.found)),
              LogField("dropped", .flag(detail.isDropped)),
            ])
          })),
    ]
  }
}
