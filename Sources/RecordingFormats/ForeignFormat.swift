/// Kinds of files that are often taken for recordings, and that are not read.
public enum ForeignFormat: String, CaseIterable, Sendable {
  /// HID reports of `hid-recorder`.
  case hidRecorder
  /// A `umockdev-record --script` file.
  case umockdevScript
  /// A `umockdev-record` device description.
  case umockdevDevice
  /// Text in UTF-16, as PowerShell redirects it.
  case utf16
  /// A gzip, xz, zstd or zip archive.
  case compressed
  /// JSON that is no ChromeOS activity log.
  case json
}

extension ForeignFormat {
  /// What people call it.
  public var title: String {
    switch self {
    case .hidRecorder: "HID reports of hid-recorder"
    case .umockdevScript: "a umockdev script"
    case .umockdevDevice: "a umockdev device description"
    case .utf16: "text in UTF-16"
    case .compressed: "a compressed file"
    case .json: "JSON that is no ChromeOS activity log"
    }
  }

  /// What to do instead; a clause without a full stop.
  public var advice: String {
    switch self {
    case .hidRecorder: "replay them with hid-replay and record that with 'flickbook record'"
    case .umockdevScript: "run it under umockdev-run and record that with 'flickbook record'"
    case .umockdevDevice: "it describes a device and has no events; give the recording itself"
    case .utf16: "save it as UTF-8, for example with 'iconv -f UTF-16 -t UTF-8'"
    case .compressed: "unpack it first"
    case .json: "give the recording that it was made from"
    }
  }
}
