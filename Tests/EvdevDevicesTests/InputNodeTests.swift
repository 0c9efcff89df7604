import Testing
import TouchInput

@testable import EvdevDevices

@Suite("Input nodes")
struct InputNodeTests {
  /// The capabilities of a device, and its expected kind.
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var keys: Set<UInt16>
    var axes: Set<UInt16>
    var properties: Set<UInt16>
    var kind: InputNode.Kind

    init(
      _ name: String, _ kind: InputNode.Kind, keys: Set<UInt16> = [], axes: Set<UInt16> = [],
      properties: Set<UInt16> = []
    ) {
      testDescription = name
      self.keys = keys
      self.axes = axes
      self.properties = properties
      self.kind = kind
    }
  }

  @Test(
    "the kind of a device follows from its capabilities",
    arguments: [
      Example(
        "touchscreen", .touchscreen, keys: [0x14a], axes: [0x2f, 0x35, 0x36], properties: [1]),
      Example(
        "touchpad", .touchpad, keys: [0x110, 0x145, 0x14a], axes: [0, 1, 0x35, 0x36],
        properties: [0, 2]),
      Example("touchpad that lists no properties", .touchpad, keys: [0x145, 0x14a], axes: [0, 1]),
      Example("touchscreen that lists none", .touchscreen, keys: [0x14a], axes: [0, 1]),
      Example(
        "touchscreen with a power key", .touchscreen, keys: [116, 0x14a], axes: [0x35, 0x36],
        properties: [1]),
      Example("keyboard", .keyboard, keys: Set(1...83)),
      Example(
        "keyboard with a touchpad in one node", .keyboard, keys: Set(1...83).union([0x14a]),
        axes: [0, 1, 0x35, 0x36]),
      Example("pen", .other, keys: [0x140, 0x14a, 0x14b], axes: [0, 1], properties: [1]),
      Example("mouse that knows its place", .other, keys: [0x110, 0x111], axes: [0, 1]),
      Example("joystick", .other, keys: [0x120], axes: [0, 1]),
      Example(
        "accelerometer", .other, keys: [0x14a], axes: [0, 1, 2], properties: [6]),
      Example("lid switch", .other),
    ])
  func kind(example: Example) {
    let kind = InputNode.Kind(
      keys: example.keys, axes: example.axes, properties: example.properties)
    #expect(kind == example.kind)
  }

  @Test(
    "keys for text and digits are distinguished from the keys of a panel",
    arguments: [
      // The frame of a screen can have keys such as power, volume, home and enter.
      ([116, 114, 115, 102, 28, 0x110, 0x145, 0x14a], TextKeys()), ([30], .letters),
      ([57], .letters), ([2], .digits), ([82], .digits), ([0x200], .digits), ([0x20f], .digits),
      ([0x1f1], .brailleDots), ([46, 0x26c], [.letters, .digits]),
    ] as [([UInt16], TextKeys)])
  func textKeys(keys: [UInt16], kinds: TextKeys) {
    #expect(TextKeys(keys) == kinds)
  }

  @Test("a bitmap of sysfs lists the most significant word first")
  func bitmap() {
    #expect(setBits(inBitmap: "400 0 0 0 0 0") == [0x14a])
    #expect(setBits(inBitmap: "260800000000003") == [0, 1, 0x2f, 0x35, 0x36, 0x39])
    #expect(setBits(inBitmap: "0").isEmpty)
    #expect(setBits(inBitmap: "").isEmpty)
    #expect(setBits(inBitmap: "no bitmap").isEmpty)
  }

  @Test("the error for a missing permission lists all three ways to get the permission")
  func waysToGetAccess() {
    let text = DeviceError.notPermitted(node: "/dev/input/event5", name: "Pad").description
    for part in [
      "/dev/input/event5 (Pad)", "sudo flickbook record", "usermod --append --groups input",
      #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", "#
        + #"ENV{ID_INPUT_KEY}!="1", ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess""#,
      #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", "#
        + #"ENV{ID_INPUT_KEY}!="1", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess""#,
      "udevadm control --reload", "udevadm trigger",
    ] {
      #expect(text.contains(part))
    }
  }
}
