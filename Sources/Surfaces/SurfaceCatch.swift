/// The moment at which a finger stops a moving surface, and the position from which a drag then continues.
public enum SurfaceCatch: String, Hashable, Sendable, CaseIterable {
  /// The touch-down stops the surface.
  case touch
  /// The surface continues its motion under the finger until the drag begins. The drag then continues from the current
  /// position of the surface.
  ///
  /// A tap has no effect on the motion.
  ///
  /// Source: Chromium 156, which filters the events during a snap until a scroll begins.
  case drag
  /// The same as ``drag``, but when the drag begins, the surface jumps back to its position at the touch-down.
  ///
  /// In libadwaita, the drag continues from the last frame before the first movement of the finger, which is half a
  /// frame after the touch-down on average.
  ///
  /// Source: libadwaita 1.2.2, `adw-swipe-tracker.c`, whose progress is the progress at the first update of the drag
  /// gesture.
  case dragFromTouch
  /// The same as ``drag``, but when the drag begins, the surface jumps to its target, and the drag continues from
  /// there. A touch does not stop a surface that is being dismissed.
  ///
  /// Source: vaul at 3e97aac, `use-snap-points.ts`, `onDrag`, which counts from the active snap point.
  case dragFromTarget
}
