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
