import Testing
import TouchInput

/// The force with which the user presses.
@Suite("Force")
struct ForceTests {
  static let options: PanOptions = {
    var options = PanOptions()
    options.reportsForce = true
    return options
  }()

  /// A touchscreen whose pressure has the given range; nil if it has no pressure axis.
  static func device(_ range: ClosedRange<Int32>?) -> DeviceDescription {
    var device = TestDevice.screenWithSlots
    if let range {
      device.axes.append(
        .init(
          code: AbsoluteAxis.contactPressure, minimum: range.lowerBound, maximum: range.upperBound))
    }
    return device
  }

  static func press(_ pressures: [Int32]) -> TouchScript {
    var script = TouchScript()
    for (index, pressure) in pressures.enumerated() {
      var signals: [Signal] = index == 0 ? [.slot(0), .id(1), .x(100), .y(100)] : [.slot(0)]
      signals.append(.axis(AbsoluteAxis.contactPressure, pressure))
      script.frame(Int64(index) * 10_000, signals)
    }
    script.frame(1_000_000, .slot(0), .id(-1))
    return script
  }

  static func forces(_ events: [TimedHandEvent]) -> [Double?] {
    events.compactMap { if case .force(let force) = $0.event { .some(force) } else { nil } }
  }

  @Test("the force is a fraction of the device's pressure range, and is reported when it changes")
  func fraction() throws {
    let script = Self.press([20, 60, 60, 120, 20])
    let events = try script.handEvents(on: Self.device(20...120), options: Self.options)
    #expect(Self.forces(events) == [0, 0.4, 1, 0])
    #expect(
      events.map(\.name)
        == ["touchDown", "force", "force", "force", "force", "touchUp"])
    #expect(events[2].microseconds == 10_000 && events[3].microseconds == 30_000)
    expectGrammar(events, "pressed")
  }

  @Test("a pressure outside the range is clamped to the nearer end")
  func beyond() throws {
    let script = Self.press([0, 500])
    #expect(
      Self.forces(try script.handEvents(on: Self.device(20...120), options: Self.options)) == [
        0, 1,
      ])
  }

  @Test("a device without a pressure axis reports an unknown force once per touch")
  func untold() throws {
    var script = Self.press([50, 60])
    script.frame(2_000_000, .slot(0), .id(2), .x(100), .y(100))
    script.frame(2_100_000, .slot(0), .id(-1))
    let device = Self.device(nil)
    #expect(
      Self.forces(try script.handEvents(on: device, options: Self.options)) == [nil, nil])
    let empty = Self.device(7...7)
    #expect(Self.forces(try script.handEvents(on: empty, options: Self.options)) == [nil, nil])
  }

  @Test("the highest force of all fingers is reported")
  func hardest() throws {
    var script = TouchScript()
    let pressure = AbsoluteAxis.contactPressure
    script.frame(0, .slot(0), .id(1), .x(100), .y(100), .axis(pressure, 40))
    script.frame(10_000, .slot(1), .id(2), .x(300), .y(100), .axis(pressure, 90))
    script.frame(20_000, .slot(1), .id(-1))
    script.frame(30_000, .slot(0), .id(-1))
    let events = try script.handEvents(on: Self.device(0...100), options: Self.options)
    #expect(Self.forces(events) == [0.4, 0.9, 0.4])
  }

  @Test("without the option no force is reported, and all other events are the same")
  func notAsked() throws {
    let script = Self.press([20, 60, 60, 120, 20])
    let plain = try script.handEvents(on: Self.device(20...120))
    #expect(Self.forces(plain).isEmpty)
    let asked = try script.handEvents(on: Self.device(20...120), options: Self.options)
    let others = asked.filter { if case .force = $0.event { false } else { true } }
    #expect(others == plain)
  }
}
