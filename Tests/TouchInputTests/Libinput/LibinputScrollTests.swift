import FieldData
import Quantities
import Testing
import TouchInput

/// Flickbook's two-finger pans, compared with libinput's scrolling.
@Suite(
  "Scrolling next to libinput",
  // The recordings belong to other projects and are not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
struct LibinputScrollTests {
  /// Differences that libinput intends, with their reasons.
  enum Exception: Hashable, Sendable {
    /// Two fingers move for less than 100 ms and by less than half a millimetre, between touches of
    /// one finger. libinput waits 100 ms before it accepts another number of fingers.
    case tooShortForLibinput
    /// One of the two fingers stays. libinput waits until the other finger has been missing for 100
    /// ms or until both have lifted. Flickbook's pan ends when the first finger lifts.
    case fingerStays
    /// A third finger joins: libinput stops 100 ms later, and Flickbook's pan continues.
    case thirdFinger
    /// libinput ignores movement across the direction of scrolling until that movement exceeds a
    /// threshold; the movement that it reports agrees.
    case locked(Axis)
  }

  static let exceptions: [String: [Exception]] = [
    "AlpsPS2 ALPS GlidePoint.2-finger-tap.yml": [.fingerStays, .locked(.x)],
    "CyPS2 Cypress Trackpad.three_finger_press.yml": [.thirdFinger, .locked(.y)],
    "CyPS2 Cypress Trackpad.two_finger_press.yml": [.locked(.y)],
    // The touchpad reports two fingers as two moving corners, so libinput recognizes two of the
    // three pans as pinches. It still reports their movement.
    "SynPS2 Synaptics TouchPad.hp8470p.two-finger-scroll-horizontal.yml": [
      .tooShortForLibinput, .fingerStays,
    ],
  ]

  static let scrolling = FieldGestures.touchpads.filter { gesture in
    gesture.report.contains { $0.contains("POINTER_SCROLL_FINGER") }
  }

  /// libinput's unit of scrolling, in points: 1/1000 inch, multiplied by 0.2968 and by 0.9.
  ///
  /// The factor 0.9 is the ratio of libinput's scrolling to its unaccelerated pointer motion.
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
    "each pan of libinput matches a pan of Flickbook, and begins at most 100 ms later",
    arguments: scrolling)
  func samePans(gesture: FieldGestures.Gesture) throws {
    let both = try Comparison(gesture, touchpadFingers: 2)
    var missing = Array(both.pans.indices)
    for run in both.runs {
      let position = try #require(
        missing.firstIndex { (both.pans[$0].began..<both.pans[$0].ended).contains(run.start) })
      let pan = both.pans[missing.remove(at: position)]
      // libinput waits until the fingers have moved far enough for it to recognize the gesture.
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

  /// Expects that both pans end in the same frame, when the fingers lift, except in the listed
  /// differences.
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
    "a finger's distance is proportional to libinput's scrolling, equally on every touchpad",
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
      // If the size is assumed, libinput uses whole units per millimetre: 28 instead of 28.98 at
      // worst.
      let factor = Agreement(pooling: moving).factor / Self.unitsPerPoint
      if !moving.isEmpty { #expect((factor - 1).magnitude <= 0.04, "along \(axis)") }
    }
  }
}
