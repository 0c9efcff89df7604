import RecordingFormats
import Testing
import TouchInput

/// Touches that began before the first event, as the headers of other tools' files describe them.
@Suite("Initial state")
struct InitialStateTests {
  /// The header of `evtest` for a touchpad; `touch` and `values` are as its versions print them.
  private static func evtest(
    touch: String, slot: String? = "0", events: [String], isSingle: Bool = false
  ) -> String {
    func value(_ value: String?) -> String { value.map { "      Value      \($0)\n" } ?? "" }
    let multitouch = """
          Event code 47 (ABS_MT_SLOT)
      \(value(slot))      Min        0
            Max        4
          Event code 53 (ABS_MT_POSITION_X)
      \(value(slot.map { _ in "0" }))      Min        0
            Max     2000
          Event code 54 (ABS_MT_POSITION_Y)
      \(value(slot.map { _ in "0" }))      Min        0
            Max     1200
          Event code 57 (ABS_MT_TRACKING_ID)
      \(value(slot.map { _ in "0" }))      Min        0
            Max    65535

      """
    return """
      Input driver version is 1.0.1
      Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0
      Input device name: "Pad"
      Supported events:
        Event type 0 (EV_SYN)
        Event type 1 (EV_KEY)
          Event code 330 (BTN_TOUCH)\(touch)
        Event type 3 (EV_ABS)
          Event code 0 (ABS_X)
      \(value(slot.map { _ in "500" }))      Min        0
            Max     2000
          Event code 1 (ABS_Y)
      \(value(slot.map { _ in "700" }))      Min        0
            Max     1200
      \(isSingle ? "" : multitouch)Key repeat handling:
        Repeat type 20 (EV_REP)
          Repeat code 0 (REP_DELAY)
            Value    250
      Properties:
        Property type 0 (INPUT_PROP_POINTER)
      Testing ... (interrupt to exit)
      \(events.enumerated().map { "Event: time 10.0\($0.offset)0000, \($0.element)\n" }.joined())
      """
  }

  private static func axis(_ code: Int, _ value: Int) -> String {
    "type 3 (EV_ABS), code \(code) (?), value \(value)"
  }
  private static func touch(_ value: Int) -> String {
    "type 1 (EV_KEY), code 330 (BTN_TOUCH), value \(value)"
  }
  private static let report = "-------------- SYN_REPORT ------------"

  /// The start of each contact as `slot x,y`, and the end of each contact.
  private func contacts(_ text: String) throws -> [String] {
    let recording = try read(text).recordings[0]
    var reader = ContactReader(of: recording)
    var begun: [String] = []
    func take(_ frame: ContactReport?) {
      for contact in frame?.contacts ?? [] {
        if contact.phase == .began {
          begun.append("\(contact.slot) at \(Int(contact.x)),\(Int(contact.y))")
        } else if !contact.isDown {
          begun[contact.id - 1] += " \(contact.phase)"
        }
      }
    }
    for event in recording.events { take(reader.receive(event)) }
    take(reader.finish())
    return begun
  }

  /// A finger in slot 0 that moves and lifts, without a touch-down.
  private static let moving = [axis(53, 510), report, axis(53, 520), report, axis(57, -1), report]
  private static let lift = [axis(53, 510), report, axis(57, -1), touch(0), report]

