import Quantities
import Testing
import TouchInput

/// A random gesture of fingers that join, wander and leave; its pans can be predicted.
struct Wandering: Sendable, CustomTestStringConvertible {
  /// The positions of the fingers in one frame, by finger.
  typealias Frame = [Int: (x: Int32, y: Int32)]

  let seed: UInt64
  let frames: [Frame]

  static let all = (1...40).map { Wandering(seed: $0) }

  /// The longest step of a finger from frame to frame along each axis, in device units.
  static let step = 20

  var testDescription: String { "seed \(seed)" }

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    var frame: Frame = [:]
    var frames: [Frame] = []
    var next = 1
    for _ in 0..<200 {
      for (finger, position) in frame.sorted(by: { $0.key < $1.key }) {
        let step = -Wandering.step...Wandering.step
        frame[finger] = (
          position.x + Int32(random.whole(in: step)), position.y + Int32(random.whole(in: step))
        )
        if random.uniform() < 0.06 { frame[finger] = nil }
      }
      if frame.count < 5, random.uniform() < 0.15 {
        frame[next] = (Int32(random.whole(in: 0...1000)), Int32(random.whole(in: 0...1000)))
        next += 1
      }
      frames.append(frame)
    }
    self.frames = frames
  }

  /// The events, with each position transformed by `change`; a finger uses the first free slot.
  func script(_ change: (Int32, Int32) -> (Int32, Int32) = { ($0, $1) }) -> TouchScript {
    var script = TouchScript()
    var slots = [Int?](repeating: nil, count: 5)
    for (number, frame) in frames.enumerated() {
      var signals: [Signal] = []
      for (slot, finger) in slots.enumerated() {
        guard let finger, frame[finger] == nil else { continue }
        signals += [.slot(Int32(slot)), .id(-1)]
        slots[slot] = nil
      }
      for (finger, position) in frame.sorted(by: { $0.key < $1.key }) {
        let (x, y) = change(position.x, position.y)
        if let slot = slots.firstIndex(of: finger) {
          signals += [.slot(Int32(slot)), .x(x), .y(y)]
        } else if let slot = slots.firstIndex(of: nil) {
          slots[slot] = finger
          signals += [.slot(Int32(slot)), .id(Int32(finger)), .x(x), .y(y)]
        }
      }
      script.frame(Int64(number) * 10_000, signals)
    }
    return script
  }

  /// The distance that each touch has moved by each of its frames.
  ///
  /// Each step is the mean of the steps of all fingers that are down in both frames.
  var paths: [[Position]] {
    var result: [[Position]] = []
    for (before, now) in zip([[:]] + frames, frames) where !now.isEmpty {
      let shared = now.keys.filter { before[$0] != nil }.sorted()
      guard !shared.isEmpty, let last = result.last?.last else {
        result.append([.zero])
        continue
      }
      var step = Position.zero
      for finger in shared {
        guard let from = before[finger], let to = now[finger] else { continue }
        step.x += Points(Double(to.x - from.x) / Double(shared.count))
        step.y += Points(Double(to.y - from.y) / Double(shared.count))
      }
      result[result.count - 1].append(last + step)
    }
    return result
  }
}

@Suite("Properties of pans")
struct HandLawTests {
  private let device = TestDevice.screenWithSlots

  private func translations(_ events: [TimedHandEvent]) -> [[Position]] {
    var result: [[Position]] = []
    for event in events {
      switch event.event {
      case .panBegan(let pan): result.append([pan.translation])
      case .panChanged(let pan, _): result[result.count - 1].append(pan.translation)
      default: break  // Other events have no new translation.
      }
    }
    return result
  }

  private func isClose(_ left: [[Position]], _ right: [[Position]]) -> Bool {
    left.map(\.count) == right.map(\.count)
      && zip(left.joined(), right.joined()).allSatisfy { ($0 - $1).length < Points(1e-9) }
  }

  @Test("in Qt, a second finger only keeps a pan from beginning")
  func secondFinger() throws {
    func events(secondIn frames: Range<Int>) throws -> [TimedHandEvent] {
      var script = TouchScript()
      for number in 0..<30 {
        var signals: [Signal] = [.slot(0)] + (number == 0 ? [.id(1), .x(500)] : [])
        signals.append(.y(Int32(200 + number * 6)))
        if frames.contains(number) { signals += [.slot(1), .id(2), .x(700), .y(Int32(number))] }
        if number == frames.upperBound { signals += [.slot(1), .id(-1)] }
        script.frame(Int64(number) * 10_000, signals)
      }
      script.frame(300_000, .slot(0), .id(-1))
      return try script.handEvents(on: device, options: PanOptions(recognizer: .qt))
    }
    let alone = try events(secondIn: 0..<0)
    let later = try events(secondIn: 10..<20)
    #expect(translations(alone)[0].count > 20)
    #expect(translations(later) == translations(alone))
    let early = try events(secondIn: 1..<15)
    let began = try #require(early.first { if case .panBegan = $0.event { true } else { false } })
    var replaced = TouchScript()
    replaced.frame(0, .slot(0), .id(1), .x(500), .y(200))
    replaced.frame(10_000, .slot(0), .id(2), .x(500), .y(300))
    replaced.frame(20_000, .slot(0), .id(-1))
    let touches = try replaced.handEvents(on: device, options: PanOptions(recognizer: .qt))
    #expect(touches.map(\.name) == ["touchDown", "touchUp", "touchDown", "touchUp"])
    // The second finger lifts at 150 ms, in the ninth frame of 1/60 s. The next report is in the tenth.
    #expect(began.microseconds == 160_000)
  }

