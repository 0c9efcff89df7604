public import Quantities
public import VelocityEstimation

/// A movement of the whole hand over the device, at one moment.
public struct Pan: Hashable, Sendable {
  /// The number of the pan in the recording, counted from 1.
  public var number: Int
  /// Where the hand went down on the screen; nil on a touchpad, which has no position on the screen.
  public var origin: Position?
  /// The middle of the fingers that are down now; nil on a touchpad.
  ///
  /// It jumps when a finger joins or leaves; the translation does not.
  public var location: Position?
  /// How far the hand has moved since the pan began, in points, without jumps.
  public var translation: Planar<Points>
  /// How many fingers are down.
  public var fingers: Int
  /// The angle by which two fingers have turned about each other since the pan began, in radians,
  /// clockwise; a turn and more counts on, and one finger turns nothing.
  public var twist: Double
  /// How fast they turn, in radians per second, clockwise; zero with one finger.
  ///
  /// In ``HandEvent/panEnded(_:_:)`` it is that of the release, also when one of the two has lifted
  /// a moment before the other.
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

extension VelocityEstimate {
  /// The fastest that a hand pans, in points per second; what is faster is no movement of a hand.
  ///
  /// Source: ours; 4.7 m/s at 163 points per inch, more than the 3 to 4 m/s at which the fastest
  /// reaching movements peak, three times a very hard flick of 10,000 pt/s, and all of an 844 pt
  /// screen in 28 ms.
  public static let fastestHand = PointsPerSecond(30_000)

  /// The estimate as it is, or none where it says more than a hand can do.
  package var ofHand: VelocityEstimate {
    guard !(velocity.length <= Self.fastestHand) else { return self }
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
  /// The number of the touch that it belongs to, counted from 1.
  public var touch: Int
  /// The samples from the touch-down to the lift.
  public var samples: [PanSample]
  /// When the hand left; nil when the pan was cancelled.
  public var releaseMicroseconds: Int64?
}

extension Recording {
  /// The samples of every pan, as an estimator sees them.
  public func pans(
    mapping: SurfaceMapping, options: PanOptions = PanOptions()
  ) -> [RecordedPan] {
    var reader = HandReader(
      of: self, mapping: mapping, options: options, estimator: SampleRecorder())
    var pans: [RecordedPan] = []
    var touch = 0
    func take(_ events: [TimedHandEvent], from reader: HandReader) {
      for timed in events {
        switch timed.event {
        case .touchDown: touch += 1
        case .panEnded(let pan, _), .panCancelled(let pan, _):
          let isEnd = if case .panEnded = timed.event { true } else { false }
          pans.append(
            RecordedPan(
              number: pan.number, touch: touch, samples: reader.estimator.recordedSamples,
              releaseMicroseconds: isEnd ? timed.microseconds : nil))
        default: break  // What else a hand does says nothing of its velocity.
        }
      }
    }
    for event in clockCorrection.recording.events { take(reader.receive(event), from: reader) }
    take(reader.finish(), from: reader)
    return pans
  }
}