  @Test("evtest: a finger that is down at the start is a contact, with any form of the header")
  func evtestHeads() throws {
    // ABS_X and ABS_Y belong to the only finger; the values of slots in the header have no meaning.
    let rows: [(String, String, [String])] = [
      (
        "state and values", Self.evtest(touch: " state 1", events: Self.moving),
        ["0 at 510,700 ended"]
      ),
      ("old, lifted", Self.evtest(touch: "", events: Self.lift), ["0 at 510,700 ended"]),
      ("old, no change", Self.evtest(touch: "", events: Self.moving), ["0 at 510,700 ended"]),
      (
        "state, no values", Self.evtest(touch: " state 1", slot: nil, events: Self.moving),
        ["0 at 510,600 ended"]
      ),
      (
        "it was another slot", Self.evtest(touch: " state 1", slot: "3", events: Self.moving),
        ["3 at 510,700 ended"]
      ),
      (
        "a second one comes",
        Self.evtest(
          touch: " state 1",
          events: [Self.axis(54, 7), Self.axis(47, 1), Self.axis(57, 7), Self.axis(53, 9)]
            + [Self.axis(54, 8), Self.report]),
        ["0 at 500,7 cancelled", "1 at 9,8 cancelled"]
      ),
    ]
    for (name, text, expected) in rows { #expect(try contacts(text) == expected, "\(name)") }
  }

  @Test("evtest: a hovering finger is no contact, a touch-down is, with any initial state")
  func evtestHover() throws {
    #expect(try contacts(Self.evtest(touch: " state 0", events: Self.moving)) == [])
    let lands = [Self.axis(57, 3), Self.axis(53, 1), Self.axis(54, 2), Self.touch(1), Self.report]
    // The state is read slightly after the device is opened, so the first events may be older than
    // the state.
    for state in ["", " state 0", " state 1"] {
      #expect(try contacts(Self.evtest(touch: state, events: lands)) == ["0 at 1,2 cancelled"])
    }
  }

  @Test("evtest: a single touch that is down at the start has the position in the header")
  func evtestSingle() throws {
    let events = [Self.axis(0, 510), Self.report, Self.axis(0, 520), Self.touch(0), Self.report]
    for touch in ["", " state 1"] {
      let text = Self.evtest(touch: touch, events: events, isSingle: true)
      #expect(try contacts(text) == ["0 at 510,700 ended"])
      #expect(try read(text).recordings[0].initial?.values.map(\.value) == [500, 700])
      // The contact of an old touchscreen is its left button.
      let panel = text.replacing("330 (BTN_TOUCH)", with: "272 (BTN_LEFT)")
        .replacing("0 (INPUT_PROP_POINTER)", with: "1 (INPUT_PROP_DIRECT)")
      #expect(try contacts(panel) == ["0 at 510,700 ended"])
    }
  }

  @Test("getevent: a star marks a pressed key, and a state from another time does no harm")
  func getevent() throws {
    func text(_ star: String, _ events: [(String, String)]) -> String {
      """
      add device 1: /dev/input/event2
        name:     "screen"
        events:
          KEY (0001): BTN_TOUCH\(star)
          ABS (0003): ABS_X                 : value 500, min 0, max 2000, fuzz 0, flat 0, resolution 0
                      ABS_Y                 : value 700, min 0, max 1200, fuzz 0, flat 0, resolution 0
                      ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 0, min 0, max 2000, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_Y     : value 0, min 0, max 1200, fuzz 0, flat 0, resolution 0
                      ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_DIRECT

      """
        + events.enumerated().map { index, event in
          "[ 10.0\(index)0000] /dev/input/event2: \(event.0) \(event.1)\n"
            + "[ 10.0\(index)0000] /dev/input/event2: EV_SYN SYN_REPORT 00000000\n"
        }.joined()
    }
    let x = ("EV_ABS ABS_MT_POSITION_X", "000001fe")
    let lift = ("EV_ABS ABS_MT_TRACKING_ID", "ffffffff")
    #expect(try contacts(text("*", [x, lift])) == ["0 at 510,700 ended"])
    #expect(try contacts(text("", [x, lift])) == ["0 at 510,700 ended"])
    let up = [x, ("EV_KEY BTN_TOUCH", "UP"), lift]
    #expect(try contacts(text("", up)) == ["0 at 510,700 ended"])
    let down = [("EV_KEY BTN_TOUCH", "DOWN"), ("EV_ABS ABS_MT_TRACKING_ID", "00000004"), x]
    #expect(try contacts(text("*", down)) == ["0 at 510,600 cancelled"])
  }

  @Test("the initial state is read back from the native format")
  func kept() throws {
    let file = try read(Self.evtest(touch: " state 1", events: Self.moving))
    let native = try RecordingFile(in: libinputText(of: file), named: "test")
    #expect(native.recordings[0].initial == file.recordings[0].initial)
    #expect(native.recordings[0].initial?.isComplete == false)
  }

  @Test("evemu has no initial state, so a finger that moves counts as touching")
  func evemu() throws {
    let contact = try contacts(SampleTexts.evemu)
    #expect(contact.count == 1)
    #expect(try read(SampleTexts.evemu).recordings[0].initial == nil)
  }
}
