import Foundation
import FrameLogs
import Quantities
import SequenceLaws

/// How far it is, on a line of its own that is written over, where somebody watches.
struct Progress {
  private let name: String
  private let count: Int
  private let isWatched = isatty(STDERR_FILENO) == 1

  init(_ name: String, of count: Int) {
    self.name = name
    self.count = count
  }

  mutating func show(_ report: LawReport) {
    write(
      "\r\(name): \(report.sequences) of \(count), \(report.violations.count) violations\u{1B}[K")
  }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isWatched else { return }
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// Which laws are looked at for which scenario, and why some are not.
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

/// A sequence, input by input.
enum Story {
  static func tell(_ scenario: LawfulScenario, seed: UInt64) throws {
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
