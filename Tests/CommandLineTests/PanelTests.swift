import Foundation
import Testing

@Suite("Panels and surface positions")
struct PanelTests {
  private let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  /// A flick of 25 units per scan, at 120 scans per second, as `evtest` prints it.
  private func flick(
    alongX: Bool, _ width: Int, _ height: Int, resolution: Int? = nil
  ) -> String {
    let axes =
      [(0, "ABS_X", width), (1, "ABS_Y", height), (53, "ABS_MT_POSITION_X", width)]
      + [(54, "ABS_MT_POSITION_Y", height)]
    var lines = ["Input device name: \"Panel\"", "Supported events:", "  Event type 3 (EV_ABS)"]
    for (code, name, most) in axes {
      lines += ["    Event code \(code) (\(name))", "      Value      0", "      Min        0"]
      lines.append("      Max    \(most)")
      if let resolution { lines.append("      Resolution   \(resolution)") }
    }
    lines += ["    Event code 47 (ABS_MT_SLOT)", "      Value      0", "      Min        0"]
    lines += ["      Max        9", "    Event code 57 (ABS_MT_TRACKING_ID)", "      Value      0"]
    lines += ["      Min        0", "      Max    65535", "Properties:"]
    lines += ["  Property type 1 (INPUT_PROP_DIRECT)", "Testing ... (interrupt to exit)"]
    for scan in 0...12 {
      let time = String(format: "%.6f", 5 + Double(scan) / 120)
      func event(_ code: Int, _ name: String, _ value: Int) {
        lines.append("Event: time \(time), type 3 (EV_ABS), code \(code) (\(name)), value \(value)")
      }
      if scan == 0 || scan == 12 { event(57, "ABS_MT_TRACKING_ID", scan == 0 ? 9 : -1) }
      let (x, y) = (width / 2, height / 2)
      if scan < 12 {
        event(53, "ABS_MT_POSITION_X", alongX ? x + 150 - 25 * scan : x)
        event(54, "ABS_MT_POSITION_Y", alongX ? y : y + 150 - 25 * scan)
      }
      lines.append("Event: time \(time), -------------- SYN_REPORT ------------")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func target(_ arguments: String...) throws -> String? {
    let result = try flickbook(["replay", "--scenario", "sheet", "--json"] + arguments)
    return try result.json().first?["finalTarget"] as? String
  }

  @Test("every command uses the same scale for a laptop's touchscreen")
  func laptop() throws {
    try flickbook.write(flick(alongX: false, 2930, 1710, resolution: 10), to: "laptop.evtest")
    // 11 steps of 25 units are 27.5 mm; at 6.4 pt per millimetre, 176 pt.
    let inspected = try flickbook("inspect", "laptop.evtest")
    #expect(inspected.output.contains("  0.0 pt  -176.0 pt  "), "\(inspected)")
    #expect(inspected.output.contains("--screen 1875x1094"), "\(inspected)")
    // 25 units in 1/120 s are 300 mm/s; at 6.4 pt per millimetre, 1920 pt/s.
    let velocity = try flickbook("velocity", "laptop.evtest", "--json").json()
    let estimate = try #require(velocity.first { $0["estimator"] as? String == "bayes" })
    let speed = try #require(estimate["releaseY"] as? Double)
    #expect(abs(speed + 1920) < 10)
    let scaled = try flickbook(
      "replay", "laptop.evtest", "--scenario", "sheet", "--points-per-mm", "4")
    #expect(scaled.status == 0, "\(scaled)")
  }

  @Test(
    "a rotated panel is detected, every command corrects it, and a converted file stays corrected")
  func turned() throws {
    try flickbook.write(flick(alongX: true, 800, 1280), to: "deck.evtest")
    let inspected = try flickbook("inspect", "deck.evtest")
    #expect(inspected.output.contains("--rotate 90, with which the first pan goes up"))
    #expect(try target("deck.evtest") == "tip")
    #expect(try target("deck.evtest", "--rotate", "90") == "half")
    // If the panel is also mirrored, the gesture goes down, where the surface has no target.
    #expect(try target("deck.evtest", "--rotate", "90", "--flip", "y") == "tip")
    for arguments in [
      ["convert", "deck.evtest", "converted.yml"],
      ["trim", "deck.evtest", "trimmed.yml", "--from", "0"],
      ["split", "deck.evtest", "-o", "parts"],
      ["case", "new", "deck.evtest", "--scenario", "sheet"],
    ] {
      let result = try flickbook(arguments + ["--rotate", "90"])
      #expect(result.status == 0, "\(result)")
    }
    for file in ["converted.yml", "trimmed.yml", "parts/deck-1.yml"] {
      #expect(try target(file) == "half", "\(file)")
    }
    let refused = try flickbook("inspect", "deck.evtest", "--rotate", "45")
    #expect(refused.status == 64 && refused.errors.contains("one of 0, 90, 180, 270"))
  }

  @Test(
    "a corpus stores the start position of its surface, and commands use and check the position")
  func start() throws {
    try flickbook("corpus", "synth", "40", "--set", "start=half", "-o", "people")
    let first = try #require(try flickbook.names(in: "people/p1/1").first)
    let path = "people/p1/1/\(first)"
    #expect(try flickbook.text(path).contains("  start: \"half\"\n"))
    let alone = try flickbook("replay", path, "--scenario", "sheet", "--json").json().first
    let given = try flickbook(
      "replay", path, "--scenario", "sheet", "--set", "start=half", "--json")
    #expect(
      alone?["framesSHA256"] as? String == (try given.json().first)?["framesSHA256"] as? String)
    let other = try flickbook("replay", path, "--scenario", "sheet", "--set", "start=tip", "--json")
    #expect(other.status == 0 && other.errors.contains("the surface started at 'half'"), "\(other)")
    #expect(
      alone?["framesSHA256"] as? String != (try other.json().first)?["framesSHA256"] as? String)
    #expect(try flickbook("corpus", "check", "people", "--scenario", "sheet").status == 0)
    let found = try flickbook(
      "corpus", "check", "people", "--scenario", "sheet", "--set", "start=tip", "--json")
    #expect(found.status == 1)
    #expect(try found.json().allSatisfy { $0["kind"] as? String == "otherStart" })
    #expect(try found.json().count == 40)
    let label = try flickbook("corpus", "label", path, "--scenario", "sheet", "--start", "tip")
    #expect(label.status == 0 && label.output.contains("from tip (was"), "\(label)")
    let nowhere = try flickbook(
      "corpus", "label", path, "--scenario", "sheet", "--start", "nowhere")
    #expect(nowhere.status == 64 && nowhere.errors.contains("one of tip, half, full"))
  }
}
