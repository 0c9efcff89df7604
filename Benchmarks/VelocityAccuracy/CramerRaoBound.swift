/// The least variance with which a number can be read from samples without bias.
///
/// The samples' means depend on parameters θ; what they tell of θ is the Fisher information
///
///     F = Σᵢ gᵢ gᵢᵀ / σᵢ²,   gᵢ = ∂ meanᵢ / ∂θ
///
/// and no unbiased estimate of a number with the gradient h = ∂ number / ∂θ has a smaller variance
/// than `hᵀ F⁻¹ h`, whatever it does.
///
/// Source: Cramér, *Mathematical Methods of Statistics*, 1946, section 32.3; Rao, "Information and
/// the accuracy attainable in the estimation of statistical parameters", 1945.
public struct CramerRaoBound: Sendable {
  /// The share of a parameter's information, and of a number's gradient, that is rounding.
  ///
  /// Source: ours; derivatives are right to 1e-8, and their squares add up in double precision.
  private static let rounding = (information: 1e-10, gradient: 1e-5)

  private var information: [[Double]]

  /// Creates the information of no sample on `parameters` numbers; at least one.
  public init(parameters: Int) {
    precondition(parameters > 0, "a bound on \(parameters) parameters")
    information = Array(repeating: Array(repeating: 0, count: parameters), count: parameters)
  }

  /// Takes in a sample.
  ///
  /// - Parameters:
  ///   - gradient: How the sample's mean changes with each parameter.
  ///   - variance: The sample's variance; above zero.
  public mutating func add(gradient: [Double], variance: Double) {
    precondition(gradient.count == information.count, "\(gradient.count) derivatives")
    for row in gradient.indices {
      for column in gradient.indices {
        information[row][column] += gradient[row] * gradient[column] / variance
      }
    }
  }

  /// The least variance of an unbiased estimate of a number with this gradient; infinite where the
  /// samples do not tell it.
  ///
  /// A parameter that only the others tell apart is left out where the number does not need it.
  public func leastVariance(of gradient: [Double]) -> Double { product(gradient, gradient) }

  /// The product `leftᵀ F⁻¹ right` of two gradients that the samples tell; infinite where they do
  /// not tell the left one.
  func product(_ left: [Double], _ right: [Double]) -> Double {
    precondition(left.count == information.count, "\(left.count) derivatives")
    // In units in which every parameter has information one, so that shares can be compared.
    let units = information.indices.map {
      information[$0][$0] > 0 ? information[$0][$0].squareRoot() : 1
    }
    var (matrix, left, right) = (information, left, right)
    for row in units.indices {
      left[row] /= units[row]
      right[row] /= units[row]
      for column in units.indices { matrix[row][column] /= units[row] * units[column] }
    }
    let largest = left.reduce(0) { max($0, $1.magnitude) }
    var product = 0.0
    for pivot in units.indices {
      let known = matrix[pivot][pivot]
      guard known > Self.rounding.information else {
        if left[pivot].magnitude > Self.rounding.gradient * largest { return .infinity }
        continue
      }
      product += left[pivot] * right[pivot] / known
      for row in units.indices where row > pivot {
        let fraction = matrix[row][pivot] / known
        left[row] -= fraction * left[pivot]
        right[row] -= fraction * right[pivot]
        for column in units.indices { matrix[row][column] -= fraction * matrix[pivot][column] }
      }
    }
    return product
  }
}
