import InteractionScenarios
import Quantities
import Synchronization
import Testing
import TouchInput
import VelocityEstimation

// Every test registers its rules in a child process, because all other tests would see them.
@Suite("Rules of one's own")
struct CustomRuleTests {
  @Test("a custom rule with the code of a bundled rule makes the same decisions")
  func sameDecisions() async {
    await #expect(processExitsWith: .success) {
      // `half` has no numbers, so this is its complete code.
      let half = RuleKind("my-half", "As the rule half.") { release in
        let all = release.context.candidates
        let displacement = all[all.count - 1].position - all[0].position
        let past = (release.projected - (all[0].position + displacement / 2)).dot(displacement)
        let pace = release.velocity.dot(displacement)
        let isLast = pace == 0 || past > 0 || past == 0 && pace > 0
        return .picked((isLast ? all[all.count - 1] : all[0]).name, because: .thresholdDistance)
      }
      try ReleaseRule.register([half])
      var (bundled, custom) = (ReleasePolicy(), ReleasePolicy())
      bundled.rule = ReleaseRule(ReleaseRule.Half())
      custom.rule = ReleaseRule(ReleaseRule.Custom("my-half"))
      var targets: Set<String> = []
      for seed in 0..<2_000 {
        for isDismissible in [false, true] {
          let release = RandomRelease(seed: UInt64(seed), isDismissible: isDismissible)
          let decision = custom.decide(release.context)
          targets.insert(decision.target)
          #expect(decision == bundled.decide(release.context), "seed \(seed)")
        }
      }
      #expect(targets.count > 2)
      #expect(ReleaseRule.takeFailures().isEmpty)
    }
  }

  @Test("the rule and its parameters are settings, in any order, and the header keeps them")
  func settings() async {
    await #expect(processExitsWith: .success) {
      // A scenario's list of settings is used before the rule is registered.
      #expect(!SheetScenario.settings.isEmpty)
      #expect(SheetScenario.allSettings.count == SheetScenario.settings.count)
      try ReleaseRule.register([
        pullRule, .init("other", "Stays.") { .picked($0.context.start, because: .single) },
      ])
      var request = ReplayRequest(scenario: "sheet")
      request.assignments = [
        Assignment(key: "release.distance", value: "0.1"),
        Assignment(key: "release.choice", value: "pull-40"),
        Assignment(key: "release.flick", value: "1e-7 pt/s"),
      ]
      let resolved = try SheetScenario.resolved(request)
      #expect(
        resolved.tuning.motion.release.rule
          == ReleaseRule(ReleaseRule.Custom("pull-40", values: ["distance": 0.1, "flick": 1e-7])))
      let keys = resolved.settings.map(\.setting.key)
      #expect(keys.contains("release.distance") && !keys.contains("release.threshold"))
      #expect(!keys.contains("release.projection"), "the rule does not use the projection")
      let again = try #require(ReplayRequest(header: try request.headerFields()))
      #expect(
        try SheetScenario.resolved(again).tuning.motion.release
          == resolved.tuning.motion.release)
      request.assignments.append(Assignment(key: "release.distance", value: "40"))
      #expect(
        try SheetScenario.resolved(request).tuning.motion.release.rule
          == ReleaseRule(ReleaseRule.Custom("pull-40", values: ["flick": 1e-7])),
        "40 is the default")
    }
  }

  @Test("the parameters of a rule reach every scenario that has release rules")
  func everywhere() async {
    await #expect(processExitsWith: .success) {
      try ReleaseRule.register([pullRule])
      for type in allScenarios { try checkDistance(type) }
    }
  }

  @Test("a wrong name, value or parameter is refused with advice")
  func refused() async {
    await #expect(processExitsWith: .success) {
      try ReleaseRule.register([pullRule])
      func message(_ values: KeyValuePairs<String, String>) -> String {
        RuleSettingTests.error(RuleSettingTests.given(values))?.description ?? ""
      }
      let unknown = message(["release.choice": "pul-40"])
      #expect(unknown.hasPrefix("--set: release.choice is 'pul-40'; give one of nearest, "))
      #expect(unknown.hasSuffix(" (the most similar is 'pull-40')."))
      #expect(
        message(["release.choice": "pull-40", "release.distance": "401"])
          == "--set: release.distance is '401'; give a number from 0 to 400 pt.")
      #expect(
        message(["release.choice": "pull-40", "release.hysteresis": "3"]).contains(
          "'pull-40' has the settings release.distance, release.flick"))
      #expect(
        message(["release.distance": "3"]).contains(
          "release.distance has no effect if release.choice is 'nearest'"))
    }
  }

  @Test("an answer that is no candidate goes to the nearest one, and the failure can be read once")
  func failures() async {
    await #expect(processExitsWith: .success) {
      try ReleaseRule.register([
        .init("wrong", "Picks a name that no candidate has.") { _ in
          .picked("nowhere", because: .projected)
        },
        .init("broken", "Has no answer.") { _ in .failed("the program ended; start it again.") },
      ])
      let context = RandomRelease(seed: 3, isDismissible: false).context
      var policy = ReleasePolicy()
      for name in ["wrong", "broken", "absent", "wrong"] {
        policy.rule = ReleaseRule(ReleaseRule.Custom(name))
        let decision = policy.decide(context)
        let nearest = decision.candidates.min { $0.distance < $1.distance }
        #expect(decision.reason == .ruleFailed && decision.target == nearest?.candidate.name)
      }
      #expect(
        ReleaseRule.takeFailures() == [
          .unknownTarget(
            rule: "wrong", target: "nowhere", candidates: context.candidates.map(\.name)),
          .failed(rule: "broken", message: "the program ended; start it again."),
          .notRegistered(rule: "absent"),
        ])
      #expect(ReleaseRule.takeFailures().isEmpty)
    }
  }

  @Test("a rule that picks 'gone' dismisses a sheet, and a card in the direction of the velocity")
  func gone() async {
    await #expect(processExitsWith: .success) {
      try ReleaseRule.register([
        .init("leave", "Always leaves.", usesCommonDismissal: false) { _ in
          .picked(Decision.gone, because: .dismissVelocity)
        }
      ])
      var policy = ReleasePolicy()
      policy.rule = ReleaseRule(ReleaseRule.Custom("leave"))
      var context = RandomRelease(seed: 3, isDismissible: true).context
      #expect(policy.decide(context).targetPosition == context.hidden)
      context.hidden = nil
      #expect(policy.decide(context).reason == .ruleFailed)
      context.estimate.velocity = Velocity(x: PointsPerSecond(900), y: .zero)
      context.dismissalBounds = DismissalBounds(
        directions: .horizontal, reach: Planar(x: Points(100), y: Points(100)),
        lowest: Position(x: Points(-400), y: Points(-9_000)),
        highest: Position(x: Points(400), y: Points(9_000)))
      let decision = policy.decide(context)
      #expect(decision.target == Decision.gone && decision.targetPosition.x == Points(400))
    }
  }

  @Test("rules can be registered by several threads while others are decided")
  func concurrent() async {
    await #expect(processExitsWith: .success) {
      let context = RandomRelease(seed: 3, isDismissible: false).context
      await withTaskGroup { group in
        for index in 0..<64 {
          group.addTask {
            let rule = RuleKind("rule-\(index % 16)", "Stays.") {
              .picked($0.context.start, because: .single)
            }
            do { try ReleaseRule.register([rule]) } catch { Issue.record(error) }
            var policy = ReleasePolicy()
            policy.rule = ReleaseRule(ReleaseRule.Custom(rule.name))
            #expect(policy.decide(context).target == context.start)
            #expect(SheetScenario.allSettings.contains { $0.expectation.contains(rule.name) })
          }
        }
      }
      #expect(ReleaseRule.allKinds.count == ReleaseRule.kinds.count + 16)
      #expect(ReleaseRule.takeFailures().isEmpty)
    }
  }

  @Test(
    "registering refuses bad names and parameters, and a known rule may only change its closure")
  func registration() async {
    await #expect(processExitsWith: .success) {
      func error(_ rule: RuleKind) -> String? {
        do throws(RegistrationError) { try ReleaseRule.register([rule]) } catch {
          return error.description
        }
        return nil
      }
      func rule(
        _ name: String, _ meaning: String = "Stays.", _ parameters: [EstimatorParameter] = []
      )
        -> RuleKind
      {
        .init(name, meaning, parameters: parameters) { .picked($0.context.start, because: .single) }
      }
      func parameter(_ name: String, _ value: Double = 1) -> EstimatorParameter {
        .init(
          name, unit: "", default: value, range: 0...2, "A number.", source: "our choice; a test")
      }
      #expect(error(rule("My rule"))?.contains("the name 'My rule' cannot be used") == true)
      #expect(error(rule("half"))?.contains("a bundled release rule already has the name") == true)
      for name in ["", "a b", "a=b", "choice", "projection"] {
        #expect(error(rule("one", "Stays.", [parameter(name)]))?.contains("'\(name)'") == true)
      }
      #expect(error(rule("one", "Stays.", [parameter("a"), parameter("a")])) != nil)
      #expect(error(rule("one", "Stays.", [parameter("a", 3)])) != nil)
      #expect(ReleaseRule.allKinds.count == ReleaseRule.kinds.count)
      #expect(error(rule("one", "Stays.", [parameter("a"), parameter("flick")])) == nil)
      #expect(error(rule("one", "Stays.", [parameter("a"), parameter("flick")])) == nil)
      #expect(error(rule("one"))?.contains("another release rule already has the name") == true)
    }
  }

  @Test("pages do not replay a run with a registered rule or estimator")
  func pages() async {
    await #expect(processExitsWith: .success) {
      var request = ReplayRequest(scenario: "sheet")
      request.preset = "vaul"
      try ReleaseRule.register([pullRule])
      #expect(request.isBundled)
      request.assignments = [Assignment(key: "release.choice", value: "pull-40")]
      #expect(!request.isBundled)
      request.assignments = []
      request.estimator = "mine:window=80"
      #expect(!request.isBundled)
    }
  }
}

