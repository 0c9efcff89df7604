import Quantities
import Testing
import TouchInput

@Suite("Inspection of a recording")
struct InspectionTests {
  /// A touchscreen with ten units per millimetre, like the touchpad ``TestDevice/touchpad``.
  private static let device: DeviceDescription = {
    var device = TestDevice.touchpad
    device.properties = [DeviceProperty.direct]
    // The axes are changed so that the device has the aspect ratio of the screen.
    for index in device.axes.indices where device.axes[index].code == AbsoluteAxis.positionY {
      device.axes[index].maximum = 2164
    }
    return device
  }()

  private func inspect(
    _ script: TouchScript, on device: DeviceDescription = device,
    initial: Recording.InitialState? = nil, source: String? = "synthetic: test"
  ) -> RecordingInspection {
    RecordingInspection(
      of: Recording(device: device, initial: initial, events: script.events, source: source))
  }

  /// A finger that moves by `steps` units along x, every 10 ms, and lifts 10 ms after the last.
  private func moving(
    _ steps: [Int32], from start: Int32 = 100, at time: Int64 = 0, id: Int32 = 1, lifts: Bool = true
  ) -> TouchScript {
    var script = TouchScript()
    var (x, now) = (start, time)
    script.frame(now, .id(id), .x(x), .y(500))
    for step in steps {
      x += step
      now += 10_000
      script.frame(now, .x(x))
    }
    if lifts { script.frame(now + 10_000, .id(-1)) }
    return script
  }

  @Test("a clean recording is described and has no findings")
  func clean() {
    let inspection = inspect(moving([10, 10, 10, -10]))
    #expect(inspection.findings.isEmpty)
    #expect(inspection.severity == nil)
    #expect(inspection.kind == .touchscreen)
    #expect(inspection.widthMillimeters == 100)
    #expect(inspection.frames == 6)
    #expect(inspection.timing.rate == 100)
    #expect(inspection.timing.jitter == .zero)
    #expect(inspection.touches == 1 && inspection.pans == 1)
    let contact = inspection.contacts[0]
    #expect(contact.duration == Seconds(0.05))
    #expect(contact.frames == 5)
    #expect(contact.end == .ended)
    #expect((contact.pathMillimeters ?? 0).distance(to: 4).magnitude < 1e-12)
    #expect((contact.displacementMillimeters ?? 0).distance(to: 2).magnitude < 1e-12)
  }

