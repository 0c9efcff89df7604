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
  /// As ``drag``, but the surface jumps back to its position at the touch-down.
  ///
  /// The original continues from the last frame before the first movement of the finger, which is half a frame after the
  /// touch-down on average.
  ///
  /// Source: libadwaita 1.2.2, `adw-swipe-tracker.c`, whose progress is that of the first update of the drag gesture.
  case dragFromTouch
  /// As ``drag``, but the surface jumps to its target, and the drag continues from there. A touch does not stop a surface
  /// that leaves.
  ///
  /// Source: vaul at 3e97aac, `use-snap-points.ts`, `onDrag`, which counts from the active snap point.
  case dragFromTarget
}
