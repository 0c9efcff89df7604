package import Quantities
import ReleaseRules

/// A finger as a browser shows it, which moves content once in each of its frames.
///
/// A frame shows the finger as it was 5 ms before the frame, on the straight line through the last two reports, and at
/// most half of their interval after the last one. So the content lags behind a finger at a constant velocity by 5 ms. A
/// frame without a new report shows the same position as the frame before.
///
/// At a time between two of the ``DisplayFrames``, the position is the one that a frame at this time would show. So it
/// does not depend on the frame rate of a replay.
///
/// Source: Chromium at 226c953d, `linear_resampling.cc`, `input_predictor.h`, `scroll_predictor.cc` and
/// `gesture_detector.cc`; checked against Chromium 156.
package struct ResampledFinger: Hashable, Sendable {
  /// A report of the finger that the browser does not ignore.
  private struct Report: Hashable {
    var time: Seconds
    var translation: Planar<Points>
  }

  private static let latency = Seconds(0.005)
  private static let shortestInterval = Seconds(0.002)
  private static let longestInterval = Seconds(0.02)
  /// The movement along an axis up to which a report is ignored.
  private static let ignored = Points(0.1)

  /// The longest time after the last report at which the finger is shown.
  private let limit: Seconds
  private var last: Report?
  private var previous: Report?
  /// The time of the frame that shows the last report.
  private(set) var frame = Seconds.zero
  /// The displacement of the pan in the last report before this frame.
  private var earlier: Planar<Points>
  /// The displacement of the pan that the browser shows before this frame.
  private var shownBefore: Planar<Points>

  /// Creates a finger that is shown where it is.
  ///
  /// - Parameters:
  ///   - translation: The displacement of the pan.
  ///   - limit: The longest time after the last report at which the finger is shown.
  package init(at translation: Planar<Points> = .zero, limit: Seconds) {
    self.limit = limit
    earlier = translation
    shownBefore = translation
  }

  /// Returns a finger without reports that is shown where it is, at `translation`.
  func restarted(at translation: Planar<Points>) -> ResampledFinger {
    ResampledFinger(at: translation, limit: limit)
  }

  /// Handles a report of the finger at `time`, which is not before the last report.
  package mutating func receive(_ translation: Planar<Points>, at time: Seconds) {
    let step = translation - (last?.translation ?? earlier)
    guard max(step.x.magnitude, step.y.magnitude) > Self.ignored else { return }
    let next = DisplayFrames.first(atOrAfter: time)
    if let last, next > frame {
      shownBefore = shown(at: frame)
      earlier = last.translation
    }
    frame = next
    previous = last.flatMap { time - $0.time > Self.longestInterval ? nil : $0 }
    last = Report(time: time, translation: translation)
  }

  /// Returns the displacement of the pan that the browser shows at `time`, which is not before the last report.
  package func shown(at time: Seconds) -> Planar<Points> {
    guard let last else { return shownBefore }
    let moved = last.translation - earlier
    guard let previous, last.time - previous.time >= Self.shortestInterval else {
      return time < frame ? shownBefore : shownBefore + moved
    }
    let interval = last.time - previous.time
    let late = min(min(time, frame) - Self.latency - last.time, min(limit, interval / 2))
    let line = (last.translation - previous.translation) * (late / interval)
    let step = last.translation + line - shownBefore
    // The content does not move against the finger.
    return shownBefore
      + Planar(
        x: step.x.value * moved.x.value < 0 ? .zero : step.x,
        y: step.y.value * moved.y.value < 0 ? .zero : step.y)
  }
}