  @Test(
    "values outside the range of an axis are found, and an implausibly fast jump gives no velocity")
  func outsideAxis() throws {
    var device = Self.device
    device.axes = device.axes.map { axis in
      var axis = axis
      if axis.code == AbsoluteAxis.positionY { (axis.minimum, axis.maximum) = (0, 680) }
      return axis
    }
    let axis = try #require(device.axis(AbsoluteAxis.positionY))
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(500))
    for step in 1...8 { script.frame(Int64(step) * 8_000, .y(Int32(500 + step * 20))) }
    // Many touchpads go slightly beyond the edge; 4082 in a range of 0 to 680 is too far.
    #expect(!inspect(script, on: device).findings.contains { $0.name == "outside-axis" })
    script.frame(72_000, .y(700))
    let near = try #require(
      inspect(script, on: device).findings.first { $0.name == "outside-axis" })
    #expect(near.kind == .outsideAxis(axis, count: 1, furthest: 700))
    #expect(near.severity == .note)
    script.frame(80_000, .y(4_082))
    script.frame(88_000, .id(-1))
    let far = try #require(inspect(script, on: device).findings.first { $0.name == "outside-axis" })
    #expect(far.kind == .outsideAxis(axis, count: 2, furthest: 4_082))
    #expect(far.severity == .warning)
    #expect("\(far)".contains("0 to 680, up to 4082"))
  }

  @Test("jitter is the median deviation from the median interval")
  func jitter() {
    var script = TouchScript()
    // The intervals are 8, 9, 10, 12 and 50 ms, with the median 10 ms. The deviations are 0, 1, 2,
    // 2 and 40 ms, with the median 2 ms.
    for (number, time) in [0, 8, 17, 27, 39, 89].enumerated() {
      script.frame(Int64(time) * 1000, .id(1), .x(Int32(number)), .y(1))
    }
    let timing = inspect(script).timing
    #expect(timing.median == Seconds(0.01))
    #expect(timing.jitter == Seconds(0.002))
    #expect(timing.longest == Seconds(0.05))
  }

  @Test("a step of more than 20 mm in 12 ms is a jump")
  func jump() {
    // 16 mm in 10 ms is as fast as 19.2 mm in 12 ms, and 17 mm is as fast as 20.4 mm.
    #expect(inspect(moving([160])).findings.isEmpty)
    let found = inspect(moving([170, 10])).findings
    #expect(found.map(\.kind) == [.jump(millimeters: 17, in: Seconds(0.01))])
    #expect(found[0].severity == .warning)
    #expect(
      found[0].description
        == "contact 1 at 10000 µs: the contact jumps 17.0 mm in 10.0 ms; check the device")
    let late = found[0].description(from: -1_700_000_000_000_000)
    #expect(late.hasPrefix("contact 1 at 1700000000.010 s: the contact jumps"))
    #expect(found[0].description(from: 9_600).hasPrefix("contact 1 at 0.000 s: "))
    #expect(found[0].description(from: 9_500).hasPrefix("contact 1 at 0.001 s: "))
    #expect(found[0].description(from: 10_600).hasPrefix("contact 1 at -0.001 s: "))
  }

  @Test(
    "on a touchpad, a step that is longer than the step before by over 7 mm in 12 ms is a jump",
    arguments: [
      // The steps are in tenths of a millimetre, one every 10 ms. Per 12 ms, 5.8 mm are 6.96 mm and
      // 5.9 mm are 7.08 mm.
      ([58], nil), ([59], 5.9),
      // Per 12 ms, a step of 6 mm is followed by 12.96 or 13.08 mm. A frame without movement in
      // between has no effect.
      ([50, 108], nil), ([50, 109], 10.9), ([50, 0, 108], nil), ([50, 0, 109], 10.9),
      // Each step is 6 mm longer than the previous one, but 17 mm are 20.4 mm in 12 ms.
      ([50, 100, 150], nil), ([50, 100, 150, 170], 17.0),
    ] as [([Int32], Double?)])
  func touchpadJump(steps: [Int32], millimeters: Double?) {
    let jumps = inspect(moving(steps), on: TestDevice.touchpad).findings
    #expect(jumps.map(\.name) == (millimeters == nil ? [] : ["jump"]))
    if let millimeters, case .jump(let found, in: let time)? = jumps.first?.kind {
      #expect(found.distance(to: millimeters).magnitude < 1e-9)
      #expect(time == Seconds(0.01))
    }
    let screen = inspect(moving(steps)).findings
    #expect(screen.isEmpty == (millimeters != 17))
  }

  /// Two fingers, 30 mm apart, that move by 2 mm every `interval`.
  ///
  /// In frames 3 to 5, the device reports each finger as the other contact.
  private func exchanging(after interval: Int64, distance: Int32 = 300) -> TouchScript {
    var script = TouchScript()
    for frame in Int32(0)...7 {
      let isExchanged = (3...5).contains(frame)
      let (first, second): (Int32, Int32) =
        isExchanged ? (100 + distance, 100) : (100, 100 + distance)
      let y: Int32 = 300 + frame * 20
      var signals: [Signal] = [.slot(0), .x(first), .y(y), .slot(1), .x(second), .y(y)]
      if frame == 0 { signals.insert(.id(2), at: 4) }
      if frame == 0 { signals.insert(.id(1), at: 1) }
      script.frame(Int64(frame) * interval, signals)
    }
    script.frame(8 * interval, .slot(0), .id(-1), .slot(1), .id(-1))
    return script
  }

  @Test("contacts that exchange their positions are one finding, and do not count as jumps")
  func exchange() {
    for device in [Self.device, TestDevice.touchpad] {
      // The other findings are notes: the fingers seem to reverse when the positions are exchanged
      // back.
      let found = inspect(exchanging(after: 10_000), on: device).findings
        .filter { $0.severity > .note }
      #expect(found.map(\.name) == ["contacts-exchanged"])
      #expect(found.first?.contact == 1 && found.first?.microseconds == 30_000)
      guard case .exchanged(with: 2, let millimeters)? = found.first?.kind else {
        Issue.record("\(found)")
        return
      }
      // Each contact makes a step along the diagonal of 30 by 2 mm, √(900 + 4) mm, instead of a
      // step of 2 mm.
      let diagonal = 904.0.squareRoot()
      let longer = 2 * (diagonal - 2)
      #expect(millimeters.distance(to: longer).magnitude < 1e-9)
    }
  }

  @Test("fingers that are close, slow, or in line with their motion do not count as exchanged")
  func noExchange() {
    #expect(inspect(exchanging(after: 10_000, distance: 20)).findings.isEmpty)
    let slow = inspect(exchanging(after: 60_000)).findings
    #expect(!slow.contains { $0.name == "contacts-exchanged" })
    // The second finger is where the first finger will be in the next frame.
    var line = TouchScript()
    line.frame(0, .slot(0), .id(1), .x(100), .y(500), .slot(1), .id(2), .x(250), .y(500))
    for frame in Int32(1)...4 {
      line.frame(
        Int64(frame) * 10_000, .slot(0), .x(100 + 150 * frame), .slot(1), .x(250 + 150 * frame))
    }
    line.frame(50_000, .slot(0), .id(-1), .slot(1), .id(-1))
    #expect(inspect(line).findings.isEmpty)
  }

  @Test("a contact that reverses just before it lifts gives a note")
  func reversal() {
    let back = inspect(moving([20, 20, 20, 20, -5, -5])).findings
    #expect(back.map(\.name) == ["reversed-at-lift"])
    #expect(inspect(moving([20, 20, 20, 20, 5, 5])).findings.isEmpty)
  }

  @Test("a moving finger whose tracking id changes is a split contact; two taps are not")
  func split() {
    var script = moving([20, 20, 20])
    script.events += moving([20, 20], from: 200, at: 50_000, id: 2).events
    let found = inspect(script).findings
    #expect(found.map(\.kind) == [.trackingIDSplit(continuesAs: 2)])
    // It continues at most 15 mm from the expected position.
    for millimeters: Int32 in [-16, -14, 14, 16] {
      var script = moving([20, 20, 20])
      script.events += moving([20, 20], from: 200 + 10 * millimeters, at: 50_000, id: 2).events
      let isSplit = inspect(script).findings.contains { $0.name == found.first?.name }
      #expect(isSplit == (millimeters.magnitude < 15), "\(millimeters) mm")
    }
    var taps = moving([0, 0, 0])
    taps.events += moving([0, 0], from: 100, at: 50_000, id: 2).events
    #expect(inspect(taps).findings.isEmpty)
  }

  @Test("missing scans give a note if the finger moves, but not if it rests")
  func missingScans() {
    var script = moving([10, 10, 10], lifts: false)
    script.frame(70_000, .x(170))
    script.frame(80_000, .id(-1))
    #expect(inspect(script).findings.map(\.kind) == [.missingScans(Seconds(0.04))])
    var rested = moving([10, 10, 0], lifts: false)
    rested.frame(30_000, .axis(AbsoluteAxis.contactPressure, 3))
    rested.frame(70_000, .x(160))
    rested.frame(80_000, .id(-1))
    #expect(!inspect(rested).findings.contains { $0.name == "missing-scans" })
  }

  @Test("a finger that rests while other fingers touch and lift may be stuck")
  func stuck() {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(5), .y(5))
    for other in Int64(1)...2 {
      script.frame(other * 1_000_000, .slot(1), .id(Int32(other) + 1), .x(500), .y(500))
      script.frame(other * 1_000_000 + 50_000, .slot(1), .id(-1))
    }
    script.frame(6_000_000, .slot(0), .id(-1))
    #expect(inspect(script).findings.map(\.kind) == [.stuck(Seconds(6))])
  }

  @Test("faulty events are findings")
  func events() {
    var script = moving([2], at: 1000)
    script.frame(500, .slot(99), .id(5))
    script.frame(30_000, .slot(0), .id(7), .x(3))
    script.frame(40_000, .id(8))
    script.frame(40_000, .x(4))
    script.events.append(Signal.x(1).event(at: 50_000))
    let names = inspect(script).findings.map(\.name)
    #expect(
      Set(names) == [
        "clock-stepped", "time-stood-still", "slot-out-of-range", "unfinished-frame",
        "tracking-id-replaced", "unterminated",
      ])
  }

  @Test("dropped events are a problem, even at the end of a recording")
  func dropped() {
    var script = moving([10, 10], lifts: false)
    script.frame(30_000, .dropped)
    #expect(inspect(script).findings.map(\.kind) == [.dropped(resynchronizedEvents: 0)])
    script.frame(30_000, .x(50))
    script.frame(40_000, .id(-1))
    let found = inspect(script)
    #expect(found.findings.map(\.kind) == [.dropped(resynchronizedEvents: 1)])
    #expect(found.severity == .problem)
  }

  @Test("a palm, a missing coordinate, and a finger that was down at the start are findings")
  func contacts() {
    var palm = moving([10], lifts: false)
    palm.frame(20_000, .tool(2))
    #expect(inspect(palm).findings.map(\.kind) == [.palm])
    var lacking = TouchScript()
    lacking.frame(0, .id(1), .y(1))
    lacking.frame(10, .id(-1))
    #expect(inspect(lacking).findings.map(\.kind) == [.coordinateMissing])
    var early = TouchScript()
    early.frame(0, .x(5))
    early.frame(10, .id(-1))
    let initial = Recording.InitialState(
      slots: [
        .init(
          number: 0, trackingID: 3,
          values: [.init(code: 0x35, value: 4), .init(code: 0x36, value: 4)])
      ], heldButtons: [TouchButton.touch])
    #expect(inspect(early, initial: initial).findings.map(\.kind) == [.startedMidTouch])
  }

  @Test("a finger that moves without a touch-down was down before the recording began")
  func unannounced() {
    var script = TouchScript()
    script.frame(7, .x(5), .y(5))
    script.frame(17, .id(-1))
    script.events += moving([5], at: 1_000_000).events
    #expect(inspect(script).findings == [Finding(.startedMidTouch, microseconds: 7)])
  }

  @Test("on a touchpad that never reports two fingers one finger pans, otherwise two fingers pan")
  func touchpad() {
    var pad = TestDevice.touchpad
    pad.codes = []
    let one = moving([20, 20, 20])
    #expect(inspect(one, on: pad).touches == 1)
    #expect(inspect(one, on: pad).pans == 1)
    var taps = one
    taps.frame(500_000, .slot(0), .id(5), .x(10), .y(10), .slot(1), .id(6), .x(300), .y(10))
    taps.frame(510_000, .slot(0), .id(-1), .slot(1), .id(-1))
    // libinput reports neither the motion of one finger as a pan of two, nor a short tap as a hold.
    #expect(inspect(taps, on: pad).touches == 0)
    #expect(inspect(taps, on: pad).pans == 0)
  }

  @Test("missing features of the device are findings")
  func devices() {
    #expect(
      inspect(TouchScript(), on: DeviceDescription()).findings.map(\.name) == [
        "unusable-surface", "no-touches",
      ])
    var box = TestDevice.screenWithSlots
    box.properties.append(DeviceProperty.semiMultitouch)
    #expect(
      inspect(moving([1]), on: box).findings.map(\.name) == ["size-unknown", "bounding-box-only"])
  }

  private func device(
    _ kind: DeviceKind, _ width: Int32, _ height: Int32, resolution: Int32
  ) -> DeviceDescription {
    var device = Self.device
    device.declare(kind)
    device.axes = [
      TestDevice.axis(0x2f, 4), TestDevice.axis(0x35, width, resolution: resolution),
      TestDevice.axis(0x36, height, resolution: resolution), TestDevice.axis(0x39),
    ]
    return device
  }

  @Test(
    "a size that no device has counts as unknown, and is a warning",
    arguments: [
      // Kernel 3.10 invents resolutions of 1 to 3 for panels with these ranges.
      (DeviceKind.touchscreen, 32767, 32767, 1), (.touchscreen, 32767, 32767, 3),
      (.touchscreen, 4095, 4095, 1),
      // The size of a panel is impossible for a touchpad, and a unit of 1 µm is smaller than any device's.
      (.touchpad, 3440, 1940, 5), (.touchscreen, 4095, 4095, 1000), (.touchpad, 1920, 4, 12),
    ])
  func impossibleSize(kind: DeviceKind, width: Int32, height: Int32, resolution: Int32) throws {
    let reported = device(kind, width, height, resolution: resolution)
    let unknown = device(kind, width, height, resolution: 0)
    let mappings = try [reported, unknown].map { try SurfaceMapping(device: $0) }
    #expect(mappings[0] == mappings[1])
    var (inspection, other) = (
      inspect(moving([10]), on: reported), inspect(moving([10]), on: unknown)
    )
    let findings = inspection.findings.filter { $0.name.hasPrefix("size-") }
    #expect(findings.map(\.name) == ["size-impossible"])
    #expect(findings.map(\.severity) == [.warning])
    (inspection.findings, other.findings) = ([], [])
    #expect(inspection == other)
  }

  @Test(
    "the sizes of real devices are used",
    arguments: [
      // A 150-inch frame, a phone, a watch, a strip above a keyboard.
      (DeviceKind.touchscreen, 3321, 1868), (.touchscreen, 68, 147), (.touchscreen, 28, 28),
      (.touchscreen, 250, 7),
      // A tablet for drawing, a large and a small touchpad.
      (.touchpad, 325, 203), (.touchpad, 160, 115), (.touchpad, 40, 40),
    ])
  func possibleSize(kind: DeviceKind, width: Int32, height: Int32) {
    let inspection = inspect(
      moving([10]), on: device(kind, width * 10, height * 10, resolution: 10))
    #expect(inspection.widthMillimeters == Double(width))
    #expect(inspection.heightMillimeters == Double(height))
    #expect(!inspection.findings.contains { $0.name.hasPrefix("size-") })
  }

  @Test(
    "contacts of one report are a finding if there are several, and they are the majority",
    arguments: [(5, 0, true), (4, 0, false), (5, 4, true), (5, 5, false), (900, 20, true)])
  func oneReportContacts(single: Int, longer: Int, isFound: Bool) {
    var script = TouchScript()
    for index in 0..<single + longer {
      let time = Int64(index) * 100_000
      script.frame(time, .id(Int32(index)), .x(500), .y(500))
      if index >= single { script.frame(time + 10_000, .x(510)) }
      script.frame(time + 20_000, .id(-1))
    }
    let found = inspect(script).findings.map(\.kind)
    #expect(found == (isFound ? [.oneReportContacts(count: single, total: single + longer)] : []))
    #expect(!inspect(script).findings.contains { $0.severity != .note })
  }

  @Test("a pad with hats is reported once, as a device without touches")
  func hats() {
    let pad = DeviceDescription(
      name: "pad", axes: [TestDevice.axis(0x10, 1), TestDevice.axis(0x11, 1)])
    #expect(inspect(TouchScript(), on: pad).findings.map(\.name).first == "unusable-surface")
    #expect(!inspect(TouchScript(), on: pad).findings.contains { $0.name == "no-touches" })
    #expect(inspect(TouchScript()).findings.contains { $0.name == "no-touches" })
  }

  @Test("if all pans are sideways, the suggested rotation is that in which the first pan moves up")
  func across() {
    let left = moving([-20, -20, -20], from: 500)
    let right = moving([20, 20, 20])
    for (script, rotation) in [(left, PanelOrientation.Rotation.quarter), (right, .threeQuarters)] {
      #expect(inspect(script, source: nil).findings.map(\.kind) == [.liesAcross(rotation)])
      var turned = Self.device
      turned.orientation.rotation = rotation
      let names = inspect(script, on: turned, source: nil).findings.map(\.name)
      #expect(!names.contains("lies-across"))
    }
  }

  @Test("an aspect ratio other than that of the screen is a finding")
  func shapes() {
    func found(_ width: Int32, _ height: Int32, _ resolution: Int32) -> [Finding] {
      var device = Self.device
      device.axes = [
        TestDevice.axis(0x2f, 4), TestDevice.axis(0x35, width, resolution: resolution),
        TestDevice.axis(0x36, height, resolution: resolution), TestDevice.axis(0x39),
      ]
      return inspect(moving([10]), on: device).findings.filter { $0.name != "size-unknown" }
    }
    let laptop = found(2930, 1710, 10)
    #expect(laptop.map(\.name) == ["other-shape"])
    #expect(laptop[0].severity == .note)
    // 390 / 1080 = 0.36 and 844 / 1920 = 0.44 differ by less than a half; 390 / 1920 and 844 / 1080
    // by more.
    #expect(found(1080, 1920, 0).map(\.name) == ["unequal-scales"])
    #expect(found(1080, 1920, 0).map(\.severity) == [.note])
    #expect(found(1920, 1080, 0).map(\.severity) == [.warning])
    // Equal ranges of both axes do not define an aspect ratio, and 1080 by 2340 has nearly the
    // aspect ratio of the screen.
    #expect(found(4095, 4095, 0).isEmpty)
    #expect(found(1080, 2340, 0).isEmpty)
  }

  @Test("any recording can be inspected", arguments: 1...10)
  func hostile(seed: UInt64) {
    for device in HostileEventTests.devices + [DeviceDescription()] {
      let inspection = inspect(HostileEventTests.noise(seed: seed), on: device)
      #expect(inspection.findings.allSatisfy { !$0.description.isEmpty })
      #expect(inspection.contacts.allSatisfy { $0.duration >= .zero })
    }
  }
}
