/// Kinds of files that are often mistaken for recordings and that Flickbook does not read.
public enum ForeignFormat: String, CaseIterable, Sendable {
  /// HID reports of `hid-recorder`.
  case hidRecorder
  /// A `umockdev-record --script` file.
  case umockdevScript
  /// A `umockdev-record` device description.
  case umockdevDevice
  /// Text in UTF-16, which PowerShell writes when output is redirected.
  case utf16
  /// A file that is compressed with gzip, xz, zstd, bzip2 or zip.
  case compressed
  /// JSON that is not a ChromeOS activity log.
  case json
  /// The output of `input-events`.
  case inputEvents
  /// The log lines of the kernel module evbug.
  case evbug
  /// The output of `getevent` without the option `-t`.
  case geteventWithoutTimes
  /// The events of a libinput recording without the description of the device.
  case libinputEvents
}

extension ForeignFormat {
  /// The kind of file, as a noun for messages.
  public var title: String {
    switch self {
    case .hidRecorder: "HID reports of hid-recorder"
    case .umockdevScript: "a umockdev script"
    case .umockdevDevice: "a umockdev device description"
    case .utf16: "text in UTF-16"
    case .compressed: "a compressed file"
    case .json: "JSON that is not a ChromeOS activity log"
    case .inputEvents: "the output of input-events"
    case .evbug: "a log of the kernel module evbug"
    case .geteventWithoutTimes: "getevent output without times"
    case .libinputEvents: "events of a libinput recording without their device"
    }
  }

  /// Whether one line is enough to identify this kind of file.
  ///
  /// The other kinds are reported only if the file contains no recording.
  var isCertain: Bool {
    switch self {
    case .hidRecorder, .umockdevScript, .umockdevDevice: true
    default: false
    }
  }

  /// The advice to the user; a clause without a full stop.
  public var advice: String {
    switch self {
    case .hidRecorder: "replay them with hid-replay, and record the replay with 'flickbook record'"
    case .umockdevScript:
      "run the script under umockdev-run, and record the device with 'flickbook record'"
    case .umockdevDevice: "the file describes a device and has no events; give the recording itself"
    case .utf16: "save the file as UTF-8, for example with 'iconv -f UTF-16 -t UTF-8'"
    case .compressed: "unpack the file first"
    case .json: "give the recording from which the JSON was made"
    case .inputEvents:
      "the output has neither the ranges of the axes nor a date; record with 'libinput record' or 'evtest'"
    case .evbug:
      """
      the log has neither the times of the events nor the ranges of the axes; record with \
      'libinput record' or 'evtest'
      """
    case .geteventWithoutTimes:
      "velocities need the time of each event; record with 'getevent -lt'"
    case .libinputEvents:
      """
      the device, whose ranges give positions a meaning, is missing; give the whole file, from its \
      line 'version: 1' on
      """
    }
  }
}
