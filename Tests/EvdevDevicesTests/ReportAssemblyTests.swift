import Testing
import TouchInput

@testable import EvdevDevices

@Suite("Report assembly")
struct FrameAssemblyTests {
  private static let report = event(EventType.synchronization, Synchronization.report, 0)
  private static let dropped = event(EventType.synchronization, Synchronization.dropped, 0)
  private static let x = event(EventType.absolute, AbsoluteAxis.positionX, 7)

  private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(microseconds: 5, type: type, code: code, value: value)
  }

  private func completed(_ events: [RawEvent]) -> [ReportAssembly.Completed] {
    var assembly = ReportAssembly()
    return events.compactMap { assembly.receive($0) }
  }

  @Test("a frame is complete when its report arrives, and not before")
  func framesEndWithReports() {
    #expect(completed([Self.x, Self.x]).isEmpty)
    #expect(completed([Self.x, Self.report]) == [.frame([Self.x, Self.report])])
  }

  @Test(
    "events of keyboards, keypads, switches, lights and wheels are discarded",
    arguments: [
      event(EventType.key, 30, 1), event(EventType.key, 0xff, 1),
      // These are a digit of a PIN, a braille dot, a joystick's trigger, and buttons of a pen.
      event(EventType.key, 0x201, 1), event(EventType.key, 0x1f1, 1),
      event(EventType.key, 0x120, 1), event(EventType.key, 0x14b, 1),
      event(EventType.miscellaneous, 4, 30), event(EventType.relative, 8, 1), event(0x05, 0, 1),
      event(0x11, 0, 1), event(EventType.absolute, 0x20, 1), event(EventType.absolute, 0x03, 1),
    ])
  func privacy(secret: RawEvent) {
    #expect(completed([secret, Self.x, Self.report]) == [.frame([Self.x, Self.report])])
    #expect(completed([secret, Self.report]).isEmpty, "an empty frame would reveal its time")
  }

  @Test(
    "mouse and touch buttons, touch axes and the device's clock are kept",
    arguments: [
      event(EventType.key, TouchButton.left, 1), event(EventType.key, 0x117, 1),
      event(EventType.key, TouchButton.touch, 1),
      event(EventType.absolute, AbsoluteAxis.x, 1), event(EventType.absolute, 0x1d, 1),
      event(EventType.absolute, AbsoluteAxis.trackingID, -1),
      event(EventType.miscellaneous, 5, 900),
    ])
  func touch(event: RawEvent) {
    #expect(completed([event, Self.report]) == [.frame([event, Self.report])])
  }

  @Test("an empty frame is kept, because it lifts all fingers on devices without slots")
  func emptyFrame() {
    #expect(completed([Self.report]) == [.frame([Self.report])])
  }

  @Test("dropped events discard the interrupted frame, and the number of its events is reported")
  func drop() {
    #expect(
      completed([Self.x, Self.x, Self.dropped, Self.x, Self.report]) == [
        .dropped(notice: Self.dropped, unfinished: 2), .frame([Self.x, Self.report]),
      ])
  }

  @Test("a device that never sends a report does not exhaust memory, and loses no events")
  func endlessFrame() {
    var assembly = ReportAssembly()
    var count = 0
    for _ in 0..<10_000 {
      if case .frame(let events) = assembly.receive(Self.x) { count += events.count }
    }
    #expect(count + assembly.finish().count == 10_000)
  }
}
