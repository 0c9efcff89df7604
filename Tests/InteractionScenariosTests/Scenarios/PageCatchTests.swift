import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Touches on moving pages, and drags beyond the first and the last page.
@Suite("Catches and ends of pages")
struct PageCatchTests {
  /// A flick to page 1, and a touch 0.1 s later.
  static func flickAndTouch(_ settings: (String, String)...) -> PageHand {
    var hand = PageHand(settings: settings)
    hand.swipe(0.3, velocity: 900)
    hand.downAgain(after: 0.1)
    return hand
  }

  /// The position along the pages at `time`, in points towards the last page.
  static func offset(_ run: Run, at time: Double) -> Double {
    run.frames.last { $0.time <= Seconds(time + 1e-9) }?.position.x.value.magnitude ?? .nan
  }

  @Test("a touch that does not stop the pages has no effect", arguments: ["drag", "dragFromTouch"])
  func tap(word: String) throws {
    var touched = Self.flickAndTouch(("catch", word))
    touched.hand.wait(0.05)
    touched.hand.release()
    var free = PageHand(settings: [("catch", word)])
    free.swipe(0.3, velocity: 900)
    let (with, without) = (try touched.trial.run(), try free.trial.run())
    for (frame, other) in zip(with.frames, without.frames) {
      #expect(frame.position == other.position, "at \(frame.time.value) s")
    }
    #expect(with.events.filter { $0.kind == .caught }.isEmpty)
    #expect(with.frames.last?.page == 1)
  }

  @Test("the drag continues from the position then, or from the position at the touch")
  func drag() throws {
    func grabbed(_ word: String) throws -> (touch: Double, grab: Double) {
      var hand = Self.flickAndTouch(("catch", word))
      let touch = 0.13 + 0.1
      hand.hand.wait(0.05)
      // A pan of zero keeps the pages where the finger takes hold of them.
      hand.hand.move(x: 0, y: 0)
      hand.hand.wait(0.05)
      let run = try hand.trial.run(1_000)
      return (Self.offset(run, at: touch), Self.offset(run, at: touch + 0.06))
    }
    var free = PageHand()
    free.swipe(0.3, velocity: 900)
    let run = try free.trial.run(1_000)
    let stopped = try grabbed("touch")
    #expect((stopped.touch - stopped.grab).magnitude < 1e-9)
    let then = try grabbed("drag")
    #expect((then.grab - Self.offset(run, at: 0.13 + 0.15)).magnitude < 1e-9)
    #expect(then.grab - then.touch > 50)
    let back = try grabbed("dragFromTouch")
    #expect((back.grab - back.touch).magnitude < 1)
  }

  @Test("pages that forget the excess turn back with the finger; others first undo the excess")
  func excess() throws {
    func offset(_ forgets: String) throws -> Double {
      var hand = PageHand(settings: [("limits", "stop"), ("limits.forgets", forgets)])
      for x in [100.0, 200, 160] {
        hand.hand.wait(0.02)
        hand.hand.move(x: x, y: 0)
      }
      hand.hand.wait(0.1)
      return Self.offset(try hand.trial.run(), at: 0.1)
    }
    #expect(try offset("true") == 40)
    #expect(try offset("false") == 0)
  }

  @Test("a drag that begins outwards at the first page is refused until the finger lifts")
  func outward() throws {
    func farthest(_ first: Double) throws -> Double {
      var hand = PageHand(settings: [("limits", "stop"), ("limits.refusesOutward", "true")])
      for x in [first, -100, -200] {
        hand.hand.wait(0.02)
        hand.hand.move(x: x, y: 0)
      }
      hand.hand.release(x: -900)
      return try hand.trial.run().frames.map { $0.position.x.value.magnitude }.max() ?? 0
    }
    #expect(try farthest(20) == 0)
    #expect(try farthest(-20) == 390)
  }

  @Test("with a prediction, the pages are where a browser shows the resampled finger")
  func prediction() throws {
    var hand = PageHand(settings: [("prediction", "0.008")])
    for (wait, x) in [(0.01, -10.0), (0.01, -30), (0.02, -31)] {
      hand.hand.wait(wait)
      hand.hand.move(x: x, y: 0)
    }
    hand.hand.wait(0.05)
    let run = try hand.trial.run(1_000)
    #expect(Self.offset(run, at: 0.016) == 0)
    #expect(Self.offset(run, at: 0.017) == 10)
    // Between two frames, the pages are where a frame would show them: here, where the finger was at 19 ms.
    #expect((Self.offset(run, at: 0.024) - 28).magnitude < 1e-9)
    // The frame at 33 ms shows the finger half an interval after its report at 20 ms.
    #expect((Self.offset(run, at: 0.034) - 40).magnitude < 1e-9)
    // The finger has moved by 1 pt, which is less than the 10 pt by which the pages are ahead.
    #expect((Self.offset(run, at: 0.09) - 40).magnitude < 1e-9)
  }
}
