import InteractionScenarios
import Quantities

// Two numbers at once.
extension RepairSearch {
  /// A number that may be changed.
  private struct Part {
    var setting: TunableSetting
    var number: Double
    var range: ClosedRange<Double>
    var scale: Double

    /// Its value when it is changed by `size` of its scale.
    func number(changedBy size: Double) -> Double {
      min(max(number + size * scale, range.lowerBound), range.upperBound)
    }
  }

  /// The smallest change of each two numbers that helps where neither does alone, as
  /// ``SettingRepair/ranked(_:)`` has them.
  ///
  /// Both are changed at once, on either side, by the same part of their scales or one by three times
  /// that of the other; then each is brought back as far as the other allows. Numbers that count only
  /// once a target is known take no part, nor do those that count from the touch on and change nothing
  /// alone; one that counts at a release may wait for another.
  ///
  /// - Parameters:
  ///   - most: How many are told.
  ///   - largest: The size that they stay below in all. What one setting mends is hardly worth two larger
  ///     changes.
  ///   - progress: Called with the names of each two settings before they are tried.
  /// - Returns: The repairs of two changes each.
  /// - Throws: ``EvaluatorError`` when the request is of no use.
  public func pairRepairs(
    atMost most: Int = 5, below largest: Double = 40, progress: (String) -> Void = { _ in }
  ) throws(EvaluatorError) -> [SettingRepair] {
    let parts = try influential()
    var found: [(size: Double, first: Part, second: Part, sizes: [Double])] = []
    var limit = largest
    for (index, first) in parts.enumerated() {
      for second in parts[(index + 1)...] {
        progress("\(first.setting.key) with \(second.setting.key)")
        guard let sizes = try nearest(first, second, below: limit) else { continue }
        let size = sizes[0].magnitude + sizes[1].magnitude
        found.append((size, first, second, sizes))
        found.sort { $0.size < $1.size }
        if found.count > most { found.removeLast() }
        if found.count == most { limit = found[most - 1].size }
      }
    }
    var repairs: [SettingRepair] = []
    for pair in found {
      if let repair = try shrunk(pair.first, pair.second, pair.sizes) { repairs.append(repair) }
    }
    return SettingRepair.ranked(repairs)
  }

  /// The numbers that may change what becomes of the gesture.
  private func influential() throws(EvaluatorError) -> [Part] {
    let before = try outcome()
    var parts: [Part] = []
    for setting in settings where setting.onset != .settling {
      guard case .number(let number, let range) = setting.value else { continue }
      let scale = setting.scale(at: number)
      let part = Part(setting: setting, number: number, range: range, scale: scale)
      guard setting.onset == .touch else {
        parts.append(part)
        continue
      }
      let numbers = [-4, -1, -0.5, -0.1, 0.1, 0.5, 1, 4, 20].map(part.number)
      let tried = TriedSettings(
        keys: [setting.key],
        rows: (numbers + [range.lowerBound, range.upperBound]).map { [TriedValue($0)] })
      if try outcomes(tried).contains(where: { $0 != nil && $0 != before }) { parts.append(part) }
    }
    return parts
  }

  /// What each row comes to that is both; whether it helps.
  private func helps(
    _ first: Part, _ second: Part, _ sizes: [[Double]]
  ) throws(EvaluatorError) -> [Bool] {
    let tried = TriedSettings(
      keys: [first.setting.key, second.setting.key],
      rows: sizes.map {
        [TriedValue(first.number(changedBy: $0[0])), TriedValue(second.number(changedBy: $0[1]))]
      })
    return try outcomes(tried).map { $0.map(isRight) ?? false }
  }

  /// The smallest changes of both that help, below a size in all; nil when there are none.
  private func nearest(
    _ first: Part, _ second: Part, below limit: Double
  ) throws(EvaluatorError) -> [Double]? {
    var best = limit
    var nearest: [Double]?
    for weights in [[0.5, 0.5], [0.25, 0.75], [0.75, 0.25]] {
      for signs in [[1.0, 1.0], [1, -1], [-1, 1], [-1, -1]] {
        let direction = [weights[0] * signs[0], weights[1] * signs[1]]
        var radii: [Double] = []
        var radius = 0.02
        while radius < best {
          radii.append(radius)
          radius *= 1.2
        }
        let index = try firstIndex(of: radii.count) { some throws(EvaluatorError) in
          try helps(first, second, radii[some].map { [direction[0] * $0, direction[1] * $0] })
        }
        guard let index else { continue }
        let sizes = [direction[0] * radii[index], direction[1] * radii[index]]
        // Where one does it, the other is idle.
        guard try !helps(first, second, [[sizes[0], 0], [0, sizes[1]]]).contains(true) else {
          continue
        }
        best = radii[index]
        nearest = sizes
      }
    }
    return nearest
  }

  /// The repair of two changes that help, each brought back as far as the other allows; nil when one of
  /// them is not needed.
  private func shrunk(
    _ first: Part, _ second: Part, _ sizes: [Double]
  ) throws(EvaluatorError) -> SettingRepair? {
    var sizes = sizes
    for _ in 0..<2 {
      for index in 0..<2 {
        var (wrong, right) = (0.0, sizes[index])
        for _ in 0..<30 {
          let middle = 0.5 * (wrong + right)
          var tried = sizes
          tried[index] = middle
          if try helps(first, second, [tried])[0] { right = middle } else { wrong = middle }
        }
        // What switches something on by leaving zero is told as it was found.
        if [first, second][index].number == 0, right.magnitude < 1e-6 { continue }
        // A thousandth of it is left, so that the other may give way too.
        sizes[index] = right + 0.001 * (sizes[index] - right)
      }
    }
    let numbers = [first.number(changedBy: sizes[0]), second.number(changedBy: sizes[1])]
    let old = [first.number, second.number]
    guard numbers[0] != old[0], numbers[1] != old[1] else { return nil }
    let short = zip(numbers, old).map { Self.outward($0, from: $1) }
    for texts in [short, numbers.map { plain($0) }] {
      let changes = zip([first, second], texts).map { part, text in
        SettingRepair.Change(
          key: part.setting.key, unit: part.setting.unit, old: plain(part.number), new: text,
          size: ((Double(text) ?? part.number) - part.number).magnitude / part.scale)
      }
      let repair = SettingRepair(changes: changes, target: "")
      guard let outcome = try outcomes(repair.tried)[0], isRight(outcome) else { continue }
      for change in changes {
        let alone = try outcomes(SettingRepair(changes: [change], target: "").tried)[0]
        if alone.map(isRight) ?? false { return nil }
      }
      return SettingRepair(changes: changes, target: target(of: outcome))
    }
    return nil
  }
}
