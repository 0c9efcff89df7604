public import TouchInput

/// An input device with what it says of itself, or why it does not.
public struct ListedDevice: Hashable, Sendable {
  /// What is known of a device beyond what the kernel lists.
  public enum Details: Hashable, Sendable {
    /// It was opened for a moment, and said this.
    case described(DeviceDescription)
    /// It could not be opened.
    case unreadable(DeviceError)
    /// It is no touch device, and therefore was not opened.
    case notOpened
  }

  /// How a device tells several fingers apart.
  public enum Multitouch: String, Hashable, Sendable {
    /// By slots: type B of the kernel's protocol.
    case slots
    /// By listing all contacts in every frame: type A.
    case reports
    /// Not at all.
    case single
    /// By slots that are only the corners of a box about the fingers.
    case box
  }

  /// What the kernel lists.
  public var node: InputNode
  /// What the device says.
  public var details: Details

  /// Creates an entry of the list.
  public init(node: InputNode, details: Details) {
    self.node = node
    self.details = details
  }
}

/// The touch devices of this machine, or all its input devices, by node number.
///
/// Touch devices are opened for a moment; no other device is, nor one with keys for text or digits.
public func listedDevices(all: Bool = false) -> [ListedDevice] {
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

/// The device that the user means.
///
/// - Parameter name: A path, `event5`, `touchpad`, `touchscreen`, or a part of the device's name in
///   any case; nil means the only touch device.
/// - Returns: The path of the node.
/// - Throws: ``DeviceError/noTouchDevice(unreadable:)``, ``DeviceError/missing(node:)``, or
///   ``DeviceError/ambiguous(nodes:)``.
public func chosenNode(named name: String?) throws(DeviceError) -> String {
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
  /// The size of the surface in millimetres; nil where the device does not say.
  public var millimeters: (width: Double, height: Double)? {
    guard let (x, y) = surfaceAxes, x.resolution > 0, y.resolution > 0 else { return nil }
    return (
      (Double(x.maximum) - Double(x.minimum)) / Double(x.resolution),
      (Double(y.maximum) - Double(y.minimum)) / Double(y.resolution)
    )
  }

  /// The axes that span the surface; nil where one is missing.
  public var surfaceAxes: (x: Axis, y: Axis)? {
    guard let x = axis(AbsoluteAxis.positionX) ?? axis(AbsoluteAxis.x),
      let y = axis(AbsoluteAxis.positionY) ?? axis(AbsoluteAxis.y)
    else { return nil }
    return (x, y)
  }

  /// How many slots the device has; 0 without slots.
  public var slotCount: Int {
    guard let axis = axis(AbsoluteAxis.slot) else { return 0 }
    return max(0, Int(axis.maximum) + 1)
  }

  /// How the device tells several fingers apart.
  public var multitouch: ListedDevice.Multitouch {
    if slotCount > 0 {
      return properties.contains(DeviceProperty.semiMultitouch) ? .box : .slots
    }
    return axis(AbsoluteAxis.positionX) == nil ? .single : .reports
  }
}
