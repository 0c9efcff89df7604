import Quantities
import SyntheticHands
import Testing
import TouchInput

@Suite("Synthetic corpus")
struct SyntheticCorpusTests {
  private static let goals = [
    SyntheticCorpus.GestureGoal(name: "tip", displacement: Position(x: .zero, y: Points(326))),
    SyntheticCorpus.GestureGoal(name: "half", displacement: .zero),
    SyntheticCorpus.GestureGoal(name: "full", displacement: Position(x: .zero, y: Points(-354))),
  ]

  private func corpus(people: Int = 12, seed: UInt64 = 1) -> SyntheticCorpus {
    SyntheticCorpus(goals: Self.goals, people: people, seed: seed)
  }

  @Test("the same seed gives the same recordings in any order, and another seed gives others")
  func reproducible() throws {
    let forwards = try (0..<60).map { try corpus().recording($0) }
    let backwards = try (0..<60).reversed().map { try corpus().recording($0) }
    #expect(forwards == Array(backwards.reversed()))
    let others = try (0..<60).map { try corpus(seed: 2).recording($0) }
    #expect(zip(forwards, others).allSatisfy { $0.events != $1.events })
    #expect(Set(forwards.map(\.events)).count == 60)
  }

  @Test("the gestures of thousands of synthetic people, with many seeds, stay on the screen")
  func onScreen() throws {
    for seed in UInt64(0)..<12 {
      let corpus = corpus(people: 20, seed: seed)
      for index in 0..<120 { _ = try corpus.recording(index) }
    }
  }

  @Test("a gesture that would leave the screen is generated again, with the same person")
  func atTheEdge() throws {
    // The goals lead from a tip of 96 pt to 92 % of the screen, which a thumb can hardly reach.
    let corpus = SyntheticCorpus(
      goals: [
        .init(name: "tip", displacement: .zero),
        .init(name: "half", displacement: Position(x: .zero, y: Points(-326))),
        .init(name: "full", displacement: Position(x: .zero, y: Points(-680.48))),
      ], people: 20)
    // The first attempt of this recording would end 12 pt above the screen.
    let recording = try corpus.recording(1_682)
    #expect(recording == (try corpus.recording(1_682)))
    #expect(recording.intent == "full")
  }

  @Test("every recording has intent, person and time, and all intents are equally frequent")
  func labels() throws {
    let recordings = try (0..<600).map { try corpus().recording($0) }
    for goal in Self.goals {
      let count = recordings.count { $0.intent == goal.name }
      // With 600 recordings and a probability of one third, five standard deviations are 58
      // recordings.
      #expect((142...258).contains(count), "\(goal.name): \(count)")
    }
    #expect(Set(recordings.compactMap(\.person)).count == 12)
    #expect(Set(recordings.compactMap(\.session)) == ["1", "2"])
    #expect(recordings.allSatisfy { $0.source?.hasPrefix("synthetic: corpus-") == true })
  }

  @Test(
    "a name with several goals is as frequent as a name with one goal, and uses all its goals")
  func severalWays() throws {
    let ways = [-400.0, 400].map {
      SyntheticCorpus.GestureGoal(name: "gone", displacement: Position(x: Points($0), y: .zero))
    }
    let corpus = SyntheticCorpus(goals: [Self.goals[1]] + ways, people: 5)
    let recordings = try (0..<300).map { try corpus.recording($0) }
    let gone = recordings.filter { $0.intent == "gone" }
    // With 300 recordings and a probability of one half, five standard deviations are 43
    // recordings.
    #expect((107...193).contains(gone.count))
    let right = try gone.count { recording in
      let xs = recording.events.filter { $0.code == AbsoluteAxis.positionX }.map(\.value)
      return try #require(xs.last) > (try #require(xs.first))
    }
    #expect(right > gone.count / 4 && right < gone.count * 3 / 4)
  }

  @Test("the intent is drawn before the motion, so it does not depend on the people")
  func meantFirst() throws {
    // The two corpora differ only in the number of people.
    let few = try (0..<200).map { try corpus(people: 3).recording($0).intent }
    let many = try (0..<200).map { try corpus(people: 20).recording($0).intent }
    #expect(few == many)
  }

  @Test("most gestures move towards their intended target")
  func direction() throws {
    let corpus = corpus()
    var right = 0
    var all = 0
    for index in 0..<300 {
      let recording = try corpus.recording(index)
      guard let goal = Self.goals.first(where: { $0.name == recording.intent }),
        goal.displacement != .zero
      else { continue }
      let heights = recording.events.filter { $0.code == AbsoluteAxis.positionY }.map(\.value)
      let displacement = try #require(heights.last) - (try #require(heights.first))
      all += 1
      if (displacement > 0) == (goal.displacement.y > .zero) { right += 1 }
    }
    #expect(all > 100 && right > all * 95 / 100, "\(right) of \(all)")
  }

  @Test("people differ, and each person is the same in every corpus with the same seed")
  func people() {
    let people = corpus(people: 30).people
    #expect(Set(people.map(\.name)).count == 30)
    #expect(Set(people.map(\.expectedGlideTime)).count == 30)
    #expect(Set(people.map(\.liftOff)).count == SyntheticPerson.LiftOff.allCases.count)
    #expect(
      corpus(people: 40).people.prefix(30).map(\.expectedGlideTime)
        == people.map(\.expectedGlideTime))
  }
}
