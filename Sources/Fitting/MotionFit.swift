import Quantities

/// The best parameters of one law for the motions of one or more gestures.
public struct LawFit: Sendable {
  /// The law.
  public var law: MotionLaw
  /// The curve of a tween; nil for other laws.
  public var curve: NamedCurve?
  /// The shared parameters, in the order and the units of ``MotionLaw/parameters``.
  public var values: [Double]
  /// The 95 % interval of each shared parameter; empty until ``MotionFit`` has computed it.
  public var intervals: [ClosedRange<Double>] = []
  /// The position of rest of each gesture, in points.
  public var rests: [Double]
  /// The root mean square of the residuals, in points.
  public var rms: Double
  /// The largest absolute residual, in points.
  public var worst: Double
  /// The information criterion of the law minus the lowest criterion of any law.
  ///
  /// This is the criterion of Schwarz (BIC), with the number of rows whose residuals are independent.
  public internal(set) var criterion = 0.0
  /// The observed minus the fitted position of each row of each gesture, in points.
  public var residuals: [[Double]]
  /// The sum of the squares of the weighted residuals.
  var cost: Double
  /// All parameters of the fit, as the numbers with which the search works; see ``LawParameter/inner(_:)``.
  var inner: [Double]

  /// The number of parameters, including the parameters of the gestures.
  public var parameterCount: Int {
    values.count + (curve == nil ? 0 : 1)
      + residuals.count * (law.ownParameters.count + law.linearCount)
  }
}

/// The laws that explain the motions of some gestures, from best to worst.
public struct MotionFit: Sendable {
  /// The gestures, without rows that were left out.
  public private(set) var gestures: [ObservedThrow]
  /// The fit of each law, with the best law first: the laws are sorted by the information criterion, but a special case
  /// that is nearly as good comes before the law that contains it.
  public private(set) var ranking: [LawFit] = []
  /// The number of rows with independent residuals, in all gestures together.
  public private(set) var independentRows = 0.0

  /// The difference of the information criterion from which on one law counts as better than another; our choice.
  ///
  /// A difference of 6 means that the data are 20 times as probable under the better law.
  public static let decisive = 6.0

  /// The laws that explain the motions as well as the best law and have no more parameters.
  ///
  /// A law that contains the best law as a special case is left out, because such a law always explains the motions as
  /// well.
  public var equals: [LawFit] {
    guard let best = ranking.first else { return [] }
    return ranking.dropFirst().filter {
      $0.criterion < Self.decisive && !$0.law.contains(best.law)
        && $0.parameterCount <= best.parameterCount
    }
  }

  /// Whether the residuals of the best law have a root mean square of at most 2 pt, or of a hundredth of the longest
  /// motion.
  ///
  /// The limits are our choice. Software that runs in real time causes errors of this size.
  public var isExplained: Bool {
    guard let best = ranking.first else { return false }
    let lengths = gestures.map { ($0.positions.max() ?? 0) - ($0.positions.min() ?? 0) }
    return best.rms <= max(2, (lengths.max() ?? 0) / 100)
  }

  /// The law that explains the motions; nil if no law does, or if another law explains the motions as well.
  public var winner: LawFit? { isExplained && equals.isEmpty ? ranking.first : nil }

  /// The limits of a fit: the number of motions, and the number of rows in all motions together.
  ///
  /// The limits are our choice: they keep a fit within seconds to minutes, and more data hardly narrow the intervals.
  public static let largest = (motions: 100, rows: 20_000)

  /// Fits laws to the motions of gestures of one surface.
  ///
  /// - Parameters:
  ///   - gestures: The motions; at least one.
  ///   - laws: The laws; at least one.
  /// - Throws: ``FitError`` if there are too many motions or rows, or if no law has a fit.
  public init(_ gestures: [ObservedThrow], laws: [MotionLaw] = MotionLaw.allCases) throws(FitError)
  {
    let rows = gestures.reduce(0) { $0 + $1.times.count }
    guard gestures.count <= Self.largest.motions, rows <= Self.largest.rows else {
      throw FitError(
        .tooLarge,
        "fit: found \(gestures.count) motions with \(rows) rows; give at most \(Self.largest.motions) motions and "
          + "\(Self.largest.rows) rows, for example fewer tables or a part with --from and --to.")
    }
    self.gestures = gestures
    rank(laws)
    for _ in 0..<3 where removeOutliers() { rank(laws) }
    guard !ranking.isEmpty else {
      throw FitError(
        .nothing, "fit: no law can be fitted; give another table or other laws with --law.")
    }
    let equal = equals.map { $0.law }
    for index in ranking.indices
    where index == 0 || equal.count < 4 && equal.contains(ranking[index].law) {
      ranking[index].intervals = intervals(of: ranking[index])
    }
  }

