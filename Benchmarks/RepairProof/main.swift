import Flickbook
import Glibc
import InteractionScenarios
import SyntheticHands
import Tuning

// Compares the repair search with an exhaustive search: the smallest repair of a misread gesture must be
// the smallest on the grid, and its collateral must be that of whole replays.
//
// Arguments: the number of misread gestures (default 200), the number of gestures in the corpus (default
// 10,000), and `--times`, which also compares the processor times with the limits. The exit status is 1 if
// a check fails; the times do not affect it.

let words = CommandLine.arguments.dropFirst()
let counts = words.compactMap { Int($0) }
let (gestureCount, corpusCount) = (counts.first ?? 200, counts.dropFirst().first ?? 10_000)
let tellsTimes = words.contains("--times")
let seed: UInt64 = 14

/// The time limits, in seconds.
let bars = (single: 1.0, pair: 10.0, collateral: 1.0)

/// Returns the result of `body` and its processor time, which other processes hardly affect.
func timed<Result>(_ body: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  let result = try body()
  return (result, now() - start)
}

/// The times of one kind of search, in seconds.
struct Times {
  var all: [Double] = []

  func text(_ bar: Double) -> String {
    let sorted = all.sorted()
    guard let longest = sorted.last else { return "never" }
    func rounded(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
    let late = all.count { $0 > bar }
    return "median \(rounded(sorted[sorted.count / 2])) s, longest \(rounded(longest)) s, "
      + "\(late) of \(all.count) longer than the limit of \(rounded(bar)) s"
  }
}

var failures = 0
@MainActor
func fail(_ text: String) {
  failures += 1
  print("FAILED: \(text)")
}

/// Checks that every repair of one setting helps in the whole replay, and compares it with the grid.
@MainActor
func checkSingle(
  _ gesture: LabelledRecording, _ repairs: [SettingRepair], _ grid: BruteForce
) throws -> (isBestSmallest: Bool, missed: [String]) {
  for repair in repairs where try !gesture.goesRight(with: repair.changes) {
    fail("\(gesture.name): \(repair.changes[0].key)=\(repair.changes[0].new) does not help")
  }
  var least = Double.infinity
  var missed: [String] = []
  for number in grid.numbers {
    guard let size = try grid.smallest(number, upTo: 1) else { continue }
    least = min(least, size)
    let own = repairs.first { $0.changes[0].key == number.key }?.size ?? .infinity
    if own > size * 1.01 { missed.append("\(number.key) \(own) for \(size)") }
  }
  // The grid has no options of the request.
  let best = repairs.first { $0.kind != .option }?.size ?? .infinity
  return (best <= least * 1.01 || least == .infinity, missed)
}

/// Checks that every repair of two settings helps in the whole replay, and that neither change helps alone.
@MainActor
func checkPairs(_ gesture: LabelledRecording, _ repairs: [SettingRepair]) throws {
  for repair in repairs {
    let told = repair.changes.map { "\($0.key)=\($0.new)" }.joined(separator: " ")
    if try !gesture.goesRight(with: repair.changes) {
      fail("\(gesture.name): \(told) does not help")
    }
    for change in repair.changes where try gesture.goesRight(with: [change]) {
      fail("\(gesture.name): of \(told), \(change.key) helps alone")
    }
  }
}

/// Checks that the collateral of each repair equals that computed by whole replays.
@MainActor
func checkCollateral(_ scenario: String, _ repairs: [SettingRepair], _ times: inout Times) throws {
  let others = try people(scenario, 0..<corpusCount, seed: seed + 1)
  let evaluator = try Evaluator(others)
  let answers = try evaluator.answers()
  let before = try others.map { try $0.goesRight(with: []) }
  if answers != before { fail("\(scenario): the results without a change differ") }
  for repair in repairs {
    let (collateral, seconds) = try timed {
      try evaluator.collateral(of: repair, answers: answers)
    }
    times.all.append(seconds)
    var expected = Collateral()
    for (other, wasRight) in zip(others, before) {
      switch (wasRight, try other.goesRight(with: repair.changes)) {
      case (false, true): expected.wrongToRight.append(other.name)
      case (true, false): expected.rightToWrong.append(other.name)
      case (true, true), (false, false): break
      }
    }
    let change = "\(repair.changes[0].key)=\(repair.changes[0].new)"
    if collateral != expected { fail("\(scenario): the collateral of \(change) differs") }
    print(
      "  \(change): right → wrong \(expected.rightToWrong.count), "
        + "wrong → right \(expected.wrongToRight.count) of \(others.count)")
  }
}

for scenario in ["sheet", "pip"] {
  let gestures = try misread(scenario, gestureCount / 2, seed: seed)
  var (single, pair, collateral) = (Times(), Times(), Times())
  var (repaired, larger, missed, smallerPairs, pairsLooked) = (0, 0, [String](), [String](), 0)
  var pairsFound = 0
  var shown: [SettingRepair] = []
  for (index, gesture) in gestures.enumerated() {
    let (repairs, seconds) = try timed { try RepairSearch(gesture).singleRepairs() }
    single.all.append(seconds)
    if !repairs.isEmpty { repaired += 1 }
    let grid = try BruteForce(gesture)
    let found = try checkSingle(gesture, repairs, grid)
    if !found.isBestSmallest {
      larger += 1
      fail("\(gesture.name): the grid has a smaller change than \(repairs.first?.size ?? 0)")
    }
    missed += found.missed.map { "\(gesture.name): \($0)" }
    if shown.count(where: { $0.kind != .option }) < 3, let first = repairs.first,
      !shown.contains(where: { $0.changes[0].key == first.changes[0].key })
    {
      shown.append(first)
    }
    if !shown.contains(where: { $0.kind == .option }) {
      shown += repairs.filter { $0.kind == .option }.prefix(1)
    }
    // Pairs are searched only for every tenth gesture, because the grid of pairs is slow.
    guard index % 10 == 0 else { continue }
    let all = try timed { try RepairSearch(gesture).pairRepairs() }
    pair.all.append(all.seconds)
    pairsFound += all.result.count
    try checkPairs(gesture, all.result)
    if let size = all.result.first?.size {
      pairsLooked += 1
      if let smaller = try grid.smallerPair(than: min(size * 0.95, 0.6)) {
        smallerPairs.append("\(gesture.name): \(smaller.keys) \(smaller.size) for \(size)")
      }
    }
  }
  print(
    "\(scenario): \(gestures.count) misread gestures, \(repaired) repaired by one setting; "
      + "\(larger) smallest repairs are more than 1 % above the optimum of a grid of 0.1 %")
  print("  \(pairsFound) repairs of two settings")
  print("  repairs of single settings more than 1 % above the grid, or not found: \(missed.count)")
  for text in missed.prefix(8) { print("    \(text)") }
  print(
    "  repairs of two settings: a grid of 5 % has a pair that is 5 % smaller in \(smallerPairs.count) of "
      + "\(pairsLooked)")
  for text in smallerPairs.prefix(8) { print("    \(text)") }
  try checkCollateral(scenario, shown, &collateral)
  if tellsTimes {
    print("  one setting: \(single.text(bars.single))")
    print("  two settings: \(pair.text(bars.pair))")
    print("  collateral over \(corpusCount): \(collateral.text(bars.collateral))")
  }
}
exit(failures == 0 ? 0 : 1)
