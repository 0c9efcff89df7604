import FrameLogs
import InteractionScenarios
import Quantities
import Review
import Testing

@Suite("Groups of changes")
struct ChangeGroupTests {
  /// Changed settings, each of which affects different cases.
  private static let changes: KeyValuePairs = [
    "spring.response": "0.55", "spring.dampingRatio": "0.7", "release.projection": "0.25",
    "engine": "wave", "settle.distance": "3", "release.deadBand": "400", "rubberBand": "0.3",
    "settle.speed": "40", "release.hysteresis": "60", "spring.calmSpeed": "900",
  ]

  /// The maximum number of cases per change.
  private static let most = 3

  @Test("ten simultaneous changes give at most twelve groups, each of one change")
  func tenAtOnce() throws {
    var explained: [ExplainedChange] = []
    var planted: [String: String] = [:]
    for (index, known) in Bundled.all.enumerated() {
      let change = Self.changes[index % Self.changes.count]
      guard planted.values.count(where: { $0 == change.key }) < Self.most,
        var request = ReplayRequest(header: known.expected.header)
      else { continue }
      request.assignments.append(Assignment(key: change.key, value: change.value))
      guard let run = try? request.run(of: known.recording) else { continue }
      let found = RunComparison(expected: RunRows(known.expected), actual: RunRows(run)).difference
      guard let kind = found?.kind, kind > .withinTolerance else { continue }
      var search = CauseSearch(
        expected: known.expected, actual: run, recording: known.recording, within: RunTolerance())
      explained.append(
        ExplainedChange(
          name: known.name, felt: VisibleChange(expected: known.expected, actual: run, kind: kind),
          cause: search.cause()))
      planted[known.name] = change.key
    }
    let groups = ChangeGroup.groups(of: explained)
    #expect(Set(planted.values).count >= 8 && explained.count >= 20, "\(planted)")
    #expect(groups.count <= 12, "\(groups.map(\.cause.sentence))")
    #expect(groups.allSatisfy { !$0.changes.isEmpty && $0.changes.first?.felt.kind == $0.kind })
    let pure = groups.map { group in
      let keys = group.changes.compactMap { planted[$0.name] }
      return Set(keys).map { key in keys.count { $0 == key } }.max() ?? 0
    }
    #expect(Double(pure.reduce(0, +)) >= 0.95 * Double(explained.count))
  }