  private mutating func rank(_ laws: [MotionLaw]) {
    ranking = laws.compactMap { fit($0) }
    guard let closest = ranking.min(by: { $0.cost < $1.cost }) else { return }
    independentRows = Self.independentRows(of: closest, gestures)
    for index in ranking.indices {
      ranking[index].criterion = criterion(of: ranking[index])
    }
    ranking.sort { $0.criterion < $1.criterion }
    // A special case that is as good as the law that contains it is the simpler explanation.
    let lowest = ranking[0]
    let special = ranking.firstIndex {
      lowest.law.contains($0.law) && $0.criterion < lowest.criterion + 2
    }
    if let special { ranking.insert(ranking.remove(at: special), at: 0) }
    for index in ranking.indices { ranking[index].criterion -= lowest.criterion }
  }

  /// The sum of the weights of all rows.
  private var weight: Double { gestures.reduce(0) { $0 + squares($1.weights) } }

  /// The lower limit of the mean square of residuals, in points²; the criterion uses this limit for any smaller mean
  /// square.
  ///
  /// A hundredth of a point is below what screens show and what tables with a few decimals resolve. Positions that are
  /// rounded to a grid have errors of 0.29 times the spacing of the grid; the limit is a third of these errors.
  private var floor: Double {
    let grid = gestures.map { $0.grid }.max() ?? 0
    return max(1e-4, grid * grid / 12 / 9)
  }

  private func criterion(of fit: LawFit) -> Double {
    let mean = max(fit.cost / weight, floor)
    return independentRows * naturalLogarithm(mean) + Double(fit.parameterCount)
      * naturalLogarithm(max(independentRows, 2))
  }

  /// Returns the number of rows with independent residuals, which is smaller if neighbouring rows have similar
  /// residuals.
  private static func independentRows(of fit: LawFit, _ gestures: [ObservedThrow]) -> Double {
    var (products, total, weight) = (0.0, 0.0, 0.0)
    for (gesture, residuals) in zip(gestures, fit.residuals) {
      let weighted = gesture.weighted(residuals)
      total += squares(weighted)
      weight += squares(gesture.weights)
      for row in 1..<weighted.count { products += weighted[row] * weighted[row - 1] }
    }
    guard total > 0 else { return weight }
    let correlation = clamped(products / total, to: 0...0.9)
    return max(Double(fit.parameterCount) + 2, weight * (1 - correlation) / (1 + correlation))
  }

  /// Removes rows that are far from the closest law; returns whether there were any.
  ///
  /// A row is far if its residual is six times the usual residual, and four times the residuals of its neighbours. If
  /// more than a twentieth of the rows are far, the law is wrong, and not the rows.
  private mutating func removeOutliers() -> Bool {
    guard let closest = ranking.min(by: { $0.cost < $1.cost }) else { return false }
    // Rows at rest do not show how large the errors of rows in motion are.
    let sizes = zip(gestures, closest.residuals).flatMap { gesture, residuals in
      residuals.indices.filter { gesture.isMoving(at: $0) }.map { residuals[$0].magnitude }
    }.sorted()
    guard !sizes.isEmpty else { return false }
    let usual = max(1.4826 * sizes[sizes.count / 2], 3 * floor.squareRoot())
    let far = closest.residuals.map { residuals in
      Set(
        residuals.indices.filter { row in
          let near =
            [row - 1, row + 1].filter { residuals.indices.contains($0) }
            .map { residuals[$0].magnitude }.max() ?? 0
          return residuals[row].magnitude > max(6 * usual, 4 * near)
        })
    }
    let count = far.reduce(0) { $0 + $1.count }
    guard count > 0, count * 20 <= sizes.count else { return false }
    var isChanged = false
    for (index, rows) in far.enumerated()
    where !rows.isEmpty && gestures[index].times.count - rows.count >= ObservedThrow.leastRows {
      gestures[index].remove(rows)
      isChanged = true
    }
    return isChanged
  }
}

extension MotionLaw {
  /// Returns the motion of a gesture with some parameters, and the factors of its columns.
  fileprivate func fitted(
    to gesture: ObservedThrow, shared: [Double], own: [Double], curve: NamedCurve
  ) -> (motion: LawColumns, combination: Combination) {
    let motion = motion(
      at: gesture.times, direction: gesture.direction, shared: shared, own: own, curve: curve)
    let numbers = gesture.times.indices.map { gesture.positions[$0] - motion.known[$0] }
    let combination = Combination(
      of: motion.columns.map { gesture.weighted($0) }, nearest: gesture.weighted(numbers))
    return (motion, combination)
  }
}

extension MotionFit {
  /// Returns the best parameters of a law; nil if it has none.
  func fit(_ law: MotionLaw) -> LawFit? {
    let curves = law == .tween ? NamedCurve.allCases : [.linear]
    let fits = curves.compactMap { fit(law, curve: $0) }
    return fits.min { $0.cost < $1.cost }
  }

