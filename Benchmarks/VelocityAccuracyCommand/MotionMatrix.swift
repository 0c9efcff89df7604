import Foundation
import VelocityEstimation
import VelocityAccuracy

extension VelocityAccuracyCommand {
  /// The errors for one class on one device at one rate.
  struct Cell {
    var kind: MotionClass
    var device: DeviceClass
    var rate: Double
    var own: MotionAccuracy
    var best: Double
    var bestName: String
    /// The ratio of the error to that of the best other estimator; errors below 1 % count as 1 %.
    var ratio: Double { max(own.error, 1) / max(best, 1) }
  }

  /// Prints the errors of the first estimator and of the best other estimator on the motion classes.
  static func printMotions(
    _ estimators: [(String, any VelocityEstimator)], _ count: Int, _ part: Part, from first: Int,
    detail: Bool
  ) {
    var cells: [Cell] = []
    let rates = MotionClass.rates.seen + (part == .kept ? MotionClass.rates.kept : [])
    for kind in MotionClass.allCases where part == .kept || kind.isSeen {
      for device in DeviceClass.allCases where part == .kept || device.isSeen {
        for rate in rates {
          let trials = (first..<first + count).map {
            kind.trial($0, part: part, device: device, rate: rate)
          }
          let all = estimators.map {
            ($0.0, MotionAccuracy(of: $0.1, over: trials, isStop: kind.isStop))
          }
          guard let own = all.first?.1 else { return }
          let best = all.dropFirst().min { $0.1.error < $1.1.error }
          cells.append(
            Cell(
              kind: kind, device: device, rate: rate, own: own, best: best?.1.error ?? 0,
              bestName: best?.0 ?? ""))
        }
      }
    }
    if detail {
      for cell in cells {
        print(
          padded(cell.kind.rawValue, 20), padded(cell.device.rawValue, 14),
          padded("\(Int(cell.rate))", 5), padded(shown(cell.own.error), 8),
          padded(shown(cell.best), 8), padded(shown(cell.ratio), 7), cell.bestName)
      }
    }
    func line(_ name: String, _ cells: [Cell]) {
      guard !cells.isEmpty else { return }
      func mean(_ number: (Cell) -> Double) -> Double {
        cells.reduce(0) { $0 + number($1) } / Double(cells.count)
      }
      let behind = cells.filter { $0.ratio > 2 }.count
      print(
        padded(name, 22), padded("\(cells.count)", 6), padded(shown(mean { log($0.ratio) }.exp), 8),
        padded(shown(mean { max(log($0.ratio), 0) }.exp), 8),
        padded("\(behind) (\(shown(100 * Double(behind) / Double(cells.count))) %)", 16),
        padded(shown(mean(\.own.error)), 8), padded(shown(mean(\.best)), 8),
        padded(shown(mean(\.own.hooks)), 8), padded(shown(mean(\.own.zeros)), 8),
        padded(shown(mean(\.own.flings)), 8), padded(shown(cells.map(\.own.fastest).max() ?? 0), 8),
        shown(mean(\.own.covered)))
    }
    print(
      "class                 cells  ratio    clipped  beyond twice     error    best     "
        + "hooks    zeros    >200     fastest  in 95 %")
    for kind in MotionClass.allCases { line(kind.rawValue, cells.filter { $0.kind == kind }) }
    for device in DeviceClass.allCases {
      line(device.rawValue, cells.filter { $0.device == device })
    }
    for rate in rates { line("\(Int(rate)) Hz", cells.filter { $0.rate == rate }) }
    line("all", cells)
    if part == .kept { line("test-set classes", cells.filter { !$0.kind.isSeen }) }
  }

  /// Prints how often each estimator reports a fling for a finger at rest.
  static func printRests(
    _ estimators: [(String, any VelocityEstimator)], _ count: Int, _ part: Part, from first: Int
  ) {
    for kind in MotionClass.allCases where kind.isStop {
      for rate in [60.0, 90, 120, 165, 240] {
        for (device, noise) in [
          (DeviceClass.usual, 0.1), (.usual, 0.25), (.usual, 0.5), (.usual, 1), (.wholePoints, 0.3),
        ] {
          let trials = (first..<first + count).map {
            kind.trial($0, part: part, device: device, rate: rate, noise: noise)
          }
          let cells = estimators.map {
            let accuracy = MotionAccuracy(of: $0.1, over: trials, isStop: true)
            return "\($0.0): \(shown(accuracy.error)) / \(shown(accuracy.flings)) "
              + "(\(Int(accuracy.fastest)))"
          }
          print(
            padded(kind.rawValue, 14), Int(rate), padded(device.rawValue, 12), noise,
            cells.joined(separator: "  "))
        }
      }
    }
  }
}

extension Double {
  fileprivate var exp: Double { Foundation.exp(self) }
}
