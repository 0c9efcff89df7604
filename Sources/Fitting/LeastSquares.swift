/// The parameters and the residuals of a least-squares problem whose rows belong to groups.
///
/// The first parameters are shared by all groups. The parameters of the first group, of the second, and so on, follow.
struct GroupedProblem {
  /// The number of shared parameters.
  var shared: Int
  /// The number of parameters of each group.
  var own: Int
  /// The number of groups.
  var groups: Int
  /// The lowest and the highest value of each parameter.
  var bounds: [ClosedRange<Double>]
  /// Returns the residuals of a group, given the shared parameters and the parameters of the group.
  var residuals: (_ group: Int, _ shared: ArraySlice<Double>, _ own: ArraySlice<Double>) -> [Double]

  func residuals(of group: Int, at parameters: [Double]) -> [Double] {
    let start = shared + group * own
    return residuals(group, parameters[..<shared], parameters[start..<start + own])
  }

  /// Returns the sum of squares of all residuals.
  func cost(at parameters: [Double]) -> Double {
    (0..<groups).reduce(0) { $0 + squares(residuals(of: $1, at: parameters)) }
  }
}

/// Returns the sum of the squares of some numbers.
func squares(_ numbers: [Double]) -> Double { numbers.reduce(0) { $0 + $1 * $1 } }

extension GroupedProblem {
  /// Returns the parameters near `start` at which the sum of squares is smallest, and this sum.
  ///
  /// This is the method of Levenberg and Marquardt with derivatives by differences. It ends when a step lowers the sum
  /// by less than 10⁻¹⁰ of the sum, or after 60 steps.
  ///
  /// Source: J. J. Moré, *The Levenberg-Marquardt algorithm: implementation and theory* (1978).
  ///
  /// - Parameters:
  ///   - start: The first guess.
  ///   - fixed: The index of a parameter that keeps its value; nil if all are free.
  /// - Returns: The parameters, and the sum of the squares of the residuals.
  func minimized(from start: [Double], holding fixed: Int? = nil) -> (
    parameters: [Double], cost: Double
  ) {
    var parameters = zip(start, bounds).map { clamped($0, to: $1) }
    var cost = cost(at: parameters)
    var damping = 1e-3
    for _ in 0..<60 {
      guard cost > 0, cost.isFinite else { break }
      let (curvature, slope) = normalEquations(at: parameters, holding: fixed)
      var improved = false
      while !improved, damping < 1e9 {
        var damped = curvature
        for index in damped.indices {
          damped[index][index] += damping * max(damped[index][index], 1e-12)
        }
        guard let step = solution(of: damped, slope) else {
          damping *= 10
          continue
        }
        let next = parameters.indices.map { clamped(parameters[$0] - step[$0], to: bounds[$0]) }
        let nextCost = self.cost(at: next)
        if nextCost < cost {
          improved = true
          let gain = (cost - nextCost) / cost
          (parameters, cost) = (next, nextCost)
          damping = max(damping / 10, 1e-9)
          if gain < 1e-10 { return (parameters, cost) }
        } else {
          damping *= 10
        }
      }
      guard improved else { break }
    }
    return (parameters, cost)
  }

  /// Returns JᵀJ and Jᵀr, where J is the derivative of the residuals r.
  private func normalEquations(
    at parameters: [Double], holding fixed: Int?
  ) -> (curvature: [[Double]], slope: [Double]) {
    let count = parameters.count
    var curvature = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var slope = [Double](repeating: 0, count: count)
    for group in 0..<groups {
      let residuals = residuals(of: group, at: parameters)
      let start = shared + group * own
      let used = (Array(0..<shared) + Array(start..<start + own)).filter { $0 != fixed }
      let columns = used.map { derivative(of: group, by: $0, at: parameters, residuals) }
      for (first, one) in zip(used, columns) {
        slope[first] += dot(one, residuals)
        for (second, other) in zip(used, columns) { curvature[first][second] += dot(one, other) }
      }
    }
    if let fixed { curvature[fixed][fixed] = 1 }
    return (curvature, slope)
  }

  private func derivative(
    of group: Int, by index: Int, at parameters: [Double], _ residuals: [Double]
  ) -> [Double] {
    var moved = parameters
    let step = 1e-5 * max(1, parameters[index].magnitude)
    moved[index] = parameters[index] + step
    if moved[index] > bounds[index].upperBound { moved[index] = parameters[index] - step }
    let distance = moved[index] - parameters[index]
    return zip(self.residuals(of: group, at: moved), residuals).map { ($0 - $1) / distance }
  }
}

