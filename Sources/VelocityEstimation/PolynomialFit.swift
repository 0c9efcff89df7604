internal import Quantities

/// One sample for a fit, relative to the newest sample.
struct FitPoint {
  /// The time, in seconds; 0 at the newest sample, negative before it.
  var t: Double
  /// The weight of the sample; the fit minimises the sum of the squares of weight times residual.
  var weight: Double
  /// The horizontal position, in points.
  var x: Double
  /// The vertical position, in points.
  var y: Double
}

/// The least-squares polynomials of degree 0 to ``degree`` through the positions of a pan.
///
/// A fit is a sum of polynomials that are orthogonal over the samples. With the time t, the position x and the weight w
/// of each sample, and with each Σ taken over all samples,
///
///     p₀ = 1,  p₁ = t − a₀,  pₖ₊₁ = (t − aₖ) pₖ − bₖ pₖ₋₁,
///     aₖ = Σ w² t pₖ² / Σ w² pₖ²,  bₖ = Σ w² pₖ² / Σ w² pₖ₋₁²,  cₖ = Σ w² x pₖ / Σ w² pₖ²,
///
/// and the fit of each degree is the fit of the degree below plus one term, cₖ pₖ. The slope at the newest sample is
/// `Σ cₖ pₖ′(0)`.
///
/// Source: Forsythe, "Generation and use of orthogonal polynomials for data-fitting with a digital
/// computer", J. SIAM 5(2), 1957.
struct PolynomialFit {
  /// The term of the fit for one degree.
  private struct Term {
    /// The coefficients cₖ for the horizontal and the vertical positions.
    var x = 0.0
    var y = 0.0
    /// The slope pₖ′(0) of the polynomial at the newest sample.
    var slope = 0.0
    /// The sum Σ w² pₖ².
    var squaredNorm = 0.0
    /// The numbers aₖ and bₖ of the recurrence for the polynomials.
    var center = 0.0
    var coupling = 0.0
  }

  /// The highest degree that was fitted; -1 if there are no points.
  private(set) var degree = -1
  private var terms = InlineArray<4, Term>(repeating: Term())

  /// Fits polynomials up to `highestDegree`, which is at most 3.
  ///
  /// The fit stops below `highestDegree` if the number of points is not above the degree, or if the orthogonal
  /// polynomial of the degree has a norm below `minimumNorm`, because the points then do not determine the term of this
  /// degree.
  ///
  /// - Complexity: O(points × degree²), without an allocation.
  init(_ points: UnsafeBufferPointer<FitPoint>, highestDegree: Int, minimumNorm: Double) {
    for k in 0...min(highestDegree, 3) where k < points.count && k == degree + 1 {
      var term = Term()
      var weightedTime = 0.0
      for point in points {
        let p = value(ofDegree: k, at: point.t)
        let weighted = point.weight * point.weight * p
        term.squaredNorm += weighted * p
        term.x += weighted * point.x
        term.y += weighted * point.y
        weightedTime += weighted * p * point.t
      }
      guard term.squaredNorm > 0, term.squaredNorm.squareRoot() >= minimumNorm else { return }
      term.x /= term.squaredNorm
      term.y /= term.squaredNorm
      term.center = weightedTime / term.squaredNorm
      term.coupling = k == 0 ? 0 : term.squaredNorm / terms[k - 1].squaredNorm
      term.slope = slopeAtZero(ofDegree: k)
      terms[k] = term
      degree = k
    }
  }

  /// The slope, at the newest sample, of the fitted polynomial of `degree`, in points per second.
  ///
  /// If the fit stopped below `degree`, its highest degree is used.
  func velocity(degree: Int) -> Velocity {
    var x = 0.0
    var y = 0.0
    for k in 0...min(max(degree, 0), 3) where k <= self.degree {
      x += terms[k].x * terms[k].slope
      y += terms[k].y * terms[k].slope
    }
    return Velocity(x, y)
  }

  private func value(ofDegree k: Int, at t: Double) -> Double {
    var previous = 0.0
    var current = 1.0
    for j in 0..<k {
      (previous, current) = (
        current, (t - terms[j].center) * current - terms[j].coupling * previous
      )
    }
    return current
  }

  private func slopeAtZero(ofDegree k: Int) -> Double {
    var previous = (value: 0.0, slope: 0.0)
    var current = (value: 1.0, slope: 0.0)
    for j in 0..<k {
      let next = (
        value: -terms[j].center * current.value - terms[j].coupling * previous.value,
        slope: current.value - terms[j].center * current.slope
          - terms[j].coupling * previous.slope
      )
      (previous, current) = (current, next)
    }
    return current.slope
  }
}

extension SampleHistory {
  /// Calls `body` with the newest `used` samples as points to fit, newest first.
  func withPoints<Result>(
    _ used: Int, weight: (Int) -> Double = { _ in 1 },
    _ body: (UnsafeBufferPointer<FitPoint>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: FitPoint.self, capacity: max(used, 1)) { buffer in
      for index in 0..<used {
        let offset = offset(index)
        buffer.initializeElement(
          at: index,
          to: FitPoint(
            t: -age(index), weight: weight(index), x: offset.x.value, y: offset.y.value))
      }
      return body(UnsafeBufferPointer(rebasing: buffer[..<used]))
    }
  }
}
