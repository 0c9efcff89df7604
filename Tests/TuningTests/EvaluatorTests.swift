import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Evaluator")
struct EvaluatorTests {
  /// Gestures with a catch, a cancelled touch, a lost event, several pans, and plain flicks.
  static let gestures = [
    "flick", "tap", "slow-drag-and-hold", "tiny-flick", "drag-down-then-flick-up",
    "catch-in-flight",
    "double-catch", "flick-again", "cancel", "cut-off", "gap", "corner-to-corner",
  ]

  /// Random settings of a scenario with valid values.
  struct Draw {
    var generator: SeededGenerator

    /// A value for a setting, near its default or anywhere in its range; nil for texts.
    mutating func value<Tuning>(for setting: Setting<Tuning>, in tuning: Tuning) -> TriedValue? {
      switch setting.access {
      case .number(let range, let get, _):
        let own = get(tuning)
        let factor = generator.uniform(in: 0.3...2.5)
        let near = own == 0 ? generator.uniform(in: 0...1) : own * factor
        let end = generator.happens(0.5) ? range.lowerBound : range.upperBound
        let number = generator.happens(0.03) ? end : near
        return TriedValue(min(max(number, range.lowerBound), range.upperBound))
      case .flag: return TriedValue(generator.happens(0.5) ? "true" : "false")
      case .word(let choices, _, _): return TriedValue(generator.one(of: choices))
      case .text: return nil
      }
    }
  }

  /// The outcome of a complete replay.
  private func oracle(
    _ request: ReplayRequest, _ recording: Recording, _ tried: TriedSettings, row: Int
  ) throws -> Outcome {
    var request = request
    request.assignments += zip(tried.keys, tried.rows[row]).map {
      Assignment(key: $0, value: $1.text)
    }
    return Outcome(try request.run(of: recording).summary())
  }

  private func labelled(_ request: ReplayRequest, _ names: [String]) throws -> [LabelledRecording] {
    try names.map { name in
      let gesture = try #require(SyntheticGesture.named(name))
      let recording = try gesture.recording(SyntheticGesture.Options(intent: "half"))
      return try #require(LabelledRecording(name: name, recording: recording, request: request))
    }
  }

