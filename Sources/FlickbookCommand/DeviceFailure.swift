import ArgumentParser
import EvdevDevices

extension Failure {
  init(_ error: DeviceError) {
    let status: Status =
      switch error {
      case .missing, .noTouchDevice(unreadable: []): .noInput
      case .notPermitted, .noTouchDevice: .noPermission
      case .notEvdev, .notTouch, .hasTextKeys: .badInput
      case .ambiguous: .usage
      case .adb(let error): error.status
      case .replaced, .grabbed, .system, .builtWithoutEvdev: .inputOutput
      }
    self.init(status, error.description)
  }
}

/// Runs `body`, turning its error into a failure.
func orDeviceFailure<Result: ~Copyable>(
  _ body: () throws(DeviceError) -> Result
) throws(Failure) -> Result {
  do throws(DeviceError) { return try body() } catch { throw Failure(error) }
}

extension AdbError {
  /// What the command exits with.
  fileprivate var status: Failure.Status {
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
  static let inputOutput = ExitCode(Failure.Status.inputOutput.rawValue)
  /// The user ended it before it was done.
  static let interrupted = ExitCode(Failure.Status.interrupted.rawValue)
}
