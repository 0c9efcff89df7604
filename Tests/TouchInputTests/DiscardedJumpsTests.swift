import Testing
import TouchInput

@Suite("Discarding jumps")
struct DiscardedJumpsTests {
  /// A finger that moves along x by `steps`, in tenths of a millimetre, every 10 ms.
  private static func drag(_ steps: [Int32], from start: Int32 = 100) -> TouchScript {
    var script = TouchScript()
    var x = start
    script.frame(0, .slot(0), .id(1), .x(x), .y(500))
    for (index, step) in steps.enumerated() {
      x += step
      script.frame(Int64(index + 1) * 10_000, .x(x))
    }
    return script
  }

  private func recording(
    _ script: TouchScript, _ device: DeviceDescription = TestDevice.touchpad
  ) -> Recording {
    Recording(device: device, events: script.events)
  }

  private func positions(_ recording: Recording) -> [[Double]] {
    TouchScript(events: recording.events).contactFrames(on: recording.device).map { frame in
      frame.contacts.filter(\.isDown).flatMap { [$0.x, $0.y] }
    }
  }

  @Test("in the frame of a jump, a contact keeps its position; afterwards it continues its motion")
  func discarded() throws {
    let jumping = recording(Self.drag([20, 20, -90, 20, 20]))
    let steady = recording(Self.drag([20, 20, 0, 20, 20]))
    let (recording, count) = try #require(jumping.discardingJumps())
    #expect(count == 1)
    #expect(recording == steady)
    #expect(try #require(recording.discardingJumps()) == (recording, 0))
    #expect(!RecordingInspection(of: recording).findings.contains { $0.name == "jump" })
  }

  @Test("without jumps nothing is discarded, and a recording without slots returns nil")
  func kept() throws {
    let steady = recording(Self.drag([20, 40, 60, 40, 20]))
    #expect(try #require(steady.discardingJumps()) == (steady, 0))
    var script = TouchScript()
    script.frame(0, .x(1), .y(1), .contactReport)
    #expect(recording(script, TestDevice.screenWithReports).discardingJumps() == nil)
  }

  @Test("other contacts, and later contacts in the same slot, keep the positions of the device")
  func others() throws {
    var script = Self.drag([20, 20, 90, 20])
    script.frame(50_000, .slot(1), .id(2), .x(800), .y(600))
    script.frame(60_000, .x(810))
    script.frame(70_000, .slot(0), .id(-1))
    // The kernel does not send the coordinates, because they equal those of the previous contact.
    script.frame(80_000, .id(3))
    script.frame(90_000, .slot(1), .x(820), .slot(0), .x(260))
    let (recording, count) = try #require(recording(script).discardingJumps())
    #expect(count == 1)
    #expect(
      positions(recording).suffix(6).map { $0.sorted() } == [
        [160, 500, 600, 800], [160, 500, 600, 810], [600, 810],
        [250, 500, 600, 810], [260, 500, 600, 820], [],
      ])
  }
}
