import CSystemCalls
import Glibc

/// From now on an interrupt, a termination or a hang-up ends the process with status 130: at once, or,
/// where files are being written, as soon as these are whole or gone.
///
/// A signal that is ignored, as `nohup` makes it, stays ignored. A file that grows larger than the
/// system allows is an error from now on, and no signal. For the main program; a library must not.
package func endOnSignals() { flickbook_end_on_signals() }

/// Does `body` whole before a signal ends the process, or until it notices and throws.
func uninterrupted<Result>(
  _ body: () throws(FileError) -> Result
) throws(FileError) -> Result {
  flickbook_hold_signals()
  defer {
    if flickbook_release_signals() != 0 {
      fflush(nil)
      _exit(130)
    }
  }
  return try body()
}

/// Throws when a signal has come that shall end the process.
func checkInterruption(writing path: String) throws(FileError) {
  guard flickbook_is_interrupted() == 0 else { throw .interrupted(path: path) }
}

/// From here to its end, a signal that would end the process is only noted, so that what was worked out
/// until then can be shown.
package final class Interruption: Sendable {
  /// Begins to note signals.
  package init() { flickbook_hold_signals() }

  /// Whether a signal came that shall end the process.
  package var isAsked: Bool { flickbook_is_interrupted() != 0 }

  /// Lets signals end the process again, but not the one that came; for a caller that shows what there is.
  package func forget() { flickbook_forget_signals() }

  /// Lets signals end the process again, and ends it when one came.
  package func end() {
    guard flickbook_release_signals() != 0 else { return }
    fflush(nil)
    _exit(130)
  }
}
