import FrameLogs
import Glibc
import Quantities
import Synchronization

/// A program under test, which is started when it is needed.
///
/// Several threads can use a subject; each has a process of its own while it does. A process that fails is ended, and
/// the next use starts another.
public final class Subject: Sendable {
  /// The program.
  public let program: SubjectProgram
  private let state = Mutex(State())

  private struct State {
    /// The processes that are waiting for a run.
    var idle: [SubjectProcess] = []
    /// What the subject has said about itself; nil before the first start.
    var description: SubjectDescription?
  }

  /// Creates a subject, and starts nothing.
  public init(_ program: SubjectProgram) { self.program = program }

  /// Returns what the subject says about itself, and starts it if that is not known yet.
  ///
  /// - Throws: ``SubjectError`` if the program may not run, cannot be started, or gives a wrong answer.
  public func description() throws(SubjectError) -> SubjectDescription {
    if let known = state.withLock({ $0.description }) { return known }
    return try using { (_, description) throws(SubjectError) in description }
  }

  /// Calls `body` with a process that has said hello and waits for lines.
  ///
  /// If `body` throws, the process is ended.
  func using<Result>(
    _ body: (SubjectProcess, SubjectDescription) throws(SubjectError) -> Result
  ) throws(SubjectError) -> Result {
    if let location = program.location, !ProgramPermission.isGiven(to: program) {
      throw SubjectError(
        location,
        "found the program '\(excerpt(of: program.command))', which nobody has allowed to run",
        "read it, and add --allow-subjects if you trust it")
    }
    let (kept, known) = state.withLock { ($0.idle.popLast(), $0.description) }
    let process: SubjectProcess
    if let kept { process = kept } else { process = try SubjectProcess(program) }
    let description: SubjectDescription
    if kept != nil, let known {
      description = known
    } else {
      description = try greeted(process, known)
    }
    let result = try body(process, description)
    state.withLock { $0.idle.append(process) }
    return result
  }

  /// Says hello to a new process, and returns its answer.
  private func greeted(
    _ process: SubjectProcess, _ known: SubjectDescription?
  ) throws(SubjectError) -> SubjectDescription {
    process.send([
      LogField("type", .text("hello")),
      LogField("protocol", .text(SubjectDescription.protocolName)),
    ])
    let fields = try process.answer(by: SubjectProcess.now + program.timeLimit.value)
    if let known { return known }
    let description: SubjectDescription
    do throws(SubjectDescription.Trouble) { description = try SubjectDescription(fields) } catch {
      throw process.failure(error.found, error.remedy)
    }
    state.withLock { $0.description = description }
    return description
  }

  /// Ends all processes.
  public func end() { state.withLock { $0.idle = [] } }
}

/// The permission to run commands that files name.
enum ProgramPermission {
  private struct Given {
    var isForAll = false
    /// The commands that the user has typed, each with its working folder.
    var typed: Set<[String]> = []
  }

  private static let given = Mutex(Given())

  static func isGiven(to program: SubjectProgram) -> Bool {
    given.withLock { $0.isForAll || $0.typed.contains(identity(of: program)) }
  }

  static func giveToAll() { given.withLock { $0.isForAll = true } }

  static func give(to program: SubjectProgram) {
    given.withLock { _ = $0.typed.insert(identity(of: program)) }
  }

  private static func identity(of program: SubjectProgram) -> [String] {
    guard let path = realpath(program.folder, nil) else {
      return [program.command, program.folder]
    }
    defer { free(path) }
    return [program.command, String(cString: path)]
  }
}

/// Allows commands to run that files such as `case.yml` name.
///
/// Without this permission, only commands that the user has typed run, because opening somebody's folder must not carry
/// out code.
public func allowPrograms() { ProgramPermission.giveToAll() }

/// The subjects of this process, one for each program.
private let subjects = Mutex<[SubjectProgram: Subject]>([:])

extension Subject {
  /// Returns the subject for `program`; equal programs share their processes.
  public static func shared(_ program: SubjectProgram) -> Subject {
    subjects.withLock { known in
      if let subject = known[program] { return subject }
      let subject = Subject(program)
      known[program] = subject
      return subject
    }
  }
}
