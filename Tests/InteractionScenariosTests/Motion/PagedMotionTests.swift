import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

@testable import ReleaseRules
@testable import Surfaces

/// The motions of pages in other systems.
@Suite("Motions of pages")
struct PagedMotionTests {
  static let laws: [PagedMotion.Law] = [
    .cssSnap, .qtSwipeView, .viewPager2, .swiper, .hyprland, .embla,
  ]

  static func trajectory(
    _ law: PagedMotion.Law, distance: Double = 300, velocity: Double = 0, isFlick: Bool = false
  ) -> Trajectory {
    PagedMotion(law, page: Points(390)).trajectory(
      from: (.zero, Velocity(x: PointsPerSecond(velocity), y: .zero)),
      to: Position(x: Points(distance), y: .zero),
      // Qt's motions begin at the last frame before this time.
      at: Seconds(law == .qtSwipeView ? 121.0 / 60 : 2), isFlick: isFlick,
      thrown: Velocity(x: PointsPerSecond(velocity), y: .zero), frames: nil)
  }

  static func position(_ trajectory: Trajectory, _ time: Double) -> Double {
    trajectory.state(at: Seconds(time)).position.x.value
  }

  @Test("a motion starts where the pages are, approaches the page, and ends there", arguments: laws)
  func ends(law: PagedMotion.Law) throws {
    for (distance, velocity) in [(300.0, 0.0), (-200, -900), (390, 1_500)] {
      for isFlick in [true, false] {
        let trajectory = Self.trajectory(
          law, distance: distance, velocity: velocity, isFlick: isFlick)
        #expect(Self.position(trajectory, 2) == 0)
        let end = try #require(trajectory.settleTime(within: .standard))
        #expect(end > Seconds(2) && end < Seconds(5))
        let final = trajectory.state(at: end + Seconds(1e-9))
        #expect(final.position.x == Points(distance) && final.velocity == .zero)
        // Embla's pages may pass the target by a little after a flick, as a spring does.
        let most = law == .embla ? 1.1 : 1 + 1e-12
        for step in 0...500 {
          let gone = Self.position(trajectory, 2 + Double(step) / 200) / distance
          #expect(gone >= 0 && gone <= most, "\(distance) pt, step \(step): \(gone)")
        }
      }
    }
  }

  @Test("Hyprland's workspaces move for 0.8 s on the curve (0, 0.75, 0.15, 1)")
  func hyprland() {
    let trajectory = Self.trajectory(.hyprland, velocity: 5_000)
    // At the parameter 1/2, the time of the curve is 3/8 · 0.15 + 1/8, and the progress 3/8 · 0.75 + 3/8 + 1/8.
    let time = 0.8 * (0.375 * 0.15 + 0.125)
    #expect((Self.position(trajectory, 2 + time) - 300 * 0.78125).magnitude < 1e-6)
    #expect(Self.position(trajectory, 2.799) < 300 && Self.position(trajectory, 2.8) == 300)
  }

  @Test("the velocity of a motion is the slope of its position", arguments: laws)
  func slope(law: PagedMotion.Law) {
    let trajectory = Self.trajectory(law, velocity: 900, isFlick: true)
    // The times avoid the frames, at which a sampled motion changes its velocity.
    for step in 0..<40 {
      let time = 2.0031 + Double(step) / 240
      let rise = Self.position(trajectory, time + 1e-6) - Self.position(trajectory, time - 1e-6)
      let velocity = trajectory.state(at: Seconds(time)).velocity.x.value
      #expect((rise / 2e-6 - velocity).magnitude < 0.5, "at \(time) s")
    }
  }

  @Test("to the left, a motion is the mirror image of that to the right", arguments: laws)
  func mirrored(law: PagedMotion.Law) {
    for isFlick in [true, false] {
      let right = Self.trajectory(law, velocity: 1_200, isFlick: isFlick)
      let left = Self.trajectory(law, distance: -300, velocity: -1_200, isFlick: isFlick)
      for step in 0...100 {
        let time = 2 + Double(step) / 100
        #expect(Self.position(right, time) == -Self.position(left, time))
      }
    }
  }

