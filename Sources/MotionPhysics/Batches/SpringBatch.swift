public import Quantities

/// Many values that move on springs, with one array for the offsets and one for the velocities.
///
/// A step needs four multiplications and two additions per value, and allocates no memory. The function
/// ``settle(within:)`` sets values that are near their targets to their targets. Otherwise decaying values would become
/// subnormal numbers, with which arithmetic is a hundred times slower.
///
/// A step gives the same results as ``SpringStep/applied(to:)``, to the last bit, on every machine.
public struct SpringBatch: Hashable, Sendable {
  private var offsets: [Double]
  private var velocities: [Double]

  /// The limit for offsets in points, and for speeds in points per second.
  ///
  /// Larger numbers are reduced to this limit, so that no step of a spring overflows. The limit is our choice: 1e100 is
  /// far above the size of any screen, and its square is still finite.
  public static let largest = 1e100

  /// Creates a batch of `count` values with the same motion.
  public init(repeating motion: Spring.Motion = .resting, count: Int) {
    precondition(count >= 0, "a batch of \(count) values")
    offsets = Array(repeating: Self.clamped(motion.offset.value), count: count)
    velocities = Array(repeating: Self.clamped(motion.velocity.value), count: count)
  }

  /// The number of values.
  public var count: Int { offsets.count }

  /// The motion of a value, relative to its target.
  public subscript(index: Int) -> Spring.Motion {
    get {
      Spring.Motion(offset: Points(offsets[index]), velocity: PointsPerSecond(velocities[index]))
    }
    set {
      offsets[index] = Self.clamped(newValue.offset.value)
      velocities[index] = Self.clamped(newValue.velocity.value)
    }
  }

  /// Whether a value rests at its target: its offset and its velocity are exactly zero.
  public func isSettled(_ index: Int) -> Bool { offsets[index] == 0 && velocities[index] == 0 }

  /// Moves the target of a value by `shift`; the value keeps its position and its velocity.
  public mutating func retarget(_ index: Int, by shift: Points) {
    offsets[index] = Self.clamped(offsets[index] - shift.value)
  }

  private static func clamped(_ number: Double) -> Double { min(max(number, -largest), largest) }
}

extension SpringBatch {
  /// Advances all values by one step of the same spring.
  ///
  /// This function does not set values to their targets. Call ``settle(within:)`` at least once in a hundred time
  /// constants; otherwise decayed values become subnormal numbers, which slow the batch down.
  ///
  /// - Parameter step: One frame of the spring, from ``Spring/step(of:)``.
  /// - Complexity: O(count), without allocation.
  public mutating func advance(by step: SpringStep) {
    let (a, b) = (step.offsetFromOffset, step.offsetFromVelocity)
    let (c, d) = (step.velocityFromOffset, step.velocityFromVelocity)
    let count = count
    offsets.withUnsafeMutableBufferPointer { x in
      velocities.withUnsafeMutableBufferPointer { v in
        for index in 0..<count {
          let offset = a * x[index] + b * v[index]
          v[index] = c * x[index] + d * v[index]
          x[index] = offset
        }
      }
    }
  }

  /// Advances each value by one step of its spring.
  ///
  /// This function does not set values to their targets, so call ``settle(within:)`` from time to time; see
  /// ``advance(by:)-(SpringStep)``.
  ///
  /// - Parameter steps: One step for each value.
  /// - Complexity: O(count), without allocation.
  public mutating func advance(by steps: SpringStepTable) {
    precondition(steps.count == count, "\(steps.count) steps for \(count) values")
    let count = count
    offsets.withUnsafeMutableBufferPointer { x in
      velocities.withUnsafeMutableBufferPointer { v in
        steps.withCoefficients { a, b, c, d in
          for index in 0..<count {
            let offset = a[index] * x[index] + b[index] * v[index]
            v[index] = c[index] * x[index] + d[index] * v[index]
            x[index] = offset
          }
        }
      }
    }
  }

