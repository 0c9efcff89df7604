import ArgumentParser
import EvdevDevices
import Flickbook

/// `flickbook devices`: lists the touch devices of this machine.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List touchpads and touchscreens, and explain why one cannot be read.",
    discussion: """
      Touch devices are opened briefly to read their size; other devices are never opened. The exit \
      status is 66 if there is no touch device, and 77 if there are touch devices but you may not read \
      any of them.
      """)

  @Flag(help: "List every input device, also those that Flickbook never records.")
  var all = false

  @Flag(
    name: .customLong("udev-rule"),
    help: """
      Print a udev rule that lets every program of the user who is logged in at the screen read \
      touchpads and touchscreens without keys. Flickbook does not install the rule; to install it: \
      flickbook devices --udev-rule | sudo tee /etc/udev/rules.d/70-flickbook.rules
      """)
  var udevRule = false

  @Flag(help: "Print JSON: an array with an object for each device.")
  var json = false

  func run() throws {
    guard !udevRule || !(json || all) else {
      throw Failure(
        .usage,
        "--udev-rule: this option prints only the rule; leave out \(json ? "--json" : "--all").")
    }
    if udevRule { return print(DeviceError.accessRule) }
    let devices = listedDevices(all: all)
    if json {
      var text = JSONText()
      text.append(.list(devices.map { .fields($0.fields) }))
      print(String(decoding: text.bytes, as: UTF8.self))
    } else {
      for device in devices { say(device.lines.joined(separator: "\n    ")) }
    }
    try report(devices)
  }

  /// Prints one message about all unreadable devices, and throws this message if no device can be read.
  private func report(_ devices: [ListedDevice]) throws(Failure) {
    guard canListInputNodes() else {
      throw Failure(
        .noInput,
        """
        /sys/class/input: cannot be read, so Flickbook could find touch devices only by opening every \
        device; name a device: flickbook record /dev/input/eventN
        """)
    }
    let errors = devices.compactMap(\.error)
    let refused = errors.compactMap { error -> String? in
      if case .notPermitted(let node, _) = error { node } else { nil }
    }
    let denial = refused.isEmpty ? nil : DeviceError.noTouchDevice(unreadable: refused)
    guard devices.contains(where: \.isReadable) else {
      throw Failure(denial ?? errors.first ?? .noTouchDevice(unreadable: []))
    }
    if let denial { printError(denial.description) }
  }
}

extension ListedDevice {
  var isReadable: Bool {
    if case .described = details { true } else { false }
  }

  var error: DeviceError? {
    if case .unreadable(let error) = details { error } else { nil }
  }

  /// The entry as text: a line that identifies the device, and a line with its size, resolution and protocol.
  fileprivate var lines: [String] {
    let first = "\(node.path)  \(node.kind.rawValue)  \(node.name)"
    switch details {
    case .notOpened: return [first]
    case .unreadable(.notPermitted):
      return [first, "not readable: you have no permission; see below"]
    case .unreadable(let error): return [first, "not readable: \(error)"]
    case .described(let device): return [first, device.summary]
    }
  }

  /// The JSON fields of the entry.
  fileprivate var fields: [LogField] {
    var fields = [
      LogField("node", .text(node.path)), LogField("kind", .text(node.kind.rawValue)),
      LogField("name", .text(node.name)), LogField("bus", .integer(Int(node.identity.bus))),
      LogField("vendor", .integer(Int(node.identity.vendor))),
      LogField("product", .integer(Int(node.identity.product))),
      LogField("version", .integer(Int(node.identity.version))),
      LogField("physicalPath", .text(node.physicalPath)),
      LogField("properties", .list(node.properties.map { .integer(Int($0)) })),
      LogField("readable", .flag(isReadable)),
      LogField("problem", error.map { .text("\($0)") } ?? .none),
    ]
    if case .described(let device) = details { fields += device.fields }
    return fields
  }
}

extension DeviceDescription {
  /// The size, the resolution and the multitouch protocol in one line.
  fileprivate var summary: String {
    let size =
      millimeters.map { size in
        "\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm"
      } ?? "size unknown"
    let resolution = surfaceAxes.flatMap { axes in
      axes.x.resolution > 0 ? "\(axes.x.resolution) × \(axes.y.resolution) units/mm" : nil
    }
    let fingers =
      switch multitouch {
      case .slots: "\(slotCount) slots (multitouch B)"
      case .box: "\(slotCount) slots, the corners of a box (semi-multitouch)"
      case .reports: "multitouch A, without slots"
      case .single: "single touch"
      }
    return [size, resolution, fingers].compactMap { $0 }.joined(separator: ", ")
  }

  fileprivate var fields: [LogField] {
    [
      LogField("widthMillimeters", millimeters.map { .number($0.width) } ?? .none),
      LogField("heightMillimeters", millimeters.map { .number($0.height) } ?? .none),
      LogField("resolutionX", .integer(Int(surfaceAxes?.x.resolution ?? 0))),
      LogField("resolutionY", .integer(Int(surfaceAxes?.y.resolution ?? 0))),
      LogField("slots", .integer(slotCount)),
      LogField("multitouch", .text(multitouch.rawValue)),
      LogField(
        "axes",
        .list(
          axes.map { axis in
            .fields([
              LogField("code", .integer(Int(axis.code))),
              LogField("minimum", .integer(Int(axis.minimum))),
              LogField("maximum", .integer(Int(axis.maximum))),
              LogField("fuzz", .integer(Int(axis.fuzz))),
              LogField("flat", .integer(Int(axis.flat))),
              LogField("resolution", .integer(Int(axis.resolution))),
            ])
          })),
    ]
  }
}
