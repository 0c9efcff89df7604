import FieldData
import Quantities
import Testing
import TouchInput

/// Our pans of two fingers next to those with which libinput scrolls.
@Suite(
  "Scrolling next to libinput",
  // The recordings are other people's and not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "no recordings of real devices; see FLICKBOOK_FIELD_DATA"))
struct LibinputScrollTests {
  /// Where libinput means to do something else than we do, and why.
  enum Exception: Hashable, Sendable {
    /// Fewer than 100 ms and half a millimetre of two fingers, between touches of one: libinput
    /// waits 100 ms before it believes in another number of fingers.
    case tooShortForLibinput
    /// One of the two fingers stays; libinput waits for the other, until 100 ms since it was last
    /// seen or until the one lifts as well, before it stops. We stop when the first lifts.
    case fingerStays
    /// A third finger joins, and libinput stops 100 ms later; to us it is still the same pan.
    case thirdFinger
    /// libinput leaves out what a pan does along the axis that it does not go along, until that is
    /// enough for it. What it does report agrees.
    case locked(Axis)
  }

  static let exceptions: [String: [Exception]] = [
    "AlpsPS2 ALPS GlidePoint.2-finger-tap.yml": [.fingerStays, .locked(.x)],
    "CyPS2 Cypress Trackpad.three_finger_press.yml": [.thirdFinger, .locked(.y)],
    "CyPS2 Cypress Trackpad.two_finger_press.yml": [.locked(.y)],
    // The touchpad sees two fingers as corners that part, so libinput takes two of the three pans
    // for pinches; it reports their movement all the same.
    "SynPS2 Synaptics TouchPad.hp8470p.two-finger-scroll-horizontal.yml": [
      .tooShortForLibinput, .fingerStays,
    ],
  ]

  static let scrolling = FieldGestures.touchpads.filter { gesture in
    gesture.report.contains { $0.contains("POINTER_SCROLL_FINGER") }
  }

  /// libinput's unit of scrolling in points: it counts in 1/1000 inch, slowed down to 0.2968 and
  /// then to 0.9, which is what its scrolling is next to its unaccelerated pointer.
  static let unitsPerPoint =
    1000 / 25.4 * 0.2968 * 0.9 / SurfaceMapping.defaultPointsPerMillimeter

  private func exceptions(_ gesture: FieldGestures.Gesture) -> [Exception] {
    Self.exceptions[gesture.name] ?? []
  }

  @Test("every line of libinput's report is within a millisecond of a frame", arguments: scrolling)
  func placed(gesture: FieldGestures.Gesture) throws {
    #expect(try Comparison(gesture, touchpadFingers: 2).misfit <= 1)
  }

  @Test(
    "each pan of libinput is one of ours, and begins at most 100 ms later", arguments: scrolling)
  func samePans(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 2)
    var missing = Array(both.pans.indices)
    for run in both.runs {
      let position = try #require(
        missing.firstIndex { (both.pans[$0].began..<both.pans[$0].ended).contains(run.start) })
      let pan = both.pans[missing.remove(at: position)]
      // libinput first waits until the fingers have gone far enough to tell what they are up to.
      #expect(both.milliseconds(from: pan.began, to: run.start) <= 100)
      expectSameEnd(of: pan, and: run, both, exceptions(gesture))
    }
    let short = missing.map { both.pans[$0] }
    #expect(short.isEmpty != exceptions(gesture).contains(.tooShortForLibinput))
    for pan in short {
      #expect(both.milliseconds(from: pan.began, to: pan.ended) < 100)
      let displacement = both.frames[pan.ended].travel - both.frames[max(pan.began - 1, 0)].travel
      #expect(displacement.length < Points(0.5 * SurfaceMapping.defaultPointsPerMillimeter))
    }
  }

  /// Both end in the same frame, with the lift of the fingers, but for the exceptions.
  private func expectSameEnd(
    of pan: Comparison.Pan, and run: Comparison.Run, _ both: Comparison, _ exceptions: [Exception]
  ) {
    let late = both.milliseconds(from: pan.ended, to: run.end)
    if late < 0 {
      #expect(exceptions.contains(.thirdFinger))
      #expect(both.frames[run.end].fingers == 3)
    } else if late > 0 {
      #expect(exceptions.contains(.fingerStays))
      #expect(late <= 200)
    }
  }

  @Test(
    "fingers go as far as libinput scrolls: in proportion, and the same on every touchpad",
    arguments: scrolling)
  func sameDistance(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 2)
    for axis in Axis.allCases {
      let isLocked = exceptions(gesture).contains(.locked(axis))
      let runs = both.runs.map { run in
        Agreement(both.distances(run.lines, axis, onlyTheirs: isLocked))
      }
      let moving = runs.filter(\.moves)
      for run in moving { #expect(run.correlation >= 0.98, "along \(axis)") }
      // Where libinput assumes a size, it takes whole units per millimetre: 28 for 28.98 at worst.
      let factor = Agreement(pooling: moving).factor / Self.unitsPerPoint
      if !moving.isEmpty { #expect((factor - 1).magnitude <= 0.04, "along \(axis)") }
    }
  }
}
