/// How a device relates to what it moves.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// Touched where it shows; positions are positions on the screen.
  case touchscreen
  /// Away from the screen; only movements mean something.
  case touchpad
}

extension DeviceDescription {
  /// What the device says it is.
  ///
  /// `INPUT_PROP_DIRECT` makes a touchscreen and `INPUT_PROP_POINTER` a touchpad. Old devices say
  /// neither; among those, only touchpads send `BTN_TOOL_FINGER`.
  public var kind: DeviceKind {
    if properties.contains(DeviceProperty.direct) { return .touchscreen }
    if properties.contains(DeviceProperty.pointer) { return .touchpad }
    return sends(type: EventType.key, code: TouchButton.toolFinger) ? .touchpad : .touchscreen
  }

  /// Whether the device says neither that it is a touchscreen nor that it is a touchpad, so that
  /// ``kind`` is an assumption.
  public var isKindAssumed: Bool {
    !properties.contains { Self.kindProperties.contains($0) } && hasPositions
  }

  /// Makes the device say that it is of a kind.
  ///
  /// - Parameter kind: The kind; properties of the other kind are removed.
  public mutating func declare(_ kind: DeviceKind) {
    properties.removeAll { $0 == DeviceProperty.direct || $0 == DeviceProperty.pointer }
    properties.append(kind == .touchscreen ? DeviceProperty.direct : DeviceProperty.pointer)
    properties.sort()
  }

  /// What is assumed of the kind and why, and how to correct it; a clause without a full stop.
  public var assumedKindText: String {
    let other = DeviceKind.allCases.first { $0 != kind } ?? kind
    return """
      the device does not say whether it is a touchscreen or a touchpad; it is taken for a \(kind.rawValue), \
      because it \(kind == .touchpad ? "sends" : "does not send") BTN_TOOL_FINGER; correct it by \
      --device-kind \(other.rawValue)
      """
  }

  private static let kindProperties: [UInt16] = [
    DeviceProperty.direct, DeviceProperty.pointer, DeviceProperty.buttonPad,
    DeviceProperty.semiMultitouch,
  ]

  /// Whether it may send positions of fingers.
  private var hasPositions: Bool {
    [AbsoluteAxis.x, AbsoluteAxis.positionX].contains {
      axis($0) != nil || sends(type: EventType.absolute, code: $0)
    }
  }

  /// Whether slots are only the corners of a box about the fingers, `INPUT_PROP_SEMI_MT`.
  public var isSemiMultitouch: Bool { properties.contains(DeviceProperty.semiMultitouch) }

  /// Whether `ABS_X` and `ABS_Y` count as the axes of the contacts do.
  var pointerHasContactAxes: Bool {
    [(AbsoluteAxis.x, AbsoluteAxis.positionX), (AbsoluteAxis.y, AbsoluteAxis.positionY)]
      .allSatisfy { single, contact in
        guard let single = axis(single), let contact = axis(contact) else { return false }
        return single.minimum == contact.minimum && single.maximum == contact.maximum
          && single.resolution == contact.resolution
      }
  }
}
