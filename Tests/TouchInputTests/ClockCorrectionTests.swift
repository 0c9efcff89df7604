import Quantities
import Testing

@testable import TouchInput

@Suite("Correction of a recording's clock")
struct ClockCorrectionTests {
  /// A finger that touches, makes the given steps every 10 ms, and lifts.
  private static func drag(
    _ steps: [Int32] = [5, 10, 15, 20, 25, 30, 35, 40, 45], at times: (Int64) -> Int64
  ) -> Recording {
    var script = TouchScript()
    var y: Int32 = 100
    script.frame(times(0), .id(1), .x(500), .y(y))
    for (index, step) in steps.enumerated() {
      y += step
      script.frame(times(Int64(index) + 1), .y(y))
    }
    script.frame(times(Int64(steps.count) + 1), .id(-1))
    return Recording(device: TestDevice.screenWithSlots, events: script.events)
  }

  private static func even(_ frame: Int64) -> Int64 { 5_000_000 + frame * 10_000 }

  private func times(_ recording: Recording) -> [Int64] {
    recording.events.filter(\.isReport).map(\.microseconds)
  }

  @Test(
    "a step of the clock within a contact is removed, and the times continue without the step",
    arguments: [-3_600_000_000, -1_000_000, -20_000, 5_000_000, 3_600_000_000, 31_536_000_000_000],
    [3, 5, 8])
  func step(of step: Int64, before frame: Int64) {
    let even = Self.drag(at: Self.even)
    let stepped = Self.drag { Self.even($0) + ($0 >= frame ? step : 0) }
    let correction = stepped.clockCorrection
    #expect(correction.recording == even)
    #expect(correction.steps == 1)
    #expect(correction.largestStep == .microseconds(abs(step)))
    #expect(correction.firstStepMicroseconds == Self.even(frame))
    #expect(even.clockCorrection == ClockCorrection(recording: even))
  }

  @Test("two steps of the clock are one finding, and every reader uses the corrected times")
  func readers() throws {
    let even = Self.drag(at: Self.even)
    let stepped = Self.drag {
      Self.even($0) + ($0 >= 4 ? -3_600_000_000 : 0) + ($0 >= 7 ? 7_200_000_000 : 0)
    }
    let inspection = RecordingInspection(of: stepped)
    #expect(
      inspection.findings.map(\.kind) == [
        .sizeUnknown, .clockStepped(count: 2, furthest: Seconds(7200)),
      ])
    #expect(inspection.duration == Seconds(0.1))
    #expect(inspection.contacts == RecordingInspection(of: even).contacts)
    let mapping = try SurfaceMapping(device: even.device, screen: TestDevice.screen)
    #expect(stepped.pans(mapping: mapping) == even.pans(mapping: mapping))
    #expect(stepped.gestureRanges() == even.gestureRanges())
    let times = Self.even(2)...Self.even(9)
    #expect(stepped.trimmed(to: times) == even.trimmed(to: times))
  }

  @Test("a resting finger counts as a clock step only if it rests for over a minute")
  func rest() {
    let steps: [Int32] = [20, 20, 1, 0, 0, 1, 20, 20]
    func rested(_ seconds: Int64) -> Recording {
      Self.drag(steps) { Self.even($0) + ($0 >= 5 ? seconds * 1_000_000 : 0) }
    }
    #expect(rested(59).clockCorrection == ClockCorrection(recording: rested(59)))
    #expect(rested(61).clockCorrection.recording == rested(0))
  }

  @Test("a finger that stops and then moves in the opposite direction counts as resting")
  func turn() {
    let turned = Self.drag([20, 20, 20, -20, -20]) { Self.even($0) + ($0 >= 4 ? 5_000_000 : 0) }
    #expect(turned.clockCorrection.steps == 0)
  }

  @Test("the time between contacts is kept, even if it is very long")
  func pause() {
    var script = TouchScript()
    for contact in Int64(0)...1 {
      let start = contact * 7_200_000_000
      script.frame(start, .id(Int32(contact) + 1), .x(5), .y(5))
      script.frame(start + 10_000, .x(50))
      script.frame(start + 20_000, .x(100))
      script.frame(start + 30_000, .id(-1))
    }
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    #expect(recording.clockCorrection == ClockCorrection(recording: recording))
  }

  @Test("a single frame with too early a time does not change the times of later frames")
  func glitch() {
    let even = Self.drag(at: Self.even)
    let early = Self.drag { Self.even($0) - ($0 == 5 ? 15_000 : 0) }
    #expect(early.clockCorrection.recording == even)
    #expect(early.clockCorrection.steps == 1)
  }

  @Test("the times of gap marks are corrected like those of the events around them")
  func gaps() {
    var stepped = Self.drag { Self.even($0) - ($0 >= 4 ? 3_600_000_000 : 0) }
    stepped.gaps = [
      .init(microseconds: Self.even(2), resynchronizedEvents: 1),
      .init(microseconds: Self.even(6) - 3_600_000_000, resynchronizedEvents: 2),
    ]
    #expect(
      stepped.clockCorrection.recording.gaps.map(\.microseconds) == [Self.even(2), Self.even(6)])
  }
}

