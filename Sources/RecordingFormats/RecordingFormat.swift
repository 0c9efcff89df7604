/// The file formats of recordings.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// The YAML of `libinput record`, version 1, which is the native format and the only format that keeps everything.
  case libinput
  /// The text of `evemu-record`, versions 1.0 to 1.3.
  case evemu
  /// The text of `evtest`; read only, because no program plays it.
  case evtest
  /// The text of Android's `getevent -lt` or `getevent -t`; read only, because no program plays it.
  case getevent
  /// A sequence of `struct input_event`, as the kernel delivers them, without a device description; read only.
  case raw
  /// The JSON activity log of ChromeOS touchpads; read only.
  case chromeOS = "chromeos"
  /// The text of `libinput debug-events`; read only, because it has gestures and no events of the device.
  case debugEvents = "debug-events"
  /// Touches as comma-separated values; this format keeps the contacts but not the events.
  case csv
}

extension RecordingFormat {
  /// The usual name of the format.
  public var title: String {
    switch self {
    case .libinput: "libinput recording"
    case .evemu: "evemu recording"
    case .evtest: "evtest output"
    case .getevent: "getevent output"
    case .raw: "struct input_event"
    case .chromeOS: "ChromeOS activity log"
    case .debugEvents: "libinput debug-events output"
    case .csv: "touches as CSV"
    }
  }

  /// Whether ``RecordingFile/text(as:)`` can write the format.
  ///
  /// Those are the formats that programs play, and the table, which people read and edit: `libinput replay` plays
  /// libinput recordings, and `evemu-play` plays evemu recordings.
  public var isWritable: Bool { self == .libinput || self == .evemu || self == .csv }

  /// The format that the extension of a file name implies; nil for any other extension.
  ///
  /// Use this initializer only for files to be written. When a file is read, its content determines the format.
  public init?(fileName: String) {
    guard let point = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: point)...].lowercased() {
    case "yml", "yaml", "libinput": self = .libinput
    case "events", "evemu": self = .evemu
    case "evtest": self = .evtest
    case "getevent": self = .getevent
    case "bin", "raw": self = .raw
    case "csv": self = .csv
    default: return nil
    }
  }
}