  @Test("a motion lasts as long as the formula of its system states")
  func durations() throws {
    func time(
      _ law: PagedMotion.Law, _ distance: Double, isFlick: Bool, velocity: Double = 0
    ) throws -> Double {
      let trajectory = Self.trajectory(
        law, distance: distance, velocity: velocity, isFlick: isFlick)
      return try #require(trajectory.settleTime(within: .standard)).value - 2
    }
    func isNear(_ value: Double, _ expected: Double) -> Bool { (value - expected).magnitude < 1e-9 }
    // From 4 pages per second to rest over one page: 2 · 390 / 1560 s.
    #expect(isNear(try time(.qtSwipeView, 390, isFlick: true), 0.5))
    // 300 / 780 s = 384.6 ms, in whole milliseconds.
    #expect(isNear(try time(.qtSwipeView, 300, isFlick: true), 0.384))
    #expect(isNear(try time(.qtSwipeView, 300, isFlick: false), 0.2))
    // ⌈100 / 0.3356⌉ ms.
    #expect(isNear(try time(.viewPager2, 300, isFlick: true), 0.298))
    // ⌈⌈62.5⌉ / 0.3356⌉ ms = ⌈187.7⌉ ms.
    #expect(isNear(try time(.viewPager2, 100, isFlick: true), 0.188))
    // (195 / 390 + 1) · 300 ms.
    #expect(isNear(try time(.viewPager2, 195, isFlick: false), 0.45))
    #expect(isNear(try time(.swiper, 195, isFlick: true), 0.3))
    // 14 − 300 / 60 frames, at least 6 and at most 12.
    #expect(isNear(try time(.cssSnap, 300, isFlick: false), 9.0 / 60))
    #expect(isNear(try time(.cssSnap, 500, isFlick: false), 6.0 / 60))
    #expect(isNear(try time(.cssSnap, 60, isFlick: false), 12.0 / 60))
  }

  @Test("Embla's first step is 0.68 times the step of the drag plus 1/25 of the distance")
  func embla() {
    // Without a velocity, no force exceeds the distance.
    let still = Self.trajectory(.embla)
    #expect((Self.position(still, 2 + 1.0 / 60) - 0.68 * 300 / 25).magnitude < 1e-9)
    // A force of 0.4 s · 1500 pt/s is twice the distance, so φ = 1/2.
    let thrown = Self.trajectory(.embla, velocity: 1_500, isFlick: true)
    #expect((Self.position(thrown, 2 + 2.0 / 60) - 0.69 * (25 + 300 / 20)).magnitude < 1e-9)
  }

  @Test("Embla shows pages as they were before the step of a frame, and pulls them back at an end")
  func emblaDrag() {
    let start = Position(x: .zero, y: .zero)
    var motion = EmblaMotion(
      (start, .zero), at: .zero, isFirst: true, lowest: Position(x: Points(-390), y: .zero),
      highest: start, view: Points(390))
    motion.drag(by: Position(x: Points(10), y: .zero), at: .zero)
    func shown(_ frame: Double) -> Double {
      motion.state(at: Seconds(frame / 60)).position.x.value
    }
    // Two steps in the first frame: w = 0.3 · 10 / 0.75 = 4, then w = 0.3 · (4 + 6 / 0.75) = 3.6.
    #expect((shown(0) - 4).magnitude < 1e-9)
    #expect((shown(0.5) - 5.8).magnitude < 1e-9)
    #expect((shown(1) - 7.6).magnitude < 1e-9)
    // The shown 4 pt are beyond the end, so the target is 10 − 0.1 · 6, and w = 0.3 · (3.6 + 1.8 / 0.75) = 1.8.
    #expect((shown(2) - 9.4).magnitude < 1e-9)
    // A lift before the frame 1 makes its step with the duration 25 and the friction 0.68. The target is the end,
    // towards which nothing pulls it: w = 0.68 · (3.6 − 7.6 / 25).
    let released = motion.released(
      from: start, to: start, force: .zero, isFlick: false, at: Seconds(0.01))
    #expect((released.state(at: Seconds(1.0 / 60)).position.x.value - 7.6).magnitude < 1e-9)
    let next = 7.6 + 0.68 * (3.6 - 7.6 / 25)
    #expect((released.state(at: Seconds(2.0 / 60)).position.x.value - next).magnitude < 1e-9)
  }

