import Foundation
import Testing

@Suite("Descriptions")
struct DescriptionTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(PhoneTexts.devices, to: "phone.txt")
  }

  /// The `struct input_event` of a 64-bit system for a line of evemu.
  private static func structure(of line: Substring) -> [UInt8] {
    let words = line.split(whereSeparator: \.isWhitespace)
    let time = words[1].split(separator: ".")
    let parts: [(Int, bytes: Int)] = [
      (Int(time[0]) ?? 0, 8), (Int(time[1]) ?? 0, 8), (Int(words[2], radix: 16) ?? 0, 2),
      (Int(words[3], radix: 16) ?? 0, 2), (Int(words[4]) ?? 0, 4),
    ]
    return parts.flatMap { number, bytes in
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  private func digest(_ arguments: String...) throws -> String? {
    let result = try flickbook(["replay", "--scenario", "sheet", "--json"] + arguments)
    #expect(result.status == 0, "\(result)")
    return try result.json().first?["framesSHA256"] as? String
  }

  @Test(
    "the output of getevent -lp describes the device, even if the recording does not name it",
    arguments: ["", "/dev/input/event2"])
  func described(device: String) throws {
    try flickbook.write(PhoneTexts.drags(device: device), to: "drag.txt")
    // The reference is a recording that includes the description; two separate files must give the
    // same frames.
    try flickbook.write(PhoneTexts.devices + PhoneTexts.drags(device: device), to: "whole.txt")
    #expect(try flickbook("replay", "drag.txt", "--scenario", "sheet").status == 65)
    let told = try digest("drag.txt", "--desc", "phone.txt")
    #expect(try told == digest("whole.txt"))
    let inspected = try flickbook("inspect", "drag.txt", "--desc", "phone.txt", "--json")
    let report = try #require(try inspected.json().first)
    #expect(report["device"] as? String == "synaptics_dsx")
    #expect(report["kind"] as? String == "touchscreen")
    // The ranges of 1079 and 1919 units, at 16 units per millimetre, give the size of the screen.
    let size = try flickbook("inspect", "drag.txt", "--desc", "phone.txt").output
    #expect(size.contains("67 × 120 mm"), "\(size)")
    let desc = ["--desc", "phone.txt"]
    #expect(try flickbook(["convert", "drag.txt", "drag.yml"] + desc).status == 0)
    #expect(try told == digest("drag.yml"))
    #expect(try flickbook.text("drag.yml").contains("synaptics_dsx"))
    #expect(
      try flickbook(["trim", "drag.txt", "part.yml", "--contacts", "1"] + desc).status == 0)
    #expect(try told == digest("part.yml"))
  }

  @Test("raw events and evemu events also accept the output of getevent -lp")
  func otherFormats() throws {
    try flickbook.write(PhoneTexts.devices + PhoneTexts.drags(), to: "whole.txt")
    let told = try digest("whole.txt")
    #expect(try flickbook("convert", "whole.txt", "drag.evemu").status == 0)
    let events = try flickbook.text("drag.evemu").split(separator: "\n").filter {
      $0.hasPrefix("E:")
    }
    try flickbook.write(events.joined(separator: "\n") + "\n", to: "events.evemu")
    try flickbook.write(Data(events.flatMap(Self.structure)), to: "drag.raw")
    #expect(try told == digest("drag.raw", "--desc", "phone.txt"))
    #expect(try told == digest("events.evemu", "--desc", "phone.txt"))
  }

  @Test("a description of another device, of several or no devices, or without need is refused")
  func refused() throws {
    let two =
      PhoneTexts.devices + PhoneTexts.screen(at: "/dev/input/event7", named: "second screen")
    try flickbook.write(two, to: "two.txt")
    try flickbook.write("Dear phone,\nhow are you?\n", to: "letter.txt")
    try flickbook.write(
      "add device 1: /dev/input/event2\n  name:     \"synaptics_dsx\"\n", to: "names.txt")
    try flickbook.write("", to: "empty.txt")
    try flickbook.write(PhoneTexts.drags(), to: "drag.txt")
    try flickbook.write(PhoneTexts.drags(device: "/dev/input/event3"), to: "third.txt")
    try flickbook.write(PhoneTexts.drags(device: "/dev/input/event7"), to: "seventh.txt")
    try flickbook.write(PhoneTexts.devices + PhoneTexts.drags(), to: "whole.txt")
    #expect(try flickbook("synth", "flick", "-o", "flick.yml").status == 0)
    func refusal(
      _ recording: String, _ description: String, _ status: Int32, _ answer: String...
    ) throws {
      let result = try flickbook(
        "replay", recording, "--scenario", "sheet", "--desc", description)
      expectRefusal(result, status)
      for part in answer { #expect(result.errors.contains(part), "no '\(part)': \(result)") }
    }
    try refusal("drag.txt", "two.txt", 64, "/dev/input/event2", "event7 'second screen'")
    try refusal("third.txt", "phone.txt", 64, "'synaptics_dsx'", "is of /dev/input/event3")
    try refusal("drag.txt", "letter.txt", 65, "'Dear phone,'", "'getevent -lp'")
    try refusal("drag.txt", "names.txt", 65, "without their axes", "'getevent -lp'")
    try refusal("drag.txt", "empty.txt", 65, "describes no device")
    try refusal("drag.txt", "none.txt", 66, "none.txt")
    try refusal("whole.txt", "phone.txt", 64, "--desc", "leave the option out")
    try refusal("flick.yml", "phone.txt", 64, "--desc", "leave the option out")
    // If the recording names one of several described devices, the description of that device
    // applies.
    let seventh = try flickbook("inspect", "seventh.txt", "--desc", "two.txt", "--json")
    #expect(try seventh.json().first?["device"] as? String == "second screen")
  }
}
