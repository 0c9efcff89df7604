import Testing
import TouchInput
import SyntheticHands

@Suite("Trimmed recording")
struct TrimmedRecordingTests {
  /// The state of a finger in a frame.
  struct Finger: Hashable {
    var slot: Int32
    var trackingID: Int32?
    var x: Double
    var y: Double
    var pressure: Int32?
  }

  /// The fingers that are down after each reported frame, by the frame's time on the clock of the
  /// recording.
  private func fingers(in recording: Recording, from zero: Int64) -> [Int64: Set<Finger>] {
    var reader = ContactReader(of: recording)
    var down: Set<Finger> = []
    var result: [Int64: Set<Finger>] = [:]
    for event in recording.events {
      if let frame = reader.receive(event) {
        down = Set(
          frame.contacts.filter(\.isDown).map {
            Finger(
              slot: $0.slot, trackingID: $0.trackingID, x: $0.x, y: $0.y, pressure: $0.pressure)
          })
      }
      if event.isReport { result[zero + event.microseconds] = down }
    }
    return result
  }

  /// Two fingers of which one touches first; some of their coordinates never change.
  private static var twoFingers: Recording {
    var script = TouchScript()
    script.frame(1_000, .slot(0), .id(5), .x(100), .y(200), .touch(1), .singleX(100), .singleY(200))
    script.frame(11_000, .y(210), .singleY(210))
    script.frame(21_000, .slot(3), .id(6), .x(700), .y(800))
    script.frame(31_000, .y(790))
    script.frame(41_000, .slot(0), .y(220), .slot(3), .y(780))
    script.frame(51_000, .slot(0), .id(-1))
    script.frame(61_000, .id(7), .y(300))
    script.frame(71_000, .slot(3), .id(-1))
    script.frame(81_000, .slot(0), .id(-1), .touch(0))
    return Recording(device: TestDevice.screenWithSlots, events: script.events)
  }

  @Test(
    "wherever a recording is cut, the fingers keep their positions",
    arguments: ["two fingers"] + allGestures.map(\.name))
  func sameFingers(name: String) throws {
    let whole = try SyntheticGesture.named(name)?.recording() ?? Self.twoFingers
    let zero = whole.events.first?.microseconds ?? 0
    let expected = fingers(in: whole, from: 0)
    let times = expected.keys.sorted()
    for first in times {
      let part = whole.trimmed(to: first...Int64.max)
      let start = whole.events.first { $0.microseconds == first }?.microseconds ?? zero
      #expect(part.events.first?.microseconds == 0)
      let seen = fingers(in: part, from: start)
      #expect(seen == expected.filter { $0.key >= first }, "\(name) cut at \(first) µs")
    }
  }

  @Test("trimming a part of a recording again gives the same as trimming the recording once")
  func partOfPart() {
    let whole = Self.twoFingers
    let part = whole.trimmed(to: 11_000...71_000)
    let inner = part.trimmed(to: 20_000...40_000)
    let direct = whole.trimmed(to: 31_000...51_000)
    #expect(inner == direct)
  }

  @Test("a recording that starts at zero is unchanged if it is trimmed to its whole length")
  func whole() throws {
    var recording = try #require(allGestures.first).recording()
    let zero = recording.events.first?.microseconds ?? 0
    for index in recording.events.indices { recording.events[index].microseconds -= zero }
    #expect(recording.trimmed(to: .min ... .max) == recording)
  }

  @Test("a gap mark stays with the frames around it")
  func gaps() {
    var recording = Self.twoFingers
    recording.gaps = [
      Recording.Gap(microseconds: 11_000, resynchronizedEvents: 1),
      Recording.Gap(microseconds: 41_000, resynchronizedEvents: 2),
    ]
    let part = recording.trimmed(to: 21_000...61_000)
    #expect(part.gaps == [Recording.Gap(microseconds: 20_000, resynchronizedEvents: 2)])
  }

  @Test("dropped events do not change the stored initial state")
  func dropped() {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(10), .y(20))
    script.frame(10_000, .dropped, .x(999), .id(-1))
    script.frame(20_000, .x(30))
    let part = Recording(device: TestDevice.screenWithSlots, events: script.events)
      .trimmed(to: 20_000...20_000)
    #expect(part.initial?.slots.first?.trackingID == 1)
    #expect(part.initial?.slots.first?.values.first?.value == 10)
  }

  @Test("the part of a recording from a device that lists all contacts stores no slots")
  func reports() {
    var script = TouchScript()
    script.frame(0, .x(10), .y(20), .contactReport)
    script.frame(10_000, .x(11), .y(21), .contactReport)
    let part = Recording(device: TestDevice.screenWithReports, events: script.events)
      .trimmed(to: 10_000...10_000)
    #expect(part.initial?.slots == [])
  }

  @Test("times at the ends of the integer range neither crash nor wrap around")
  func extremes() {
    var recording = Self.twoFingers
    recording.events[0].microseconds = .min
    recording.events[recording.events.count - 1].microseconds = .max
    recording.gaps = [Recording.Gap(microseconds: .max, resynchronizedEvents: 0)]
    let part = recording.trimmed(to: .min ... .max)
    #expect(part.events.count == recording.events.count)
    #expect(part.events.last?.microseconds == .max)
    #expect(recording.trimmed(to: 5...6).events.isEmpty)
  }
}
