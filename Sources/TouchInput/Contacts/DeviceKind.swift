/// The relation of a touch device to the screen.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// Fingers touch the display itself; a position on the device is a position on the screen.
  case touchscreen
  /// The device is separate from the screen; only movements of the fingers count, not their positions.
  case touchpad
}

extension DeviceDescription {
  /// The kind of the device, from its properties.
  ///
  /// `INPUT_PROP_DIRECT` means a touchscreen and `INPUT_PROP_POINTER` a touchpad. Old devices have
  /// neither property. They count as touchpads if they send `BTN_TOOL_FINGER`, and as touchscreens otherwise.
  public var kind: DeviceKind {
    if properties.contains(DeviceProperty.direct) { return .touchscreen }
    if properties.contains(DeviceProperty.pointer) { return .touchpad }
    return sends(type: EventType.key, code: TouchButton.toolFinger) ? .touchpad : .touchscreen
  }

  /// Whether ``kind`` is an assumption, because no property identifies a touchscreen or a touchpad.
  ///
  /// The value is false if the device reports no positions.
  public var isKindAssumed: Bool {
    !properties.contains { Self.kindProperties.contains($0) } && hasPositions
  }

  /// Changes the properties so that they identify the device as `kind`.
  ///
  /// - Parameter kind: The kind; the property of the other kind is removed.
  public mutating func declare(_ kind: DeviceKind) {
    properties.removeAll { $0 == DeviceProperty.direct || $0 == DeviceProperty.pointer }
    properties.append(kind == .touchscreen ? DeviceProperty.direct : DeviceProperty.pointer)
    properties.sort()
  }

  /// A message with the assumed kind, the reason, and how to correct the kind; without a full stop at its end.
  public var assumedKindText: String {
    let other = DeviceKind.allCases.first { $0 != kind } ?? kind
    return """
      the device does not report whether it is a touchscreen or a touchpad; Flickbook assumes a \(kind.rawValue), \
      because it \(kind == .touchpad ? "sends" : "does not send") BTN_TOOL_FINGER; correct this with \
      --device-kind \(other.rawValue)
      """
  }

  private static let kindProperties: [UInt16] = [
    DeviceProperty.direct, DeviceProperty.pointer, DeviceProperty.buttonPad,
    DeviceProperty.semiMultitouch,
  ]

  /// Whether the device may send positions of fingers.
  private var hasPositions: Bool {
    [AbsoluteAxis.x, AbsoluteAxis.positionX].contains {
      axis($0) != nil || sends(type: EventType.absolute, code: $0)
    }
  }

  /// Whether slots are only the corners of a bounding box of the fingers, `INPUT_PROP_SEMI_MT`.
  public var isSemiMultitouch: Bool { properties.contains(DeviceProperty.semiMultitouch) }

  /// Whether `ABS_X` and `ABS_Y` have the same range and resolution as the contact axes.
  var pointerHasContactAxes: Bool {
    [(AbsoluteAxis.x, AbsoluteAxis.positionX), (AbsoluteAxis.y, AbsoluteAxis.positionY)]
      .allSatisfy { single, contact in
        guard let single = axis(single), let contact = axis(contact) else { return false }
        return single.minimum == contact.minimum && single.maximum == contact.maximum
          && single.resolution == contact.resolution
      }
  }
}
