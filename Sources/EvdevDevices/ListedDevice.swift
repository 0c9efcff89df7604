package import TouchInput

/// An input device with its description, or with the reason why its description is missing.
package struct ListedDevice: Hashable, Sendable {
  /// The information about a device that is not in the kernel's listing.
  package enum Details: Hashable, Sendable {
    /// The device was opened briefly and has this description.
    case described(DeviceDescription)
    /// The device could not be opened.
    case unreadable(DeviceError)
    /// The device was not opened, because it is not a touch device.
    case notOpened
  }

  /// How a device reports several fingers.
  package enum Multitouch: String, Hashable, Sendable {
    /// The device reports fingers in slots: type B of the kernel's protocol.
    case slots
    /// Every report lists all contacts: type A of the kernel's protocol.
    case reports
    /// The device reports only one finger.
    case single
    /// The device reports two slots, which are only the corners of a box around the fingers.
    case box
  }

  /// The kernel's listing of the device.
  package var node: InputNode
  /// The device's description, or the reason why the description is missing.
  package var details: Details

  /// Creates an entry of the list.
  package init(node: InputNode, details: Details) {
    self.node = node
    self.details = details
  }
}

/// Returns the touch devices of this machine, or all its input devices, sorted by node number.
///
/// Touch devices without keys for text or digits are opened briefly to read their descriptions. No other device is
/// opened.
package func listedDevices(all: Bool = false) -> [ListedDevice] {
  inputNodes().filter { all || $0.kind.isTouch }.map { node in
    guard node.kind.isTouch else { return ListedDevice(node: node, details: .notOpened) }
    do throws(DeviceError) {
      let device = try InputDevice(opening: node.path)
      return ListedDevice(node: node, details: .described(device.description))
    } catch {
      return ListedDevice(node: node, details: .unreadable(error))
    }
  }
}

/// Returns the path of the device that the user chose.
///
/// - Parameter name: A path, `event5`, `touchpad`, `touchscreen`, or a part of the device's name,
///   ignoring case; nil means the only touch device.
/// - Returns: The path of the node.
/// - Throws: ``DeviceError/noTouchDevice(unreadable:)``, ``DeviceError/missing(node:)``, or
///   ``DeviceError/ambiguous(nodes:)``.
package func chosenNode(named name: String?) throws(DeviceError) -> String {
  if let name, name.contains("/") { return name }
  let nodes = inputNodes().filter(\.kind.isTouch)
  guard let name else {
    guard let first = nodes.first else { throw .noTouchDevice(unreadable: []) }
    guard nodes.count == 1 else { throw .ambiguous(nodes: nodes.map(\.path)) }
    return first.path
  }
  if inputNode(at: "/dev/input/\(name)") != nil { return "/dev/input/\(name)" }
  let wanted = name.lowercased()
  let matching = nodes.filter {
    $0.kind.rawValue == wanted || $0.name.lowercased().contains(wanted)
  }
  guard let first = matching.first else { throw .missing(node: name) }
  guard matching.count == 1 else { throw .ambiguous(nodes: matching.map(\.path)) }
  return first.path
}

extension DeviceDescription {
  /// The horizontal and the vertical axis of the surface; nil if the device lacks one of them.
  package var surfaceAxes: (x: Axis, y: Axis)? {
    guard let x = axis(AbsoluteAxis.positionX) ?? axis(AbsoluteAxis.x),
      let y = axis(AbsoluteAxis.positionY) ?? axis(AbsoluteAxis.y)
    else { return nil }
    return (x, y)
  }

  /// The number of slots; 0 for a device without slots.
  package var slotCount: Int {
    guard let axis = axis(AbsoluteAxis.slot) else { return 0 }
    return max(0, Int(axis.maximum) + 1)
  }

  /// How the device reports several fingers.
  package var multitouch: ListedDevice.Multitouch {
    if slotCount > 0 {
      return properties.contains(DeviceProperty.semiMultitouch) ? .box : .slots
    }
    return axis(AbsoluteAxis.positionX) == nil ? .single : .reports
  }
}
