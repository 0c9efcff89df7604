/// One finger on the device, in one frame (the events up to a `SYN_REPORT`).
///
/// Positions are in device units, within the ranges of the axes in the ``DeviceDescription``.
/// ``SurfaceMapping`` converts them to points.
public struct Contact: Hashable, Sendable {
  /// The change of the contact in this frame.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The contact is new in this frame.
    case began
    /// The position differs from the contact's position in the previous frame.
    case moved
    /// The position is the same as in the previous frame.
    case stationary
    /// The finger lifted; the position is the last known position.
    case ended
    /// The contact was lost or reported as a palm; the position is the last known position.
    case cancelled
  }

  /// The number of the contact; unique in a recording, counted from 1 in the order in which contacts begin.
  public var id: Int
  /// The slot of the contact; for devices without slots, the index in the reader's own table.
  public var slot: Int32
  /// The tracking id from the kernel; nil if the device sends none.
  public var trackingID: Int32?
  /// The position on the horizontal axis, in device units.
  public var x: Double
  /// The position on the vertical axis, in device units.
  public var y: Double
  /// The pressure, in device units; nil if the device does not report it.
  public var pressure: Int32?
  /// Whether `x` is a guess, because the device has not sent this coordinate yet.
  public var isGuessedX: Bool
  /// Whether `y` is a guess, because the device has not sent this coordinate yet.
  public var isGuessedY: Bool
  /// The change of the contact in this frame.
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

  /// Whether a coordinate is a guess, because the device has not sent it yet.
  public var isPositionGuessed: Bool { isGuessedX || isGuessedY }

  /// Returns the contact with `phase`, in which it leaves the device.
  func closed(_ phase: Phase) -> Contact {
    var contact = self
    contact.phase = phase
    return contact
  }
}
