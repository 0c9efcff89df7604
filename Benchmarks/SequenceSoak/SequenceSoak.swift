import Foundation
import SequenceLaws

/// Plays random sequences of every scenario and checks all laws.
///
/// Arguments: the number of sequences (default 1,000,000) and the names of scenarios (default all).
/// `--first SEED` starts with another seed. Instead of a soak, `--laws` lists the laws, and
/// `--inputs` lists the inputs of the first sequence. Ctrl-C prints the results so far.
@main struct SequenceSoak {
  static func main() async throws {
    let request = SoakRequest(CommandLine.arguments.dropFirst())
    if request.listsLaws { return LawTable.print(request.scenarios) }
    if request.listsInputs {
      for scenario in request.scenarios { try Story.listInputs(scenario, seed: request.first) }
      return
    }
    let interruption = Interruption()
    var found = 0
    for scenario in request.scenarios where !interruption.hasCome {
      found += await play(request, scenario, until: interruption)
    }
    exit(interruption.hasCome ? 130 : found == 0 ? 0 : 1)
  }

  /// Plays the seeds of one scenario on all processors, prints the violations, and returns their number.
  private static func play(
    _ request: SoakRequest, _ scenario: LawfulScenario, until interruption: Interruption
  ) async -> Int {
    let name = scenario.scenario.name
    let progress = Progress(name, of: request.count)
    var report = LawReport()
    for await part in reports(request, scenario, until: interruption) {
      report.append(part)
      if !part.violations.isEmpty { progress.clear() }
      for violation in part.violations { print(violation) }
      progress.show(report)
    }
    progress.clear()
    let perSecond = Int(Double(report.sequences) / progress.seconds)
    guard report.sequences > 0 else { return 0 }
    let last = request.first + UInt64(report.sequences - 1)
    let isWhole = report.sequences == request.count
    print(
      "\(name)\(isWhole ? "" : ", interrupted"): seeds \(request.first) to \(last), "
        + "\(report.checks.count) laws, "
        + "\(report.checks.values.reduce(0, +)) checks, \(report.violations.count) violations "
        + "(\(perSecond) sequences/s)")
    return report.violations.count
  }

  /// The reports of consecutive ranges of seeds, in the order of the seeds.
  private static func reports(
    _ request: SoakRequest, _ scenario: LawfulScenario, until interruption: Interruption
  ) -> AsyncStream<LawReport> {
    AsyncStream { continuation in
      Task {
        let ranges = request.ranges
        await withTaskGroup(of: (Int, LawReport).self) { group in
          var waiting: [Int: LawReport] = [:]
          var (next, started) = (0, 0)
          func start() {
            guard started < ranges.count, !interruption.hasCome else { return }
            let (index, range) = (started, ranges[started])
            started += 1
            group.addTask { (index, scenario.report(seeds: range)) }
          }
          for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
          while let (index, report) = await group.next() {
            waiting[index] = report
            start()
            while let report = waiting.removeValue(forKey: next) {
              continuation.yield(report)
              next += 1
            }
          }
        }
        continuation.finish()
      }
    }
  }
}

extension LawfulScenario {
  func report(seeds: Range<UInt64>) -> LawReport {
    var report = LawReport()
    for seed in seeds {
      report.append(self.report(seed: seed))
      report.append(presetReport(seed: seed))
    }
    return report
  }
}
