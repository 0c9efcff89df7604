import Flickbook

/// The private details of a recording, which `inspect --privacy` reports.
struct PrivacyReport {
  private let file: String
  private let name: String
  private let details: [PrivateDetail]
  /// The mode bits of the file; nil for standard input.
  private let permissions: UInt32?

  /// Reads the recording at `file`.
  ///
  /// `description` is the path of the file that describes the device, for recordings that have no description.
  init(on file: String, description: String?) throws(LoadError) {
    self.file = file
    name = file == "-" ? "standard input" : file
    permissions = file == "-" ? nil : Flickbook.permissions(ofFile: file)
    do {
      // Search the bytes of the file, too, because lines that no parser interprets can also be private. Parse these
      // bytes instead of reading the recording again, because standard input can be read only once.
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

  /// Whether the recording has private details that an anonymous copy leaves out, because a replay does not need them.
  var hasRemovableDetails: Bool { details.contains(where: \.isDropped) }

  private var isReadByOthers: Bool { permissions.map { $0 & 0o044 != 0 } ?? false }

  /// The report as text, without a newline at the end.
  var text: String {
    var lines = [singleLine(name)]
    let dropped = details.filter(\.isDropped)
    let kept = details.filter { !$0.isDropped }
    lines += listed("flickbook convert --anonymous removes", dropped)
    lines += listed("every recording contains", kept)
    if let permissions, isReadByOthers {
      lines.append(
        "  other users of this machine may read it (mode \(String(permissions, radix: 8))); to prevent this: "
          + "chmod 600 \(shellQuoted(file))")
    }
    if dropped.isEmpty {
      lines.append("  no other private details")
    } else {
      lines.append(
        "  to share it without them: flickbook convert --anonymous \(shellQuoted(file)) shared.yml")
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

  /// The fields of the JSON report.
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
