internal import Quantities
public import TouchInput
import SyntheticHands

/// The gestures of the hand model on which estimators are compared; the raw value is the gesture's name.
///
/// Each gesture has 0.7 to 1.4 times its usual speed. It is recorded by a simulated touchscreen and
/// read back like any recording, so that the result includes the device's grid and the pan
/// recognition.
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

  /// The scan rates at which hooks are compared, in Hz; whether a finger rests must not depend on the rate.
  public static let hookRates = [60.0, 90, 120, 165, 240, 360, 480]

  /// Whether the intended velocity is zero, so that false flings are counted.
  public var isStop: Bool {
    switch self {
    case .flickThenHold, .driftAtLiftOff: true
    case .flick, .tinyFlick, .hardFlick, .hookedLiftOff, .slowingLiftOff, .dragDownThenFlickUp:
      false
    }
  }

  /// Returns gestures of the class; the same number always gives the same gesture.
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
    return GestureTrial(
      samples: pan.samples, releaseMicroseconds: release, truth: truth,
      direction: displacement / displacement.length.value)
  }
}
