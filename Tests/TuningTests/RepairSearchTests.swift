import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Repair search")
struct RepairSearchTests {
  /// A flick that should have reached the highest detent, and all its repairs.
  ///
  /// The repairs are computed once, because the search is slow.
  private static let mended = Result {
    let labelled = try misread("flick", meant: "full")
    return (labelled: labelled, repairs: try RepairSearch(labelled).singleRepairs())
  }

  /// A flick that went past its intended target, and all its repairs.
  private static let heldBack = Result {
    let labelled = try misread(
      "flick", meant: "half", [Assignment(key: "release.adjacentOnly", value: "false")])
    return (labelled: labelled, repairs: try RepairSearch(labelled).singleRepairs())
  }

  /// A flick that is replayed without projection, and the changes of settings that send it to the intended target.
  private static let unprojected = Result {
    let labelled = try misread(
      "flick", meant: "full",
      [("release.adjacentOnly", "false"), ("release.flick", "0"), ("release.projection", "0")]
        .map { Assignment(key: $0.0, value: $0.1) })
    let search = try RepairSearch(labelled) { $0.key == "release.projection" }
    return (labelled: labelled, repairs: try search.singleRepairs())
  }

  /// A gesture whose target with the default settings is not `meant`.
  private static func misread(
    _ gesture: String, meant: String, seed: UInt64 = 1, _ assignments: [Assignment] = []
  ) throws -> LabelledRecording {
    let known = try #require(SyntheticGesture.named(gesture))
    let recording = try known.recording(
      SyntheticGesture.Options(digitizer: Digitizer(seed: seed), intent: meant))
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = assignments
    return try #require(LabelledRecording(name: gesture, recording: recording, request: request))
  }

  /// Whether the complete replay reaches the intended target with the given values.
  private static func goesRight(_ labelled: LabelledRecording, _ values: [(String, String)]) throws
    -> Bool
  {
    var request = labelled.request
    for (key, value) in values { try request.vary(key, value) }
    let summary = try request.run(of: labelled.recording).summary()
    return Outcome(summary).meets(labelled.intents)
  }

  @Test(
    "every repair works in the complete replay, and the smallest repairs come first",
    arguments: [0, 1])
  func helps(index: Int) throws {
    // For a drag with the same intent, the search changes only the settings of the release.
    let (labelled, repairs) =
      try index == 0
      ? Self.mended.get()
      : {
        let labelled = try Self.misread("slow-drag-and-hold", meant: "full")
        let search = try RepairSearch(labelled) { $0.onset == .release }
        return (labelled: labelled, repairs: try search.singleRepairs())
      }()
    #expect(try !Self.goesRight(labelled, []))
    #expect(!repairs.isEmpty)
    for (smaller, larger) in zip(repairs, repairs.dropFirst()) {
      let (isOption, isNextOption) = (smaller.kind == .option, larger.kind == .option)
      #expect(!isOption || isNextOption)
      guard isOption == isNextOption else { continue }
      #expect((smaller.size, smaller.kind) <= (larger.size, larger.kind))
    }
    for repair in repairs {
      #expect(repair.target == "full")
      #expect(try Self.goesRight(labelled, repair.changes.map { ($0.key, $0.new) }), "\(repair)")
    }
  }

