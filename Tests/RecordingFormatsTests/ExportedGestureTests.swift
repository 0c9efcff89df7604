import Foundation
import Quantities
import RecordingFormats
import Testing
import TouchInput

@Suite("Exported gestures")
struct ExportedGestureTests {
  /// Formats with one text for each touch, which are read here.
  private struct Touch: Decodable, Hashable {
    var time: Double
    var phase: String
    var contact: Int
    var x: Double
    var y: Double
  }

  /// Formats in which a finger has a path on a screen.
  static let paths: [ExportFormat] = [
    .webdriver, .cdp, .playwright, .puppeteer, .appium, .flutter, .espresso,
  ]

  /// Three fingers on a screen of 1,000 × 1,000 units without a resolution, so each axis spans the screen.
  ///
  /// The second finger comes down while the first is down, and is still down at the end. The third takes the slot of the
  /// first. The pressure grows from a quarter to a half of its range.
  static let fingers: Recording = {
    var script = Script()
    script.report(0, [(47, 0), (57, 7), (53, 100), (54, 200), (58, 64)])
    script.report(8_333, [(53, 110), (54, 230)])
    script.report(16_667, [(54, 260), (58, 128), (47, 1), (57, 8), (53, 500), (54, 600)])
    script.report(25_004, [(47, 0), (57, -1), (47, 1), (54, 610)])
    script.report(33_301, [(47, 0), (57, 9), (53, 900), (54, 900)])
    script.report(41_699, [(57, -1), (47, 1), (54, 620)])
    return Recording(device: device(named: "Panel"), events: script.events)
  }()

  /// One finger that goes from (100, 200) to (100, 500) in 100 ms, after a rest of 50 ms.
  static let stroke: Recording = {
    var script = Script()
    script.report(0, [(47, 0), (57, 7), (53, 100), (54, 200)])
    for step in 0...10 {
      script.report(50_000 + 10_000 * Int64(step), [(54, 200 + 30 * Int32(step))])
    }
    script.report(170_000, [(57, -1)])
    return Recording(device: device(named: "Panel"), events: script.events)
  }()

  private struct Script {
    var events: [RawEvent] = []

    mutating func report(_ microseconds: Int64, _ values: [(code: UInt16, value: Int32)]) {
      let time = 7_000_000 + microseconds
      events += values.map { RawEvent(microseconds: time, type: 3, code: $0.code, value: $0.value) }
      events.append(RawEvent(microseconds: time, type: 0, code: 0, value: 0))
    }
  }

  static func device(named name: String, isTouchpad: Bool = false) -> DeviceDescription {
    DeviceDescription(
      name: name,
      axes: [(47, 9), (53, 1000), (54, 1000), (57, 65_535), (58, 256)].map {
        .init(code: $0, minimum: 0, maximum: $1)
      }, properties: [isTouchpad ? DeviceProperty.pointer : DeviceProperty.direct])
  }