extension GroupedProblem {
  /// Returns the value of a parameter at which the sum of squares reaches `limit` although all other parameters are
  /// fitted again.
  ///
  /// - Parameters:
  ///   - index: The index of the parameter.
  ///   - side: 1 to search above the best value, -1 below it.
  ///   - best: The parameters with the least sum of squares.
  ///   - limit: A sum of squares above the least sum.
  /// - Returns: The value of the parameter; the end of its range if the sum does not reach `limit`.
  func end(of index: Int, _ side: Double, from best: [Double], limit: Double) -> Double {
    let bounds = bounds[index]
    var parameters = best
    func cost(at value: Double) -> Double {
      var moved = parameters
      moved[index] = value
      let found = minimized(from: moved, holding: index)
      if found.cost <= limit { parameters = found.parameters }
      return found.cost
    }
    var (inside, step) = (best[index], 1e-3 * max(1, best[index].magnitude))
    var outside = inside
    while true {
      outside = clamped(inside + side * step, to: bounds)
      if cost(at: outside) > limit { break }
      guard outside > bounds.lowerBound, outside < bounds.upperBound else { return outside }
      (inside, step) = (outside, step * 2)
    }
    for _ in 0..<8 {
      let middle = (inside + outside) / 2
      if cost(at: middle) > limit { outside = middle } else { inside = middle }
    }
    return (inside + outside) / 2
  }
}

/// Returns the sum of the products of two lists.
func dot(_ one: [Double], _ other: [Double]) -> Double {
  var sum = 0.0
  for index in one.indices { sum += one[index] * other[index] }
  return sum
}

/// Returns a number limited to a range.
func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
  min(max(number, range.lowerBound), range.upperBound)
}

/// Returns the solution x of A x = b for a symmetric positive matrix, by Cholesky's method; nil if A is not positive.
private func solution(of matrix: [[Double]], _ right: [Double]) -> [Double]? {
  let count = right.count
  var lower = matrix
  for row in 0..<count {
    for column in 0...row {
      var sum = matrix[row][column]
      for index in 0..<column { sum -= lower[row][index] * lower[column][index] }
      if row == column {
        guard sum > 0, sum.isFinite else { return nil }
        lower[row][row] = sum.squareRoot()
      } else {
        lower[row][column] = sum / lower[column][column]
      }
    }
  }
  var result = right
  for row in 0..<count {
    for index in 0..<row { result[row] -= lower[row][index] * result[index] }
    result[row] /= lower[row][row]
  }
  for row in (0..<count).reversed() {
    for index in row + 1..<count { result[row] -= lower[index][row] * result[index] }
    result[row] /= lower[row][row]
  }
  return result
}

/// The weighted sum of given columns that is nearest to given numbers.
struct Combination {
  /// The factor of each column; 0 for a column that is itself a weighted sum of other columns.
  var factors: [Double]
  /// The given numbers minus the weighted sum.
  var residuals: [Double]

  /// Finds the factors by the modified method of Gram and Schmidt.
  init(of columns: [[Double]], nearest numbers: [Double]) {
    residuals = numbers
    var directions: [(unit: [Double], index: Int)] = []
    var mixture: [[Double]] = []
    for (index, column) in columns.enumerated() {
      var rest = column
      var shares = [Double](repeating: 0, count: columns.count)
      let size = squares(column)
      for (place, direction) in directions.enumerated() {
        let share = dot(direction.unit, rest)
        shares[place] = share
        for row in rest.indices { rest[row] -= share * direction.unit[row] }
      }
      let left = squares(rest)
      guard left > 1e-18 * size, left > 0 else {
        mixture.append([])
        continue
      }
      let length = left.squareRoot()
      shares[directions.count] = length
      mixture.append(shares)
      directions.append((rest.map { $0 / length }, index))
    }
    var parts: [Double] = []
    for direction in directions {
      let part = dot(direction.unit, residuals)
      parts.append(part)
      for row in residuals.indices { residuals[row] -= part * direction.unit[row] }
    }
    factors = [Double](repeating: 0, count: columns.count)
    for place in directions.indices.reversed() {
      var part = parts[place]
      for later in directions[(place + 1)...] {
        part -= mixture[later.index][place] * factors[later.index]
      }
      factors[directions[place].index] = part / mixture[directions[place].index][place]
    }
  }
}
