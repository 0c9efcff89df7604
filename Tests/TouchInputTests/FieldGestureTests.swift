import FieldData
import Quantities
import Testing
import TouchInput

@Suite(
  "Contacts and pans of real recordings",
  // The recordings belong to other projects and are not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
struct FieldGestureTests {
  private func frames(_ recording: Recording) -> [ContactReport] {
    TouchScript(events: recording.events).contactFrames(
      on: recording.device, initial: recording.initial)
  }

  /// The contacts that libinput reports for a touchscreen, such as `down 0 at 404,409`, in device
  /// units.
  private func reported(_ gesture: FieldGestures.Gesture) -> [String] {
    gesture.report.compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 4, words[1].hasPrefix("TOUCH_"), words[1] != "TOUCH_FRAME" else {
        return nil
      }
      let kind = words[1].dropFirst(6).lowercased()
      guard kind != "up", let position = words.last else { return "\(kind) \(words[3])" }
      let units = position.drop { $0 == "(" }.split(separator: "/").compactMap { part in
        Double(part.prefix { $0.isNumber || $0 == "." || $0 == "-" })
      }
      return "\(kind) \(words[3]) at " + units.map { "\(Int($0))" }.joined(separator: ",")
    }
  }

  private func seen(_ frames: [ContactReport]) -> [String] {
    frames.flatMap { frame in
      frame.contacts.compactMap { contact in
        let position = "\(contact.slot) at \(Int(contact.x)),\(Int(contact.y))"
        return switch contact.phase {
        case .began: "down \(position)"
        case .moved: "motion \(position)"
        case .ended: "up \(contact.slot)"
        case .stationary, .cancelled: nil
        }
      }
    }
  }

  @Test(
    "the contacts of a touchscreen equal those that libinput reports",
    arguments: FieldGestures.touchscreens.filter { !$0.report.isEmpty })
  func likeLibinput(gesture: FieldGestures.Gesture) throws {
    let seen = seen(frames(gesture.recording)).sorted()
    let reported = reported(gesture).sorted()
    if gesture.recording.device.axis(AbsoluteAxis.slot) == nil {
      // For type A devices, libinput's mtdev smooths movements by a 250th of the range, so they are
      // not compared.
      let positions = { (lines: [String]) in lines.filter { !$0.hasPrefix("motion") } }
      #expect(positions(seen) == positions(reported))
    } else {
      #expect(seen == reported)
    }
  }

  /// Counts contacts in a simple way.
  ///
  /// Counts the frames in which a slot has a new tracking id and BTN_TOUCH does not report
  /// hovering. If there are no such frames, counts the presses of BTN_TOUCH.
  private func plainCount(_ events: [RawEvent]) -> Int {
    var slot: Int32 = 0
    var fingers: [Int32: Int32] = [:]
    var before: [Int32: Int32] = [:]
    var (begun, presses, hovers) = (0, 0, false)
    for event in events {
      switch (event.type, event.code) {
      case (EventType.absolute, AbsoluteAxis.slot): slot = event.value
      case (EventType.absolute, AbsoluteAxis.trackingID):
        fingers[slot] = event.value >= 0 ? event.value : nil
      case (EventType.key, TouchButton.touch):
        presses += event.value == 1 ? 1 : 0
        hovers = event.value == 0
      case (EventType.synchronization, Synchronization.report):
        let now = hovers ? [:] : fingers
        begun += now.filter { before[$0.key] != $0.value }.count
        before = now
      default: break
      }
    }
    return begun > 0 ? begun : presses
  }

  /// Counts the touches of two fingers in a simple way.
  ///
  /// Counts the frames in which slots or buttons report two or more fingers and the previous frame
  /// did not, unless BTN_TOUCH reports that the fingers hover.
  private func plainTouchCount(_ events: [RawEvent]) -> Int {
    var slot: Int32 = 0
    var down: Set<Int32> = []
    var held: Set<UInt16> = []
    var (touches, before) = (0, 0)
    var hovers = false
    let two: Set = [
      TouchButton.toolDoubleTap, TouchButton.toolTripleTap, TouchButton.toolQuadrupleTap,
    ]
    for event in events {
      switch (event.type, event.code) {
      case (EventType.absolute, AbsoluteAxis.slot): slot = event.value
      case (EventType.absolute, AbsoluteAxis.trackingID):
        if event.value >= 0 { down.insert(slot) } else { down.remove(slot) }
      case (EventType.key, TouchButton.touch): hovers = event.value == 0
      case (EventType.key, _):
        if event.value == 1 { held.insert(event.code) } else { held.remove(event.code) }
      case (EventType.synchronization, Synchronization.report):
        let now = hovers ? 0 : max(down.count, held.isDisjoint(with: two) ? 0 : 2)
        if now >= 2 && before < 2 { touches += 1 }
        before = now
      default: break
      }
    }
    return touches
  }

  @Test(
    "the contacts of a touchpad are as many as a simple count finds",
    arguments: FieldGestures.touchpads)
  func counts(gesture: FieldGestures.Gesture) {
    let contacts = frames(gesture.recording).flatMap(\.contacts)
    #expect(contacts.filter { $0.phase == .began }.count == plainCount(gesture.recording.events))
  }

  @Test(
    "all touches end, and a touchpad recording has a pan if libinput scrolls",
    arguments: FieldGestures.touchscreens + FieldGestures.touchpads)
  func touches(gesture: FieldGestures.Gesture) throws {
    let surface = try SurfaceMapping(device: gesture.recording.device)
    let events = try TouchScript(events: gesture.recording.events).handEvents(
      on: gesture.recording.device, initial: gesture.recording.initial, mapping: surface)
    expectGrammar(events, gesture.name)
    if surface.kind == .touchpad {
      let downs = events.filter { $0.name == "touchDown" }.count
      #expect(downs == plainTouchCount(gesture.recording.events))
    }
    if gesture.report.contains(where: { $0.contains("POINTER_SCROLL_FINGER") }) {
      #expect(events.contains { $0.name == "panBegan" })
    }
  }
}
