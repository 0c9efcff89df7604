/// A cubic through samples that are added one by one, with the fits of lower degree inside it, or
/// any three functions of time beside a constant.
///
/// It keeps the factors D and R (unit upper triangular) of the normal equations of the rows
/// (1, t, t², t³), and the coefficients θ of the orthogonal columns, by rotations without square
/// roots. The leading block is the fit of each lower degree, so every degree's slope, variance
/// and residual can be read off at every size of the window.
///
/// Source: Gentleman, "Least squares computations by Givens transformations without square roots",
/// J. Inst. Maths Applics 12, 1973.
struct GrowingFit {
  /// What the fit of one degree says at t = 0.
  struct Reading {
    /// The slopes.
    var x: Double
    var y: Double
    /// The slopes' variance for noise of variance one.
    var variance: Double
  }

  /// One orthogonal column: its squared norm, the inverse of it, and the coefficients along it.
  private struct Column {
    var norm = 0.0
    var inverse = 0.0
    var x = 0.0
    var y = 0.0

    /// What the column explains of both axes.
    var explained: Double { norm * (x * x + y * y) }
  }

  /// A sample on its way through the columns; its weight shrinks as they explain it.
  private struct Row {
    var weight = 1.0
    var x: Double
    var y: Double
  }

  private(set) var count = 0
  /// The sum of squared residuals of the cubic, both axes together.
  private(set) var residual = 0.0
  private var c0 = Column()
  private var c1 = Column()
  private var c2 = Column()
  private var c3 = Column()
  private var r01 = 0.0
  private var r02 = 0.0
  private var r03 = 0.0
  private var r12 = 0.0
  private var r13 = 0.0
  private var r23 = 0.0

  /// Adds a sample to a polynomial.
  @inline(__always)
  mutating func add(_ t: Double, _ x: Double, _ y: Double) {
    let square = t * t
    add((t, square, square * t), x, y)
  }

  /// Adds a sample at a time at which the three functions beside the constant have these values.
  @inline(__always)
  mutating func add(_ functions: (Double, Double, Double), _ x: Double, _ y: Double) {
    count += 1
    var row = Row(x: x, y: y)
    var (b1, b2, b3) = functions
    var turn = rotate(&c0, 1, &row)
    shift(&r01, &b1, 1, turn)
    shift(&r02, &b2, 1, turn)
    shift(&r03, &b3, 1, turn)
    guard count > 1 else { return }
    let entry1 = b1
    turn = rotate(&c1, entry1, &row)
    shift(&r12, &b2, entry1, turn)
    shift(&r13, &b3, entry1, turn)
    guard count > 2 else { return }
    let entry2 = b2
    turn = rotate(&c2, entry2, &row)
    shift(&r23, &b3, entry2, turn)
    guard count > 3 else { return }
    _ = rotate(&c3, b3, &row)
    guard count > 4 else { return }
    residual += row.weight * (row.x * row.x + row.y * row.y)
  }

  /// The sum of squared residuals of the fits of degree 0 to 3, both axes together.
  @inline(__always)
  var residuals: (rest: Double, line: Double, parabola: Double, cubic: Double) {
    let parabola = residual + c3.explained
    let line = parabola + c2.explained
    return (line + c1.explained, line, parabola, residual)
  }

  /// The fit of degree 1; takes two samples.
  @inline(__always)
  var line: Reading { Reading(x: c1.x, y: c1.y, variance: c1.inverse) }

  /// The fit of degree 2; takes three samples.
  @inline(__always)
  var parabola: Reading {
    Reading(
      x: c1.x - r12 * c2.x, y: c1.y - r12 * c2.y, variance: c1.inverse + r12 * r12 * c2.inverse)
  }

  /// The fit of degree 2 at another time; takes three samples.
  func parabola(at t: Double) -> Reading {
    let bend = 2 * t - r12
    return Reading(
      x: c1.x + bend * c2.x, y: c1.y + bend * c2.y,
      variance: c1.inverse + bend * bend * c2.inverse)
  }