  /// Sets every value within `tolerance` to its target, at rest.
  ///
  /// Only the current motion is compared with the tolerance. A value that is slow near its target, but would leave the
  /// tolerance again, is therefore set to rest before its ``Spring/settleTime(from:within:)``.
  ///
  /// - Returns: The number of values that are still moving.
  /// - Complexity: O(count), without allocation.
  @discardableResult
  public mutating func settle(within tolerance: SettleTolerance = .standard) -> Int {
    advance(by: .none, settlingWithin: tolerance)
  }

  /// Advances all values by one step of the same spring, and sets the values within `tolerance` to their targets.
  ///
  /// This function does the same as ``advance(by:)-(SpringStep)`` followed by ``settle(within:)``, in one pass.
  ///
  /// - Parameters:
  ///   - step: One frame of the spring, from ``Spring/step(of:)``.
  ///   - tolerance: The tolerance within which a value is set to its target.
  /// - Returns: The number of values that are still moving.
  /// - Complexity: O(count), without allocation.
  @discardableResult
  public mutating func advance(
    by step: SpringStep, settlingWithin tolerance: SettleTolerance
  ) -> Int {
    let (a, b) = (step.offsetFromOffset, step.offsetFromVelocity)
    let (c, d) = (step.velocityFromOffset, step.velocityFromVelocity)
    let (distance, speed) = (tolerance.distance.value, tolerance.speed.value)
    let count = count
    return offsets.withUnsafeMutableBufferPointer { x in
      velocities.withUnsafeMutableBufferPointer { v in
        var settled: Int64 = 0
        for index in 0..<count {
          let offset = a * x[index] + b * v[index]
          let velocity = c * x[index] + d * v[index]
          // Integers instead of `&&` avoid a branch, so that the compiler can vectorize the loop.
          let isSettled: Int64 =
            (offset.magnitude <= distance ? 1 : 0) & (velocity.magnitude <= speed ? 1 : 0)
          x[index] = isSettled == 0 ? offset : 0
          v[index] = isSettled == 0 ? velocity : 0
          settled &+= isSettled
        }
        return count - Int(settled)
      }
    }
  }
}

/// One step for each value of a ``SpringBatch``, stored as one array for each of the four numbers of a step.
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

  /// The step of the value with the same index in the batch; traps if there is no such value.
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

  /// Calls `body` with the four arrays, row by row of the matrix of a ``SpringStep``.
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

extension Spring {
  /// Writes the motion at every frame into two arrays; frame 0 is `start`.
  ///
  /// The first eight frames are computed exactly. Each further group of eight frames is computed from the previous
  /// group by one step over eight frames, so a long motion takes about a nanosecond per frame. The result differs from
  /// ``motion(after:from:)`` only by rounding: after 10 s at 240 Hz, by less than 1e-12 of the amplitude.
  ///
  /// - Parameters:
  ///   - start: The motion at frame 0.
  ///   - interval: The time between two frames; zero or more.
  ///   - offsets: The array for the offsets, in points.
  ///   - velocities: The array for the velocities, in points per second; as long as `offsets`.
  /// - Complexity: O(frames), without allocation.
  public func writeTrajectory(
    from start: Motion, every interval: Seconds,
    offsets: UnsafeMutableBufferPointer<Double>, velocities: UnsafeMutableBufferPointer<Double>
  ) {
    precondition(
      offsets.count == velocities.count,
      "\(offsets.count) offsets for \(velocities.count) velocities")
    var x = SIMD8<Double>()
    var v = SIMD8<Double>()
    for lane in 0..<8 {
      let motion = motion(after: interval * Double(lane), from: start)
      (x[lane], v[lane]) = (motion.offset.value, motion.velocity.value)
    }
    let step = step(of: interval * 8)
    var frame = 0
    while frame < offsets.count {
      for lane in 0..<min(8, offsets.count - frame) {
        (offsets[frame + lane], velocities[frame + lane]) = (x[lane], v[lane])
      }
      let next = step.offsetFromOffset * x + step.offsetFromVelocity * v
      v = step.velocityFromOffset * x + step.velocityFromVelocity * v
      x = next
      frame += 8
    }
  }
}
