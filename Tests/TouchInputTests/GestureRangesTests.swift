import Quantities
import SyntheticHands
import Testing
import TouchInput

@Suite("Gesture ranges")
struct GestureRangesTests {
  /// The contacts of a recording, in the order in which they begin.
  private func contacts(of recording: Recording) -> [Int] {
    var reader = ContactReader(
      device: recording.device, initial: recording.initial, cancelsPalms: false)
    var seen: Set<Int> = []
    for event in recording.events {
      for contact in reader.receive(event)?.contacts ?? [] { seen.insert(contact.id) }
    }
    return seen.sorted()
  }

  /// Expects that the gestures share no event, and that each contact is in exactly one gesture.
  private func expectWhole(_ gestures: [GestureRange], of recording: Recording, _ comment: String) {
    #expect(gestures.flatMap(\.contacts) == contacts(of: recording), "\(comment)")
    for (gesture, next) in zip(gestures, gestures.dropFirst()) {
      #expect(gesture.events.upperBound <= next.events.lowerBound, "\(comment)")
      #expect(!gesture.isUnfinished, "\(comment)")
    }
  }

  /// A tap of 20 ms that begins at a time.
  private func tap(_ script: inout TouchScript, at milliseconds: Int64, id: Int32) {
    let time = milliseconds * 1_000
    script.frame(time, .slot(0), .id(id), .x(100), .y(200), .touch(1))
    script.frame(time + 20_000, .slot(0), .id(-1), .touch(0))
  }

  @Test("each of two consecutive gestures is one range, equal to a trim by time")
  func synthetic() throws {
    for kind in allGestures {
      let one = try kind.recording()
      let own = one.gestureRanges()
      expectWhole(own, of: one, kind.name)
      var twice = one
      let length = (one.events.last?.microseconds ?? 0) + 1_000_000
      twice.events += one.events.map { event in
        var later = event
        later.microseconds += length
        return later
      }
      let gestures = twice.gestureRanges()
      expectWhole(gestures, of: twice, kind.name)
      // A finger that is still down at the end of the first gesture continues in the second
      // gesture.
      let joined = own.last?.isUnfinished == true ? 1 : 0
      #expect(gestures.count == 2 * own.count - joined, "\(kind.name)")
      for gesture in gestures {
        let events = twice.events[gesture.events]
        let first = try #require(events.first { $0.isReport }).microseconds
        let last = try #require(events.last).microseconds
        #expect(twice.part(gesture.events) == twice.trimmed(to: first...last), "\(kind.name)")
      }
    }
  }

  @Test("fingers that are down at the same time belong to one gesture, in any order")
  func overlapping() {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(100), .y(200), .touch(1))
    script.frame(10_000, .slot(1), .id(2), .x(300), .y(400))
    script.frame(20_000, .slot(0), .id(-1))
    script.frame(30_000, .slot(0), .id(3), .x(110), .y(210))
    script.frame(40_000, .slot(1), .id(-1))
    script.frame(50_000, .slot(0), .id(-1), .touch(0))
    tap(&script, at: 500, id: 4)
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    let gestures = recording.gestureRanges()
    #expect(gestures.map(\.contacts) == [[1, 2, 3], [4]])
    #expect(gestures.map(\.firstMicroseconds) == [0, 500_000])
    #expect(gestures.map(\.lastMicroseconds) == [50_000, 520_000])
    #expect(gestures.last?.events.upperBound == script.events.count)
    expectWhole(gestures, of: recording, "")
  }

  @Test("frames without a finger belong to the nearer gesture, up to the requested duration")
  func quiet() {
    var script = TouchScript()
    tap(&script, at: 0, id: 1)
    // The first gesture ends at 20 ms and the second begins at 120 ms; the middle is 70 ms.
    for time: Int64 in [40, 70, 100] { script.frame(time * 1_000, .singleX(5)) }
    tap(&script, at: 120, id: 2)
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    func reports(quiet: Double) -> [[Int64]] {
      recording.gestureRanges(quiet: Seconds(quiet)).map { gesture in
        recording.events[gesture.events].filter(\.isReport).map { $0.microseconds / 1_000 }
      }
    }
    #expect(reports(quiet: 0) == [[0, 20], [120, 140]])
    #expect(reports(quiet: 0.03) == [[0, 20, 40], [100, 120, 140]])
    #expect(reports(quiet: 1) == [[0, 20, 40, 70], [100, 120, 140]])
  }

  @Test("a frame that ends one gesture and begins another keeps both in one range")
  func sameFrame() {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(100), .y(200))
    script.frame(10_000, .slot(0), .id(-1), .slot(1), .id(2), .x(300), .y(400))
    script.frame(20_000, .slot(1), .id(-1))
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    #expect(recording.gestureRanges().map(\.contacts) == [[1, 2]])
  }

  @Test("dropped events do not end a gesture, because the finger may still be down afterwards")
  func dropped() {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(100), .y(200))
    script.frame(10_000, .dropped)
    script.frame(20_000, .slot(0), .id(1), .x(120), .y(200))
    script.frame(30_000, .slot(0), .id(-1))
    tap(&script, at: 500, id: 2)
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    let gestures = recording.gestureRanges()
    #expect(gestures.map(\.firstMicroseconds) == [0, 500_000])
    #expect(gestures.map(\.lastMicroseconds) == [30_000, 520_000])
    expectWhole(gestures, of: recording, "")
  }

  @Test(
    "if a finger is down at the end, the last gesture is unfinished and contains the last event")
  func unfinished() {
    var script = TouchScript()
    tap(&script, at: 0, id: 1)
    script.frame(500_000, .slot(0), .id(2), .x(100), .y(200), .touch(1))
    script.frame(510_000, .singleX(5))
    let recording = Recording(device: TestDevice.screenWithSlots, events: script.events)
    let gestures = recording.gestureRanges()
    #expect(gestures.map(\.isUnfinished) == [false, true])
    #expect(gestures.last?.events.upperBound == script.events.count)
    #expect(Recording(device: TestDevice.screenWithSlots).gestureRanges().isEmpty)
  }

  @Test("no contact is lost or reported twice, for random events", arguments: UInt64(1)...12)
  func noise(seed: UInt64) {
    for device in HostileEventTests.devices {
      let script = HostileEventTests.noise(seed: seed)
      let recording = Recording(device: device, events: script.events)
      for quiet in [0, 0.1, 3.2e7] {
        expectWhole(
          recording.gestureRanges(quiet: Seconds(quiet)), of: recording,
          "seed \(seed), \(device.name)")
      }
    }
  }
}
