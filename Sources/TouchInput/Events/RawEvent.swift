/// One evdev event as the kernel delivered it.
public struct RawEvent: Hashable, Sendable {
  /// The kernel's timestamp, in microseconds of the recording's clock; may be negative or repeat.
  public var microseconds: Int64
  /// The event type, such as `EV_ABS`.
  public var type: UInt16
  /// The code within the type, such as `ABS_MT_POSITION_X`.
  public var code: UInt16
  /// The value, in the unit of the axis or as the state of the button.
  public var value: Int32

  /// Creates an event from the four numbers of `struct input_event`.
  public init(microseconds: Int64, type: UInt16, code: UInt16, value: Int32) {
    self.microseconds = microseconds
    self.type = type
    self.code = code
    self.value = value
  }
}

extension RawEvent {
  /// Whether the event is a `SYN_REPORT`, which ends a group of events that belong together.
  public var isReport: Bool { type == EventType.synchronization && code == Synchronization.report }

  /// Whether the event is a `SYN_DROPPED`: the kernel dropped events before it.
  public var isDropped: Bool {
    type == EventType.synchronization && code == Synchronization.dropped
  }
}
