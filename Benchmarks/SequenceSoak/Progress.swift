import Dispatch
import Foundation
import FrameLogs
import Quantities
import SequenceLaws
import Synchronization

/// The progress of a soak, on one line that is overwritten; printed only if standard error is a
/// terminal.
struct Progress {
  private let name: String
  private let count: Int
  private let isWatched = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now

  init(_ name: String, of count: Int) {
    self.name = name
    self.count = count
  }

  /// The elapsed time, in seconds; above zero.
  var seconds: Double { max((ContinuousClock.now - start) / .seconds(1), 1e-9) }

  func show(_ report: LawReport) {
    guard isWatched else { return }
    let rate = Double(report.sequences) / seconds
    let left = rate > 0 ? Double(count - report.sequences) / rate : 0
    write(
      "\r\(name): \(report.sequences) of \(count), \(report.violations.count) violations, "
        + "\(Int(rate)) sequences/s, \(Self.clock(left)) left\u{1B}[K")
  }

  func clear() { if isWatched { write("\r\u{1B}[K") } }

  /// A time in hours, minutes and seconds, such as `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(padded(whole % 60))"
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// Whether the user has asked to stop, by Ctrl-C or SIGTERM.
struct Interruption: Sendable {
  private let pending = Pending()

  private final class Pending: Sendable {
    let hasCome = Mutex(false)
  }

  /// Starts to handle signals; the first one sets ``hasCome``, a second one ends the program.
  init() {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let pending = pending
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        pending.hasCome.withLock { $0 = true }
        signal(number, SIG_DFL)
        source.cancel()
      }
      source.resume()
    }
  }

  /// Whether the soak should stop.
  var hasCome: Bool { pending.hasCome.withLock { $0 } }
}

/// The list of all laws, with the scenarios that are exempt from each and the reason.
enum LawTable {
  static func print(_ scenarios: [LawfulScenario]) {
    for law in allLaws {
      Swift.print(
        "\(law.name.rawValue) (\(law.invariants.joined(separator: ", "))): \(law.meaning)")
      for scenario in scenarios {
        for exception in scenario.exceptions where exception.law == law.name {
          Swift.print("  not always for \(scenario.scenario.name): \(exception.reason)")
        }
      }
    }
  }
}

/// The listing of one sequence, input by input.
enum Story {
  static func listInputs(_ scenario: LawfulScenario, seed: UInt64) throws {
    let trial = try scenario.trial(seed: seed)
    print(trial.given)
    for moment in try scenario.evidence(of: trial, .never).performance.moments {
      let (before, after) = (moment.before, moment.after)
      guard let input = moment.input else {
        print("  \(after.time.value)  \(after.phase.rawValue)  \(shown(after))")
        continue
      }
      print("\(input)")
      print("  \(after.time.value)  \(before.phase.rawValue) → \(after.phase.rawValue)")
      print("    \(shown(before)) → \(shown(after))")
    }
  }

  private static func shown(_ frame: Frame) -> String {
    "\(frame.position.x.value), \(frame.position.y.value) pt,"
      + " \(frame.velocity.x.value), \(frame.velocity.y.value) pt/s"
  }
}
