/// The smallest variance of an unbiased estimate of a number from samples.
///
/// The means of the samples depend on parameters θ. Their Fisher information about θ is
///
///     F = Σᵢ gᵢ gᵢᵀ / σᵢ²,   gᵢ = ∂ meanᵢ / ∂θ
///
/// and no unbiased estimate of a number with the gradient h = ∂ number / ∂θ has a smaller variance
/// than `hᵀ F⁻¹ h`.
///
/// Source: Cramér, *Mathematical Methods of Statistics*, 1946, section 32.3; Rao, "Information and
/// the accuracy attainable in the estimation of statistical parameters", 1945.
public struct CramerRaoBound: Sendable {
  /// The fractions of a parameter's information, and of a number's gradient, below which they are rounding
  /// errors.
  ///
  /// Source: ours; derivatives have an accuracy of 1e-8, and their squares are summed in double precision.
  private static let rounding = (information: 1e-10, gradient: 1e-5)

  private var information: [[Double]]

  /// Creates a bound without samples for `parameters` parameters; at least one.
  public init(parameters: Int) {
    precondition(parameters > 0, "a bound on \(parameters) parameters")
    information = Array(repeating: Array(repeating: 0, count: parameters), count: parameters)
  }

  /// Adds a sample.
  ///
  /// - Parameters:
  ///   - gradient: The derivative of the sample's mean with respect to each parameter.
  ///   - variance: The variance of the sample; above zero.
  public mutating func add(gradient: [Double], variance: Double) {
    precondition(gradient.count == information.count, "\(gradient.count) derivatives")
    for row in gradient.indices {
      for column in gradient.indices {
        information[row][column] += gradient[row] * gradient[column] / variance
      }
    }
  }

  /// Returns the smallest variance of an unbiased estimate of a number with this gradient; infinite if the
  /// samples do not determine the number.
  ///
  /// A parameter that the samples do not determine is left out if the number does not depend on it.
  public func leastVariance(of gradient: [Double]) -> Double { product(gradient, gradient) }

  /// Returns the product `leftᵀ F⁻¹ right` of two gradients; infinite if the samples do not determine the
  /// left one.
  func product(_ left: [Double], _ right: [Double]) -> Double {
    precondition(left.count == information.count, "\(left.count) derivatives")
    // Scale every parameter to an information of 1, so that the rounding limits apply to all.
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