  private func fit(_ law: MotionLaw, curve: NamedCurve) -> LawFit? {
    let problem = problem(law, curve)
    var best: (parameters: [Double], cost: Double)?
    for start in starts(of: law, problem, curve).prefix(law == .bezier ? 6 : 3) {
      let found = problem.minimized(from: start)
      if found.cost < best?.cost ?? .infinity { best = found }
    }
    guard let best, best.cost.isFinite else { return nil }
    return result(law, curve, best.parameters, best.cost)
  }

  /// Returns the least-squares problem of a law.
  private func problem(_ law: MotionLaw, _ curve: NamedCurve) -> GroupedProblem {
    let (shared, own) = (law.parameters, law.ownParameters)
    let groups = gestures.count
    let bounds =
      shared.map { $0.innerRange }
      + (0..<groups).flatMap { _ in own.map { $0.innerRange } }
    let gestures = gestures
    return GroupedProblem(shared: shared.count, own: own.count, groups: groups, bounds: bounds) {
      group, sharedInner, ownInner in
      law.fitted(
        to: gestures[group], shared: zip(shared, sharedInner).map { $0.outer($1) },
        own: zip(own, ownInner).map { $0.outer($1) }, curve: curve
      ).combination.residuals
    }
  }

  private func result(
    _ law: MotionLaw, _ curve: NamedCurve, _ parameters: [Double], _ cost: Double
  ) -> LawFit {
    let shared = law.parameters
    let values = zip(shared, parameters).map { $0.outer($1) }
    var (rests, all) = ([Double](), [[Double]]())
    for (index, gesture) in gestures.enumerated() {
      let start = shared.count + index * law.ownParameters.count
      let own = zip(law.ownParameters, parameters[start...]).map { $0.outer($1) }
      let (motion, combination) = law.fitted(to: gesture, shared: values, own: own, curve: curve)
      let factors = combination.factors
      let residuals = gesture.positions.indices.map { row in
        gesture.positions[row] - motion.known[row]
          - zip(factors, motion.columns).reduce(0) { $0 + $1.0 * $1.1[row] }
      }
      rests.append(factors[0])
      all.append(residuals)
    }
    let flat = all.flatMap { $0 }
    return LawFit(
      law: law, curve: law == .tween ? curve : nil, values: values, rests: rests,
      rms: (squares(flat) / Double(max(flat.count, 1))).squareRoot(),
      worst: flat.map { $0.magnitude }.max() ?? 0, residuals: all, cost: cost, inner: parameters)
  }
}

extension MotionFit {
  /// Returns first guesses of all parameters, the best first: the best own parameters of each gesture for each guess of
  /// the shared parameters.
  private func starts(
    of law: MotionLaw, _ problem: GroupedProblem, _ curve: NamedCurve
  ) -> [[Double]] {
    let guesses = law.sharedGuesses(gestures)
    let found = guesses.map { guess -> (start: [Double], cost: Double) in
      let shared = zip(law.parameters, guess).map { $0.inner($1) }
      var (start, cost) = (shared, 0.0)
      for (index, gesture) in gestures.enumerated() {
        var best: (own: [Double], cost: Double) = ([], .infinity)
        for guess in law.ownGuesses(gesture) {
          let own = zip(law.ownParameters, guess).map { $0.inner($1) }
          let cost = squares(problem.residuals(index, shared[...], own[...]))
          if cost < best.cost || best.own.isEmpty { best = (own, cost) }
        }
        start += best.own
        cost += best.cost
      }
      return (start, cost)
    }
    return found.sorted { $0.cost < $1.cost }.map { $0.start }
  }

  /// Returns the interval of each shared parameter in which the true value lies with a probability of 95 %.
  ///
  /// At its ends, with all other parameters fitted again, the sum of squares is larger by t² / f than at the best value,
  /// where f is the number of independent rows minus the number of parameters, and t is Student's quantile.
  private func intervals(of fit: LawFit) -> [ClosedRange<Double>] {
    let problem = problem(fit.law, fit.curve ?? .linear)
    let freedom = max(1, independentRows - Double(fit.parameterCount))
    let quantile = 1.96 + 2.372 / freedom + 2.8 / (freedom * freedom)
    let cost = max(fit.cost, floor * weight)
    let limit = fit.cost + cost * quantile * quantile / freedom
    return fit.law.parameters.indices.map { index in
      let parameter = fit.law.parameters[index]
      let ends = [-1.0, 1].map { side in
        parameter.outer(problem.end(of: index, side, from: fit.inner, limit: limit))
      }
      return ends[0]...max(ends[0], ends[1])
    }
  }
}
