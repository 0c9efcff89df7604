import Foundation
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