  private func text(
    _ format: ExportFormat, of recording: Recording = fingers, pixelRatio: Double = 1
  ) throws -> String {
    try recording.exported(
      as: format, screen: Planar(x: Points(1000), y: Points(1000)), pixelRatio: pixelRatio)
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func touches(of recording: Recording = fingers) throws -> [Touch] {
    try text(.touches, of: recording).split(separator: "\n").map {
      try JSONDecoder().decode(Touch.self, from: Data($0.utf8))
    }
  }

  /// The actions of each source of WebDriver Actions.
  private func sources(_ text: String) throws -> [[[String: Any]]] {
    let body = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let sources = try #require(body?["actions"] as? [[String: Any]])
    return try sources.map { try #require($0["actions"] as? [[String: Any]]) }
  }

  @Test("the commands of the protocol have the times, positions and fingers of the touches")
  func commands() throws {
    let lines = try objects(text(.cdp))
    let phases = ["touchStart": "down", "touchMove": "move", "touchEnd": "up"]
    var found: [Touch] = []
    for line in lines.dropLast() {
      let params = try #require(line["params"] as? [String: Any])
      let phase = try #require(phases[params["type"] as? String ?? ""])
      for point in try #require(params["touchPoints"] as? [[String: Any]]) {
        found.append(
          Touch(
            time: try #require(line["time"] as? Double), phase: phase,
            contact: try #require(point["id"] as? Int), x: try #require(point["x"] as? Double),
            y: try #require(point["y"] as? Double)))
      }
    }
    // The last finger is still down at the end, and a command that cancels has no points.
    let last = try #require(lines.last?["params"] as? [String: Any])
    #expect(last["type"] as? String == "touchCancel")
    #expect((last["touchPoints"] as? [Any])?.isEmpty == true)
    #expect(try found == touches().dropLast())
  }

  @Test(
    "the pressure is the fraction of the device's range", arguments: [ExportFormat.cdp, .webdriver])
  func pressure(format: ExportFormat) throws {
    let name = format == .cdp ? "force" : "pressure"
    let found = try text(format).matches(of: /"(force|pressure)":([0-9.]+)/)
    #expect(found.allSatisfy { $0.output.1 == name })
    // 64 and 128 of 256.
    #expect(Set(found.map { Double($0.output.2) }) == [0.25, 0.5])
  }

  @Test("a gesture without pressures has no pressure")
  func noPressure() throws {
    for format in [ExportFormat.cdp, .webdriver] {
      #expect(try !text(format, of: Self.stroke).contains(/force|pressure/))
    }
  }

  @Test(
    "all sources of WebDriver Actions have the same number of ticks, and each finger that comes down lifts"
  )
  func sources() throws {
    let sources = try sources(text(.webdriver))
    // The third contact takes the source of the first, which has lifted.
    #expect(sources.count == 2)
    #expect(Set(sources.map(\.count)).count == 1)
    for source in sources {
      let changes = source.compactMap { $0["type"] as? String }.filter {
        $0 == "pointerDown" || $0 == "pointerUp"
      }
      for (index, change) in changes.enumerated() {
        #expect(change == (index % 2 == 0 ? "pointerDown" : "pointerUp"))
      }
      #expect(changes.count % 2 == 0 && !changes.isEmpty)
    }
  }

  @Test("the durations of WebDriver Actions sum to the time of each touch, to half a millisecond")
  func durations() throws {
    let sources = try sources(text(.webdriver))
    var elapsed = 0
    var times: [Int] = []
    for tick in sources[0].indices {
      elapsed += sources.compactMap { $0[tick]["duration"] as? Int }.max() ?? 0
      let types = sources.compactMap { $0[tick]["type"] as? String }
      if types.contains(where: { $0 != "pause" }), times.last != elapsed { times.append(elapsed) }
    }
    let expected = try Set(touches().map { $0.time * 1000 }).sorted()
    #expect(times.count == expected.count)
    for (time, exact) in zip(times, expected) { #expect(abs(Double(time) - exact) <= 0.5) }
  }

  @Test("a finger is at its position before it comes down, and positions are those of the touches")
  func positions() throws {
    var found: [[Double]] = []
    for source in try sources(text(.webdriver)) {
      #expect(
        source.first { $0["type"] as? String != "pause" }?["type"] as? String == "pointerMove")
      found += source.filter { $0["type"] as? String == "pointerMove" }.compactMap { move in
        [move["x"], move["y"]].compactMap { $0 as? Double }
      }
    }
    let expected = try touches().filter { ["down", "move"].contains($0.phase) }.map {
      [$0.x, $0.y]
    }
    #expect(Set(found) == Set(expected))
    #expect(found.count == expected.count)
  }

  @Test("pixels are points times the pixel ratio, in formats with pixels only")
  func pixels() throws {
    for format in Self.paths + [.touches] {
      let (once, twice) = try (text(format), text(format, pixelRatio: 2))
      #expect((once == twice) == !format.hasPixels, "\(format)")
    }
    let (points, pixels) = try (sources(text(.webdriver)), sources(text(.appium, pixelRatio: 2)))
    for (one, other) in zip(points.joined(), pixels.joined()) {
      for axis in ["x", "y"] {
        #expect((one[axis] as? Double).map { $0 * 2 } == other[axis] as? Double)
      }
    }
  }

  @Test("Flutter code has every touch with its time in microseconds")
  func flutter() throws {
    let pattern = /\((\d+), (\d+), '(\w+)', ([0-9.]+), ([0-9.]+)\),\n/
    let found = try text(.flutter).matches(of: pattern).map { match in
      Touch(
        time: try #require(Double(match.output.1)) / 1e6, phase: String(match.output.3),
        contact: try #require(Int(match.output.2)), x: try #require(Double(match.output.4)),
        y: try #require(Double(match.output.5)))
    }
    #expect(try found == touches())
  }

  @Test("in Espresso code, two fingers never have the same number at once, and each of them ends")
  func espresso() throws {
    var down: Set<Substring> = []
    let steps = try text(.espresso).matches(of: /"(\d+) (\w+) ([^"]+)",\n/)
    #expect(steps.count > 5)
    for step in steps {
      let words = step.output.3.split(separator: " ")
      for finger in stride(from: 0, to: words.count, by: 4).map({ words[$0] }) {
        switch step.output.2 {
        case "down": #expect(down.insert(finger).inserted)
        case "move": #expect(down.contains(finger))
        default: #expect(down.remove(finger) != nil)
        }
      }
    }
    #expect(down.isEmpty)
  }

  @Test("a stroke keeps its start, its end, its rests and its mean velocity")
  func straight() throws {
    let flow = try text(.maestro, of: Self.stroke, pixelRatio: 2)
    #expect(
      flow.hasSuffix("- swipe:\n    start: \"200,400\"\n    end: \"200,1000\"\n    duration: 170\n")
    )
    let code = try text(.xcuitest, of: Self.stroke)
    #expect(
      code.contains(
        "point(100.0, 200.0).press(\n    forDuration: 0.05, thenDragTo: point(100.0, 500.0)"))
    // 300 pt in 0.1 s.
    #expect(code.contains("XCUIGestureVelocity(3000.0), thenHoldForDuration: 0.02)"))
  }

  @Test("formats with one finger refuse two", arguments: [ExportFormat.maestro, .xcuitest])
  func oneFinger(format: ExportFormat) {
    #expect(throws: ExportError.severalFingers(format)) { try text(format) }
  }

  @Test(
    "touches outside the screen are refused, and the size in the message fits",
    arguments: ExportFormat.allCases.filter(\.hasScreen), [1.0, 2.5])
  func outside(format: ExportFormat, ratio: Double) throws {
    // A panel of 260 × 150 mm is wider than the screen of 61 × 132 mm. Its left edge is outside.
    var panel = Self.stroke
    for index in panel.device.axes.indices {
      let isHorizontal = [AbsoluteAxis.x, AbsoluteAxis.positionX].contains(
        panel.device.axes[index].code)
      let isVertical = [AbsoluteAxis.y, AbsoluteAxis.positionY].contains(
        panel.device.axes[index].code)
      guard isHorizontal || isVertical else { continue }
      panel.device.axes[index].maximum = isHorizontal ? 2600 : 1500
      panel.device.axes[index].resolution = 10
    }
    do throws(ExportError) {
      _ = try panel.exported(as: format, pixelRatio: ratio)
      Issue.record("touches outside the screen were written")
    } catch {
      guard case .outsideScreen(let touches, let size) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(touches > 0)
      #expect(error.description.contains("add --viewport 1664x960,"))
      let fitting = Planar(
        x: Points(size.x.value.rounded(.up)), y: Points(size.y.value.rounded(.up)))
      #expect(throws: Never.self) {
        try panel.exported(as: format, screen: fitting, pixelRatio: ratio)
      }
    }
    var beyond = Self.stroke
    for index in beyond.events.indices where beyond.events[index].code == AbsoluteAxis.positionX {
      beyond.events[index].value = -50
    }
    do throws(ExportError) {
      _ = try beyond.exported(as: format, pixelRatio: ratio)
      Issue.record("touches outside the axes were written")
    } catch {
      guard case .outsideAxes = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    "a touch one point outside the screen is on its edge, and one two points outside is refused",
    arguments: ExportFormat.allCases.filter(\.hasScreen), [53, 54] as [UInt16])
  func edge(format: ExportFormat, axis: UInt16) throws {
    func stroke(at value: Int32) -> Recording {
      var result = Self.stroke
      for index in result.events.indices where result.events[index].code == axis {
        result.events[index].value = value
      }
      return result
    }
    // The screen has one point for each unit of the axes.
    for (edge, outward) in [(0, -1), (1000, 1)] as [(Int32, Int32)] {
      #expect(
        try text(format, of: stroke(at: edge + outward)) == text(format, of: stroke(at: edge)))
      #expect(throws: ExportError.self) { try text(format, of: stroke(at: edge + 2 * outward)) }
    }
  }

