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
  init(on file: String, description: String?) throws {
    self.file = file
    name = inputName(file)
    permissions = file == "-" ? nil : Flickbook.permissions(ofFile: file)
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
  }

  /// Whether the recording has private details that an anonymous copy leaves out, because a replay does not need them.
  var hasRemovableDetails: Bool { details.contains(where: \.isDropped) }

  private var isReadByOthers: Bool { permissions.map { $0 & 0o044 != 0 } ?? false }

  /// The report.
  var report: Report {
    let dropped = details.filter(\.isDropped)
    let rows = details.map { detail -> Report in
      [
        .data("kind", detail.kind.rawValue), .data("line", detail.line),
        .data("found", detail.found), .data("dropped", detail.isDropped),
      ]
    }
    var report: Report = [
      .data("file", name), .data("readByOthers", permissions == nil ? nil : isReadByOthers),
      .data("details", rows), .note(singleLine(name)),
    ]
    report += listed("flickbook convert --anonymous removes", dropped)
    report += listed("every recording contains", details.filter { !$0.isDropped })
    if let permissions, isReadByOthers {
      report += [
        .note(
          "  other users of this machine may read this file (mode \(String(permissions, radix: 8))); to prevent this: "
            + "chmod 600 \(shellQuoted(file))")
      ]
    }
    return report + [
      .note(
        dropped.isEmpty
          ? "  no other private details"
          : "  to share a copy without these details: flickbook convert --anonymous \(shellQuoted(file)) shared.yml"
      )
    ]
  }

  private func listed(_ title: String, _ details: [PrivateDetail]) -> Report {
    guard !details.isEmpty else { return [] }
    return [.note("  \(title)")]
      + Report(
        details.map { detail in
          let location = detail.line.map { "line \($0): " } ?? ""
          return .note("    \(detail.kind.rawValue): \(location)\(singleLine(detail.found))")
        })
  }
}
