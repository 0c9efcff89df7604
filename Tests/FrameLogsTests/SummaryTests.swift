import FrameLogs
import Quantities
import Testing

@Suite("Summary")
struct SummaryTests {
  @Test("overshoot is the largest distance beyond the target, in either direction of motion")
  func overshoot() {
    for sign in [1.0, -1] {
      let displacement = [0.0, 60, 104, 107, 99, 100].enumerated().map { index, y in
        frame(index, y: sign * y, target: sign * 100)
      }
      #expect(run(displacement, [decision(at: 0)]).summary().overshoot == Points(7))
    }
  }

  @Test("a surface that slowly approaches its target does not overshoot")
  func creep() {
    let displacement = (0..<50).map { frame($0, y: 100 - 100 / Double($0 + 1), target: 100) }
    #expect(run(displacement, [decision(at: 0)]).summary().overshoot == .zero)
  }

  @Test("a target that is crossed before the first frame of the motion counts as crossed")
  func crossedAtOnce() {
    // The surface is released at 90 pt with 4,000 pt/s, at the middle of a frame of 10 ms. It
    // crosses the target before the next frame, in which it is at 110 pt.
    let displacement = [
      frame(0, y: 80, vy: 4_000, target: 80, phase: .dragging),
      frame(1, y: 110, vy: 4_000, target: 100), frame(2, y: 125, target: 100),
      frame(3, y: 98, target: 100), frame(4, y: 100, target: 100),
    ]
    #expect(run(displacement, [decision(at: 0.005)]).summary().overshoot == Points(25))
  }

  @Test("the overshoot of a diagonal motion is measured along the direction of the motion")
  func slanted() {
    func at(_ index: Int, _ x: Double, _ y: Double) -> Frame {
      var frame = frame(index, y: y)
      frame.position.x = Points(x)
      frame.target = Position(x: Points(30), y: Points(40))
      return frame
    }
    let displacement = [at(0, 0, 0), at(1, 33, 44), at(2, 30, 40)]  // 5 pt past, as 3 : 4 : 5
    #expect(run(displacement, [decision(at: 0)]).summary().overshoot == Points(5))
  }

  @Test("a later retarget does not count as overshoot")
  func sentElsewhere() {
    let displacement = [frame(0, y: 0, target: 100), frame(1, y: 100, target: 100)]
    let back = (2..<9).map { frame($0, y: 150, target: 0) }
    let events = [decision(at: 0), event(.settled, at: 0.01), event(.retargeted, at: 0.015)]
    let summary = run(displacement + back, events).summary()
    #expect(summary.overshoot == .zero)
    #expect(summary.settleTime == Seconds(0.01))
  }

  @Test("the settle time ends when the motion that the last decision started ends")
  func settleTime() {
    let settled = [
      event(.settled, at: 0.5), decision(at: 1), event(.settled, at: 1.5), event(.settled, at: 9),
    ]
    #expect(run([], settled).summary().settleTime == Seconds(0.5))
    let dismissed = [decision(at: 1), event(.dismissed, at: 2)]
    #expect(run([], dismissed).summary().settleTime == Seconds(1))
    let caught = [decision(at: 1), event(.caught, at: 1.2), event(.settled, at: 3)]
    #expect(run([], caught).summary().settleTime == nil)
    #expect(run([], [event(.settled, at: 1), decision(at: 1)]).summary().settleTime == nil)
    #expect(run([], [event(.settled, at: 1)]).summary().settleTime == nil)
  }

  @Test("peak jerk is the largest third derivative of the settling motion")
  func jerk() {
    // y = j t³ / 6 has the velocity j t² / 2, whose second difference is exactly j.
    let cubic = (0..<40).map { index in
      let t = Double(index) / 100
      return frame(index, y: 600 * t * t * t / 6, vy: 600 * t * t / 2)
    }
    #expect((run(cubic).summary().peakJerk - 600).magnitude < 1e-6)
    let even = (0..<40).map { frame($0, y: Double($0), vy: 100 + Double($0)) }
    #expect(run(even).summary().peakJerk == 0)
    let dragged = cubic.map { frame in
      var frame = frame
      frame.phase = .dragging
      return frame
    }
    #expect(run(dragged).summary().peakJerk == 0)
  }

  @Test("peak speed is the speed of the fastest frame, regardless of its direction")
  func speed() {
    var diagonal = frame(0, y: 0, vy: -400)
    diagonal.velocity.x = PointsPerSecond(300)
    #expect(run([diagonal, frame(1, y: 0, vy: 450)]).summary().peakSpeed == PointsPerSecond(500))
  }

  @Test("counts, the last target and the last position equal those of the run")
  func counts() {
    let events = [
      event(.panBegan, at: 0), decision(at: 0.1), event(.caught, at: 0.2), event(.gap, at: 0.3),
      event(.panBegan, at: 0.3),
      event(.decision, at: 0.4, [LogField("target", .text("full"))]),
    ]
    let summary = run([frame(0, y: 3), frame(1, y: 4)], events, ending: .timeLimit).summary()
    #expect(summary.pans == 2)
    #expect(summary.decisions == 2)
    #expect(summary.catches == 1)
    #expect(summary.gaps == 1)
    #expect(summary.frames == 2)
    #expect(summary.finalTarget == "full")
    #expect(summary.finalPosition.y == Points(4))
    #expect(summary.ending == .timeLimit)
  }

  @Test("after a retarget by a command, the summary uses the new target")
  func sentByProgram() {
    let sent = event(.retargeted, at: 0.5, [LogField("target", .text("tip"))])
    let decided = event(.decision, at: 0.4, [LogField("target", .text("full"))])
    #expect(run([], [decided, sent]).summary().finalTarget == "tip")
    #expect(run([], [sent, decided]).summary().finalTarget == "full")
    #expect(run([], [sent]).summary().finalTarget == "tip")
  }
}