/// Recordings of devices that send timestamps from their own clock.
@Suite("Clocks of devices")
struct DeviceClockTests {
  /// Two contacts of 20 frames each, one second apart, with the given kernel and device times.
  private static func drags(
    kernel: (Int64) -> Int64, device: ((Int64) -> Int64)?
  ) -> Recording {
    var script = TouchScript()
    for contact in Int64(0)...1 {
      for frame in Int64(0)...20 {
        var signals: [Signal] = [.y(Int32(frame) * 10)]
        if frame == 0 { signals = [.id(Int32(contact)), .x(5), .y(0)] }
        if frame == 20 { signals = [.id(-1)] }
        if let device {
          let time = Int32(truncatingIfNeeded: device(contact * 1_000_000 + frame))
          signals.append(Signal(type: EventType.miscellaneous, code: 5, value: time))
        }
        script.frame(contact * 1_000_000 + kernel(frame), signals)
      }
    }
    return Recording(device: TestDevice.touchpad, events: script.events)
  }

  /// The times of frames that come in pairs: the second frame of a pair is 200 µs after the first.
  private static func inPairs(_ frame: Int64) -> Int64 {
    frame / 2 * 14_600 + frame % 2 * 200
  }

  private func times(_ recording: Recording) -> [Int64] {
    recording.events.filter(\.isReport).map(\.microseconds)
  }

  @Test(
    "frames that arrive in pairs get the intervals of the device's clock, even if the clock wraps",
    arguments: [0, (1 << 32) - 50_000])
  func pairs(start: Int64) {
    let recording = Self.drags(kernel: Self.inPairs) { start + $0 % 1_000_000 * 7_300 }
    let correction = recording.clockCorrection
    let even = (Int64(0)...20).map { $0 * 7_300 }
    #expect(times(correction.recording) == even + even.map { $0 + 1_000_000 })
    // The intervals are alternately 200 µs and 14,400 µs, so they jitter by 14,200 µs.
    #expect(correction.kernelJitter == Seconds(0.0142))
    #expect(correction.steps == 0)
    #expect(correction.recording.clockCorrection.recording == correction.recording)
    let inspection = RecordingInspection(of: recording)
    #expect(inspection.findings.map(\.kind) == [.deviceClock(jitter: Seconds(0.0142))])
    #expect(inspection.timing.median == Seconds(0.0073))
  }

  @Test("the device's clock is used only if it is even, has the same rate, and is needed")
  func kept() {
    let odd = Self.drags(kernel: Self.inPairs) { Self.inPairs($0 % 1_000_000) }
    let fast = Self.drags(kernel: Self.inPairs) { $0 % 1_000_000 * 8_300 }
    let needless = Self.drags(kernel: { $0 * 7_300 + $0 % 2 * 400 }) { $0 % 1_000_000 * 7_300 }
    let missing = Self.drags(kernel: Self.inPairs, device: nil)
    for recording in [odd, fast, needless, missing] {
      #expect(recording.clockCorrection == ClockCorrection(recording: recording))
    }
  }

  @Test("the corrected times of random events never decrease", arguments: 1...20)
  func noise(seed: UInt64) {
    for device in HostileEventTests.devices + [DeviceDescription()] {
      let recording = Recording(device: device, events: HostileEventTests.noise(seed: seed).events)
      let limit: Int64 = 1 << 61
      let corrected = times(recording.clockCorrection.recording).map { min(max($0, -limit), limit) }
      #expect(zip(corrected, corrected.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
    }
  }
}
