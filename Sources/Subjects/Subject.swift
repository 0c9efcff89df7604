import FrameLogs
import Glibc
import Quantities
import Synchronization
import WorkerThreads

/// A program under test, which is started when it is needed.
///
/// Several threads can use a subject; each of them then has its own process. A process that fails is ended, and the
/// next use starts a new process.
public final class Subject: Sendable {
  /// The program.
  public let program: SubjectProgram
  private let pool: ProcessPool

  /// Creates a subject, and starts nothing.
  public init(_ program: SubjectProgram) { (self.program, pool) = (program, ProcessPool()) }

  private init(_ program: SubjectProgram, _ pool: ProcessPool) {
    (self.program, self.pool) = (program, pool)
  }

  /// Returns the description in the subject's `hello` line, and starts the program if the description is not known yet.
  ///
  /// - Throws: ``SubjectError`` if the program may not run, cannot be started, or gives a wrong answer.
  public func description() throws(SubjectError) -> SubjectDescription {
    try checkPermission()
    if let known = pool.state.withLock({ $0.description }) { return known }
    return try using { (_, description) throws(SubjectError) in description }
  }

  private func checkPermission() throws(SubjectError) {
    guard let location = program.location, !ProgramPermission.isGiven(to: program) else { return }
    throw SubjectError(
      location,
      "found the program '\(excerpt(of: program.command))', which nobody has allowed to run",
      "read it, and add --allow-subjects if you trust it")
  }

  /// Calls `body` with a process that has answered `hello` and waits for lines.
  ///
  /// If `body` throws, the process is ended.
  func using<Result>(
    _ body: (SubjectProcess, SubjectDescription) throws(SubjectError) -> Result
  ) throws(SubjectError) -> Result {
    try checkPermission()
    let (kept, known) = pool.take()
    defer { pool.state.withLock { $0.busy -= 1 } }
    let process: SubjectProcess
    if let kept { process = kept } else { process = try SubjectProcess(program) }
    let description: SubjectDescription
    if kept != nil, let known {
      description = known
    } else {
      description = try greeted(process, known)
    }
    let result = try body(process, description)
    pool.state.withLock { $0.idle.append(process) }
    return result
  }

  /// Sends `hello` to a new process, and returns the answer.
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
    pool.state.withLock { $0.description = description }
    return description
  }

  /// Ends the processes that are not in use at the moment; the next use of the subject starts a new process.
  public func end() { pool.endIdle() }
}

/// The processes of a program, and the description that the program gave.
private final class ProcessPool: Sendable {
  struct State {
    /// The processes that are waiting for a run.
    var idle: [SubjectProcess] = []
    /// The number of processes that are in use.
    var busy = 0
    /// The description that the program gave; nil before the first start.
    var description: SubjectDescription?
  }

  let state = Mutex(State())

  /// Takes a waiting process, and returns it with the description of the program; nil if a new process must be started.
  ///
  /// Waiting processes of other programs are ended before a new one starts, so that there is at most one process for
  /// each core, because a process may be a browser.
  func take() -> (SubjectProcess?, SubjectDescription?) {
    let taken = state.withLock { state in
      state.busy += 1
      return (state.idle.popLast(), state.description)
    }
    if taken.0 == nil { Subject.endIdleProcesses(except: self) }
    return taken
  }

  /// Ends the processes that are waiting, and returns their number.
  @discardableResult
  func endIdle() -> Int {
    // The end of a process takes a moment, in which other threads may use the pool.
    let ended = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    return ended.count
  }
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
    [program.command, program.realFolder]
  }
}

/// Allows commands to run that files such as `case.yml` name.
///
/// Without this permission, only commands that the user has typed run, because reading a folder of another person must
/// not run code.
public func allowPrograms() { ProgramPermission.giveToAll() }

/// The subjects that Flickbook has started; programs with equal commands share one subject.
private let sharedSubjects = Mutex(SharedSubjects())

private struct SharedSubjects {
  var subjects: [SubjectProgram: Subject] = [:]
  var pools: [SubjectProgram: ProcessPool] = [:]
}

extension Subject {
  /// Returns the subject for `program`.
  ///
  /// Programs with the same command, environment and working folder share their processes, whichever files name them.
  public static func shared(_ program: SubjectProgram) -> Subject {
    var command = SubjectProgram(command: program.command, folder: program.realFolder)
    (command.environment, command.timeLimit) = (program.environment, program.timeLimit)
    return sharedSubjects.withLock { known in
      if let subject = known.subjects[program] { return subject }
      let pool = known.pools[command] ?? ProcessPool()
      let subject = Subject(program, pool)
      (known.subjects[program], known.pools[command]) = (subject, pool)
      return subject
    }
  }

  /// Ends waiting processes of other programs while there are more processes than cores.
  fileprivate static func endIdleProcesses(except own: ProcessPool) {
    let pools = sharedSubjects.withLock { Array($0.pools.values) }
    var count = pools.reduce(0) { count, pool in
      count + pool.state.withLock { $0.idle.count + $0.busy }
    }
    for pool in pools where pool !== own && count > processorCount {
      count -= pool.endIdle()
    }
  }
}

extension SubjectProgram {
  /// The working folder with links followed, if it exists.
  fileprivate var realFolder: String {
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }
}