/// Expects that a scenario with release rules has the distance of ``pullRule``, and keeps it in a header.
private func checkDistance<S: Scenario>(_ type: S.Type) throws {
  guard type.settings.contains(where: { $0.key == "release.choice" }) else { return }
  var request = ReplayRequest(scenario: type.name)
  request.assignments = RuleSettingTests.given([
    "release.choice": "pull-40", "release.distance": "7 pt",
  ])
  let again = try #require(ReplayRequest(header: try request.headerFields()))
  for request in [request, again] {
    let resolved = try type.resolved(request)
    let distance = resolved.settings.first { $0.setting.key == "release.distance" }
    #expect(distance?.setting.text(in: resolved.tuning) == "7", "\(type.name)")
  }
}

/// A rule that goes to the candidate nearest to the position, or one further after a long drag.
private let pullRule = RuleKind(
  "pull-40", "Returns to the start after a short drag.",
  parameters: [
    .init(
      "distance", unit: "pt", default: 40, range: 0...400, "The longest short drag.",
      source: "our choice; the width of a finger"),
    .init(
      "flick", unit: "pt/s", default: 300, range: 0...100_000, "The lowest speed of a flick.",
      source: "our choice; as in the rule nearest"),
  ], projection: .none, usesCommonDismissal: false
) { release in
  let context = release.context
  let start = context.candidates.first { $0.name == context.start } ?? context.candidates[0]
  let isShort =
    (context.position - start.position).length.value < release["distance"]
    && release.velocity.length.value < release["flick"]
  return isShort
    ? .picked(start.name, because: .thresholdDistance)
    : .picked(release.candidate(nearestTo: release.projected), because: .projected)
}
