import Quantities
import Testing
import TouchInput

/// Fails unless the events are in the order that ``TouchEvent`` documents.
func expectGrammar(_ events: [TimedHandEvent], _ comment: String) {
  var open = "up"
  for (event, last) in zip(events, [events.first].compactMap { $0 } + events) {
    #expect(event.microseconds >= last.microseconds, "\(comment)")
    switch (open, event.event) {
    case ("up", .touchDown): open = "pressed"
    case ("up", .gap): break
    case ("pressed", .touchUp), ("pressed", .touchCancelled): open = "up"
    case ("pressed", .panBegan): open = "panning"
    case ("pressed", .force), ("pressed", .touchMoved), ("panning", .force): break
    case ("panning", .panChanged): break
    case ("panning", .panEnded): open = "ended"
    case ("panning", .panCancelled): open = "cancelled"
    case ("ended", .touchUp), ("cancelled", .touchCancelled): open = "up"
    default: Issue.record("\(event.name) while \(open), \(comment)")
    }
  }
  #expect(open == "up", "\(comment)")
}

@Suite("Hostile events")
struct HostileEventTests {
  private static let values: [Int32] = [
    -2, -1, 0, 1, 2, 3, 9, 10, 500, 1000, 65_535, .max, .min, .max - 1,
  ]
  private static let codes: [(UInt16, UInt16)] =
    [
      0x00, 0x01, 0x18, 0x2f, 0x2f, 0x2f, 0x30, 0x35, 0x35, 0x36, 0x36, 0x37, 0x39, 0x39, 0x39,
      0x3a, 0x3b, 0xffff,
    ].map { (3, $0) } + [0x145, 0x148, 0x14a, 0x14a, 0x14d, 0x14e, 0x110].map { (1, $0) }
    + [(0, 0), (0, 0), (0, 0), (0, 0), (0, 2), (0, 3), (4, 5), (99, 1)]

  static func noise(seed: UInt64) -> TouchScript {
    var random = SeededGenerator(seed: seed)
    var script = TouchScript()
    var time: Int64 = 0
    for _ in 0..<2000 {
      let (type, code) = Self.codes[random.whole(in: 0...Self.codes.count - 1)]
      let value = Self.values[random.whole(in: 0...Self.values.count - 1)]
      switch random.whole(in: 0...200) {
      case 0: time = .max
      case 1: time = .min
      case 2...100:
        time = time.addingReportingOverflow(Int64(random.whole(in: -10...9000))).partialValue
      default: break
      }
      script.events.append(RawEvent(microseconds: time, type: type, code: code, value: value))
    }
    return script
  }

  static let devices = [
    TestDevice.screenWithSlots, TestDevice.screenWithReports, TestDevice.singleTouchScreen,
    TestDevice.touchpad,
  ]

  @Test("for random events, each contact begins once and ends once", arguments: 1...20)
  func contactsClose(seed: UInt64) {
    for device in Self.devices + [DeviceDescription()] {
      var down: Set<Int> = []
      var seen = 0
      for frame in Self.noise(seed: seed).contactFrames(on: device) {
        #expect(frame.anomalies.count <= 16)
        for contact in frame.contacts {
          #expect(contact.x.isFinite && contact.y.isFinite)
          switch contact.phase {
          case .began:
            seen += 1
            #expect(contact.id == seen)
            #expect(down.insert(contact.id).inserted)
          case .moved, .stationary: #expect(down.contains(contact.id))
          case .ended, .cancelled: #expect(down.remove(contact.id) != nil)
          }
        }
        #expect(Set(frame.contacts.filter(\.isDown).map(\.id)) == down, "seed \(seed)")
        #expect(frame.fingerCount >= down.count)
      }
      #expect(down.isEmpty, "seed \(seed)")
    }
  }

  @Test("for random events, touches and pans end in the right order", arguments: 1...20)
  func touchesClose(seed: UInt64) throws {
    for device in Self.devices {
      for recognizer in PanRecognizer.allCases {
        let events = try Self.noise(seed: seed).handEvents(
          on: device, options: PanOptions(recognizer: recognizer, touchpadFingers: Int(seed % 4)))
        expectGrammar(events, "seed \(seed) on \(device.name)")
        #expect(events.compactMap(\.pan).allSatisfy { $0.translation.isFinite })
      }
    }
  }

  @Test("a meaningless initial state does not crash the reader")
  func hostileInitialState() {
    let initial = Recording.InitialState(
      currentSlot: .min,
      slots: [
        .init(number: .max, trackingID: 1, values: []),
        .init(number: 0, trackingID: .min, values: []),
      ],
      values: [.init(code: 0xffff, value: .min)], heldButtons: [0, 0xffff])
    for device in Self.devices {
      #expect(TouchScript().contactFrames(on: device, initial: initial).isEmpty)
    }
  }
}
