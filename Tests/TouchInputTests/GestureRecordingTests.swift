import Quantities
import Testing
import TouchInput

/// Recordings that have libinput's events, with and without those of the device.
@Suite("Recordings of libinput's gestures")
struct GestureRecordingTests {
  /// Fingers that rest, and then move by a step in each report, with an interval of 8 ms.
  private func stroke(
    _ fingers: Int, _ steps: [Int32], rest: Int = 0, at start: Int64 = 0,
    into script: inout TouchScript
  ) {
    var (time, x, y) = (start, Int32(500), Int32(500))
    func positions() -> [Signal] {
      (0..<fingers).flatMap { [.slot(Int32($0)), .x(x + Int32($0) * 120), .y(y)] }
    }
    let tool = fingers == 3 ? TouchButton.toolTripleTap : TouchButton.toolDoubleTap
    var down = (0..<fingers).flatMap { finger -> [Signal] in
      [.slot(Int32(finger)), .id(Int32(finger) + 7), .x(x + Int32(finger) * 120), .y(y)]
    }
    down += [.touch(1), .key(tool, 1)]
    script.frame(time, down)
    for index in 0..<rest {
      time += 8_000
      y += index % 2 == 0 ? 1 : -1
      script.frame(time, positions())
    }
    for step in steps {
      time += 8_000
      (x, y) = (x - step, y - step / 4)
      script.frame(time, positions())
    }
    let up =
      (0..<fingers).flatMap { [Signal.slot(Int32($0)), .id(-1)] } + [.touch(0), .key(tool, 0)]
    script.frame(time + 8_000, up)
  }

  private static let pad: DeviceDescription = {
    var pad = TestDevice.touchpad
    pad.codes = [
      DeviceDescription.Codes(
        type: EventType.key,
        codes: [
          TouchButton.left, TouchButton.toolFinger, TouchButton.touch, TouchButton.toolDoubleTap,
          TouchButton.toolTripleTap,
        ].sorted())
    ]
    return pad
  }()

  /// A scroll and two swipes; the second swipe begins with a rest.
  private var recording: Recording {
    var script = TouchScript()
    stroke(2, Array(repeating: 12, count: 25), into: &script)
    stroke(3, Array(repeating: 20, count: 20), at: 1_000_000, into: &script)
    stroke(3, Array(repeating: 15, count: 25), rest: 40, at: 2_000_000, into: &script)
    return Recording(device: Self.pad, events: script.events)
  }

  /// The recording with the events that libinput makes of it, and with only these.
  private var variants: (beside: Recording, alone: Recording) {
    var beside = recording
    var touchpad = LibinputTouchpad(device: Self.pad, initial: nil, version: .current)
    for event in beside.events { beside.gestures += touchpad.receive(event) }
    beside.gestures += touchpad.finish()
    var alone = beside
    alone.events = []
    alone.device = DeviceDescription(name: "touchpad", properties: [DeviceProperty.pointer])
    return (beside, alone)
  }

  @Test(
    "libinput's events alone give the same pans as the events of the device", arguments: [2, 3])
  func pans(fingers: Int) throws {
    let (beside, alone) = variants
    var options = PanOptions()
    options.touchpadFingers = fingers
    let pans = try [recording, beside, alone].map {
      $0.pans(mapping: try SurfaceMapping(device: $0.mappedDevice), options: options)
    }
    #expect(!pans[0].isEmpty && pans[1] == pans[0])
    // Without the events of the device, the time before the first movement of a scroll is unknown.
    let moving = pans.map { $0.map { $0.samples.filter { $0.position != .zero } } }
    #expect(moving[2] == moving[0])
    #expect(alone.libinputGestures().count == beside.libinputGestures().count)
  }

  @Test("a recording of gestures has a mapping of a touchpad, and one without any events has none")
  func mapping() throws {
    let (_, alone) = variants
    let mapping = try SurfaceMapping(device: alone.mappedDevice)
    #expect(mapping.kind == .touchpad && mapping.sizeIsAssumed)
    var empty = alone
    empty.gestures = []
    #expect(throws: SurfaceError.self) { try SurfaceMapping(device: empty.mappedDevice) }
  }

