internal import Quantities
public import TouchInput
import SyntheticHands

/// The gestures of the hand model on which estimators are compared; the raw value is the gesture's name.
///
/// Each has 0.7 to 1.4 times its usual speed, is recorded by a simulated touchscreen, and is read back like
/// any recording, so that the result includes the device's grid and the pan recognition.
public enum HandGestureClass: String, CaseIterable, Sendable {
  /// A stroke that is fastest at its end.
  case flick
  /// A flick over 20 pt.
  case tinyFlick = "tiny-flick"
  /// A flick at the highest speed of a hand.
  case hardFlick = "hard-flick"
  /// A flick that the lifting finger reverses.
  case hookedLiftOff = "hooked-lift-off"
  /// A flick that the lifting finger slows down.
  case slowingLiftOff = "slowing-lift-off"
  /// A flick after a drag in the opposite direction.
  case dragDownThenFlickUp = "drag-down-then-flick-up"
  /// A flick that stops and rests before the lift.
  case flickThenHold = "flick-then-hold"
  /// A drag that rests, and drifts during the lift.
  case driftAtLiftOff = "drift-at-lift-off"

  /// Whether the intended velocity is zero, so that false flings are counted.
  public var isStop: Bool {
    switch self {
    case .flickThenHold, .driftAtLiftOff: true
    case .flick, .tinyFlick, .hardFlick, .hookedLiftOff, .slowingLiftOff, .dragDownThenFlickUp:
      false
    }
  }

  /// Returns gestures of the class; a number always gives the same gesture.
  ///
  /// - Parameters:
  ///   - count: The number of gestures.
  ///   - first: The number of the first gesture.
  ///   - sensor: The scan rate and the noise; the timestamps also have the default jitter of ``Digitizer``,
  ///     0.2 ms.
  /// - Returns: The gestures.
  public func trials(_ count: Int, from first: Int = 0, sensor: Sensor) -> [GestureTrial] {
    (first..<first + count).compactMap { trial($0, sensor: sensor) }
  }

  /// Measures an estimator at the release of gestures of this class.
  public func accuracy(
    of estimator: any VelocityEstimator, over trials: [GestureTrial]
  ) -> Accuracy {
    Accuracy(of: estimator, over: trials, by: isStop ? .stop : .relative)
  }

  /// Returns the gesture with this number; nil if the finger left the device, which does not happen.
  private func trial(_ number: Int, sensor: Sensor) -> GestureTrial? {
    var random = SeededGenerator(seed: UInt64(number) &* 1_000_003 &+ 104_729)
    guard let gesture = SyntheticGesture.named(rawValue) else { return nil }
    let digitizer = Digitizer(
      rate: sensor.rate, noise: Points(sensor.noise), seed: UInt64(number) &+ 1)
    let options = SyntheticGesture.Options(
      speed: gesture.usualSpeed * random.uniform(0.7, 1.4), digitizer: digitizer)
    guard let recording = try? gesture.recording(options),
      let mapping = try? SurfaceMapping(device: recording.device),
      let pan = recording.pans(mapping: mapping).last,
      let release = pan.releaseMicroseconds,
      let truth = recording.trueReleaseVelocities.last ?? nil
    else { return nil }
    let displacement = gesture.usualEnd - gesture.usualStart
    let trajectory = trajectory(gesture, options.speed ?? gesture.usualSpeed)
    var motion = SampledMotion(
      trajectory: trajectory, times: pan.samples.map { Double($0.microseconds) / 1e6 },
      variances: [])
    motion.variances = motion.times.map { variance(trajectory, at: $0, digitizer) }
    if let path = (try? gesture.model(options))?.touches.last?.path {
      motion.meantUntil = path.duration.value - rollTime
    }
    return GestureTrial(
      samples: pan.samples, releaseMicroseconds: release, truth: truth,
      direction: displacement / displacement.length.value, motion: motion)
  }

  /// The duration of the unintended motion of the lifting finger, in seconds.
  private var rollTime: Double {
    switch self {
    case .hookedLiftOff: 0.025
    case .slowingLiftOff: 0.02
    case .driftAtLiftOff: 0.035
    case .flick, .tinyFlick, .hardFlick, .dragDownThenFlickUp, .flickThenHold: 0
    }
  }

  /// The motion of the gesture along its direction.
  ///
  /// The parameters are start position, start time, speed, and length as a fraction of the usual length.
  private func trajectory(_ gesture: SyntheticGesture, _ speed: PointsPerSecond) -> Trajectory {
    let displacement = gesture.usualEnd - gesture.usualStart
    let direction = displacement / displacement.length.value
    @Sendable func touch(_ parameters: [Double]) -> SyntheticTouch? {
      let options = SyntheticGesture.Options(
        to: gesture.usualStart + displacement * parameters[3], speed: PointsPerSecond(parameters[2])
      )
      return (try? gesture.model(options))?.touches.last
    }
    return Trajectory(
      parameters: [0, 0, speed.value, 1],
      position: { parameters, time in
        let position = touch(parameters)?.path.position(at: Seconds(time - parameters[1])) ?? .zero
        return parameters[0] + position.x.value * direction.x.value
          + position.y.value * direction.y.value
      },
      speed: { parameters, _ in
        let velocity = touch(parameters)?.meantVelocity ?? .zero
        return velocity.x.value * direction.x.value + velocity.y.value * direction.y.value
      })
  }

  /// The variance of a sample along the motion, in pt², from sensor noise, the grid of 4096 units on the
  /// screen's height, and timestamp errors.
  private func variance(
    _ trajectory: Trajectory, at time: Double, _ digitizer: Digitizer
  ) -> Double {
    let interval = 0.001
    let later = trajectory.position(trajectory.parameters, time + interval / 2)
    let earlier = trajectory.position(trajectory.parameters, time - interval / 2)
    let late = (later - earlier) / interval * digitizer.timestampJitter.value
    let unit = SurfaceMapping.defaultScreen.y.value / 4_095
    return digitizer.noise.value * digitizer.noise.value + unit * unit / 12 + late * late
  }
}
