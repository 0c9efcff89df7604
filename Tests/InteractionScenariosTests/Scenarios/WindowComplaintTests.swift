import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// Complaints of users about Picture-in-Picture windows, each named by its issue.
@Suite("Window complaints")
struct WindowComplaintTests {
  @Test("element-web 20056, unwanted snapping to corners: a window stays where it is dropped")
  func staysWhereDropped() throws {
    var random = SeededGenerator(seed: 20_056)
    var trial = try WindowTrial([("mode", "free")])
    for _ in 0..<50 {
      let position = (random.uniform(in: 85...305), random.uniform(in: 112...745))
      trial.throwFrom(position.0 - trial.x, position.1 - trial.y)
      trial.settle()
      #expect(abs(trial.x - position.0) < 1e-9 && abs(trial.y - position.1) < 1e-9)
    }
  }

  @Test("gala 533, a window in the middle of the screen is in the way: it moves to an edge")
  func goesToAnEdge() throws {
    var random = SeededGenerator(seed: 533)
    for _ in 0..<200 {
      var trial = try WindowTrial([("mode", "edges")])
      trial.throwFrom(
        random.uniform(in: -220...0), random.uniform(in: -633...0),
        vx: random.uniform(in: -3_000...3_000),
        vy: random.uniform(in: -3_000...3_000))
      trial.settle()
      #expect(trial.x == 85 || trial.x == 305)
    }
  }

  @Test("gala 1361: a window follows a finger that moves faster than the window")
  func fastHand() throws {
    for response in ["0", "0.2", "0.8"] {
      var trial = try WindowTrial(
        [("hitTest", "true"), ("tracking.response", response), ("mode", "free")])
      trial.down(at: Position(x: Points(305), y: Points(745)))
      trial.drag(0, -1)
      for step in 1...4 {
        // At 150 pt per frame, the finger leaves the window at once.
        trial.wait(1.0 / 60)
        trial.drag(-50 * Double(step), -150 * Double(step), vx: -3_000, vy: -9_000)
        #expect(trial.frame.phase == .dragging)
        #expect(trial.frame.target.y.value == 745 - 150 * Double(step))
      }
      trial.wait(0.5)
      trial.release()
      trial.settle()
      #expect(trial.x == 105 && trial.y == 145, "a response of \(response) s")
    }
  }

  @Test("brave 14076: a window outside a screen that became smaller returns and can be dragged")
  func comesBack() throws {
    for mode in ["corners", "edges", "free"] {
      for stash in ["false", "true"] {
        var trial = try WindowTrial(
          [("mode", mode), ("stash", stash), ("hitTest", "true")], screen: (2_560, 1_440))
        if stash == "true" {
          trial.command(.settle(at: "stashedRight"))
          trial.settle()
        }
        try trial.resize(1_280, 720)
        trial.settle()
        #expect(trial.y <= 720 - 34 - 65)
        // A touch on the visible part of the stashed window drags the window.
        #expect(stash == "true" ? trial.x - 60 == 1_280 - 32 : trial.x == 1_280 - 85)
        trial.down(at: Position(x: Points(trial.x - 50), y: Points(trial.y)))
        trial.drag(-10, 0)
        trial.drag(-600, -200)
        trial.release()
        trial.settle()
        #expect(trial.frame.phase == .resting && trial.x < 1_280 - 60, "\(mode) \(stash)")
      }
    }
  }

  @Test("brave 14076: a window dropped off any edge of the screen is never lost")
  func neverLost() throws {
    for mode in ["corners", "edges", "free"] {
      for stash in ["false", "true"] {
        for (x, y) in [(-900.0, 0.0), (900, 0), (0, -2_000), (0, 900), (5_000, -5_000)] {
          var trial = try WindowTrial([("mode", mode), ("stash", stash), ("limits", "free")])
          trial.throwFrom(x, y, vx: x, vy: y)
          trial.settle()
          let seen = min(trial.x + 60, 390) - max(trial.x - 60, 0)
          #expect(seen == (trial.frame.phase == .stashed ? 32 : 120), "\(mode) \(x) \(y)")
          #expect((112...745).contains(trial.y))
        }
      }
    }
  }

  @Test("BetterDisplay 3621: a window keeps its position when displays are added and removed")
  func keepsItsPlace() throws {
    for mode in ["corners", "edges", "free"] {
      var trial = try WindowTrial([("mode", mode)])
      trial.throwFrom(-40, -333)
      trial.settle()
      let home = trial.frame.position
      for (width, height) in [(1_920.0, 1_080.0), (300, 500), (844, 390), (390, 844)] {
        try trial.resize(width, height)
        // The next display is added before the window has moved to its new position.
        trial.wait(0.03)
      }
      trial.settle()
      #expect((trial.frame.position - home).length < Points(1e-6), "\(mode)")
    }
  }

  @Test("element-web 32975: a window does not stick to the finger after a cancelled touch")
  func lostHand() throws {
    for mode in ["corners", "edges", "free"] {
      var trial = try WindowTrial([("mode", mode), ("dismiss", "true")])
      trial.down()
      trial.drag(0, 0)
      trial.drag(-100, -200)
      trial.cancel()
      trial.settle()
      #expect(trial.frame.phase == .resting && !trial.frame.touching)
    }
  }
}