  @Test("a touchpad has no positions on a screen, but raw events", arguments: ExportFormat.allCases)
  func touchpad(format: ExportFormat) throws {
    var pad = Self.stroke
    pad.device = Self.device(named: "Pad", isTouchpad: true)
    if format.hasScreen, format != .touches {
      #expect(throws: ExportError.touchpad(format)) { try text(format, of: pad) }
    } else if format != .touches {
      #expect(try !text(format, of: pad).isEmpty)
    }
  }

  @Test(
    "times at the ends of their range give a text", arguments: ExportFormat.allCases,
    [Int64.min, Int64.max])
  func extremes(format: ExportFormat, time: Int64) throws {
    var recording = Self.stroke
    recording.events[0].microseconds = time
    #expect(try !text(format, of: recording).isEmpty)
    recording = Self.stroke
    recording.events[recording.events.count - 1].microseconds = time
    #expect(try !text(format, of: recording).isEmpty)
  }

  @Test("a recording without touches is refused", arguments: ExportFormat.allCases)
  func empty(format: ExportFormat) {
    let recording = Recording(device: Self.device(named: "Panel"))
    #expect(throws: ExportError.noTouches) { try text(format, of: recording) }
  }

  @Test(
    "a device's name is only ever text of a comment or of a string",
    arguments: ExportFormat.allCases)
  func names(format: ExportFormat) throws {
    var recording = Self.stroke
    recording.device.name = "A"
    let plain = try text(format, of: recording)
    recording.device.name =
      "B\n\r\u{2028}*/ \\u000a \"'`${x} $(reboot) #{y} \\\n//\u{202e}\u{1b}[2J é"
    let hostile = try text(format, of: recording)
    let name = "B????? ?u000a ?????x? ?(reboot) ??y? ???????2J é"
    let expected =
      format == .uinput
      ? plain.replacing(#""name":"A""#, with: #""name":"\#(name)""#)
      : plain.replacing(" recorded on A.", with: " recorded on \(name).")
    #expect(hostile == expected)
    #expect((hostile == plain) == [.touches, .cdp, .webdriver, .appium].contains(format))
  }

  @Test("scripts of raw events send all events at their times, after the state at the start")
  func events() throws {
    var recording = Self.fingers
    recording.initial = .init(
      currentSlot: 1, slots: [.init(number: 1, trackingID: -1, values: [.init(code: 53, value: 5)])]
    )
    // The kernel makes this notice; no device sends it.
    recording.events.insert(RawEvent(microseconds: 7_000_000, type: 0, code: 3, value: 0), at: 5)
    let initial: [[Int64]] = [[0, 3, 47, 1], [0, 3, 53, 5], [0, 3, 47, 1], [0, 0, 0, 0]]
    let expected =
      initial
      + Self.fingers.events.map {
        [$0.microseconds - 7_000_000, Int64($0.type), Int64($0.code), Int64($0.value)]
      }
    var sent: [[Int64]] = []
    var time: Int64 = 0
    for match in try text(.sendevent, of: recording).matches(
      of: /\n(sleep|e) (\d+)[ .](\d+)(?: (\d+))?/)
    {
      let numbers = try [match.output.2, match.output.3].map { try #require(Int64($0)) }
      if match.output.1 == "sleep" {
        time += numbers[0] * 1_000_000 + numbers[1]
      } else {
        let value = try #require(match.output.4.flatMap { UInt32($0) })
        sent.append([time] + numbers + [Int64(Int32(bitPattern: value))])
      }
    }
    #expect(sent == expected)
    time = 0
    sent = []
    for command in try objects(text(.uinput, of: recording)).dropFirst(2) {
      time += Int64(command["duration"] as? Int ?? 0)
      let numbers = command["events"] as? [Int] ?? []
      for at in stride(from: 0, to: numbers.count, by: 3) {
        sent.append([time] + numbers[at..<at + 3].map(Int64.init))
      }
    }
    #expect(sent.map { $0.dropFirst() } == expected.map { $0.dropFirst() })
    for (one, other) in zip(sent, expected) { #expect(abs(one[0] * 1000 - other[0]) <= 500) }
  }

  @Test("a device without slots gets no slots from the state at the start")
  func noSlots() throws {
    var recording = Self.stroke
    recording.device.axes.removeFirst()
    recording.events.removeAll { $0.code == AbsoluteAxis.slot }
    recording.initial = .init(
      slots: [.init(number: 0, trackingID: -1, values: [.init(code: 53, value: 5)])])
    let script = try text(.sendevent, of: recording)
    #expect(script.contains("\ne 3 53 5\ne 0 0 0\ne 3 57 7\n"))
    #expect(!script.contains("e 3 47"))
  }

  @Test("the device of uinput has all codes that are sent, and the ranges of the recorded device")
  func registration() throws {
    let device = try #require(objects(text(.uinput)).first)
    let lists = try #require(device["configuration"] as? [[String: Any]])
    let codes = Dictionary(
      uniqueKeysWithValues: lists.map { ($0["type"] as? Int ?? 0, $0["data"] as? [Int] ?? []) })
    #expect(codes == [100: [3], 103: [47, 53, 54, 57, 58], 110: [1]])
    let ranges = try #require(device["abs_info"] as? [[String: Any]])
    #expect(
      ranges.compactMap { ($0["info"] as? [String: Int])?["maximum"] } == [
        9, 1000, 1000, 65_535, 256,
      ])
  }
}
