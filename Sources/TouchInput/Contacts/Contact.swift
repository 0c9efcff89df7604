/// One finger on the device, as one frame shows it.
///
/// Positions are in device units, as the axes of the ``DeviceDescription`` count them;
/// ``SurfaceMapping`` turns them into points.
public struct Contact: Hashable, Sendable {
  /// What became of the contact in this frame.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It was not there in the frame before.
    case began
    /// It is somewhere else than in the frame before.
    case moved
    /// It is where it was in the frame before.
    case stationary
    /// The finger left the device; the position is the last one known.
    case ended
    /// The contact was lost or turned out to be a palm; the position is the last one known.
    case cancelled
  }

  /// The number of the contact; unique in a recording, counted from 1 in the order of arrival.
  public var id: Int
  /// The slot it is in; for devices without slots, the position it has in the reader's own table.
  public var slot: Int32
  /// The tracking id that the kernel gave it; nil when the device gives none.
  public var trackingID: Int32?
  /// How far along the horizontal axis it is, in device units.
  public var x: Double
  /// How far along the vertical axis it is, in device units.
  public var y: Double
  /// How hard it presses, in device units; nil when the device does not say.
  public var pressure: Int32?
  /// Whether `x` is made up, because the device has not said it yet.
  public var isGuessedX: Bool
  /// Whether `y` is made up, because the device has not said it yet.
  public var isGuessedY: Bool
  /// What became of it in this frame.
  public var phase: Phase

  /// Creates a contact.
  public init(
    id: Int, slot: Int32, trackingID: Int32?, x: Double, y: Double, pressure: Int32? = nil,
    isGuessedX: Bool = false, isGuessedY: Bool = false, phase: Phase
  ) {
    self.id = id
    self.slot = slot
    self.trackingID = trackingID
    self.x = x
    self.y = y
    self.pressure = pressure
    self.isGuessedX = isGuessedX
    self.isGuessedY = isGuessedY
    self.phase = phase
  }

  /// Whether the finger is on the device at the end of the frame.
  public var isDown: Bool {
    switch phase {
    case .began, .moved, .stationary: true
    case .ended, .cancelled: false
    }
  }

  /// Whether a coordinate is made up, because the device has not said it yet.
  public var isPositionGuessed: Bool { isGuessedX || isGuessedY }

  /// The contact as it leaves the device, in `phase`.
  func closed(_ phase: Phase) -> Contact {
    var contact = self
    contact.phase = phase
    return contact
  }
}
