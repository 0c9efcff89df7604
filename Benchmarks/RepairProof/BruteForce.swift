import InteractionScenarios
import Tuning

/// An exhaustive search over a grid of one or two settings, as a reference for the repair search.
struct BruteForce {
  /// A numeric setting that the search may change.
  struct Number {
    var key: String
    var value: Double
    var range: ClosedRange<Double>
    var scale: Double

    func changed(by size: Double) -> Double { value + size * scale }
  }

  let numbers: [Number]
  private let gesture: LabelledRecording
  private let evaluator: Evaluator

  init(_ gesture: LabelledRecording) throws {
    self.gesture = gesture
    evaluator = try Evaluator([gesture])
    numbers = try gesture.request.tunableSettings().compactMap { setting in
      guard !setting.describesSituation, case .number(let value, let range) = setting.value
      else { return nil }
      return Number(
        key: setting.key, value: value, range: range, scale: Self.scale(of: setting, value))
    }
  }

  /// The unit in which ``RepairSearch`` measures the size of a change.
  private static func scale(of setting: TunableSetting, _ value: Double) -> Double {
    if value != 0 { return value.magnitude }
    if let standard = setting.standard, standard != 0 { return standard.magnitude }
    return ["pt": 100, "pt/s": 1_000, "s": 0.1][setting.unit] ?? 1
  }

  /// Returns for each row of values whether the gesture goes to its intended target with these
  /// values.
  func helps(_ keys: [String], _ rows: [[Double]]) throws -> [Bool] {
    var right = [Bool](repeating: false, count: rows.count)
    let tried = TriedSettings(keys: keys, rows: rows.map { $0.map { TriedValue($0) } })
    try evaluator.evaluate(tried) { row, _, outcome in
      right[row] = outcome.meets(gesture.intents)
    }
    return right
  }

  /// Returns the smallest change of `number` with which the gesture goes to its intended target.
  ///
  /// The changes are multiples of 0.001 up to `most`; nil if no change helps.
  ///
  /// A change that helps as soon as the number is not zero counts as 1, as in the search.
  func smallest(_ number: Number, upTo most: Double) throws -> Double? {
    let steps = Int((most * 1_000).rounded(.down))
    guard steps > 0 else { return nil }
    let rows = (1...steps).flatMap { step in
      [-1.0, 1].map { number.changed(by: $0 * Double(step) / 1_000) }
    }
    let right = try helps([number.key], rows.map { [$0] })
    guard let index = right.indices.first(where: { right[$0] && number.range.contains(rows[$0]) })
    else { return nil }
    if number.value == 0, index < 2 {
      let least = rows[index] < 0 ? -5e-7 : 5e-7
      if try helps([number.key], [[number.changed(by: least)]])[0] { return most < 1 ? nil : 1 }
    }
    return Double(index / 2 + 1) / 1_000
  }

  /// Returns the smallest pair of changes that helps although neither change helps alone.
  ///
  /// Both changes are multiples of 0.05, and their sum is below `most`; nil if there is no such pair.
  func smallerPair(than most: Double) throws -> (keys: [String], size: Double)? {
    let step = 0.05
    let count = Int((most / step).rounded(.down))
    guard count > 1 else { return nil }
    var best: (keys: [String], size: Double)?
    for (index, first) in numbers.enumerated() {
      for second in numbers[(index + 1)...] {
        var sizes: [(Double, Double)] = []
        for left in 1..<count {
          for right in 1...(count - left) {
            for sign in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
              let pair = (sign.0 * Double(left) * step, sign.1 * Double(right) * step)
              let isAllowed =
                first.range.contains(first.changed(by: pair.0))
                && second.range.contains(second.changed(by: pair.1))
              if isAllowed { sizes.append(pair) }
            }
          }
        }
        let keys = [first.key, second.key]
        let right = try helps(
          keys, sizes.map { [first.changed(by: $0.0), second.changed(by: $0.1)] })
        for (size, isRight) in zip(sizes, right) where isRight {
          let whole = size.0.magnitude + size.1.magnitude
          guard whole < most, whole < best?.size ?? .infinity else { continue }
          let alone =
            try helps([first.key], [[first.changed(by: size.0)]])
            + helps([second.key], [[second.changed(by: size.1)]])
          if !alone.contains(true) { best = (keys, whole) }
        }
      }
    }
    return best
  }
}
