import FrameLogs
import InteractionScenarios
import Quantities
import Review
import SyntheticHands
import Testing
import TouchInput
import VelocityEstimation

@Suite("Causes of changes")
struct CauseTests {
  static let cases = Bundled.all

  private func request(_ known: Bundled) throws -> ReplayRequest {
    try #require(ReplayRequest(header: known.expected.header))
  }

  private func cause(
    _ expected: Run, _ actual: Run, _ recording: Recording
  ) -> Cause {
    var search = CauseSearch(
      expected: expected, actual: actual, recording: recording, within: RunTolerance())
    return search.cause()
  }

  @Test(
    """
    run.json is sufficient to replay every bundled case to the same frames, and identical frames have \
    no cause
    """)
  func headers() throws {
    for known in Self.cases {
      let run = try request(known).run(of: known.recording)
      let isSame = run.frameText() == known.expected.frameText()
      #expect(isSame, "\(known.name)")
      let cause = cause(known.expected, run, known.recording)
      #expect(cause.differences.isEmpty && cause.stages.isEmpty, "\(known.name)")
      // The header after a round trip equals the written header.
      let found = RequestDifference.all(expected: known.expected.header, actual: run.header)
      #expect(found.isEmpty, "\(known.name): \(found.map(\.text))")
    }
  }

  @Test("the smallest number above a short one is told as such")
  func numbers() throws {
    let known = try #require(Self.cases.first { $0.name.contains("sheet") })
    let headers = try ["0.5", "0.50000000000000011"].map { value in
      var request = try request(known)
      request.assignments.append(Assignment(key: "spring.response", value: value))
      return try request.run(of: known.recording).header
    }
    let told = RequestDifference.all(expected: headers[0], actual: headers[1]).map(\.text)
    #expect(told.count == 1 && told[0].contains("0.5 → above 0.5"), "\(told)")
  }

  /// A setting with its new value.
  private struct Turn: Hashable {
    var key: String
    var value: String
  }

  /// Returns possible changes to the settings of a request, with random new values.
  private func turns(
    _ request: ReplayRequest, using generator: inout SeededGenerator
  ) throws -> [Turn] {
    try request.tunableSettings().compactMap { setting in
      switch setting.value {
      case .number(let number, let range):
        let factor = [0.8, 0.95, 1.05, 1.2].randomElement(using: &generator) ?? 1.2
        let turned = number == 0 ? setting.standard ?? 0 : number * factor
        guard turned != number, range.contains(turned) else { return nil }
        return Turn(key: setting.key, value: "\(turned)")
      case .word(let word, let choices):
        guard !setting.decides, let other = choices.first(where: { $0 != word }) else { return nil }
        return Turn(key: setting.key, value: other)
      case .text: return nil
      }
    }
  }

  private func turned(_ request: ReplayRequest, by turns: [Turn]) -> ReplayRequest {
    var request = request
    for turn in turns {
      request.assignments.removeAll { $0.key == turn.key }
      request.assignments.append(Assignment(key: turn.key, value: turn.value))
    }
    return request
  }

  /// Returns the smallest subsets of `turns` that give the same run as all `turns`, found by
  /// exhaustive search.
  private func smallest(
    _ turns: [Turn], _ request: ReplayRequest, _ recording: Recording, _ whole: Run
  ) -> [Set<String>] {
    var found: [Set<String>] = []
    for mask in 1..<(1 << turns.count) {
      let chosen = turns.indices.filter { mask & (1 << $0) != 0 }.map { turns[$0] }
      guard let run = try? turned(request, by: chosen).run(of: recording), !isApart(run, whole)
      else { continue }
      found.append(Set(chosen.map(\.key)))
    }
    let least = found.map(\.count).min() ?? 0
    return found.filter { $0.count == least }
  }

  @Test(
    """
    if one, two or three settings are changed, the cause lists exactly the settings that make the \
    difference
    """)
  func settings() throws {
    var generator = SeededGenerator(seed: 20)
    var (right, asked) = ([0, 0, 0], [0, 0, 0])
    for known in Self.cases.shuffled(using: &generator).prefix(14) {
      let request = try request(known)
      let possible = try turns(request, using: &generator)
      for size in 1...3 where possible.count >= size {
        let chosen = Array(possible.shuffled(using: &generator).prefix(size))
        guard let whole = try? turned(request, by: chosen).run(of: known.recording),
          isApart(known.expected, whole)
        else { continue }
        let cause = cause(known.expected, whole, known.recording)
        let told = Set(cause.differences.map(\.key))
        asked[size - 1] += 1
        let wanted = smallest(chosen, request, known.recording, whole)
        if wanted.contains(told), cause.stages.isEmpty { right[size - 1] += 1 }
        #expect(cause.replays <= CauseSearch.mostReplays)
      }
    }
    #expect(asked.allSatisfy { $0 > 3 }, "\(asked)")
    #expect(right[0] == asked[0], "\(right) of \(asked)")
    #expect(
      Double(right[1] + right[2]) >= 0.9 * Double(asked[1] + asked[2]), "\(right) of \(asked)")
  }

  @Test("a changed preset is reported as the cause, with its settings, after at most sixty replays")
  func presets() throws {
    let known = try #require(Self.cases.first { $0.name.hasPrefix("sheet/flick-up") })
    let request = try request(known)
    for preset in ["vaul", "libadwaita", "compose.m3"] {
      var other = ReplayRequest(scenario: request.scenario)
      other.rate = request.rate
      other.preset = preset
      let run = try other.run(of: known.recording)
      guard isApart(known.expected, run) else { continue }
      let cause = cause(known.expected, run, known.recording)
      #expect(!cause.differences.isEmpty && cause.stages.isEmpty)
      #expect(cause.replays <= CauseSearch.mostReplays)
      // The settings in the report reproduce the run.
      let told = try turnedTo(cause, request)
      #expect(!isApart(try told.run(of: known.recording), run), "\(preset): \(cause.sentence)")
    }
  }

  private func turnedTo(_ cause: Cause, _ request: ReplayRequest) throws -> ReplayRequest {
    var request = request
    for difference in cause.differences {
      request.assignments.removeAll { $0.key == difference.key }
      guard let actual = difference.actual else { continue }
      if let option = RequestOption.all.first(where: { $0.name == difference.key }) {
        #expect(option.set(actual, in: &request, origin: .caller))
      } else {
        request.assignments.append(Assignment(key: difference.key, value: actual))
      }
    }
    return request
  }
}
