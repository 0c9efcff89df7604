/// The file formats that recordings come in.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// The YAML of `libinput record`, version 1; the native format, and the only one that keeps all.
  case libinput
  /// The text of `evemu-record`, versions 1.0 to 1.3.
  case evemu
}

extension RecordingFormat {
  /// What people call the format.
  public var title: String {
    switch self {
    case .libinput: "libinput recording"
    case .evemu: "evemu recording"
    }
  }
}
