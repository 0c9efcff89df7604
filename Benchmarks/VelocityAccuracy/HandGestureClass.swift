internal import Quantities
public import TouchInput
import SyntheticHands

/// The gestures of the synthetic hand that estimators are compared on, by their names.
///
/// Each is made at 0.7 to 1.4 times its usual speed, recorded by a touchscreen and read back as any
/// recording is, so that the device's grid and everything between it and the pan counts.
public enum HandGestureClass: String, CaseIterable, Sendable {
  /// A stroke that is fastest at its end.
  case flick
  /// The same over 20 pt.
  case tinyFlick = "tiny-flick"
  /// The same as fast as a hand can.
  case hardFlick = "hard-flick"
  /// A flick that the lifting finger turns back.
  case hookedLiftOff = "hooked-lift-off"
  /// A flick that the lifting finger slows down.
  case slowingLiftOff = "slowing-lift-off"
  /// A flick after a drag the other way.
  case dragDownThenFlickUp = "drag-down-then-flick-up"
  /// A flick that stops and rests before the lift.
  case flickThenHold = "flick-then-hold"
  /// A drag that rests, and drifts off while lifting.
  case driftAtLiftOff = "drift-at-lift-off"

  /// Whether the hand means no velocity, so that errors are counted instead of measured.
  public var isStop: Bool {
    switch self {
    case .flickThenHold, .driftAtLiftOff: true
    case .flick, .tinyFlick, .hardFlick, .hookedLiftOff, .slowingLiftOff, .dragDownThenFlickUp:
      false
    }
  }

  /// Makes gestures of the class; a number always gives the same gesture.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - first: The number of the first.
  ///   - sensor: How often the device scans, and how far it is off along each axis; its timestamps
  ///     are off by 0.2 ms besides, as those of ``Digitizer`` usually are.
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

  /// The gesture with this number; nil, which does not happen, if the hand left the device.
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

  /// How long the lifting finger does at the end what the hand does not mean, in seconds.
  private var rollTime: Double {
    switch self {
    case .hookedLiftOff: 0.025
    case .slowingLiftOff: 0.02
    case .driftAtLiftOff: 0.035
    case .flick, .tinyFlick, .hardFlick, .dragDownThenFlickUp, .flickThenHold: 0
    }
  }

  /// The gesture's motion along its way, by where and when it begins, its speed and its length.
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

  /// How much a sample is off along the way, as a variance in pt²: by the sensor, by the grid of
  /// 4096 units on the screen's height, and by its timestamp.
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