  @Test("the worst change of a group comes first, regardless of the names")
  func worstFirst() throws {
    let expected = try #require(
      Bundled.all.map(\.expected).first { run in
        run.ending == .rested && run.events.contains { $0.kind == .decision }
      })
    let decided = try #require(expected.events.lastIndex { $0.kind == .decision })
    func change(_ name: String, _ change: (inout Run) -> Void) throws -> ExplainedChange {
      var actual = expected
      change(&actual)
      let found = RunComparison(expected: RunRows(expected), actual: RunRows(actual)).difference
      return ExplainedChange(
        name: name,
        felt: VisibleChange(
          expected: expected, actual: actual, kind: try #require(found?.kind)), cause: Cause())
    }
    func say(_ key: String, _ word: String, in run: inout Run) {
      run.events[decided].payload = run.events[decided].payload.map {
        $0.key == key ? LogField(key, .text(word)) : $0
      }
    }
    let middle = expected.frames.count / 2
    let changes = [
      try change("a, other reason") { say("reason", "another", in: &$0) },
      try change("b, drift") { $0.frames[middle].position.y += Points(1) },
      try change("c, other event") { $0.events[0].kind = RunEvent.Kind(rawValue: "another") },
      try change("d, rests 9 pt away") { run in
        for index in middle..<run.frames.count { run.frames[index].position.y += Points(9) }
      },
      try change("e, rests at another target") { run in
        say("target", "elsewhere", in: &run)
        for index in middle..<run.frames.count { run.frames[index].position.y += Points(10) }
      },
    ]
    let group = try #require(ChangeGroup.groups(of: changes).first)
    #expect(group.changes.map { $0.name.prefix(1) } == ["e", "d", "c", "b", "a"])
    #expect(group.kinds == "3 behaviour change, 1 drift, 1 other reason")
    #expect(ChangeGroup.groups(of: [changes[0]])[0].kinds == "other reason")
    #expect(changes.map(\.felt.hasOtherRestPosition) == [false, false, false, true, true])
  }

  @Test(
    "of equally severe changes, the one whose surface is farthest from its expected position comes first"
  )
  func farthestFirst() throws {
    let expected = try #require(Bundled.all.map(\.expected).first { $0.frames.count > 20 })
    let changes = try [3.0, -40, 9].enumerated().map { index, distance in
      var actual = expected
      actual.frames[10].position.y += Points(distance)
      let found = RunComparison(expected: RunRows(expected), actual: RunRows(actual)).difference
      let felt = VisibleChange(
        expected: expected, actual: actual, kind: try #require(found?.kind))
      #expect((felt.greatestDistance.value - distance.magnitude).magnitude < 1e-9)
      return ExplainedChange(name: "\(distance)", felt: felt, cause: Cause())
    }
    let group = try #require(ChangeGroup.groups(of: changes).first)
    #expect(group.changes.map(\.name) == ["-40.0", "9.0", "3.0"])
  }

  @Test(
    "the distance between two runs is the same in both directions, and does not depend on the frame rate"
  )
  func distance() throws {
    let expected = try #require(Bundled.all.map(\.expected).first { $0.frames.count > 20 })
    var moved = expected
    moved.frames[10].position.x += Points(25)
    // Every second frame, with the same times.
    var fewer = expected
    fewer.frames = expected.frames.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    func distance(_ one: Run, _ other: Run) -> Double {
      VisibleChange(expected: one, actual: other, kind: .drift).greatestDistance.value
    }
    #expect(distance(expected, moved) == distance(moved, expected))
    #expect(distance(expected, expected) == 0)
    let step =
      zip(expected.frames, expected.frames.dropFirst()).map {
        ($1.position - $0.position).length.value
      }.max() ?? 0
    #expect(distance(expected, fewer) <= step, "a run is not far from itself with fewer frames")
  }

  @Test(
    "a changed preset is one group, whichever of its settings each case notices",
    arguments: ["vaul", "gorhom"])
  func otherPreset(preset: String) throws {
    var explained: [ExplainedChange] = []
    for known in Bundled.all.enumerated().filter({ $0.offset % 4 == 0 }).map(\.element) {
      guard var request = ReplayRequest(header: known.expected.header), request.scenario == "sheet",
        request.preset != preset
      else { continue }
      request.preset = preset
      // Only settings that were given explicitly are kept; the preset sets all others.
      let given = ReplayRequest.settings(inHeader: known.expected.header).filter {
        $0.from != "default" && !$0.from.hasPrefix("preset ")
      }
      request.assignments.removeAll { assignment in !given.contains { $0.key == assignment.key } }
      guard let run = try? request.run(of: known.recording) else { continue }
      let found = RunComparison(expected: RunRows(known.expected), actual: RunRows(run)).difference
      guard let kind = found?.kind, kind > .withinTolerance else { continue }
      explained.append(
        ExplainedChange(
          name: known.name, kind: kind, expected: known.expected, actual: run,
          recording: known.recording, within: RunTolerance()))
    }
    for change in explained where change.cause.presets != nil {
      let known = try #require(Bundled.all.first { $0.name == change.name })
      let old = LogValue.fields(known.expected.header)["preset"]?.asText
      #expect(change.cause.presets?.expected == old, "\(change.name): \(change.cause.sentence)")
    }
    let groups = ChangeGroup.groups(of: explained)
    let largest = try #require(groups.max { $0.changes.count < $1.changes.count })
    #expect(explained.count >= 8 && groups.count <= 3, "\(groups.map(\.cause.sentence))")
    #expect(largest.cause.presets?.actual == preset)
    let settings = largest.cause.differences.map(\.key)
    #expect(settings.count == Set(settings).count && settings.count > 3)
    #expect(largest.cause.sentence.contains(" → \(preset), does this, through "))
    #expect(largest.cause.sentence.hasSuffix(" settings"))
  }
}
