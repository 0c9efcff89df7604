import Flickbook

/// An error that ends a command, with its message and exit status.
struct Failure: Error, CustomStringConvertible {
  /// The exit statuses; the numbers from 64 to 77 are those of `sysexits.h`.
  enum Status: Int32 {
    /// The command completed its work, and found differences or problems.
    case differences = 1
    /// The command line is wrong.
    case usage = 64
    /// An input file is invalid.
    case badInput = 65
    /// An input file does not exist.
    case noInput = 66
    /// Reading or writing failed.
    case inputOutput = 74
    /// A permission is missing.
    case noPermission = 77
    /// A signal ended the command.
    case interrupted = 130
  }

  var status: Status
  var description: String

  init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }
}

extension Failure {
  /// Returns the error of a command line with a name that is not one of `known`.
  ///
  /// The message ends with the nearest known name; if no name is near, with `otherwise`, or with all known names.
  static func unknown(
    _ name: String, in known: [String], _ message: String, otherwise: String? = nil
  ) -> Failure {
    let near = nearestName(to: name, in: known).map { "did you mean '\($0)'?" }
    let all = "use one of \(known.joined(separator: ", "))."
    return Failure(.usage, "\(message); \(near ?? otherwise ?? all)")
  }

  init(_ error: FileError) {
    let status: Status =
      switch error {
      case .missing: .noInput
      case .forbidden: .noPermission
      case .wrongKind, .notRegular, .malformed, .tooLarge, .altered, .otherLineBreaks:
        .badInput
      case .failed, .occupied, .notWrittenByFlickbook, .expectedRun, .missingFolder, .busy:
        .inputOutput
      }
    self.init(status, error.description)
  }

  init(_ error: LoadError) {
    switch error {
    case .file(let error): self.init(error)
    case .recording(.describesItself), .recording(.otherDevices):
      self.init(.usage, error.description)
    case .recording: self.init(.badInput, error.description)
    case .chooseDevice: self.init(.usage, error.description)
    }
  }

  init(_ error: ReplayError, path: String) {
    switch error {
    case .setting(let error): self.init(error)
    case .estimator, .noSuchPan: self.init(.usage, error.description)
    case .surface, .noTouches, .tooFewFingers, .otherFingers, .noGesture, .noContacts,
      .tooLong:
      var sentence = error.description
      if sentence.hasSuffix(".") { sentence.removeLast() }
      self.init(.badInput, "\(path): \(sentence)\(Self.option(for: error)).")
    }
  }

  /// Returns the options that can fix an error, in parentheses; empty if there are none.
  private static func option(for error: ReplayError) -> String {
    switch error {
    case .tooFewFingers(_, let most, _): " (--touchpad-fingers \(most))"
    case .otherFingers: " (--touchpad-fingers, --finger-match)"
    case .noContacts: " (--recognizer)"
    case .noGesture: " (--touchpad-fingers, --recognizer immediate)"
    case .tooLong: " (--pan, --hz)"
    case .setting, .estimator, .surface, .noTouches, .noSuchPan: ""
    }
  }

  /// Creates a failure, whose status depends on the place of the wrong setting.
  ///
  /// For a setting in a file the status is ``Status/badInput``, for a setting on the command line ``Status/usage``.
  init(_ error: SettingError) {
    let isInFile =
      switch error {
      case .unknownSetting(_, _, let location, _), .wordOfSpring(_, _, let location, _, _, _),
        .invalidValue(_, _, let location, _), .settingWithoutEffect(_, _, _, let location, _):
        !location.isEmpty && !location.hasPrefix("--")
      case .unknownScenario, .unknownPreset, .contradiction: false
      case .program: true
      }
    self.init(isInFile ? .badInput : .usage, error.description)
  }

  init(_ error: CaseError) {
    switch error {
    case .file(let error): self.init(error)
    case .load(let error): self.init(error)
    case .replay, .noScenario, .runChanged: self.init(.badInput, error.description)
    }
  }
}

/// Runs `body`, and converts its error into a failure.
func orFail<Result: ~Copyable>(_ body: () throws(FileError) -> Result) throws(Failure) -> Result {
  do throws(FileError) { return try body() } catch { throw Failure(error) }
}
