import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Repair search")
struct RepairSearchTests {
  /// A flick that meant the highest detent, and all that mends it; found once, for it takes a while.
  private static let mended = Result {
    let labelled = try misread("flick", meant: "full")
    return (labelled: labelled, repairs: try RepairSearch(labelled).singleRepairs())
  }

  /// A gesture that goes elsewhere than `meant` by default.
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

  /// Whether the whole replay goes where it was meant with some values.
  private static func goesRight(_ labelled: LabelledRecording, _ values: [(String, String)]) throws
    -> Bool
  {
    var request = labelled.request
    request.assignments += values.map { Assignment(key: $0.0, value: $0.1) }
    let summary = try request.run(of: labelled.recording).summary()
    return Outcome(summary, wanting: Outcome.Wishes()).meets(labelled.intents)
  }

  @Test("every repair helps in the whole replay, and the smallest come first", arguments: [0, 1])
  func helps(index: Int) throws {
    // A drag that meant the same is looked at with the settings of the release only.
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
      #expect((smaller.size, smaller.kind) <= (larger.size, larger.kind))
    }
    for repair in repairs {
      #expect(repair.target == "full")
      #expect(try Self.goesRight(labelled, repair.changes.map { ($0.key, $0.new) }), "\(repair)")
    }
  }

  @Test("of changes as large, numbers and switches come first, then words, and whole rules last")
  func ties() throws {
    let repairs = try Self.mended.get().repairs
    func kind(_ key: String, _ new: String) -> SettingRepair.Kind? {
      repairs.first { $0.changes[0].key == key && $0.changes[0].new == new }?.kind
    }
    #expect(kind("release.adjacentOnly", "false") == .amount)
    #expect(kind("release.choice", "progress") == .rule)
    let whole = repairs.filter { $0.size == 1 }.map(\.kind)
    #expect(whole == whole.sorted() && Set(whole).count > 1)
    func repair(_ key: String, _ size: Double, _ kind: SettingRepair.Kind) -> SettingRepair {
      SettingRepair(
        changes: [.init(key: key, unit: "", old: "0", new: "1", size: size, kind: kind)],
        target: "full")
    }
    let mixed = [
      repair("a", 1, .rule), repair("b", 1, .choice), repair("c", 1, .amount),
      repair("d", 0.5, .rule), repair("e", 1, .amount), repair("f", 2, .amount),
    ]
    #expect(
      SettingRepair.ranked(mixed).map { $0.changes[0].key } == ["d", "c", "e", "b", "a", "f"])
  }

  @Test(
    "no change of one number that is a hundredth smaller helps, in steps of a thousandth",
    arguments: [4] as [UInt64])
  func smallest(seed: UInt64) throws {
    let gesture = ["flick", "tiny-flick"][Int(seed % 2)]
    let labelled = try Self.misread(gesture, meant: seed < 3 ? "full" : "tip", seed: seed)
    let search = try RepairSearch(labelled) { $0.onset == .release }
    let best = try #require(try search.singleRepairs().first)
    let evaluator = try Evaluator([labelled])
    for setting in search.settings {
      // A number that switches something on by leaving zero counts as the whole.
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

  @Test("where no setting helps alone, two do, and neither is idle")
  func pairs() throws {
    // A dead band takes the velocity, and without a look ahead it would not matter.
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
    }
    #expect(
      pairs.contains { Set($0.changes.map(\.key)) == ["release.deadBand", "release.projection"] })
  }

  @Test("what a repair does to other gestures is what their replays say")
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

  @Test("the margin is how much farther the target that was meant is than any other")
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
    #expect(verdict.margin == full - min(half, tip))
    let other = try #require(GestureVerdict(run, intents: [verdict.decidedTarget]))
    #expect(other.isRight)
    // What is decided by more than distances may be farther than what is not.
    let taken = try #require(distances[verdict.decidedTarget])
    #expect(other.margin == taken - full)
    #expect(GestureVerdict(run, intents: ["nowhere"])?.margin == nil)
  }
}
