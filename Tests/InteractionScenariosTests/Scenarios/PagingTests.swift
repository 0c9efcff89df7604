import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Pages on which a flick moves to the next page.
@Suite("Paging")
struct PagingTests {
  @Test("a flick moves by one page, at any speed and over any distance", arguments: 0..<5)
  func flick(start: Int) throws {
    for (displacement, speed) in [
      (0.01, 300.0), (0.05, 900), (0.4, 2_000), (0.9, 8_000), (0.2, 50_000),
    ] {
      for direction in [1.0, -1] {
        var hand = PageHand(settings: [("start", "\(start)")])
        hand.swipe(direction * displacement, velocity: direction * speed)
        let target = max(0, min(start + Int(direction), 4))
        let run = try hand.trial.run()
        #expect(
          run.summary().finalTarget == "\(target)", "\(start) \(displacement) \(speed) \(direction)"
        )
        #expect(run.frames.last?.pagePosition == Double(target))
        #expect(run.frames.last?.position == Position(x: Points(-390 * Double(target)), y: .zero))
      }
    }
  }

  @Test("without a velocity, the strip moves to the nearer page, or back to its start")
  func slow() throws {
    // The hysteresis is 8 pt, a fiftieth of a page, so the start page is kept up to 4 pt beyond the
    // middle.
    for (displacement, target) in [
      (0.3, "2"), (0.5, "2"), (0.509, "2"), (0.512, "3"), (-0.3, "2"), (-0.6, "1"),
    ] {
      var hand = PageHand(settings: [("start", "2")])
      hand.swipe(displacement)
      #expect(try hand.targets() == [target], "\(displacement)")
    }
  }

  @Test("a second flick during settling starts from the target page of the first")
  func secondFlick() throws {
    for pause in [0.01, 0.05, 0.1, 0.2, 0.4, 1] {
      var hand = PageHand()
      hand.swipe(0.2, velocity: 1_000)
      hand.downAgain(after: pause)
      hand.swipe(0.2, velocity: 1_000)
      hand.downAgain(after: pause)
      hand.swipe(-0.2, velocity: -1_000)
      #expect(try hand.targets() == ["1", "2", "1"], "after \(pause) s")
    }
  }

  @Test("a flick back returns to the start page and not beyond it")
  func flickBack() throws {
    for peak in [0.3, 0.6, 0.95] {
      var hand = PageHand(settings: [("start", "2")])
      hand.hand.wait(0.3)
      hand.hand.move(x: -390 * peak, y: 0)
      hand.hand.wait(0.05)
      hand.hand.move(x: -390 * (peak - 0.2), y: 0)
      hand.hand.release(x: 3_000)
      #expect(try hand.targets() == ["2"], "from \(peak)")
    }
  }

  @Test("a drag shows at most the pages within `reach`, with a rubber band beyond them")
  func reach() throws {
    for (reach, target) in [("1", "3"), ("2", "4"), ("0", "4")] {
      var hand = PageHand(settings: [("start", "2"), ("page", "100"), ("reach", reach)])
      hand.swipe(0.6)  // The drag of 234 pt is 2.34 pages of 100 pt.
      let run = try hand.trial.run()
      #expect(run.summary().finalTarget == target, "reach \(reach)")
      let farthest = try #require(run.frames.map(\.pagePosition).max())
      // The band's length is one page. With a reach of 1, the finger is 1.34 pages beyond the last
      // reachable page, otherwise 0.34 pages; d pages beyond show 1 − 1 / (0.55 · d + 1).
      let beyond = reach == "1" ? 1.34 : 0.34
      let expected = (reach == "1" ? 3 : 4) + (1 - 1 / (0.55 * beyond + 1))
      #expect((farthest - expected).magnitude < 1e-9, "reach \(reach): \(farthest)")
    }
  }

  @Test("with long swipes, a throw moves by the number of pages in its projection")
  func long() throws {
    let long = [("reach", "0"), ("release.adjacentOnly", "false")]
    for (velocity, page) in [(400.0, "1"), (1_500, "2"), (2_500, "3"), (8_000, "4")] {
      var hand = PageHand(settings: long)
      hand.swipe(0.1, velocity: velocity)
      // The number of pages is 0.1 + 0.499 · v / 390, rounded, and at least 1.
      #expect(try hand.targets() == [page], "\(velocity)")
    }
  }

  @Test("on a strip that wraps around, the first page follows the last without a jump")
  func wraps() throws {
    for pages in [2, 3, 5] {
      var hand = PageHand(settings: [("wrap", "true"), ("pages", "\(pages)")])
      for _ in 0..<pages {
        hand.swipe(0.3, velocity: 1_000)
        hand.downAgain(after: 1)
      }
      hand.swipe(-0.3, velocity: -1_000)
      let names = (1...pages).map { "\($0 % pages)" } + ["\(pages - 1)"]
      #expect(try hand.targets() == names)
      let run = try hand.trial.run(240)
      for (one, two) in zip(run.frames, run.frames.dropFirst()) {
        #expect((one.position - two.position).length < Points(60))
      }
      #expect(run.frames.last?.pagePosition == Double(pages - 1))
      #expect(run.frames.last?.page == pages - 1)
      #expect(run.frames.allSatisfy { $0.overscroll == 0 })
    }
    var back = PageHand(settings: [("wrap", "true")])
    back.swipe(-0.3, velocity: -1_000)
    #expect(try back.targets() == ["4"])
    #expect(try back.trial.run().frames.last?.pagePosition == -1)
  }

  @Test("a strip with a single page, or with all pages at one position, stays in place")
  func degenerate() throws {
    for settings in [
      [("pages", "1")], [("pages", "1"), ("wrap", "true")],
      [("page", "20"), ("spacing", "-20")], [("page", "20"), ("spacing", "-300")],
      [("page", "20"), ("spacing", "-20"), ("wrap", "true")],
      [("page", "20"), ("spacing", "-20"), ("distance", "300")],
    ] {
      for preset in ["flickbook", "flutter", "adwaita", "long"] {
        var hand = PageHand(
          settings: try PagingScenario.preset(named: preset).values.map { ($0.key, $0.value) }
            + settings)
        hand.swipe(0.7, velocity: 1_000)
        let run = try hand.trial.run()
        #expect(run.ending == .rested, "\(preset) \(settings)")
        for frame in run.frames {
          #expect(frame.position.isFinite && frame.velocity.isFinite, "\(preset) \(settings)")
          #expect(frame.pagePosition.isFinite && frame.progress.isFinite, "\(preset) \(settings)")
        }
        #expect(run.frames.last?.position == .zero, "\(preset) \(settings)")
      }
    }
  }

  @Test("a strip sent to a page moves in the shorter direction, and not at all during a drag")
  func sent() throws {
    var hand = PageHand()
    hand.swipe(0.3, velocity: 1_000)
    let sent = try hand.trial.run(commands: [(microseconds: 1_000_000, name: "4")])
    #expect(sent.frames.last?.page == 4 && sent.frames.last?.position.x == Points(-1_560))
    hand.settings = [("wrap", "true")]
    let round = try hand.trial.run(commands: [(microseconds: 1_500_000, name: "4")])
    #expect(round.frames.last?.page == 4 && round.frames.last?.pagePosition == -1)
    let held = try hand.trial.run(commands: [(microseconds: 50_000, name: "4")])
    #expect(held.frames.last?.page == 1)
    #expect(!held.events.contains { $0.kind == .retargeted })
  }

  @Test("a start page that does not exist is refused with a message")
  func contradiction() throws {
    let trial = PageHand(settings: [("start", "5")]).trial
    let error = try #require(throws: SettingError.self) { try trial.run() }
    #expect(error.description.contains("no start page 5 among 5 pages"))
  }
}
