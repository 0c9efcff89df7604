import Foundation
import Quantities
import RecordingFormats
import Testing
import TouchInput

@Suite("TouchLines")
struct TouchLinesTests {
  private struct Line: Decodable {
    var time: Double
    var phase: String
    var contact: Int?
    var fingers: Int?
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
  }

  private func lines(_ recording: Recording, width: Double = 390) throws -> [Line] {
    let mapping = try SurfaceMapping(
      device: recording.device, screen: Planar(x: Points(width), y: Points(844)))
    return try recording.touchLines(on: mapping).map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func device(isTouchpad: Bool) -> DeviceDescription {
    // Without a resolution, the range of each axis spans the screen.
    let resolution: Int32 = isTouchpad ? 10 : 0
    return DeviceDescription(
      axes: [
        .init(code: AbsoluteAxis.slot, minimum: 0, maximum: 4, resolution: 0),
        .init(code: AbsoluteAxis.positionX, minimum: 0, maximum: 1000, resolution: resolution),
        .init(code: AbsoluteAxis.positionY, minimum: 0, maximum: 1000, resolution: resolution),
        .init(code: AbsoluteAxis.trackingID, minimum: 0, maximum: 65535, resolution: 0),
      ],
      properties: [isTouchpad ? DeviceProperty.pointer : DeviceProperty.direct])
  }

  /// Two fingers, in slots 0 and 1, that go down together and move by 100 units down in ten reports 8 ms apart.
  private func twoFingers(isTouchpad: Bool, lifts: Bool = true) -> Recording {
    var events: [RawEvent] = []
    func append(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(
        RawEvent(microseconds: 5_000_000 + microseconds, type: type, code: code, value: value))
    }
    for step in 0...10 {
      let time = Int64(step) * 8_000
      for slot in 0...1 {
        append(time, EventType.absolute, AbsoluteAxis.slot, Int32(slot))
        if step == 0 { append(time, EventType.absolute, AbsoluteAxis.trackingID, Int32(7 + slot)) }
        if step == 0 {
          append(time, EventType.absolute, AbsoluteAxis.positionX, Int32(300 + 100 * slot))
        }
        append(time, EventType.absolute, AbsoluteAxis.positionY, Int32(200 + 10 * step))
      }
      append(time, EventType.synchronization, 0, 0)
    }
    if lifts {
      for slot in 0...1 {
        append(88_000, EventType.absolute, AbsoluteAxis.slot, Int32(slot))
        append(88_000, EventType.absolute, AbsoluteAxis.trackingID, -1)
      }
      append(88_000, EventType.synchronization, 0, 0)
    }
    return Recording(device: device(isTouchpad: isTouchpad), events: events)
  }

  @Test("each contact of a touchscreen goes down once, moves, and ends once, in order of time")
  func touchscreen() throws {
    let lines = try lines(twoFingers(isTouchpad: false))
    #expect(lines.map(\.time) == lines.map(\.time).sorted())
    #expect(lines.first?.time == 0 && lines.last?.time == 0.088)
    for contact in [1, 2] {
      let phases = lines.filter { $0.contact == contact }.map(\.phase)
      #expect(phases == ["down"] + Array(repeating: "move", count: 10) + ["up"])
    }
  }

  @Test("positions are in points of the screen, so they scale with its width")
  func screen() throws {
    let (narrow, wide) = (
      try lines(twoFingers(isTouchpad: false), width: 100),
      try lines(twoFingers(isTouchpad: false), width: 200)
    )
    // The axes have a range of 1,000 units, so a unit is a tenth of a point if the screen is 100 pt wide.
    #expect(narrow.first?.x == 30)
    #expect(zip(narrow, wide).allSatisfy { $0.x! * 2 == $1.x! && $0.y! == $1.y! })
  }

  @Test("a finger that is down at the end of the recording is cancelled")
  func unfinished() throws {
    let lines = try lines(twoFingers(isTouchpad: false, lifts: false))
    #expect(lines.suffix(2).map(\.phase) == ["cancel", "cancel"])
  }

  @Test("a touchpad gives pans, whose distances add up to the movement of the fingers")
  func touchpad() throws {
    let lines = try lines(twoFingers(isTouchpad: true))
    #expect(lines.first?.phase == "began" && lines.last?.phase == "ended")
    #expect(lines.allSatisfy { $0.fingers == 2 && $0.dx == 0 })
    // 100 units are 10 mm, of which libinput leaves out at most 2.5 mm at the beginning.
    let moved = try #require(lines.last?.dy) / LibinputEvent.pointsPerMillimeter
    #expect(moved > 7.5 && moved < 10)
  }
}
