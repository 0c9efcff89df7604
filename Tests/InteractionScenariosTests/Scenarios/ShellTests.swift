import FrameLogs
import GestureReplay
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import VelocityEstimation

@testable import TouchInput

/// What shells make of swipes on a touchpad, in the units of libinput.
///
/// A swipe is given as the movements that libinput sends. The rows are those of the shells' own tests, or follow from the
/// numbers in their sources.
@Suite("Shells") struct ShellTests {
  /// One movement of libinput.
  typealias Step = (x: Double, y: Double)

  /// Returns `count` equal steps whose sum is `total`.
  static func even(_ total: Step, in count: Int) -> [Step] {
    Array(repeating: (total.x / Double(count), total.y / Double(count)), count: count)
  }

  /// The result of a swipe that starts on workspace 2 of 5.
  struct Result {
    /// The workspace at rest.
    var page: Int
    /// The farthest distance from workspace 2 during the swipe, in workspaces.
    var progress: Double
    /// The time from the lift to the rest.
    var settling: Double
  }

  /// Swipes by `steps`, one every `interval` milliseconds, and lifts after `rest` milliseconds.
  static func swipe(
    _ preset: String, _ steps: [Step], every interval: Int64 = 8, rest: Int64 = 8,
    _ settings: (String, String)...
  ) throws -> Result {
    var request = ReplayRequest(scenario: SwipeScenario.name)
    request.preset = preset
    let chosen = try request.withPresetChoices()
    let values =
      try SwipeScenario.preset(named: preset).values + settings.map { (key: $0.0, value: $0.1) }
    var options = chosen.pans
    options.axis = values.last { $0.key == "axis" }?.value == "vertical" ? .vertical : .horizontal
    var recognition = PanRecognition(options, beganMicroseconds: 0, firstMicroseconds: 0)
    var estimator = try Estimator.named(chosen.estimator)
    var (hand, moved, start) = (HandScript(), Planar<Points>.zero, Planar<Points>?.none)
    estimator.receive(PanSample(microseconds: 0, position: .zero))
    for (index, step) in steps.enumerated() {
      let time = Int64(index + 1) * interval * 1_000
      moved = moved + Planar(x: Points(step.x), y: Points(step.y))
      estimator.receive(PanSample(microseconds: time, position: moved))
      hand.wait(Double(interval) / 1_000)
      if start == nil {
        switch recognition.verdict(moved: moved, arc: .zero, fingers: 1, atMicroseconds: time) {
        case .waiting: continue
        case .refused: return Result(page: 2, progress: 0, settling: 0)
        case .begins(let from): start = from
        }
        if options.recognizer.measuresFromPan, let start {
          estimator.reset()
          estimator.receive(PanSample(microseconds: time - 1, position: start))
          estimator.receive(PanSample(microseconds: time, position: moved))
        }
      }
      let shown = moved - (start ?? .zero)
      hand.move(x: shown.x.value, y: shown.y.value)
    }
    hand.wait(Double(rest) / 1_000)
    let lift = Int64(steps.count) * interval + rest
    let velocity = estimator.released(atMicroseconds: lift * 1_000).velocity
    hand.release(x: velocity.x.value, y: velocity.y.value)
    let run = try Trial(
      scenario: SwipeScenario.self, settings: values + [(key: "start", value: "2")],
      events: hand.events
    ).run(240)
    let settled = run.events.last { $0.kind == .settled }
    return Result(
      page: run.frames.last?.page ?? 0,
      progress: run.frames.filter { $0.phase == .dragging }
        .map { ($0.pagePosition - 2).magnitude }.max() ?? 0,
      settling: settled.map { $0.time.value - Double(lift) / 1_000 } ?? 0)
  }

  /// KWin's `autotests/test_gestures.cpp`: the movement, the progress, and whether the gesture is triggered.
  static let kwinRows: [(Step, Double, Bool)] = [
    ((0, -400), 1, true), ((0, -200), 1, true), ((0, -100), 0.5, false), ((-400, 0), 1, true),
    ((-200, 0), 1, true), ((-100, 0), 0.5, false), ((400, 0), 1, true), ((200, 0), 1, true),
    ((100, 0), 0.5, false), ((0, 400), 1, true), ((0, 200), 1, true), ((0, 100), 0.5, false),
    ((2, -300), 1, true), ((-200, 1), 1, true), ((400, -19), 1, true), ((0, 500), 1, true),
  ]