  @Test(
    "among equal sizes, numbers and switches come first, then words, then rules; options come last")
  func ties() throws {
    let repairs = try Self.mended.get().repairs
    func kind(_ key: String, _ new: String) -> SettingRepair.Kind? {
      repairs.first { $0.changes[0].key == key && $0.changes[0].new == new }?.kind
    }
    #expect(kind("release.adjacentOnly", "false") == .amount)
    #expect(kind("release.choice", "progress") == .rule)
    let whole = repairs.filter { $0.size == 1 && $0.kind != .option }.map(\.kind)
    #expect(whole == whole.sorted() && Set(whole).count > 1)
    func repair(_ key: String, _ size: Double, _ kind: SettingRepair.Kind) -> SettingRepair {
      SettingRepair(
        changes: [.init(key: key, unit: "", old: "0", new: "1", size: size, kind: kind)],
        target: "full")
    }
    let mixed = [
      repair("a", 1, .rule), repair("b", 1, .choice), repair("c", 1, .amount),
      repair("d", 0.5, .rule), repair("e", 1, .amount), repair("f", 2, .amount),
      repair("g", 0.1, .option),
    ]
    #expect(
      SettingRepair.ranked(mixed).map { $0.changes[0].key }
        == ["d", "c", "e", "b", "a", "f", "g"])
  }

  @Test(
    "no change of one number that is 1 % smaller than the repair works",
    arguments: [4] as [UInt64])
  func smallest(seed: UInt64) throws {
    let gesture = ["flick", "tiny-flick"][Int(seed % 2)]
    let labelled = try Self.misread(gesture, meant: seed < 3 ? "full" : "tip", seed: seed)
    let search = try RepairSearch(labelled) { $0.onset == .release }
    let best = try #require(try search.singleRepairs().first)
    let evaluator = try Evaluator([labelled])
    for setting in search.settings {
      // A number that is zero is not tested, because leaving zero switches a feature on and has the
      // size 1.
      guard case .number(let number, let range) = setting.value, number != 0 else { continue }
      let scale = number.magnitude
      let steps = Int(min(best.size, 1.0) * 0.99 * 1_000)
      var numbers: [Double] = []
      for step in 1...max(1, steps) {
        let change = Double(step) * scale / 1_000
        numbers += [number + change, number - change].filter { range.contains($0) }
      }
      let tried = TriedSettings(keys: [setting.key], rows: numbers.map { [TriedValue($0)] })
      try evaluator.evaluate(tried) { row, _, outcome in
        #expect(
          !outcome.meets(labelled.intents) || steps == 0,
          "\(setting.key)=\(numbers[row]) against \(best)")
      }
    }
  }

  /// Whether the gesture reaches its intent with each of `numbers` for one setting.
  ///
  /// False for invalid numbers.
  private static func goesRight(
    _ labelled: LabelledRecording, _ key: String, _ numbers: [Double]
  ) throws -> [Bool] {
    var right = [Bool](repeating: false, count: numbers.count)
    let tried = TriedSettings(keys: [key], rows: numbers.map { [TriedValue($0)] })
    try Evaluator([labelled]).evaluate(tried) { row, _, outcome in
      right[row] = outcome.meets(labelled.intents)
    }
    return right
  }

  @Test(
    "a repair is the smallest change of its setting in either direction, with few decimals")
  func nearest() throws {
    let (labelled, repairs) = try Self.heldBack.get()
    let ranges = Dictionary(
      uniqueKeysWithValues: try labelled.request.tunableSettings().compactMap { setting in
        if case .number(_, let range) = setting.value { (setting.key, range) } else { nil }
      })
    var sides: Set<Bool> = []
    for change in repairs.map({ $0.changes[0] }) {
      guard let range = ranges[change.key], let old = Double(change.old), old != 0,
        let new = Double(change.new)
      else { continue }
      sides.insert(new > old)
      // To have fewer decimals, a change may be 0.2 % larger than necessary.
      let steps = (1...49).map { Double($0) / 49 * 0.99 * (new - old) }
      let numbers = steps.flatMap { [old + $0, old - $0] }.filter(range.contains)
      #expect(try !Self.goesRight(labelled, change.key, numbers).contains(true), "\(change)")
      #expect(change.size == (new - old).magnitude / old.magnitude)
      var (unit, decimals) = (1.0, 0)
      while 0.5 * unit > 0.002 * (new - old).magnitude {
        (unit, decimals) = (unit / 10, decimals + 1)
      }
      let told = change.new.split(separator: ".").dropFirst().first?.count ?? 0
      #expect(told <= decimals, "\(change)")
    }
    #expect(sides == [true, false])
  }

  @Test(
    "a change from zero is relative to the default or the unit, or switches a feature on",
    arguments: [true, false])
  func zero(switchesOn: Bool) throws {
    let (labelled, repairs) = try switchesOn ? Self.mended.get() : Self.unprojected.get()
    let settings = Dictionary(
      uniqueKeysWithValues: try labelled.request.tunableSettings().map { ($0.key, $0) })
    var count = 0
    for change in repairs.map({ $0.changes[0] }) where change.old == "0" {
      let setting = try #require(settings[change.key])
      guard case .number(_, let range) = setting.value, let new = Double(change.new) else {
        continue
      }
      var scale = setting.standard.map(\.magnitude) ?? 0
      if scale == 0 { scale = ["pt": 100, "pt/s": 1_000, "s": 0.1][setting.unit] ?? 1 }
      let right = try Self.goesRight(labelled, change.key, [new * 1e-9, new * 0.5, new * 1.01])
      #expect(right[0] == switchesOn, "\(change)")
      count += 1
      guard switchesOn else {
        #expect(change.size == new.magnitude / scale, "\(change)")
        continue
      }
      // If a feature works as soon as it is switched on, the change has the size 1, and its value
      // is the largest value that still works.
      #expect(change.size == 1)
      #expect(right[1])
      #expect(!right[2] || new == scale || new == range.upperBound, "\(change)")
    }
    #expect(count > 0)
  }

  @Test("if no single setting works, a pair is found, and both of its changes are necessary")
  func pairs() throws {
    // The dead band removes the velocity. Without the projection, the velocity would have no
    // effect, so both must change.
    let held = [
      Assignment(key: "release.deadBand", value: "4000"),
      Assignment(key: "release.projection", value: "0"),
      Assignment(key: "release.skip", value: "100"),
    ]
    let labelled = try Self.misread("flick", meant: "full", held)
    let keys = [
      "release.deadBand", "release.projection", "release.hysteresis", "spring.response",
      "tracking.response", "limits.stiffness",
    ]
    let search = try RepairSearch(labelled) { keys.contains($0.key) }
    #expect(search.settings.map(\.key).sorted() == keys.sorted())
    let alone = try search.singleRepairs().filter { keys.prefix(2).contains($0.changes[0].key) }
    #expect(alone.isEmpty)
    let pairs = try search.pairRepairs()
    for repair in pairs {
      let values = repair.changes.map { ($0.key, $0.new) }
      #expect(values.count == 2)
      #expect(try Self.goesRight(labelled, values), "\(repair)")
      // Neither change can be 5 % smaller while the other change stays the same.
      for (index, change) in repair.changes.enumerated() {
        guard let old = Double(change.old), let new = Double(change.new) else { continue }
        var smaller = values
        smaller[index].1 = "\(old + 0.95 * (new - old))"
        #expect(try !Self.goesRight(labelled, smaller), "\(repair)")
      }
    }
    #expect(
      pairs.contains { Set($0.changes.map(\.key)) == ["release.deadBand", "release.projection"] })
  }

  @Test("the collateral of a repair equals the result of replaying the other gestures")
  func collateral() throws {
    let others = try ["flick", "tiny-flick", "slow-drag-and-hold", "hard-flick"].flatMap { name in
      try ["half", "full"].map { try Self.misread(name, meant: $0) }
    }
    let evaluator = try Evaluator(others)
    let answers = try evaluator.answers()
    for repair in try Self.mended.get().repairs.prefix(4) {
      let collateral = try evaluator.collateral(of: repair, answers: answers)
      var (better, worse): ([String], [String]) = ([], [])
      for other in others {
        let before = try Self.goesRight(other, [])
        let after = try Self.goesRight(other, repair.changes.map { ($0.key, $0.new) })
        if !before, after { better.append(other.name) }
        if before, !after { worse.append(other.name) }
      }
      #expect(collateral.wrongToRight == better)
      #expect(collateral.rightToWrong == worse)
      #expect(collateral.notApplicable.isEmpty)
    }
  }

  @Test("the search changes the options that a preset may set, and no others")
  func options() throws {
    // Between two detents, the estimator decides about a short drag that ends with a flick.
    let threshold = [("release.adjacentOnly", "false"), ("release.flick", "0")]
    var found: Set<String> = []
    for (gesture, intent) in [("flick", "half"), ("tiny-flick", "full"), ("hard-flick", "half")] {
      let labelled = try Self.misread(
        gesture, meant: intent, threshold.map { Assignment(key: $0.0, value: $0.1) })
      let keys = RequestOption.all.filter { !$0.isForTouchpads }.map(\.key)
      let search = try RepairSearch(labelled) { keys.contains($0.key) }
      #expect(search.settings.map(\.key) == ["estimator", "recognizer", "slop"])
      let evaluator = try Evaluator([labelled])
      for repair in try search.singleRepairs() {
        let change = repair.changes[0]
        found.insert(change.key)
        #expect(try Self.goesRight(labelled, [(change.key, change.new)]), "\(repair)")
        #expect(try !Self.goesRight(labelled, [(change.key, change.old)]), "\(repair)")
        let collateral = try evaluator.collateral(of: repair, answers: [false])
        #expect(collateral.wrongToRight == [gesture])
      }
    }
    #expect(found.contains("estimator"))
  }

  @Test("a gesture to which a change does not apply is reported separately")
  func notApplicable() throws {
    let flick = try Self.misread("flick", meant: "full")
    var other = flick
    other.name = "vaul"
    other.request.preset = "vaul"
    let keys = try other.request.tunableSettings().map(\.key)
    let setting = try #require(
      try flick.request.tunableSettings().first {
        $0.key.hasPrefix("release.") && !keys.contains($0.key)
      })
    guard case .number(let number, _) = setting.value else {
      Issue.record("\(setting.key) is not a number")
      return
    }
    let repair = SettingRepair(
      changes: [.init(key: setting.key, unit: "", old: "", new: plain(number), size: 1)],
      target: "full")
    let evaluator = try Evaluator([other, flick])
    let collateral = try evaluator.collateral(of: repair, answers: evaluator.answers())
    #expect(collateral.notApplicable == ["vaul"])
    #expect(collateral.rightToWrong.isEmpty && collateral.wrongToRight.isEmpty)
  }

  @Test("a verdict is correct if the outcome is correct, even if the surface is retargeted later")
  func verdict() throws {
    let pull = try #require(SyntheticGesture.named("slow-drag-and-hold"))
    var wentOn = 0
    for scenario in ["refresh", "sheet"] {
      let request = ReplayRequest(scenario: scenario)
      let recording = try pull.recording(
        SyntheticGesture.Options(
          from: Position(x: Points(195), y: Points(300)),
          to: Position(x: Points(195), y: Points(700)), digitizer: Digitizer(seed: 1)))
      let run = try request.run(of: recording)
      let outcome = Outcome(run.summary())
      if outcome.decidedTarget != outcome.finalTarget { wentOn += 1 }
      for intent in [outcome.decidedTarget, outcome.finalTarget, "nowhere"].compactMap({ $0 }) {
        let verdict = try #require(GestureVerdict(run, intents: [intent]))
        #expect(verdict.isRight == outcome.meets([intent]))
        #expect(verdict.isRight == (intent != "nowhere"))
      }
    }
    #expect(wentOn > 0)
  }

  /// A drag by a fifth of a page that is meant for the next page; the finger holds still before it
  /// lifts.
  private static func dragByAFifth() throws -> LabelledRecording {
    let known = try #require(SyntheticGesture.named("slow-drag-and-hold"))
    let recording = try known.recording(
      SyntheticGesture.Options(
        from: Position(x: Points(300), y: Points(400)),
        to: Position(x: Points(222), y: Points(400)), digitizer: Digitizer(), intent: "1"))
    return try #require(
      LabelledRecording(
        name: "drag", recording: recording, request: ReplayRequest(scenario: "paging")))
  }

  @Test(
    "settings that describe the situation, not the response, are never changed",
    arguments: allScenarios.map { $0.name })
  func situation(scenario: String) throws {
    let known = try #require(SyntheticGesture.named("flick"))
    let recording = try known.recording(
      SyntheticGesture.Options(digitizer: Digitizer(), intent: "anywhere"))
    let request = ReplayRequest(scenario: scenario)
    let labelled = try #require(
      LabelledRecording(name: "flick", recording: recording, request: request))
    let tried = Set(try RepairSearch(labelled).settings.map { $0.key })
    let situation = [
      "start", "start.x", "start.y", "page", "pages", "width", "height", "inset.top",
    ]
    // The height at which a refreshed list rests is a setting that may change.
    for key in situation where !(scenario == "refresh" && key == "height") {
      #expect(!tried.contains(key), "\(key) of \(scenario)")
    }
  }

  @Test("a rule that does not work with its defaults is tried with each of its settings")
  func rules() throws {
    let labelled = try Self.dragByAFifth()
    #expect(try !Self.goesRight(labelled, []))
    #expect(try !Self.goesRight(labelled, [("release.choice", "progress")]))
    let repairs = try RepairSearch(labelled).ruleRepairs()
    let progress = try #require(repairs.first { $0.changes.first?.new == "progress" })
    #expect(progress.changes.map(\.key) == ["release.choice", "release.threshold"])
    // The finger moves a fifth of the page, plus or minus the noise of the device.
    let threshold = try #require(Double(progress.changes[1].new))
    #expect((0.19...0.21).contains(threshold))
    for repair in repairs {
      #expect(try Self.goesRight(labelled, repair.changes.map { ($0.key, $0.new) }))
      #expect(try !Self.goesRight(labelled, [(repair.changes[0].key, repair.changes[0].new)]))
    }
    let other = try RepairSearch(labelled).ruleRepairs { $0.key != "release.threshold" }
    #expect(!other.contains { $0.changes.contains { $0.key == "release.threshold" } })
  }

  @Test("only a rule that projects has a distance margin", arguments: ["vaul", "nearest"])
  func noProjection(rule: String) throws {
    let labelled = try Self.misread(
      "flick", meant: "tip", [Assignment(key: "release.choice", value: rule)])
    let run = try labelled.request.run(of: labelled.recording)
    let verdict = try #require(GestureVerdict(run, intents: ["tip"]))
    #expect(verdict.usesProjection == (rule == "nearest"))
    #expect((verdict.excessDistance == nil) == (rule == "vaul"))
  }

  @Test("the excess distance is that to the intended target minus that to the nearest other target")
  func margin() throws {
    let labelled = try Self.misread("flick", meant: "full")
    let run = try labelled.request.run(of: labelled.recording)
    let verdict = try #require(GestureVerdict(run, intents: ["full"]))
    let distances = Dictionary(
      uniqueKeysWithValues: verdict.candidates.map { ($0.target, $0.distance) })
    #expect(!verdict.isRight)
    let full = try #require(distances["full"])
    let half = try #require(distances["half"])
    let tip = try #require(distances["tip"])
    #expect(verdict.excessDistance == full - min(half, tip))
    let other = try #require(GestureVerdict(run, intents: [verdict.decidedTarget]))
    #expect(other.isRight)
    // If the rule uses more than distances, the chosen target may be farther away than another
    // target.
    let taken = try #require(distances[verdict.decidedTarget])
    #expect(other.excessDistance == taken - full)
    #expect(GestureVerdict(run, intents: ["nowhere"])?.excessDistance == nil)
  }
}