  @Test("a part has the gestures of its times, which count from the first event of the part")
  func trimmed() throws {
    let (beside, alone) = variants
    let range: ClosedRange<Int64> = 900_000...1_900_000
    let kept = alone.gestures.filter { range.contains($0.microseconds) }
    #expect(!kept.isEmpty && kept.count < alone.gestures.count)
    for (part, whole) in [(alone.trimmed(to: range), alone), (beside.trimmed(to: range), beside)] {
      #expect(part.firstMicroseconds == 0)
      let zero = whole.events.isEmpty ? kept[0].microseconds : 1_000_000
      #expect(
        part.gestures
          == kept.map { event in
            var event = event
            event.microseconds -= zero
            return event
          })
    }
    #expect(alone.trimmed(to: 5_000_000...6_000_000).firstMicroseconds == nil)
    var started = alone
    started.start = "tip"
    #expect(started.trimmed(to: 0...10_000_000).start == "tip")
    #expect(started.trimmed(to: range).start == nil)
  }

  @Test(
    "an inspection says that contacts are unknown, and counts gestures without a begin or an end")
  func inspection() throws {
    let (_, alone) = variants
    let inspection = RecordingInspection(of: alone)
    #expect(inspection.kind == .touchpad && inspection.events == alone.gestures.count)
    #expect(inspection.contacts.isEmpty && inspection.pans >= 1)
    #expect(inspection.findings == [Finding(.noContacts)])
    #expect((120...130).contains(inspection.timing.rate))
    var cut = alone
    let begin = try #require(cut.gestures.firstIndex { $0.kind == .swipeBegin })
    cut.gestures.remove(at: begin)
    #expect(
      RecordingInspection(of: cut).findings.map(\.kind) == [
        .noContacts, .incompleteGestures(count: 1),
      ])
    cut.gestures.removeLast()
    #expect(
      RecordingInspection(of: cut).findings.map(\.kind).last == .incompleteGestures(count: 2))
    cut.gestures.removeAll { $0.kind != .scroll }
    #expect(
      RecordingInspection(of: cut).findings.map(\.kind).last == .incompleteGestures(count: 1))
  }

  @Test("a pointer alone is a note about its unit")
  func pointer() {
    var (_, alone) = variants
    alone.gestures = [LibinputEvent(microseconds: 0, kind: .pointerMotion, fingers: 1)]
    #expect(
      RecordingInspection(of: alone).findings.map(\.kind) == [.noContacts, .acceleratedPointer])
  }

  @Test("libinput's events beside those of the device are compared with Flickbook's own")
  func comparison() throws {
    func differences(_ recording: Recording) -> [Finding] {
      RecordingInspection(of: recording).findings.filter { $0.name == "libinput-differs" }
    }
    let (beside, _) = variants
    #expect(differences(recording).isEmpty && differences(beside).isEmpty)
    // `libinput record` writes neither holds nor whether a gesture was cancelled, and hundredths.
    var written = beside
    written.gestures.removeAll { $0.kind == .holdBegin || $0.kind == .holdEnd }
    for index in written.gestures.indices {
      written.gestures[index].isCancelled = false
      let moved = written.gestures[index].unaccelerated
      written.gestures[index].unaccelerated = Planar(
        x: Points((moved.x.value * 100).rounded() / 100),
        y: Points((moved.y.value * 100).rounded() / 100))
    }
    #expect(differences(written).isEmpty)
    let swipe = try #require(beside.gestures.firstIndex { $0.kind == .swipeBegin })
    let changes: [(inout Recording) -> Void] = [
      { $0.gestures[swipe].fingers = 4 }, { $0.gestures.removeSubrange(swipe...) },
      { $0.gestures[swipe].microseconds -= 30_000 },
      { recording in
        for index in recording.gestures.indices {
          recording.gestures[index].unaccelerated = recording.gestures[index].unaccelerated * 1.03
        }
      },
      { $0.gestures.append(LibinputEvent(microseconds: 9_000_000, kind: .pinchBegin, fingers: 2)) },
    ]
    for change in changes {
      var changed = beside
      change(&changed)
      #expect(differences(changed).count == 1)
      #expect(differences(changed)[0].severity == .warning)
    }
  }
}
