import ArgumentParser
import CaseFolders
import EvdevDevices
import Fitting
import Flickbook
import PageServer
import Subjects
import Videos

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

  /// Creates a failure from the message of another error, which has its three parts already.
  init(_ status: Status, _ description: String) {
    self.status = status
    self.description = description
  }

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - status: The exit status.
  ///   - place: The place of the problem: an option, a file with its line, or the name of the command.
  ///   - found: What was found there.
  ///   - next: What the user can do next.
  init(_ status: Status, at place: String, _ found: String, _ next: String) {
    self.init(status, "\(place): \(found); \(next).")
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

  /// Returns the error of a command line without a scenario; `found` describes where the scenario is missing.
  static func missingScenario(_ found: String) -> Failure {
    let names = allScenarios.map { $0.name }.joined(separator: ", ")
    return Failure(.usage, at: "--scenario", found, "use one of \(names)")
  }

  /// Creates the failure that ends a command with an error; nil for an error of the parser of the command line.
  ///
  /// This is the only place where an error gets its exit status. Errors are therefore thrown as they are.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - place: The place to name if the error names none, such as the path of the recording of a replay.
  init?(_ error: any Error, at place: String = "flickbook") {
    switch error {
    case let failure as Failure: self = failure
    case let error as FileError: self.init(Self.status(of: error), error.description)
    case let error as SettingError: self.init(Self.status(of: error), error.description)
    case let error as ReplayError: self = Self.replay(error, at: place)
    case let error as EvaluatorError: self = Self.replay(error.error, at: error.name)
    case CaseError.file(let error): self.init(error)
    case CaseError.load(let error): self.init(error)
    case ProofError.replay(let error): self.init(error)
    case ProofError.table(let error): self.init(.badInput, error.description)
    case let error as CaseError: self.init(.badInput, error.description)
    case let error as LoadError: self.init(Self.status(of: error), error.description)
    case let error as RecordingError:
      self.init(Self.status(of: .recording(error)), error.description)
    case is DeviceError, is VirtualDeviceError, is RecordingOutputError, is VideoError,
      is PageServerError:
      self.init(ofDevice: error, at: place)
    case is EstimatorError, is VariedSettingError, is RegistrationError:
      self.init(.usage, "\(error)")
    case is MotionTableError, is FitError, is SubjectError: self.init(.badInput, "\(error)")
    case is SyntheticHandError: self.init(.usage, "\(place): \(error)")
    case is SurfaceError, is PlaybackError, is ExportError:
      self.init(.badInput, "\(place): \(error)")
    default: return nil
    }
  }

  private static func status(of error: FileError) -> Status {
    switch error {
    case .missing: .noInput
    case .forbidden: .noPermission
    case .wrongKind, .notRegular, .malformed, .tooLarge, .altered, .otherLineBreaks: .badInput
    case .failed, .occupied, .notWrittenByFlickbook, .expectedRun, .missingFolder, .busy:
      .inputOutput
    }
  }

  private static func status(of error: LoadError) -> Status {
    switch error {
    case .file(let error): status(of: error)
    case .recording(.describesItself), .recording(.otherDevices), .chooseDevice: .usage
    case .recording: .badInput
    }
  }

  private static func replay(_ error: ReplayError, at place: String) -> Failure {
    switch error {
    case .setting(let error): return Failure(status(of: error), error.description)
    case .estimator, .noSuchPan: return Failure(.usage, error.description)
    case .surface, .noTouches, .tooFewFingers, .otherFingers, .noGesture, .noContacts, .tooLong:
      var sentence = error.description
      if sentence.hasSuffix(".") { sentence.removeLast() }
      return Failure(.badInput, "\(place): \(sentence)\(option(for: error)).")
    }
  }

  /// Returns the options that can fix an error, in parentheses; empty if there are none.
  private static func option(for error: ReplayError) -> String {
    switch error {
    case .tooFewFingers(_, let most, _): " (--touchpad-fingers \(most))"
    case .otherFingers: " (--touchpad-fingers, --finger-match)"
    case .noContacts: " (--recognizer)"
    case .noGesture(_, _, _, let hasContacts):
      hasContacts ? " (--touchpad-fingers, --recognizer immediate)" : " (--touchpad-fingers)"
    case .tooLong: " (--pan, --hz)"
    case .setting, .estimator, .surface, .noTouches, .noSuchPan: ""
    }
  }

  /// Returns the status of an error in a setting, which depends on the place of the setting.
  ///
  /// For a setting in a file the status is ``Status/badInput``, for a setting on the command line ``Status/usage``.
  private static func status(of error: SettingError) -> Status {
    let isInFile =
      switch error {
      case .unknownSetting(_, _, let location, _), .wordOfSpring(_, _, let location, _, _, _),
        .invalidValue(_, _, let location, _), .settingWithoutEffect(_, _, _, let location, _):
        !location.isEmpty && !location.hasPrefix("--")
      case .unknownScenario, .unknownPreset, .contradiction: false
      case .program: true
      }
    return isInFile ? .badInput : .usage
  }
}

extension ExitCode {
  /// The status of a command that completed its work, and found differences or problems.
  static let differences = ExitCode(Failure.Status.differences.rawValue)
  /// The status if a file could not be written, or if a device failed during the recording.
  static let inputOutput = ExitCode(Failure.Status.inputOutput.rawValue)
  /// The status if a signal interrupted the command.
  static let interrupted = ExitCode(Failure.Status.interrupted.rawValue)
}

/// Runs `body`, and puts `place` in front of the message of an error that names no place.
func locating<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw Failure(error, at: place) ?? error }
}

/// Throws a failure unless `condition` is true; see ``Failure/init(_:at:_:_:)``.
func require(
  _ condition: Bool, _ status: Failure.Status = .usage, at place: @autoclosure () -> String,
  _ found: @autoclosure () -> String, _ next: @autoclosure () -> String
) throws {
  if !condition { throw Failure(status, at: place(), found(), next()) }
}

/// Returns the value with the name `text`, which `option` gives, and otherwise throws an error with all names.
func checked<Value: CaseIterable & RawRepresentable<String>>(
  _ option: String, _ text: String
) throws -> Value {
  if let value = Value(rawValue: text) { return value }
  throw Failure.unknown(
    text, in: Value.allCases.map(\.rawValue), "\(option): found '\(excerpt(of: text))'")
}

/// Calls `body` for each item, and prints each error, so that one bad item does not hide the results of all others.
///
/// - Parameters:
///   - items: The items.
///   - command: The name of the command, for the last error.
///   - problem: The end of the last error, after the numbers of items, such as "recordings failed".
///   - body: The work; an error of the parser of the command line ends the command at once.
/// - Throws: After all items, a failure with the status of the first error; if there is only one item, its own error.
func processEach<Item>(
  _ items: [Item], at command: String, problem: String, _ body: (Item) throws -> Void
) throws {
  var failures: [Failure] = []
  for item in items {
    do { try body(item) } catch {
      guard items.count > 1, let failure = Failure(error) else { throw error }
      printError(failure.description)
      failures.append(failure)
    }
  }
  guard let first = failures.first else { return }
  throw Failure(
    first.status, at: command, "\(failures.count) of \(items.count) \(problem)", "see above")
}