  @Test("KWin's own rows have its progress, and a threshold of 1 triggers", arguments: kwinRows)
  func kwin(step: Step, progress: Double, isTriggered: Bool) throws {
    let isVertical = step.y.magnitude > step.x.magnitude
    for count in [1, 7] {
      let result = try Self.swipe(
        "kwin", Self.even(step, in: count), ("axis", isVertical ? "vertical" : "horizontal"),
        ("release.threshold", "1"))
      #expect((result.progress - progress).magnitude < 1e-9)
      let forward = isVertical ? step.y < 0 : step.x < 0
      #expect(result.page == (isTriggered ? forward ? 3 : 1 : 2))
    }
  }

  @Test("KWin switches desktops from a quarter of the way, at any speed")
  func desktops() throws {
    for (distance, page) in [(49.0, 2), (50, 1), (-49, 2), (-50, 3), (1_000, 1), (-1_000, 3)] {
      for count in [1, 100] {
        #expect(try Self.swipe("kwin", Self.even((distance, 0), in: count)).page == page)
      }
    }
    // The motion starts at rest, on a spring with stiffness 300 and damping ratio 1.1.
    let (slow, fast) = (
      try Self.swipe("kwin", Self.even((100, 0), in: 100)),
      try Self.swipe("kwin", Self.even((100, 0), in: 1))
    )
    #expect(slow.settling > 0.3 && (slow.settling - fast.settling).magnitude < 1e-9)
    // The axis that a swipe has at 5 units is its axis.
    #expect(try Self.swipe("kwin", [(4, 0), (0, 4.5), (100, 0)]).page == 1)
    #expect(try Self.swipe("kwin", [(4, 0), (0, 5), (100, 0)]).page == 2)
    #expect(try Self.swipe("kwin", [(5, 4), (0, 300), (50, 0)]).page == 1)
  }

