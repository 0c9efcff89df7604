public import Quantities

/// The motions of all components of a ``SpringAnimation``, relative to its target.
///
/// Each frame computes the step of the spring once for all components; each component then needs only four
/// multiplications and two additions. This type is not generic, so that it is compiled once and is fast for every type
/// of value.
@usableFromInline
struct SpringComponents: Hashable, Sendable {
  private let spring: Spring
  @usableFromInline let count: Int
  /// The current state: the offsets of all components, then their velocities, then their positions.
  @usableFromInline private(set) var state: [Double]
  /// The constants of the motion.
  ///
  /// The array contains the start offsets of all components, then their start velocities, then the times at which they
  /// settle, then their targets.
  private var given: [Double]
  private(set) var elapsed = Seconds.zero
  /// The time at which the last component settles, on the clock of the animation.
  private(set) var end: Seconds
  /// Whether all start offsets and velocities are below 2⁵⁰⁰.
  ///
  /// If this value and the `cannotOverflow` of a step are both true, the step does not overflow.
  private let cannotOverflow: Bool

  init(
    spring: Spring, motions: [Spring.Motion], targets: [Double], tolerance: SettleTolerance
  ) {
    let ends = motions.map {
      spring.settleTime(from: $0, within: tolerance) ?? Seconds(.infinity)
    }
    self.spring = spring
    count = motions.count
    let (offsets, velocities) = (
      motions.map { $0.offset.value }, motions.map { $0.velocity.value }
    )
    state = offsets + velocities + zip(targets, offsets).map { $0 + $1 }
    given = offsets + velocities + ends.map { $0.value } + targets
    end = ends.reduce(.zero) { max($0, $1) }
    cannotOverflow = (offsets + velocities).allSatisfy { $0.magnitude < 0x1p500 }
  }

  @inlinable
  func position(_ index: Int) -> Double { state[2 * count + index] }

  /// Calls `body` with the positions of all components.
  @inlinable
  func withPositions<Result>(_ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    state.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[(2 * count)...])) }
  }

  @inlinable
  func velocity(_ index: Int) -> Double { state[count + index] }

  /// Advances by `interval`, and returns whether all components have settled.
  @usableFromInline
  mutating func advance(by interval: Seconds) -> Bool {
    elapsed += interval
    move(by: spring.step(of: elapsed))
    return elapsed >= end
  }

  /// The size of four numbers, in bytes.
  private static var four: Int { MemoryLayout<SIMD4<Double>>.stride }

  private mutating func move(by step: SpringStep) {
    let (count, time) = (count, elapsed.value)
    var done = 0
    // If no number can overflow, no saturation is needed, and SIMD instructions compute four components at once.
    if cannotOverflow, step.cannotOverflow {
      done = count & ~3
      let row = count * MemoryLayout<Double>.stride
      given.withUnsafeBytes { given in
        state.withUnsafeMutableBytes { state in
          for at in stride(from: 0, to: done * MemoryLayout<Double>.stride, by: Self.four) {
            let x = given.loadUnaligned(fromByteOffset: at, as: SIMD4<Double>.self)
            let v = given.loadUnaligned(fromByteOffset: at + row, as: SIMD4<Double>.self)
            let end = given.loadUnaligned(fromByteOffset: at + 2 * row, as: SIMD4<Double>.self)
            let target = given.loadUnaligned(fromByteOffset: at + 3 * row, as: SIMD4<Double>.self)
            var offset = step.offsetFromOffset * x + step.offsetFromVelocity * v
            var velocity = step.velocityFromOffset * x + step.velocityFromVelocity * v
            offset.replace(with: 0, where: end .<= time)
            velocity.replace(with: 0, where: end .<= time)
            state.storeBytes(of: offset, toByteOffset: at, as: SIMD4<Double>.self)
            state.storeBytes(of: velocity, toByteOffset: at + row, as: SIMD4<Double>.self)
            state.storeBytes(
              of: target + offset, toByteOffset: at + 2 * row, as: SIMD4<Double>.self)
          }
        }
      }
    }
    for index in done..<count {
      let moves = time < given[2 * count + index]
      put(moves ? step.applied(to: start(index)) : .resting, at: index)
    }
  }

  private mutating func put(_ motion: Spring.Motion, at index: Int) {
    state[index] = motion.offset.value
    state[count + index] = motion.velocity.value
    state[2 * count + index] = given[3 * count + index] + motion.offset.value
  }

  private func start(_ index: Int) -> Spring.Motion {
    Spring.Motion(offset: Points(given[index]), velocity: PointsPerSecond(given[count + index]))
  }

  /// Restarts the clock with all components at rest; call this only when all have reached their targets.
  @usableFromInline
  mutating func rest() {
    for index in 0..<count {
      state[count + index] = 0
      for row in 0..<3 { given[row * count + index] = 0 }
    }
    (elapsed, end) = (.zero, .zero)
  }
}

extension SpringStep {
  /// Whether the numbers of this step are so small that no motion with numbers below 2⁵⁰⁰ overflows.
  fileprivate var cannotOverflow: Bool {
    max(
      max(offsetFromOffset.magnitude, offsetFromVelocity.magnitude),
      max(velocityFromOffset.magnitude, velocityFromVelocity.magnitude)) < 0x1p500
  }
}