  /// The fit of degree 3; takes four samples.
  @inline(__always)
  var cubic: Reading {
    let twist = r13 - r12 * r23
    return Reading(
      x: c1.x - r12 * c2.x - twist * c3.x, y: c1.y - r12 * c2.y - twist * c3.y,
      variance: c1.inverse + r12 * r12 * c2.inverse + twist * twist * c3.inverse)
  }

  /// A stroke at its fastest: the cubic without acceleration at t = 0, and what its residual is above
  /// that of the free one; takes four samples.
  ///
  /// A flick is released near its greatest speed, about which a stroke with the least jerk is the
  /// same forwards and backwards.
  ///
  /// Source: Flash, Hogan, "The coordination of arm movements", J. Neuroscience 5(7), 1985.
  @inline(__always)
  var peak: (reading: Reading, excess: Double) {
    // The cubic with the constraint that the coefficient of t² vanishes.
    let twist = r13 - r12 * r23
    let cubic = cubic
    let precision = 1 / (c2.inverse + r23 * r23 * c3.inverse)
    let shared = (twist * r23 * c3.inverse - r12 * c2.inverse) * precision
    let x = c2.x - r23 * c3.x
    let y = c2.y - r23 * c3.y
    return (
      Reading(
        x: cubic.x - shared * x, y: cubic.y - shared * y,
        variance: cubic.variance - shared * shared / precision),
      (x * x + y * y) * precision
    )
  }

  /// Takes the row's `entry` in a column into it and out of the row.
  @inline(__always)
  private func rotate(
    _ column: inout Column, _ entry: Double, _ row: inout Row
  ) -> (keep: Double, take: Double) {
    let weighted = row.weight * entry
    let norm = column.norm + weighted * entry
    let inverse = norm > 0 ? 1 / norm : 0
    let turn = (keep: column.norm * inverse, take: weighted * inverse)
    column.norm = norm
    column.inverse = inverse
    row.weight *= turn.keep
    shift(&column.x, &row.x, entry, turn)
    shift(&column.y, &row.y, entry, turn)
    return turn
  }

  /// Moves the column's share of one entry of the row into the column's own entry.
  @inline(__always)
  private func shift(
    _ own: inout Double, _ entry: inout Double, _ first: Double,
    _ turn: (keep: Double, take: Double)
  ) {
    let before = entry
    entry = before - first * own
    own = turn.keep * own + turn.take * before
  }
}

extension GrowingFit {
  /// What changes with the coefficients of the three functions, and by how much with each.
  typealias Gradient = (Double, Double, Double)

  /// What the fit of all functions says of a number; takes four samples.
  func reading(_ gradient: Gradient) -> Reading {
    let h = orthogonal(gradient)
    return Reading(
      x: h.0 * c1.x + h.1 * c2.x + h.2 * c3.x, y: h.0 * c1.y + h.1 * c2.y + h.2 * c3.y,
      variance: covariance(h, h))
  }

  /// The same where another number is known to be zero, and what the residual is above that of the
  /// free fit.
  func reading(
    _ gradient: Gradient, whereZero other: Gradient
  ) -> (reading: Reading, excess: Double) {
    let free = reading(gradient)
    let zero = reading(other)
    let shared = covariance(orthogonal(gradient), orthogonal(other)) / zero.variance
    return (
      Reading(
        x: free.x - shared * zero.x, y: free.y - shared * zero.y,
        variance: free.variance - shared * shared * zero.variance),
      (zero.x * zero.x + zero.y * zero.y) / zero.variance
    )
  }

  /// The gradient with respect to the coefficients along the orthogonal columns.
  private func orthogonal(_ gradient: Gradient) -> Gradient {
    let second = gradient.1 - gradient.0 * r12
    return (gradient.0, second, gradient.2 - gradient.0 * r13 - second * r23)
  }

  private func covariance(_ left: Gradient, _ right: Gradient) -> Double {
    left.0 * right.0 * c1.inverse + left.1 * right.1 * c2.inverse + left.2 * right.2 * c3.inverse
  }
}