  @Test("Hyprland goes on from half of the way, or with a mean of 30 per report")
  func hyprland() throws {
    for (total, count, page) in [
      (149.0, 10, 2), (150, 10, 1), (-149, 10, 2), (-150, 10, 3), (-60, 2, 3), (-58, 2, 2),
      (60, 2, 1), (290, 5, 1), (1_000, 10, 1),
    ] {
      #expect(
        try Self.swipe("hyprland", Self.even((total, 0), in: count)).page == page, "\(total)")
    }
    #expect(try Self.swipe("hyprland", [(90, 0), (-88.5, 0)]).page == 2, "within 2 of the start")
    #expect(try Self.swipe("hyprland", [(90, 0), (-30, 0)]).page == 1)
    // 90 of 300 units are shown, of which nothing is left out.
    #expect((try Self.swipe("hyprland", [(90, 0)]).progress - 0.3).magnitude < 1e-9)
    let late = try Self.swipe("hyprland", [(4, 4), (20, 3)])
    #expect((late.progress - 20.0 / 300).magnitude < 1e-9, "without the movement before")
  }

  @Test(
    "in Hyprland, the same stroke at 60 and 140 reports a second differs; elsewhere it does not")
  func reportRate() throws {
    func pages(_ preset: String) throws -> [Int] {
      // 100 units in 0.05 s: 3 reports at 60, 7 at 140.
      try [(3, 17), (7, 7)].map {
        try Self.swipe(preset, Self.even((-100, 0), in: $0.0), every: $0.1, rest: 1).page
      }
    }
    #expect(try pages("hyprland") == [3, 2])
    #expect(try pages("gnome-shell") == [3, 3])
    #expect(try pages("kwin") == [3, 3])
    #expect(try pages("pantheon") == [3, 3])
  }

  @Test("niri goes on from half of the way and by projection, from the event that crosses 16 units")
  func niri() throws {
    // A still release: the last movement is older than 150 ms. The first 15 of 16.5 units are left out.
    let first = Self.even((0, -15), in: 10) + [(0, -1.5)]
    for (distance, page) in [(149.0, 2), (151, 3)] {
      let steps = first + Self.even((0, 1.5 - distance), in: 100)
      let result = try Self.swipe("niri", steps, rest: 200)
      #expect(result.page == page)
      #expect((result.progress - distance / 300).magnitude < 1e-9)
    }
    // A workspace of overshoot is drawn as 0.05 (1 − 1 / (0.5 / 0.05 + 1)).
    let beyond = try Self.swipe("niri", first + Self.even((0, -598.5), in: 50))
    #expect((beyond.progress - 1 - 0.05 * (1 - 1.0 / 11)).magnitude < 1e-9)
    #expect(try Self.swipe("niri", [(16, 15), (0, -300)]).page == 2, "a column, not a workspace")
  }

  @Test("GNOME Shell goes on at 0.6 per ms over 150 ms, or from half of the way less 16 units")
  func gnome() throws {
    for (total, milliseconds, page) in [
      // Still releases: the first 14.85 or 12 units are left out, and half of the way is 200.
      (-214.5, 8_000, 2), (-216, 8_000, 3),
      // The fourth of 15 steps crosses, so 12 of them count in 11 intervals: 0.6 per ms is 4.4 a step.
      (-65.9, 120, 2), (-66.1, 120, 3), (65.9, 120, 2), (66.1, 120, 1),
    ] as [(Double, Int, Int)] {
      let result = try Self.swipe("gnome-shell", Self.even((total, 0), in: milliseconds / 8))
      #expect(result.page == page, "\(total) in \(milliseconds) ms")
    }
    // 43 and the current version differ only in the fingers.
    #expect(try Self.swipe("gnome-shell.43", Self.even((-66.1, 0), in: 15)).page == 3)
  }

  @Test("the duration of GNOME Shell's motion follows from the velocity, also below the threshold")
  func gnomeDuration() throws {
    let result = try Self.swipe("gnome-shell", Self.even((-240, 0), in: 60))
    #expect(result.page == 3)
    // Shown: 240 − 12; left: 172 / 400; velocity: 4 / 8 per ms, as fractions 0.5 / 400 per ms.
    #expect((result.settling - min(0.4, 3 * 0.43 / (0.5 / 0.4))).magnitude < 1e-6)
    // Against the target, it counts as 0.002 per ms.
    let back = try Self.swipe("gnome-shell", Self.even((-112, 0), in: 28))
    #expect(back.page == 2)
    #expect((back.settling - 3 * 0.25 / 2).magnitude < 1e-6)
  }

  @Test("GNOME Shell forgets what a swipe moves beyond the neighbour")
  func gnomeForgets() throws {
    let over = Self.even((-900, 0), in: 60) + Self.even((230, 0), in: 60)
    #expect(try Self.swipe("gnome-shell", over).page == 2)
  }

  @Test("Pantheon adds half a workspace above 1.2 per ms, and moves any number of them")
  func pantheon() throws {
    func page(_ total: Double, last: Double, rest: Int64 = 8) throws -> Int {
      let steps =
        [(x: -20.0, y: 0.0)] + Self.even((total + 20 - last, 0), in: 20) + [(x: last, y: 0.0)]
      return try Self.swipe("pantheon", steps, rest: rest).page
    }
    #expect(try page(-40, last: -9.7) == 3)
    #expect(try page(-40, last: -9.5) == 2)
    #expect(try page(-40, last: -9.7, rest: 900) == 3, "a rest does not age the velocity")
    #expect(try page(-199, last: -1) == 2)
    #expect(try page(-201, last: -1) == 3)
    #expect(try page(-650, last: -1) == 4)
    #expect(try page(650, last: 1) == 0)
  }

  @Test("libadwaita scrolls pages of 300 units from the first event, and stops at a neighbour")
  func adwaita() throws {
    let result = try Self.swipe("adwaita", Self.even((0, -90), in: 30))
    #expect((result.progress - 0.3).magnitude < 1e-9)
    #expect(try Self.swipe("adwaita", Self.even((0, -900), in: 30)).progress == 1)
    #expect(
      (try Self.swipe("adwaita.horizontal", Self.even((-90, 0), in: 30)).progress - 0.225).magnitude
        < 1e-9)
    // 75 units in 14 intervals and their first step: 0.6 per ms is 67.2.
    #expect(try Self.swipe("adwaita", Self.even((0, -67), in: 15)).page == 2)
    #expect(try Self.swipe("adwaita", Self.even((0, -67.5), in: 15)).page == 3)
  }

  @Test("GTK moves content 2.5 times as far as the fingers on a touchpad, and throws it as fast")
  func gtk() throws {
    for (onScreen, factor) in [(false, 2.5), (true, 1)] {
      var hand = HandScript(at: onScreen ? Position(x: Points(200), y: Points(700)) : nil)
      for step in 1...10 {
        hand.wait(0.01)
        hand.move(y: -4 * Double(step))
      }
      hand.wait(0.01)
      hand.release(y: -400)
      let run = try Trial(
        scenario: ScrollScenario.self,
        settings: ScrollScenario.preset(named: "gtk.touchpad").values,
        events: hand.events
      ).run(240)
      let start = try #require(run.frames.first).position.y.value
      let lifted = try #require(run.frames.last { $0.phase == .dragging }).position.y.value
      #expect((start - lifted - 40 * factor).magnitude < 1e-9)
      // The throw of v goes v / 4 on.
      let rest = try #require(run.frames.last).position.y.value
      #expect((lifted - rest - 400 * factor / 4).magnitude < 1)
    }
  }
}
