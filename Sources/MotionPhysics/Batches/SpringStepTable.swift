/// One step for each value of a ``SpringBatch``, an array for each number of the matrix.
public struct SpringStepTable: Hashable, Sendable {
  private var offsetsFromOffsets: [Double]
  private var offsetsFromVelocities: [Double]
  private var velocitiesFromOffsets: [Double]
  private var velocitiesFromVelocities: [Double]

  /// Creates a table with the same step for `count` values.
  public init(repeating step: SpringStep = .none, count: Int) {
    precondition(count >= 0, "a table of \(count) steps")
    offsetsFromOffsets = Array(repeating: step.offsetFromOffset, count: count)
    offsetsFromVelocities = Array(repeating: step.offsetFromVelocity, count: count)
    velocitiesFromOffsets = Array(repeating: step.velocityFromOffset, count: count)
    velocitiesFromVelocities = Array(repeating: step.velocityFromVelocity, count: count)
  }

  /// The number of steps.
  public var count: Int { offsetsFromOffsets.count }

  /// The step of a value.
  public subscript(index: Int) -> SpringStep {
    get {
      SpringStep(
        offsetFromOffset: offsetsFromOffsets[index],
        offsetFromVelocity: offsetsFromVelocities[index],
        velocityFromOffset: velocitiesFromOffsets[index],
        velocityFromVelocity: velocitiesFromVelocities[index])
    }
    set {
      offsetsFromOffsets[index] = newValue.offsetFromOffset
      offsetsFromVelocities[index] = newValue.offsetFromVelocity
      velocitiesFromOffsets[index] = newValue.velocityFromOffset
      velocitiesFromVelocities[index] = newValue.velocityFromVelocity
    }
  }

  /// Calls `body` with the four arrays, in the order of the rows of the matrix.
  @inline(__always)
  func withCoefficients<Result>(
    _ body: (
      UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>,
      UnsafeBufferPointer<Double>
    ) -> Result
  ) -> Result {
    offsetsFromOffsets.withUnsafeBufferPointer { a in
      offsetsFromVelocities.withUnsafeBufferPointer { b in
        velocitiesFromOffsets.withUnsafeBufferPointer { c in
          velocitiesFromVelocities.withUnsafeBufferPointer { d in body(a, b, c, d) }
        }
      }
    }
  }
}
