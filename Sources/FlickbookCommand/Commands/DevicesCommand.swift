import ArgumentParser
import EvdevDevices
import Flickbook

/// `flickbook devices`: lists the touch devices of this machine.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List touchpads and touchscreens, and explain why a device cannot be read.",
    discussion: HelpDetail.text(
      """
      Touch devices are opened briefly to read their size; other devices are never opened. The exit \
      status is 66 if there is no touch device, and 77 if there are touch devices but you may not read \
      any of them.
      """,
      example: """
        flickbook devices
        """,
      readOn: "docs/first-recording.md"))

  @Flag(help: "List every input device, including those that Flickbook never records.")
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
    try require(
      !udevRule || !(json || all), at: "--udev-rule", "this option prints only the rule",
      "leave out \(json ? "--json" : "--all")")
    if udevRule { return print(DeviceError.accessRule) }
    let devices = listedDevices(all: all)
    if json {
      print(jsonText(devices.map(\.report).logValue))
    } else {
      for device in devices { say(device.lines.joined(separator: "\n    ")) }
    }
    try report(devices)
  }

  /// Prints one message about all unreadable devices, or throws it if no device can be read.
  private func report(_ devices: [ListedDevice]) throws {
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
      throw denial ?? errors.first ?? .noTouchDevice(unreadable: [])
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

  /// The fields of the entry.
  fileprivate var report: Report {
    var report: Report = [
      .data("node", node.path), .data("kind", node.kind.rawValue), .data("name", node.name),
      .data("bus", Int(node.identity.bus)), .data("vendor", Int(node.identity.vendor)),
      .data("product", Int(node.identity.product)), .data("version", Int(node.identity.version)),
      .data("physicalPath", node.physicalPath),
      .data("properties", node.properties.map { Int($0) }),
      .data("readable", isReadable), .data("problem", error.map { "\($0)" }),
    ]
    if case .described(let device) = details { report += device.report }
    return report
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

  fileprivate var report: Report {
    let axes = axes.map { axis -> Report in
      [
        .data("code", Int(axis.code)), .data("minimum", Int(axis.minimum)),
        .data("maximum", Int(axis.maximum)), .data("fuzz", Int(axis.fuzz)),
        .data("flat", Int(axis.flat)), .data("resolution", Int(axis.resolution)),
      ]
    }
    return [
      .data("widthMillimeters", millimeters?.width),
      .data("heightMillimeters", millimeters?.height),
      .data("resolutionX", Int(surfaceAxes?.x.resolution ?? 0)),
      .data("resolutionY", Int(surfaceAxes?.y.resolution ?? 0)), .data("slots", slotCount),
      .data("multitouch", multitouch.rawValue), .data("axes", axes),
    ]
  }
}
