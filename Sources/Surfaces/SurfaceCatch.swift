import Quantities

/// The moment at which a finger stops a moving surface, and the position from which a drag then continues.
public enum SurfaceCatch: String, Hashable, Sendable, CaseIterable {
  /// The touch-down stops the surface.
  case touch
  /// The surface moves on under the finger until the drag begins, and the drag continues from its position then.
  ///
  /// A tap has no effect on the motion.
  ///
  /// Source: Chromium 156, which filters the events during a snap until a scroll begins.
  case drag
  /// As ``drag``, but the surface jumps back to its position at the first movement of the finger.
  ///
  /// The first movement counts as ``firstMovement`` after the touch-down, because a surface is not told of movements
  /// before the drag.
  ///
  /// Source: libadwaita 1.2.2, `adw-swipe-tracker.c`, whose progress is that of the first update of the drag gesture.
  case dragFromTouch

  /// The time from a touch-down to the first movement.
  ///
  /// Source: our choice; touchscreens report 120 times per second.
  static let firstMovement = Seconds(1.0 / 120)
}