  @Test("Embla's steps are in frames of 1/60 s, whenever the finger lifts")
  func emblaFrames() {
    func position(at begin: Double, _ time: Double) -> Double {
      PagedMotion(.embla, page: Points(390)).trajectory(
        from: (.zero, .zero), to: Position(x: Points(300), y: .zero), at: Seconds(begin),
        isFlick: false, frames: nil
      ).state(at: Seconds(time)).position.x.value
    }
    for frame in 1...20 {
      let time = 2 + Double(frame) / 60
      #expect((position(at: 2, time) - position(at: 2.012, time)).magnitude < 1e-9)
    }
  }

  static func snap(_ velocity: Double, at offset: Double = 60, phase: Double = 0) -> ScrollSnapFling
  {
    ScrollSnapFling(
      offset: offset, velocity: velocity, pages: [0, 390, 780, 1_170, 1_560], stopsAlways: false,
      view: 390, time: Seconds(1 + phase), stillness: Seconds(1.0 / 120))
  }

  @Test("Chromium's frames start at the release, never go back, and end at the page")
  func frames() throws {
    for velocity in stride(from: -9_000.0, through: 9_000, by: 450) {
      for offset in [60.0, 800, 1_500] {
        for phase in 0..<8 {
          let outcome = Self.snap(velocity, at: offset, phase: Double(phase) / 480).outcome()
          let frames = [offset] + outcome.offsets
          #expect(frames.last == Double(outcome.page) * 390)
          #expect(outcome.offsets.count <= 400)
          let isBack = frames[frames.count - 1] < offset
          for (last, next) in zip(frames, frames.dropFirst()) {
            #expect(isBack ? next <= last : next >= last, "\(velocity) pt/s from \(offset) pt")
          }
        }
      }
    }
  }

  @Test(
    "the first step of Chromium's throw is in the first frame at or after the lift, from the last report",
    arguments: [0, 0.3, 0.9])
  func firstStep(phase: Double) throws {
    let frame = 1.0 / 60
    let throwing = Friction.chromium(deceleration: 2.7559e-5 * 96 * 1e6, longest: 3 * 390)
    // The lift is at a frame, or after it by a fraction of a frame; 60 frames are 1 s.
    let first = phase == 0 ? 1 : 1 + frame
    for stillness in [0.2, 0.7, 1.2, 2.5] {
      var snap = Self.snap(900, phase: phase * frame)
      snap.stillness = Seconds(stillness * frame)
      let outcome = snap.outcome()
      #expect((outcome.first.value - first).magnitude < 1e-9)
      let elapsed = first - (1 + (phase - stillness) * frame)
      // A step that would be two frames long counts as one frame.
      let step = throwing.motion(
        after: Seconds(elapsed < 2 * frame ? elapsed : frame),
        from: Decay.Motion(position: .zero, velocity: PointsPerSecond(900))
      ).position.value
      #expect((outcome.offsets[0] - 60 - step).magnitude < 1e-9, "\(stillness) frames")
    }
  }

  @Test("the steps of Chromium's snap decay by 0.92 for each 16 ms")
  func decay() throws {
    // The first step of the throw is half a frame long, so the steps decay from the third on, where the snap starts.
    let outcome = Self.snap(800).outcome()
    let steps = zip(outcome.offsets, outcome.offsets.dropFirst()).map { $1 - $0 }
    let ratio = exponential(naturalLogarithm(0.92) * (1_000.0 / 60) / 16)
    // The last step of the throw, and the first of the snap, which has no previous one, are left out.
    let snap = steps[2..<12]
    for (last, next) in zip(snap, snap.dropFirst()) {
      #expect((next / last - ratio).magnitude < 1e-6, "\(last), \(next)")
    }
  }

  @Test("a snap does not depend on the frame rate of the replay")
  func rates() throws {
    var hand = PageHand(settings: PagedMotionTests.settings)
    hand.swipe(0.2, velocity: 900)
    let (slow, fast) = (try hand.trial.run(60), try hand.trial.run(240))
    for (index, frame) in slow.frames.enumerated() where index * 4 < fast.frames.count {
      let other = fast.frames[index * 4]
      #expect((frame.position - other.position).length < Points(1e-9), "frame \(index)")
    }
  }

  /// The settings of the preset `css-snap` that concern the motion.
  static let settings = [
    ("reach", "0"), ("settle.law", "cssSnap"), ("release.choice", "cssSnap"),
  ]
}
