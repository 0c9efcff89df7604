import InteractionScenarios
import Quantities

// Repairs that change two numbers at once.
extension RepairSearch {
  /// The upper limit of the total size of a pair of changes, in multiples of the scales of the settings.
  ///
  /// Source: our choice; it only bounds the search.
  private static let largestPair = 40.0

  /// A numeric setting that the search may change.
  private struct Part {
    var setting: TunableSetting
    var number: Double
    var range: ClosedRange<Double>
    var scale: Double

    /// Returns the number after a change by `size` times the scale, limited to the range.
    func number(changedBy size: Double) -> Double {
      min(max(number + size * scale, range.lowerBound), range.upperBound)
    }
  }

  /// Returns the smallest changes of two numeric settings that help if both are made, but not if only one is made.
  ///
  /// The result is ordered by ``SettingRepair/ranked(_:)``. The search first changes both numbers together, each
  /// upwards or downwards. The sizes of the two changes, in multiples of the scales of the settings, have the ratio
  /// 1 : 1, 1 : 3 or 3 : 1. The search then makes each change as small as possible, as long as the pair still helps.
  ///
  /// The search changes no options of the request, and omits numbers that take effect only after the decision. It also
  /// omits numbers that take effect from the touch on and whose change alone has no effect on the outcome. It keeps all
  /// numbers that take effect at the release, because they may help together with another number.
  ///
  /// - Parameters:
  ///   - most: The maximum number of repairs.
  ///   - progress: Called with the names of each pair of settings before it is tried.
  /// - Returns: Repairs with two changes each.
  /// - Throws: ``EvaluatorError`` if the request is not valid.
  public func pairRepairs(
    atMost most: Int = 5, progress: (String) -> Void = { _ in }
  ) throws(EvaluatorError) -> [SettingRepair] {
    let parts = try numbersWithEffect()
    var found: [(size: Double, first: Part, second: Part, sizes: [Double])] = []
    var limit = Self.largestPair
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

  /// Returns the numeric settings that may affect the target of the gesture, alone or together with another setting.
  private func numbersWithEffect() throws(EvaluatorError) -> [Part] {
    let before = try outcome()
    var parts: [Part] = []
    for setting in settings where setting.onset != .settling {
      // A change of an option takes a hundred times as long to try, because the touches are read again.
      if ReplayRequest.isRequestOption(setting.key) { continue }
      guard case .number(let number, let range) = setting.value else { continue }
      let scale = setting.scale(at: number)
      let part = Part(setting: setting, number: number, range: range, scale: scale)
      guard setting.onset == .touch else {
        parts.append(part)
        continue
      }
      // Try small and large changes. If any of them changes the outcome, keep the setting.
      let numbers = [-4, -1, -0.5, -0.1, 0.1, 0.5, 1, 4, 20].map(part.number)
      let tried = TriedSettings(
        keys: [setting.key],
        rows: (numbers + [range.lowerBound, range.upperBound]).map { [TriedValue($0)] })
      if try outcomes(tried).contains(where: { $0 != nil && $0 != before }) { parts.append(part) }
    }
    return parts
  }

  /// Returns, for each pair in `sizes`, whether changing both settings by these sizes helps.
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

  /// Returns the sizes of the smallest pair of changes that helps; nil if no tried pair with a total size below `limit`
  /// helps.
  private func nearest(
    _ first: Part, _ second: Part, below limit: Double
  ) throws(EvaluatorError) -> [Double]? {
    var best = limit
    var nearest: [Double]?
    // The weights add up to 1, so a radius is the total size of both changes.
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
        // If one of the two changes helps alone, a repair with a single change is better than this pair.
        guard try !helps(first, second, [[sizes[0], 0], [0, sizes[1]]]).contains(true) else {
          continue
        }
        best = radii[index]
        nearest = sizes
      }
    }
    return nearest
  }

  /// Returns a repair in which both changes are as small as possible; nil if one of them turns out to be unnecessary.
  private func shrunk(
    _ first: Part, _ second: Part, _ sizes: [Double]
  ) throws(EvaluatorError) -> SettingRepair? {
    var sizes = sizes
    // Reduce the changes in turn, twice each, because a reduction of one change limits the reduction of the other.
    for _ in 0..<2 {
      for index in 0..<2 {
        var (wrong, right) = (0.0, sizes[index])
        for _ in 0..<30 {
          let middle = 0.5 * (wrong + right)
          var tried = sizes
          tried[index] = middle
          if try helps(first, second, [tried])[0] { right = middle } else { wrong = middle }
        }
        // If every number except zero helps, the setting switches something on. There is then no smallest number that
        // helps, so do not reduce the change.
        if [first, second][index].number == 0, right.magnitude < 1e-6 { continue }
        // Stop 0.1 % of the distance before the threshold, because at the threshold itself the other change could not
        // be reduced.
        sizes[index] = right + 0.001 * (sizes[index] - right)
      }
    }
    let numbers = [first.number(changedBy: sizes[0]), second.number(changedBy: sizes[1])]
    let old = [first.number, second.number]
    guard numbers[0] != old[0], numbers[1] != old[1] else { return nil }
    let short = zip(numbers, old).map { Self.roundedAway($0, from: $1) }
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
