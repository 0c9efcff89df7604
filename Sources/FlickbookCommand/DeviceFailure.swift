import ArgumentParser
import EvdevDevices

extension DeviceError {
  /// What the command exits with.
  var exitCode: ExitCode {
    switch self {
    case .missing, .noTouchDevice(unreadable: []): ExitCode(66)
    case .notPermitted, .noTouchDevice: ExitCode(77)
    case .notEvdev, .notTouch, .hasTextKeys: ExitCode(65)
    case .ambiguous: ExitCode(64)
    case .adb(let error): ExitCode(error.status.rawValue)
    case .replaced, .grabbed, .system, .builtWithoutEvdev: ExitCode(74)
    }
  }
}

extension AdbError {
  /// What the command exits with.
  var status: Failure.Status {
    switch self {
    case .noPhone, .noTouchscreen, .missing: .noInput
    case .severalPhones, .otherPhones, .severalTouchscreens: .usage
    case .notTouch, .hasTextKeys, .unreadable: .badInput
    case .notInstalled, .failed, .ended: .inputOutput
    }
  }
}

extension ExitCode {
  /// A file could not be written, or a device could not be read to the end.
  static let inputOutput = ExitCode(74)
  /// The user ended it before it was done.
  static let interrupted = ExitCode(130)
}
