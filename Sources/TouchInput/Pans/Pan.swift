public import Quantities
public import VelocityEstimation

/// The state of a pan, a movement of one or more fingers across the device, at one moment.
public struct Pan: Hashable, Sendable {
  /// The number of the pan in the recording, counted from 1.
  public var number: Int
  /// The position of the touch-down on the screen; nil on a touchpad, which has no positions on the screen.
  public var origin: Position?
  /// The midpoint of the fingers that are down; nil on a touchpad.
  ///
  /// The location jumps when a finger joins or leaves.
  public var location: Position?
  /// The displacement since the pan began, in points; it does not jump when a finger joins or leaves.
  public var translation: Planar<Points>
  /// The number of fingers that are down.
  public var fingers: Int
  /// The angle by which two fingers have turned around each other since the pan began.
  ///
  /// The angle is in radians, clockwise, and does not wrap after a full turn. A pan with one finger has no twist.
  public var twist: Double
  /// The angular velocity of the twist, in radians per second, clockwise; zero with one finger.
  ///
  /// In ``TouchEvent/panEnded(_:_:)``, the value is the rate at the release, even if one of the two fingers
  /// lifted a moment before the other.
  public var twistRate: Double

  /// Creates a pan.
  public init(
    number: Int, origin: Position?, location: Position?, translation: Planar<Points>, fingers: Int,
    twist: Double = 0, twistRate: Double = 0
  ) {
    self.number = number
    self.origin = origin
    self.location = location
    self.translation = translation
    self.fingers = fingers
    self.twist = twist
    self.twistRate = twistRate
  }
}

extension Pan {
  /// The movement of the fingers since the touch-down that the translation leaves out, such as the slop.
  ///
  /// It is zero on a touchpad.
  package var leftOut: Planar<Points> {
    guard let origin, let location else { return .zero }
    return location - origin - translation
  }
}

extension VelocityEstimate {
  /// The greatest plausible speed of a pan; a faster estimate is discarded as an outlier.
  ///
  /// The value is our choice. This speed is 4.7 m/s at 163 points per inch, and crosses the full height of an
  /// 844 pt screen in 28 ms. The fastest reaching movements of the arm peak at 3 to 4 m/s, and a very hard flick
  /// has 10,000 pt/s.
  public static let largestPlausibleSpeed = PointsPerSecond(30_000)

  /// The estimate, or an outlier without velocity if the speed is beyond ``largestPlausibleSpeed``.
  package var discardingImplausibleSpeed: VelocityEstimate {
    guard !(velocity.length <= Self.largestPlausibleSpeed) else { return self }
    var estimate = VelocityEstimate.none(.outlier)
    estimate.samplesUsed = samplesUsed
    estimate.span = span
    return estimate
  }
}

/// The samples of one pan of a recording.
public struct RecordedPan: Hashable, Sendable {
  /// The number of the pan in the recording, counted from 1.
  public var number: Int
  /// The number of the touch to which the pan belongs, counted from 1.
  public var touch: Int
  /// The samples from the touch-down to the lift.
  public var samples: [PanSample]
  /// The time of the lift; nil if the pan was cancelled.
  public var releaseMicroseconds: Int64?
}

extension Recording {
  /// Returns the samples of every pan, as an estimator receives them.
  public func pans(
    mapping: SurfaceMapping, options: PanOptions = PanOptions()
  ) -> [RecordedPan] {
    var reader = TouchReader(
      of: self, mapping: mapping, options: options, estimator: SampleRecorder())
    var pans: [RecordedPan] = []
    var touch = 0
    func take(_ events: [TimedHandEvent], from reader: TouchReader) {
      for timed in events {
        switch timed.event {
        case .touchDown: touch += 1
        case .panEnded(let pan, _), .panCancelled(let pan, _):
          let isEnd = if case .panEnded = timed.event { true } else { false }
          pans.append(
            RecordedPan(
              number: pan.number, touch: touch, samples: reader.estimator.recordedSamples,
              releaseMicroseconds: isEnd ? timed.microseconds : nil))
        default: break  // Other events do not end a pan.
        }
      }
    }
    for event in timed(for: options, on: mapping.kind).events {
      take(reader.receive(event), from: reader)
    }
    if hasOnlyGestures {
      for event in gestures { take(reader.receive(event), from: reader) }
    }
    take(reader.finish(), from: reader)
    return pans
  }
}
