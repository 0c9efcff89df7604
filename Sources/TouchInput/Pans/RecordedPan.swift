public import VelocityEstimation

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
