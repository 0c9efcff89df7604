public import Quantities

extension Spring {
  /// Writes the motion at every frame into two arrays, frame 0 being `start`.
  ///
  /// Eight frames are computed exactly, and from them the next eight by one step of eight frames, so
  /// that a long motion costs about a nanosecond a frame. The result differs from
  /// ``motion(after:from:)`` by rounding only, below 1e-12 of the amplitude for 10 s at 240 Hz.
  ///
  /// - Parameters:
  ///   - start: The motion at frame 0.
  ///   - interval: The time between two frames; zero or more.
  ///   - offsets: Where the offsets go, in points.
  ///   - velocities: Where the velocities go, in points per second; as many as offsets.
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
