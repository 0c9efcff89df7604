public import Quantities

/// When a touch becomes a pan.
public enum PanRecognizer: String, Hashable, Sendable, CaseIterable {
  /// With the first movement, all of which counts.
  case immediate
  /// When the hand has moved further than the slop; the translation counts from there.
  case slop
}

/// What makes a touch, and what makes a touch a pan.
public struct PanOptions: Hashable, Sendable {
  /// When a touch becomes a pan.
  public var recognizer: PanRecognizer
  /// How far the hand may move before ``PanRecognizer/slop`` takes the touch for a pan.
  public var slop: Points
  /// How many fingers pan on a touchpad, 1 or more; on a touchscreen one does.
  public var touchpadFingers: Int
  /// Whether a contact that the device declares a palm is cancelled.
  public var cancelsPalms: Bool
  /// Whether it is told how hard the hand presses.
  public var tellsForce = false
  /// Whether the velocity so far is told while the hand moves.
  ///
  /// It costs more than all else that is read. If it is not told, ``HandEvent/panChanged(_:live:)``
  /// carries none; the velocity of a release is always told.
  public var tellsLiveVelocity = true

  /// Creates options.
  public init(
    recognizer: PanRecognizer = .immediate, slop: Points = Points(10), touchpadFingers: Int = 2,
    cancelsPalms: Bool = true
  ) {
    self.recognizer = recognizer
    self.slop = slop
    self.touchpadFingers = touchpadFingers
    self.cancelsPalms = cancelsPalms
  }
}