  /// Compares every outcome with that of a complete replay; returns the number of comparisons.
  private func compare(
    _ recordings: [LabelledRecording], _ tried: TriedSettings
  ) throws -> Int {
    let evaluator = try Evaluator(recordings)
    var outcomes: [[Int]: Outcome] = [:]
    let errors = try evaluator.evaluate(tried) { outcomes[[$0, $1]] = $2 }
    var compared = 0
    for row in tried.rows.indices {
      for (gesture, labelled) in recordings.enumerated() {
        let expected = Result {
          try oracle(labelled.request, labelled.recording, tried, row: row)
        }
        switch expected {
        case .success(let expected):
          compared += 1
          #expect(
            outcomes[[row, gesture]] == expected,
            "\(labelled.request.scenario) \(labelled.name): \(tried.keys) = \(tried.rows[row].map(\.text))"
          )
        case .failure:
          #expect(errors[row] != nil, "\(tried.keys) = \(tried.rows[row].map(\.text))")
        }
      }
    }
    return compared
  }

  private func settings<S: Scenario>(
    of type: S.Type, _ seed: UInt64, onset: Set<SettingOnset>, count: Int, rows: Int
  ) -> TriedSettings {
    var draw = Draw(generator: SeededGenerator(seed: seed))
    let tuning = S.standardTuning
    var known: [String: Setting<S.Tuning>] = [:]
    for setting in S.settings where setting.applies(in: tuning) && onset.contains(setting.onset) {
      known[setting.key] = setting
    }
    let all = known.keys.sorted().filter { key in
      if case .text? = known[key]?.access { return false }
      return known[key]?.decides == false || seed == 3
    }
    var keys: [String] = []
    while keys.count < min(count, all.count) {
      let key = draw.generator.one(of: all)
      if !keys.contains(key) { keys.append(key) }
    }
    let values = (0..<rows).map { _ in
      keys.compactMap { key in known[key].flatMap { draw.value(for: $0, in: tuning) } }
    }
    return TriedSettings(keys: keys, rows: values)
  }

  @Test(
    "every outcome equals the outcome of the complete replay, for any varied setting",
    arguments: allScenarios.map { $0.name })
  func anything(name: String) throws {
    func check<S: Scenario>(_ type: S.Type) throws {
      var compared = 0
      for seed in 1...3 as ClosedRange<UInt64> {
        let start = Int(seed) * 2 % Self.gestures.count
        let names = [Self.gestures[start], Self.gestures[start + 1]]
        let tried = settings(
          of: type, seed, onset: [.touch, .release, .settling], count: 4, rows: 6)
        compared += try compare(labelled(ReplayRequest(scenario: S.name), names), tried)
      }
      #expect(compared > 10, "of \(name)")
    }
    try check(scenario(named: name))
  }

  @Test(
    "outcomes equal complete replays if only the rule and the spring vary, in one run or in a grid",
    arguments: allScenarios.map { $0.name })
  func ruleAndSpring(name: String) throws {
    func check<S: Scenario>(_ type: S.Type) throws {
      for (index, preset) in ([nil] + S.presets.map { $0.name }).prefix(3).enumerated() {
        var request = ReplayRequest(scenario: S.name)
        request.preset = preset
        let seed = UInt64(index + 11)
        let rules = settings(of: type, seed, onset: [.release], count: 2, rows: 4)
        let springs = settings(of: type, seed + 100, onset: [.settling], count: 3, rows: 4)
        let grid = TriedSettings(
          keys: rules.keys + springs.keys,
          rows: rules.rows.flatMap { rule in springs.rows.map { rule + $0 } })
        let start = index * 2 % Self.gestures.count
        let names = [Self.gestures[start], Self.gestures[start + 1]]
        _ = try compare(labelled(request, names), grid)
      }
    }
    try check(scenario(named: name))
  }

  /// Settings that involve more than the surface, rule and spring in a release, or that select
  /// other code paths.
  static let parts = [
    ("sheet", "content.height=2000"), ("sheet", "margin.lowest=80"), ("sheet", "hitTest=true"),
    ("sheet", "dismissible=true"), ("sheet", "pause.window=0.1"), ("sheet", "engine=wave"),
    ("sheet", "release.cancelled=asLift"), ("sheet", "limits=stop"), ("sheet", "spring.response=0"),
    ("sheet", "settle.law=quintic"), ("sheet", "spring.calmSpeed=500"),
    ("sheet", "tracking.response=0.2"), ("pip", "dismiss=true"), ("pip", "stash=true"),
    ("pip", "mode=free"), ("pip", "friction=true"), ("modal", "vetoesDismissal=true"),
    ("card", "dismissible=true"), ("drawer", "start=open"),
  ]

  @Test(
    "outcomes equal complete replays if settings of other parts affect the release",
    arguments: parts)
  func otherParts(scenario: String, setting: String) throws {
    var request = ReplayRequest(scenario: scenario)
    let words = setting.split(separator: "=").map { String($0) }
    request.assignments = [Assignment(key: words[0], value: words[1])]
    let tried = TriedSettings(
      keys: ["release.deadBand", "settle.distance"],
      rows: [0.0, 30, 900].flatMap { band in
        [0.05, 0.1, 5].map { [TriedValue(band), TriedValue($0)] }
      })
    #expect(try compare(labelled(request, Self.gestures), tried) == 9 * Self.gestures.count)
  }

  @Test(
    "outcomes equal complete replays if the surface settles immediately at the release",
    arguments: ["sheet", "pip"])
  func endsAtOnce(scenario: String) throws {
    let tried = TriedSettings(
      keys: ["settle.distance", "settle.speed", "release.projection"],
      rows: [(100.0, 10_000.0), (100, 100), (0.1, 10_000)].flatMap { distance, speed in
        [0.0, 0.2].map { [TriedValue(distance), TriedValue(speed), TriedValue($0)] }
      })
    let recordings = try labelled(ReplayRequest(scenario: scenario), Self.gestures)
    #expect(try compare(recordings, tried) == 6 * recordings.count)
    var ends = 0
    try Evaluator(recordings).evaluate(tried) { if $2.settleTime == .zero { ends += 1 } }
    #expect(ends > 0)
  }

  @Test(
    "outcomes equal complete replays if the surface settles before or near its peak",
    arguments: ["sheet", "pip", "card"])
  func endsBeforePeak(scenario: String) throws {
    let tried = TriedSettings(
      keys: ["spring.dampingRatio", "settle.distance", "settle.speed"],
      rows: [0.5, 0.8, 0.9, 0.93, 0.96, 0.98, 0.995, 0.9999].flatMap { ratio in
        // With the first tolerance, the spring settles after it has oscillated; with the others, as
        // soon as it is near enough or slow enough.
        [(0.001, 0.01), (0.1, 5), (2, 10_000), (20, 10_000), (100, 50)].map {
          distance, speed in [TriedValue(ratio), TriedValue(distance), TriedValue(speed)]
        }
      })
    let names = ["flick", "slow-drag-and-hold", "corner-to-corner", "catch-in-flight"]
    let recordings = try labelled(ReplayRequest(scenario: scenario), names)
    #expect(try compare(recordings, tried) == 40 * recordings.count)
  }

  /// A flick, and taps on the surface while it moves and after it has settled.
  private func tapped(_ request: ReplayRequest) throws -> LabelledRecording {
    func touch(
      after pause: Double, from start: Position, _ move: (inout HandPath) -> Void
    ) -> SyntheticTouch {
      var path = HandPath(from: start)
      move(&path)
      return SyntheticTouch(after: Seconds(pause), path: path)
    }
    let (low, high) = (
      Position(x: Points(195), y: Points(650)), Position(x: Points(195), y: Points(450))
    )
    let hand = HandModel(touches: [
      touch(after: 0, from: low) { $0.flick(to: high, speed: PointsPerSecond(1500)) },
      touch(after: 0.08, from: high) { $0.hold(for: Seconds(0.05)) },
      touch(after: 0.05, from: low) { $0.flick(to: high, speed: PointsPerSecond(600)) },
      touch(after: 4, from: high) { $0.hold(for: Seconds(0.05)) },
    ])
    return try #require(
      LabelledRecording(
        name: "tapped",
        recording: try Digitizer().recording(of: hand, gesture: "tapped", intent: "half"),
        request: request))
  }

  @Test(
    "in a grid, catching and throwing a settling surface equals the complete replay",
    arguments: ["sheet", "pip", "card"])
  func caughtInGrid(scenario: String) throws {
    let request = ReplayRequest(scenario: scenario)
    let recordings =
      try labelled(request, ["catch-in-flight", "double-catch", "flick-again"]) + [tapped(request)]
    let tried = TriedSettings(
      keys: ["release.deadBand", "release.projection", "spring.response", "spring.dampingRatio"],
      rows: [(0.0, 0.1), (0, 0.5), (150, 0), (900, 0.3)].flatMap { band, projection in
        [(0.2, 1.0), (0.4, 0.6), (0.6, 0.8), (0.9, 1.1), (2, 0.3)].map { response, damping in
          [TriedValue(band), TriedValue(projection), TriedValue(response), TriedValue(damping)]
        }
      })
    #expect(try compare(recordings, tried) == 20 * recordings.count)
  }

  /// Changes of a request after which it needs another surface of the same scenario.
  static let others: [(name: String, change: @Sendable (inout ReplayRequest) -> Void)] = [
    ("rate", { $0.rate = FrameRate(framesPerSecond: 7) }),
    (
      "assignments",
      { $0.assignments = [Assignment(key: "spring.dampingRatio", value: "0.3")] }
    ),
    ("screen", { $0.screen = Screen(size: Planar(x: Points(390), y: Points(1600))) }),
    ("preset", { $0.preset = "wave" }),
    ("commands", { $0.commands = [TimedCommand(at: Seconds(5), .settle(at: "tip"))] }),
    ("scenario", { $0.scenario = "pip" }),
  ]

  @Test(
    "two requests share a surface only if all settings of the surface are equal",
    arguments: others.indices)
  func otherSurface(index: Int) throws {
    let (name, change) = Self.others[index]
    let request = ReplayRequest(scenario: "sheet")
    var other = request
    change(&other)
    let tried = TriedSettings(keys: ["spring.response"], rows: [[TriedValue(0.4)]])
    let recordings = try labelled(request, ["flick"]) + labelled(other, ["flick"])
    // The recordings are evaluated in both orders, and repeatedly.
    #expect(try compare(recordings + recordings.reversed() + recordings, tried) == 6, "\(name)")
    let outcomes = try recordings.map {
      try oracle($0.request, $0.recording, tried, row: 0)
    }
    #expect(outcomes[0] != outcomes[1], "another \(name) must show")
  }

  @Test("if several gestures refuse a set of values, the error of the first gesture is reported")
  func firstRefusal() throws {
    var other = ReplayRequest(scenario: "sheet")
    other.assignments = [
      Assignment(key: "detents", value: "low:100,high:50%"), Assignment(key: "start", value: "low"),
    ]
    let recordings =
      try labelled(ReplayRequest(scenario: "sheet"), ["flick"]) + labelled(other, ["flick"])
    let tried = TriedSettings(
      keys: ["start"], rows: ["nowhere", "half", "low"].map { [TriedValue($0)] })
    func refusals(_ recordings: [LabelledRecording]) throws -> [SettingError?] {
      try Evaluator(recordings).evaluate(tried) { _, _, _ in }
    }
    let alone = try recordings.map { try refusals([$0]) }
    #expect(alone[0][0] != nil && alone[1][0] != nil && alone[0][0] != alone[1][0])
    #expect(alone[0][1] == nil && alone[1][1] != nil)
    #expect(try refusals(recordings) == [alone[0][0], alone[1][1], alone[0][2]])
    #expect(try refusals(recordings.reversed()) == [alone[1][0], alone[1][1], alone[0][2]])
  }

  @Test("the jerk includes all frames")
  func jerk() throws {
    let tried = TriedSettings(
      keys: ["spring.response", "engine"],
      rows: [0.2, 0.4].flatMap { response in
        ["exact", "wave"].map { [TriedValue(response), TriedValue($0)] }
      })
    let recordings = try labelled(ReplayRequest(scenario: "pip"), ["flick", "double-catch"])
    let compared = try compare(recordings, tried)
    #expect(compared == 8)
  }

  @Test("an unknown key and an invalid value give different errors")
  func refused() throws {
    let evaluator = try Evaluator(labelled(ReplayRequest(scenario: "sheet"), ["flick"]))
    #expect(throws: EvaluatorError.self) {
      try evaluator.evaluate(TriedSettings(keys: ["spring.respons"], rows: [])) { _, _, _ in }
    }
    let tried = TriedSettings(
      keys: ["spring.response"], rows: [[TriedValue(-1)], [TriedValue(0.3)]])
    var visited: [Int] = []
    let errors = try evaluator.evaluate(tried) { row, _, _ in visited.append(row) }
    #expect(visited == [1])
    #expect(errors[0] != nil && errors[1] == nil)
  }
}
