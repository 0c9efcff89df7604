import Testing
import TouchInput

@Suite("Contacts across a gap")
struct ContactGapTests {
  /// A moving finger, and a gap that begins in the middle of a frame.
  private static var interrupted: TouchScript {
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1), .touch(1))
    script.events += [Signal.x(2), .dropped].map { $0.event(at: 20) }
    // These signals are the rest of a frame whose beginning was dropped.
    script.frame(20, .slot(3), .y(900))
    return script
  }

  private static let known = Recording.InitialState()

  @Test("a gap cancels all contacts and discards all events up to the next report")
  func discards() {
    let frames = Self.interrupted.contactFrames(on: TestDevice.screenWithSlots)
    #expect(frames.count == 2)
    #expect(frames[1].gap == .dropped)
    #expect(frames[1].contacts.map(\.phase) == [.cancelled])
    #expect(frames[1].fingerCount == 0)
  }

  @Test("a finger that the resynchronization contains begins again there")
  func beginsAnew() {
    var script = Self.interrupted
    script.frame(20, .x(30), .y(40))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(frames[2].gap == .resynchronized(events: 2))
    #expect(frames[2].contacts.map(\.phase) == [.began])
    #expect(frames[2].contacts.map(\.id) == [2])
    #expect(frames[2].contacts.map(\.x) == [30])
  }

  @Test("a resting finger begins again if its state is known, otherwise when the device reports it")
  func restingFinger() {
    var script = Self.interrupted
    script.frame(20, .slot(1), .id(9), .x(5), .y(5))
    script.frame(30, .slot(0), .y(2))
    let kept = script.contactFrames(on: TestDevice.screenWithSlots, initial: Self.known)
    #expect(kept[2].contacts.map(\.slot) == [0, 1])
    let unknown = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(unknown[2].contacts.map(\.slot) == [1])
    #expect(unknown[3].contacts.map(\.slot) == [0, 1])
  }

  @Test("a resynchronization in two frames, of which the first lifts, is one gap")
  func twoFrames() {
    var script = Self.interrupted
    script.frame(20, .slot(0), .id(-1))
    script.frame(20, .slot(0), .id(5), .x(70), .y(80))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots, initial: Self.known)
    #expect(frames.compactMap(\.gap).first == .dropped)
    let resynchronized = frames.filter { $0.gap != nil && $0.gap != .dropped }
    #expect(resynchronized.count == 1)
    let begun = frames.flatMap(\.contacts).filter { $0.phase == .began }
    #expect(begun.map(\.trackingID) == [1, 5])
  }

  @Test("a position in a slot without a finger creates no contact")
  func inactiveSlot() {
    var script = Self.interrupted
    script.frame(20, .id(-1), .touch(0))
    script.frame(30, .x(77))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots, initial: Self.known)
    #expect(frames.dropFirst(2).allSatisfy { $0.contacts.isEmpty })
  }

  @Test("a drop of events during another drop counts as one gap")
  func nested() {
    var script = Self.interrupted
    script.events.removeLast()
    script.events.append(Signal.dropped.event(at: 21))
    script.frame(21)
    script.frame(22, .x(30))
    let gaps = script.contactFrames(on: TestDevice.screenWithSlots).compactMap(\.gap)
    #expect(gaps == [.dropped, .resynchronized(events: 1)])
  }
}
