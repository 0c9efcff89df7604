package import Quantities

/// The frames of a browser, GTK or Qt, in which they move content.
///
/// A recording does not contain the times of the frames, so frame n is assumed at n / 60 s after the first event.
package enum DisplayFrames {
  /// The time between two frames.
  package static let interval = Seconds(1.0 / 60)

  /// Returns the time of the first frame at or after `time`, rounded only once.
  package static func first(atOrAfter time: Seconds) -> Seconds {
    Seconds((time / interval - 1e-6).rounded(.up) / 60)
  }

  /// Returns the time of the last frame before `time`, in which a touch at `time` finds moving content.
  package static func last(before time: Seconds) -> Seconds { first(atOrAfter: time) - interval }

  /// Returns the time of the frame that is nearest to `time`.
  package static func nearest(to time: Seconds) -> Seconds {
    Seconds((time / interval).rounded() / 60)
  }

  /// Returns the time at which Chromium's curve of a throw starts, if the finger last moved at `moved` and lifted at
  /// `lift`.
  ///
  /// This is the time of the last movement. A first step that would be two frames long counts as one frame.
  package static func start(ofThrowAfter moved: Seconds, lift: Seconds) -> Seconds {
    let first = first(atOrAfter: lift)
    return first >= moved + interval * 2 - Seconds(1e-9) ? first - interval : moved
  }
}
