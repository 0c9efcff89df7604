import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import Tuning

@Suite("Objective")
struct ObjectiveTests {
  /// An outcome with a target, times and lengths.
  private func outcome(
    _ target: String, seconds: Double? = 0.5, overshoot: Double = 0
  ) -> Outcome {
    let summary = Summary(
      ending: .rested, decidedTarget: target, finalTarget: target, finalPosition: .zero,
      settleTime: seconds.map { Seconds($0) }, overshoot: Points(overshoot),
      reversal: PointsPerSecond(overshoot * 2), peakSpeed: .zero, peakJerk: overshoot * 3,
      frames: 1, pans: 1, decisions: 1, catches: 0, gaps: 0)
    var outcome = Outcome(summary)
    outcome.shortfall = Points(overshoot * 4)
    return outcome
  }

  private func standing(_ values: Double..., excess: [Double] = []) -> Standing {
    Standing(values: values, excess: excess)
  }

  @Test("every measure of an empty scorecard is zero", arguments: Measure.allCases)
  func empty(measure: Measure) { #expect(Scorecard()[measure] == 0) }

  @Test("a standing that contains NaN dominates no other standing, and is dominated")
  func noNumbers() {
    #expect(!standing(.nan, 0).dominates(standing(1, 1)))
    #expect(!standing(1, 1).dominates(standing(.nan, 0)))
    #expect(standing(1, 0).dominates(standing(.nan, 0)))
    #expect(!standing(.nan, 0).dominates(standing(.nan, 0)))
  }

  @Test("a sum that overflows its integer stays at the maximum")
  func saturated() {
    var (one, sum) = (Scorecard(), Scorecard())
    one.add(outcome("half", seconds: 10), intents: ["half"])
    // One outcome takes 10⁷ µs, so 2⁴⁰ of them exceed the maximum of 2⁶³ µs.
    sum.add(one, times: 1 << 40)
    #expect(sum.settleTime.sum == .max && sum.all.count == 1 << 40)
    sum.add(one)
    #expect(sum.settleTime.sum == .max)
  }

  @Test(
    "wrong targets are a fraction of all gestures, of the worst target, and of the worst person")
  func fractions() {
    var card = Scorecard()
    card.add(outcome("half"), intents: ["half"], person: "a")
    card.add(outcome("half"), intents: ["half"], person: "a")
    card.add(outcome("half"), intents: ["full"], person: "a")
    card.add(outcome("full"), intents: ["full"], person: "b")
    card.add(outcome("half"), intents: ["tip"], person: "b")
    // Wrong are 2 of 5 gestures, 1 of 1 gesture with the intent tip, and 1 of 2 of person b,
    // compared with 1 of 3 of person a.
    #expect(card[.wrongTargets] == 0.4)
    #expect(card[.worstTarget] == 1)
    #expect(card[.worstPerson] == 0.5)
  }

  @Test("times and lengths have a mean and a maximum; a surface that never settles counts as 10 s")
  func lengths() {
    var card = Scorecard()
    card.add(outcome("half", seconds: 0.5, overshoot: 4), intents: ["half"])
    card.add(outcome("half", seconds: nil, overshoot: 0), intents: ["half"])
    #expect(card[.settleTime] == 5.25)
    #expect(card[.longestSettleTime] == 10)
    #expect(card[.overshoot] == 2)
    #expect(card[.greatestOvershoot] == 4)
    #expect(card[.reversal] == 4)
    #expect(card[.peakJerk] == 6)
    #expect(card[.marginShortfall] == 8)
  }

  @Test("a gesture with several intents counts for each target, and only for its person, if any")
  func severalIntents() {
    var card = Scorecard()
    card.add(outcome("half"), intents: ["tip", "full"])
    card.add(outcome("half"), intents: ["half", "full"], person: "a")
    #expect(card.targets["tip"] == Scorecard.Tally(count: 1, wrong: 1))
    #expect(card.targets["half"] == Scorecard.Tally(count: 1, wrong: 0))
    #expect(card.targets["full"] == Scorecard.Tally(count: 2, wrong: 1))
    #expect(card.persons == ["a": Scorecard.Tally(count: 1, wrong: 0)])
    #expect(card[.worstPerson] == 0 && card[.worstTarget] == 1 && card[.wrongTargets] == 0.5)
  }

  @Test("flips compare the decided targets, not a later retarget")
  func flipsByDecision() {
    var (same, other) = (outcome("half"), outcome("half"))
    (same.finalTarget, other.decidedTarget) = ("full", "full")
    var card = Scorecard()
    card.add(outcome("half"), intents: ["half"], repetitions: [same, other])
    #expect(card.repetitions == Scorecard.Tally(count: 2, wrong: 1))
  }

  @Test("a repetition is a flip if its decision differs, whether it is right or wrong")
  func flips() {
    var card = Scorecard()
    card.add(
      outcome("half"), intents: ["full"],
      repetitions: [outcome("half"), outcome("full"), outcome("half"), outcome("tip")])
    #expect(card[.flips] == 0.5)
    #expect(card[.wrongTargets] == 1)
  }

  @Test("the scorecard of all gestures is the sum of the scorecards of its parts")
  func parts() {
    var (whole, first, second) = (Scorecard(), Scorecard(), Scorecard())
    for index in 0..<10 {
      // Multiples of an eighth add up without rounding errors.
      let one = outcome(
        index % 3 == 0 ? "tip" : "half", seconds: Double(index) / 8, overshoot: Double(index) / 4)
      let person = index % 2 == 0 ? "a" : "b"
      whole.add(one, intents: ["half"], person: person)
      if index < 4 {
        first.add(one, intents: ["half"], person: person)
      } else {
        second.add(one, intents: ["half"], person: person)
      }
    }
    first.add(second)
    #expect(first == whole)
  }

  @Test(
    "an objective is the weighted sum of its measures, and a bound counts only if it is violated")
  func sums() {
    var card = Scorecard()
    card.add(outcome("half", seconds: 0.5, overshoot: 6), intents: ["full"])
    let objective = Objective(sumOf: [
      Objective.Term(.wrongTargets, weight: 100), Objective.Term(.settleTime, weight: 2),
    ])
    #expect(objective.value(on: card) == 101)
    #expect(Constraint(.overshoot, atMost: 5).excess(on: card) == 1)
    #expect(Constraint(.overshoot, atMost: 6).excess(on: card) == 0)
    let goal = Goal([objective], constraints: [Constraint(.overshoot, atMost: 5)])
    #expect(goal.standing(of: card) == Standing(values: [101], excess: [1]))
  }

  @Test("domination is irreflexive, asymmetric and transitive")
  func domination() {
    var grid: [Standing] = []
    for first in 0..<4 {
      for second in 0..<4 {
        for excess in [0.0, 0.5, 1, 1.5] {
          grid.append(Standing(values: [Double(first), Double(second)], excess: [excess]))
        }
      }
    }
    for left in grid {
      #expect(!left.dominates(left))
      for middle in grid where left.dominates(middle) {
        #expect(!middle.dominates(left))
        for right in grid where middle.dominates(right) { #expect(left.dominates(right)) }
      }
    }
  }

  @Test(
    "the front contains all trials that no other dominates, including equal ones, and is not empty")
  func front() {
    let all = [
      standing(1, 5), standing(2, 2), standing(5, 1), standing(3, 3), standing(2, 2),
      standing(0, 0, excess: [1]), standing(.nan, 0.5),
    ]
    #expect(all.front == [0, 1, 2, 4, 6])
    #expect([standing(9, excess: [1]), standing(1, excess: [2])].front == [0])
    #expect([Standing]().front.isEmpty)
  }
}
