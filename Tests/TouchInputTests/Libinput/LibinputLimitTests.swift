import Quantities
import Testing
import TouchInput

/// Limits of libinput's rules: a value at the limit and one next to it, a tenth of a millimetre or a microsecond away.
///
/// Source of the limits: libinput 1.22.1, src/evdev-mt-touchpad-gestures.c and src/evdev-mt-touchpad-thumb.c.
@Suite("Limits of libinput's gestures")
struct LibinputLimitTests {
  typealias Kinds = [LibinputEvent.Kind]

  /// Fingers touch and rest for a report, because the first two reports have no movement.
  private func touched(
    _ positions: [(x: Double, y: Double)], on pad: TestPad = TestPad()
  ) -> PadScript {
    var script = PadScript(pad)
    // All fingers lift once, because libinput's state is empty before.
    script.touch([(50, 25)])
    script.lift()
    script.rest(0.5)
    script.touch(positions)
    script.move(for: 0.01)
    return script
  }

  /// The kinds of the events, without holds, of fingers of which some move in one report after a while.
  private func kinds(
    _ positions: [(x: Double, y: Double)], at microseconds: Int64 = 400_000,
    moving: [Int: (x: Double, y: Double)]
  ) -> Kinds {
    var script = touched(positions)
    script.rest(Double(microseconds - 20_000) / 1e6)
    script.move(for: 0.01) { slot, _ in moving[slot] ?? (0, 0) }
    script.lift()
    return script.events(.v1_22).withoutHolds.kinds
  }

  @Test("fingers closer than 40 and 7 mm scroll after 1 mm, but not before 150 ms")
  func closeFingers() {
    let scroll: Kinds = [.scroll, .scrollEnd]
    for (distance, expected) in [
      ((39.9, 0.0), scroll), ((40, 0), []), ((10, 6.9), scroll), ((10, 7), []),
    ]
      as [((Double, Double), Kinds)]
    {
      // The finger moves across the distance that is at its limit.
      let moved = distance.1 == 0 ? (0.0, 1.2) : (-1.2, 0.0)
      let found = kinds(
        [(30, 20), (30 + distance.0, 20 + distance.1)], moving: [0: (moved.0, moved.1)])
      #expect(found == expected, "\(distance)")
    }
    let close = [(x: 30.0, y: 20.0), (x: 45, y: 20)]
    #expect(kinds(close, moving: [0: (1, 0)]) == scroll)
    #expect(kinds(close, moving: [0: (0.9, 0)]) == [])
    #expect(kinds(close, at: 150_001, moving: [0: (1.2, 0)]) == scroll)
    #expect(kinds(close, at: 150_000, moving: [0: (1.2, 0)]) == [])
  }

  @Test(
    "the lowest finger that moves alone scrolls after 4 mm, and pinches after 2 mm more for each other finger"
  )
  func oneMovingFinger() {
    let fingers = [(x: 30.0, y: 15.0), (x: 50, y: 35), (x: 40, y: 20), (x: 60, y: 20)]
    for (count, limit) in [(2, 4.0), (3, 6), (4, 8)] {
      for (moved, decides) in [(limit, true), (limit - 0.1, false)] {
        var script = touched(Array(fingers.prefix(count)))
        script.move(for: 0.2) { slot, part in (slot == 1 ? moved * part : 0, 0) }
        // The gesture begins with a movement after the one that decides it, at least for a pinch.
        script.move(for: 0.01) { slot, _ in slot == 1 && decides ? (0.5, 0) : (0, 0) }
        script.lift()
        let kinds = script.events(.v1_22).withoutHolds.kinds
        let expected: Kinds =
          count == 2 ? [.scroll, .scrollEnd] : [.pinchBegin, .pinchUpdate, .pinchEnd]
        #expect(kinds == (decides ? expected : []), "\(count) fingers, \(moved) mm")
      }
    }
  }

  @Test("a scroll becomes a pinch before 300 ms if both fingers moved apart by 1.5 mm")
  func scrollToPinch() {
    for (microseconds, moved, pinches) in [
      (299_999, 1.5, true), (300_000, 1.5, false), (299_999, 1.4, false),
    ] as [(Int64, Double, Bool)] {
      var script = touched([(30, 15), (45, 30)])
      let began = script.time - 10_000
      script.move(x: 2, for: 0.01)
      script.time = began + microseconds - 10_000
      script.move(for: 0.01) { slot, _ in slot == 0 ? (-2 - moved, 0) : (0, 0) }
      script.move(for: 0.01) { slot, _ in slot == 0 ? (-1, 0) : (1, 0) }
      script.lift()
      #expect(script.events(.v1_22).kinds.contains(.pinchBegin) == pinches, "\(microseconds)")
    }
  }

  @Test("a finger that joins after 100 ms and 25 mm lower is a thumb, which may press a clickpad")
  func thumb() {
    let pad = TestPad(height: 60, isClickpad: true)
    for (distance, passed, isThumb) in [
      (25.1, 150_000, true), (25, 150_000, false), (25.1, 100_000, true), (25.1, 99_999, false),
    ] as [(Double, Int64, Bool)] {
      var script = touched([(50, 18)], on: pad)
      script.time += passed - 10_000
      script.touch([(50, 18 + distance)])
      script.rest(0.02)
      script.click(1)
      script.move(x: 12, for: 0.4)
      // Without a thumb, the fingers that press drag the pointer. With one, they do so only after it moved.
      let kinds = script.events(.v1_22).withoutHolds.kinds
      #expect(kinds.contains(.scroll) == isThumb, "\(distance), \(passed)")
    }
  }

  @Test("a finger that joins a fast one 35 mm away is a thumb, and does not scroll")
  func fastThumb() {
    let pad = TestPad(height: 60, isClickpad: true)
    for (distance, isThumb) in [(35.1, true), (35, false)] {
      var script = touched([(20, 20)], on: pad)
      script.move(x: 12, for: 0.2)
      script.touch([(32 + distance, 20)])
      script.move(x: 8, for: 0.2)
      script.lift()
      let kinds = script.events(.v1_22).withoutHolds.kinds
      #expect(kinds == (isThumb ? [.pointerMotion] : [.pointerMotion, .scroll, .scrollEnd]))
    }
  }
}