  @Test(
    "the translation of a pan is the sum of the mean steps of its fingers", arguments: Wandering.all
  )
  func sumOfSteps(gesture: Wandering) throws {
    let predicted = gesture.paths.map { path in Array(path.drop { $0 == .zero }) }
    let shown = translations(try gesture.script().handEvents(on: device))
    #expect(isClose(shown, predicted.filter { !$0.isEmpty }), "\(gesture.testDescription)")
  }

  @Test("a finger that joins or leaves causes no jump", arguments: Wandering.all)
  func continuity(gesture: Wandering) throws {
    let longest = Points(Double(Wandering.step) * 2.0.squareRoot() + 1e-9)
    for path in translations(try gesture.script().handEvents(on: device)) {
      for (from, to) in zip(path, path.dropFirst()) { #expect((to - from).length <= longest) }
    }
  }

  @Test(
    "every touch and every pan ends, in the documented order of events", arguments: Wandering.all)
  func closes(gesture: Wandering) throws {
    expectGrammar(try gesture.script().handEvents(on: device), gesture.testDescription)
  }

  @Test("the position of a gesture on the device does not change the pan", arguments: Wandering.all)
  func shift(gesture: Wandering) throws {
    let here = translations(try gesture.script().handEvents(on: device))
    let there = translations(
      try gesture.script { ($0 + 4096, $1 - 512) }.handEvents(on: device))
    #expect(isClose(here, there), "\(gesture.testDescription)")
  }

  @Test("a mirrored gesture gives a mirrored pan", arguments: Wandering.all)
  func mirror(gesture: Wandering) throws {
    let plain = translations(try gesture.script().handEvents(on: device))
    let mirrored = translations(try gesture.script { (1000 - $0, $1) }.handEvents(on: device))
    let back = mirrored.map { path in path.map { Position(x: -$0.x, y: $0.y) } }
    #expect(isClose(plain, back), "\(gesture.testDescription)")
  }

  @Test(
    "on a screen twice as large, every translation is exactly twice as long",
    arguments: Wandering.all)
  func scale(gesture: Wandering) throws {
    let large = try SurfaceMapping(
      device: device, screen: Planar(x: Points(2000), y: Points(2000)))
    let plain = translations(try gesture.script().handEvents(on: device))
    let doubled = translations(try gesture.script().handEvents(on: device, mapping: large))
    #expect(plain.map { $0.map { $0 * 2 } } == doubled, "\(gesture.testDescription)")
  }

  @Test("splitting each frame in two does not change the end of a pan with the same fingers")
  func splitFrames() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let fingers = 1 + Int32(seed % 5)
      var whole = TouchScript()
      var split = TouchScript()
      for frame in 0..<50 {
        var signals: [Signal] = []
        for finger in 0..<fingers {
          let start: [Signal] = frame == 0 ? [.id(finger)] : []
          let position = (0..<2).map { _ in Int32(random.whole(in: 0...1000)) }
          let mine = [.slot(finger)] + start + [.x(position[0]), .y(position[1])]
          signals += mine
          if frame > 0 { split.frame(Int64(frame) * 10_000, mine) }
        }
        whole.frame(Int64(frame) * 10_000, signals)
        if frame == 0 { split.frame(0, signals) }
      }
      var atOnce = try #require(try whole.handEvents(on: device).last { $0.pan != nil }?.pan)
      var inParts = try #require(try split.handEvents(on: device).last { $0.pan != nil }?.pan)
      // After such a long step the fingers may have turned in either direction, so whole turns are
      // ignored.
      let turns = (atOnce.twist - inParts.twist) / (2 * Double.pi)
      #expect((turns - turns.rounded()).magnitude < 1e-12, "seed \(seed)")
      (atOnce.twist, inParts.twist) = (0, 0)
      #expect(atOnce == inParts, "seed \(seed)")
    }
  }

  @Test("repeated values of an axis have no effect", arguments: Wandering.all)
  func sentAgain(gesture: Wandering) throws {
    let plain = try gesture.script().handEvents(on: device)
    var again = TouchScript()
    for event in gesture.script().events {
      again.events.append(event)
      if event.type == EventType.absolute { again.events.append(event) }
    }
    #expect(try again.handEvents(on: device) == plain, "\(gesture.testDescription)")
  }

  @Test("the same events give bit-identical pans", arguments: Wandering.all)
  func repeatable(gesture: Wandering) throws {
    let first = try gesture.script().handEvents(on: device)
    #expect(try gesture.script().handEvents(on: device) == first)
  }
}
