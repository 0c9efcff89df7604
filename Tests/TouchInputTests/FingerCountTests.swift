import Quantities
import Testing
import TouchInput

/// Fingers on a touchpad that move by one millimetre every 10 ms.
private struct Fingers {
  private var script = TouchScript()
  private var milliseconds: Int64 = 0
  private var down: [Int32] = []
  private var y: Int32 = 500

  /// Puts fingers into slots, in one frame.
  mutating func put(_ slots: Int32...) {
    down += slots
    script.frame(
      milliseconds * 1_000,
      slots.flatMap { slot -> [Signal] in
        [.slot(slot), .id(100 + Int32(milliseconds) + slot), .x(100 + 150 * slot), .y(y)]
      })
  }

  /// Takes fingers out of slots, in one frame.
  mutating func lift(_ slots: Int32...) {
    down.removeAll { slots.contains($0) }
    script.frame(
      milliseconds * 1_000, slots.flatMap { slot -> [Signal] in [.slot(slot), .id(-1)] })
  }

  /// Moves all fingers until `time`, in milliseconds.
  mutating func move(until time: Int64) {
    while milliseconds + 10 <= time {
      milliseconds += 10
      y -= 10
      script.frame(
        milliseconds * 1_000, down.flatMap { slot -> [Signal] in [.slot(slot), .y(y)] })
    }
    milliseconds = time
  }

  func events(
    _ match: FingerMatch, _ change: FingerChange, needed: Int = 3
  ) throws -> [TimedHandEvent] {
    var options = PanOptions(recognizer: .immediate, touchpadFingers: needed)
    (options.fingerMatch, options.fingerChange) = (match, change)
    return try script.handEvents(on: TestDevice.touchpad, options: options)
  }

  func names(_ match: FingerMatch, _ change: FingerChange, needed: Int = 3) throws -> [String] {
    try events(match, change, needed: needed).map(\.name).filter { $0 != "panChanged" }
  }
}

private let pan = ["touchDown", "panBegan", "panEnded", "touchUp"]
private let cancelled = ["touchDown", "panBegan", "panCancelled", "touchCancelled"]

@Suite("Number of fingers on a touchpad")
struct FingerCountTests {
  /// Three fingers that move for 200 ms; one lifts, and the others lift `gap` milliseconds later.
  private func staggered(_ gap: Int64) -> Fingers {
    var fingers = Fingers()
    fingers.put(0, 1, 2)
    fingers.move(until: 200)
    fingers.lift(2)
    fingers.move(until: 200 + gap)
    fingers.lift(0, 1)
    return fingers
  }

  @Test(
    "three fingers pan; four fingers pan too, unless exactly three are required", arguments: 1...5)
  func match(count: Int32) throws {
    var fingers = Fingers()
    for slot in 0..<count { fingers.put(slot) }
    fingers.move(until: 100)
    for slot in 0..<count { fingers.lift(slot) }
    // The fingers touch in successive frames with equal times; with each finger a new count
    // applies.
    #expect(try fingers.names(.atLeast, .ignore).contains("panBegan") == (count >= 3))
    #expect(try fingers.names(.exactly, .ignore).contains("panBegan") == (count == 3))
  }

  @Test("fingers that lift within 100 ms of each other end a pan normally, with every setting")
  func soon() throws {
    for change in FingerChange.allCases {
      #expect(try staggered(90).names(.exactly, change) == pan, "\(change)")
    }
  }

  @Test("if changes of the count are ignored, a pan ends when the first required finger lifts")
  func ignored() throws {
    for gap in [0, 90, 150] as [Int64] {
      let events = try staggered(gap).events(.atLeast, .ignore)
      #expect(events.last?.microseconds == 200_000)
      #expect(try staggered(gap).names(.atLeast, .ignore) == pan)
    }
  }

  @Test(
    "a change of the count that lasts 100 ms ends or cancels the pan, and no pan follows"
  )
  func late() throws {
    for gap in [100, 150, 1_000] as [Int64] {
      let ended = try staggered(gap).events(.exactly, .end)
      let dropped = try staggered(gap).events(.exactly, .cancel)
      #expect(try staggered(gap).names(.exactly, .end) == pan)
      #expect(try staggered(gap).names(.exactly, .cancel) == cancelled)
      #expect(ended.last?.microseconds == 300_000 && dropped.last?.microseconds == 300_000)
    }
  }

  @Test("while the number of fingers is wrong, a pan does not move")
  func still() throws {
    let events = try staggered(90).events(.exactly, .cancel)
    let moves = events.filter { $0.pan != nil }
    #expect(moves.dropLast().allSatisfy { $0.microseconds <= 200_000 })
    #expect(moves.last?.microseconds == 290_000)
    #expect(moves.last?.pan?.translation == moves.dropLast().last?.pan?.translation)
  }

  @Test("a pan continues if the finger returns within 100 ms, without the movement in between")
  func back() throws {
    var fingers = Fingers()
    fingers.put(0, 1, 2)
    fingers.move(until: 200)
    fingers.lift(2)
    fingers.move(until: 290)
    fingers.put(2)
    fingers.move(until: 400)
    fingers.lift(0, 1, 2)
    let events = try fingers.events(.exactly, .cancel)
    #expect(try fingers.names(.exactly, .cancel) == pan)
    // The fingers move in 20 frames before the change and 11 frames after it, by one millimetre or
    // 6.4 points each.
    let moved = try #require(events.last { $0.pan != nil }?.pan?.translation.y)
    #expect((moved + Points(31 * 6.4)).magnitude < Points(1e-9), "\(moved)")
    #expect(try fingers.names(.atLeast, .ignore) == pan + pan)
  }

  @Test("each further change of the count starts the limit of 100 ms again, as in libinput")
  func restarted() throws {
    var fingers = Fingers()
    fingers.put(0, 1, 2)
    fingers.move(until: 200)
    fingers.lift(2)
    fingers.move(until: 280)
    fingers.lift(1)
    fingers.move(until: 360)
    fingers.lift(0)
    #expect(try fingers.names(.exactly, .cancel) == pan)
  }

  @Test("a fourth finger that stays ends a three-finger pan; if four may pan, a new pan begins")
  func fourth() throws {
    var fingers = Fingers()
    fingers.put(0, 1, 2)
    fingers.move(until: 200)
    fingers.put(3)
    fingers.move(until: 400)
    fingers.lift(0, 1, 2, 3)
    #expect(try fingers.names(.exactly, .cancel) == cancelled)
    #expect(try fingers.names(.atLeast, .end) == pan + pan)
    #expect(try fingers.names(.atLeast, .ignore) == pan)
  }

  @Test("on a touchscreen one finger pans, whatever number a touchpad requires")
  func touchscreen() throws {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(100), .y(200))
    script.frame(10_000, .x(120))
    script.frame(20_000, .slot(1), .id(2), .x(500), .y(200))
    script.frame(200_000, .x(520))
    script.frame(210_000, .id(-1), .slot(0), .id(-1))
    var options = PanOptions(recognizer: .immediate, touchpadFingers: 3)
    (options.fingerMatch, options.fingerChange) = (.exactly, .cancel)
    let plain = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(try script.handEvents(on: TestDevice.screenWithSlots, options: options) == plain)
    #expect(plain.last?.name == "touchUp")
  }
}
