import Foundation
import Quantities
import VelocityEstimation
import VelocityAccuracy

/// Prints the error of each estimator on each class of gestures, and compares the first estimator at every
/// rate and noise with the best other estimator.
///
/// Arguments: names of estimators (default all), `rate=120`, `noise=0.5`, `count=400`, `first=0` for other
/// gestures, and `plane` for gestures in all directions. Each of the following prints one report only:
/// `cost`, `matrix`, `motions` (with `detail` for all cells, `kept` for the test set), `rests`,
/// `reports` (with `kept`) for sensors that report scans late, repeatedly or filtered, and `real=FOLDER` for the pans in the recordings of a folder.
@main struct VelocityAccuracyCommand {
  static func main() throws {
    var sensor = Sensor(rate: 120, noise: 0.5, isOneDimensional: true)
    var count = 400
    var first = 0
    var names: [String] = []
    var cost = false
    var matrix = false
    var motions: Part?
    var part = Part.seen
    var rests = false
    var reports = false
    var detail = false
    var folders: [String] = []
    for argument in CommandLine.arguments.dropFirst() {
      let parts = argument.split(separator: "=").map(String.init)
      switch (parts.first, parts.last.flatMap(Double.init)) {
      case ("rate", let rate?): sensor.rate = rate
      case ("noise", let noise?): sensor.noise = noise
      case ("count", let number?): count = Int(number)
      case ("first", let number?): first = Int(number)
      case ("cost", _): cost = true
      case ("matrix", _): matrix = true
      case ("motions", _): motions = .seen
      case ("kept", _): part = .kept
      case ("rests", _): rests = true
      case ("reports", _): reports = true
      case ("detail", _): detail = true
      case ("real", _): folders.append(String(argument.dropFirst(5)))
      case ("plane", _): sensor.isOneDimensional = false
      default: names.append(argument)
      }
    }
    if names.isEmpty { names = allEstimators.map(\.name) }
    if cost { return printCost(try names.map { ($0, try Estimator.named($0)) }, sensor) }
    let estimators = try names.map { ($0, try Estimator.named($0)) }
    if !folders.isEmpty { return try printReal(estimators, in: folders) }
    if reports { return printReports(estimators, count, part, from: first) }
    if rests { return printRests(estimators, count, part, from: first) }
    if motions != nil {
      return printMotions(estimators, count, part, from: first, detail: detail)
    }
    if !matrix {
      printTable(estimators, sensor, count)
      printHandTable(estimators, sensor, count)
      print()
    }
    if estimators.count > 1 { printMatrix(estimators, count, from: first) }
  }

  private static func printTable(
    _ estimators: [(String, any VelocityEstimator)], _ sensor: Sensor, _ count: Int
  ) {
    print(
      "RMS % (wrong signs %); stops: false flings % (backward %); slowDrag: pt/s (> 150 pt/s %)")
    let heads = GestureClass.allCases.map { padded(String($0.rawValue.prefix(10)), 12) }.joined()
    print(padded("\(sensor.rate) Hz, \(sensor.noise) pt", 24) + heads)
    let classes = GestureClass.allCases.map { ($0, $0.trials(count, sensor: sensor)) }
    for (name, estimator) in estimators {
      let cells = classes.map { gesture, trials in
        let accuracy = gesture.accuracy(of: estimator, over: trials)
        let main = gesture.isStop ? accuracy.falseFlings : accuracy.error
        let other = gesture == .slowDrag ? accuracy.falseFlings : accuracy.wrongSigns
        return padded(shown(main) + (other > 0 ? " (\(shown(other)))" : ""), 12)
      }
      print(padded(name, 24) + cells.joined())
    }
  }

  /// Prints the table for the gestures of the hand model, at three rates.
  private static func printHandTable(
    _ estimators: [(String, any VelocityEstimator)], _ sensor: Sensor, _ count: Int
  ) {
    for rate in [60.0, 120, 240] {
      let sensor = Sensor(rate: rate, noise: sensor.noise)
      let heads = HandGestureClass.allCases.map { padded(String($0.rawValue.prefix(12)), 14) }
      print("\n" + padded("hand, \(rate) Hz, \(sensor.noise) pt", 26) + heads.joined())
      let classes = HandGestureClass.allCases.map { ($0, $0.trials(count, sensor: sensor)) }
      for (name, estimator) in estimators {
        let cells = classes.map { gesture, trials in
          let accuracy = gesture.accuracy(of: estimator, over: trials)
          let main = gesture.isStop ? accuracy.falseFlings : accuracy.error
          let wrong = accuracy.wrongSigns
          return padded(shown(main) + (wrong > 0 ? " (\(shown(wrong)))" : ""), 14)
        }
        print(padded(name, 26) + cells.joined())
      }
    }
  }

  static func shown(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    return number < 20 ? "\((number * 100).rounded() / 100)" : "\(Int(min(number, 1e9)))"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}

extension VelocityAccuracyCommand {
  /// Prints the time of one sample with a live estimate, and of a release, in nanoseconds.
  static func printCost(_ estimators: [(String, any VelocityEstimator)], _ sensor: Sensor) {
    let trials = GestureClass.allCases.flatMap { gesture in
      (0..<100).map { gesture.trial($0, sensor: sensor) }
    }
    let samples = trials.reduce(0) { $0 + $1.samples.count }
    for (name, estimator) in estimators {
      var estimator = estimator
      var sum = 0.0
      func time(live: Bool, releases: Int) -> Double {
        var best = Double.infinity
        for _ in 0..<7 {
          let start = clock()
          do {
            for trial in trials {
              estimator.reset()
              for sample in trial.samples {
                estimator.receive(sample)
                if live { sum += estimator.live().velocity.x.value }
              }
              for _ in 0..<releases {
                sum += estimator.released(atMicroseconds: trial.releaseMicroseconds).span.value
              }
            }
          }
          // `clock` counts only the processor time of this process.
          best = min(best, Double(clock() - start) * 1_000)
        }
        return best
      }
      let receive = time(live: false, releases: 0)
      let live = time(live: true, releases: 0)
      let release = time(live: false, releases: 10)
      print(
        padded(name, 28), "receive", shown(receive / Double(samples)), "ns  receive+live",
        shown(live / Double(samples)), "ns  release",
        shown((release - receive) / Double(trials.count * 10)), "ns", sum.isNaN ? "NaN" : "")
    }
  }
}
