import InteractionScenarios
import Quantities
import Testing

/// Which settings apply to which rule, and how other settings are handled.
@Suite("Settings of release rules")
struct RuleSettingTests {
  static func error(
    _ assignments: [Assignment], preset: String? = nil
  ) -> SettingError? {
    do throws(SettingError) {
      _ = try SheetScenario.resolved(preset: preset, applying: assignments)
      return nil
    } catch { return error }
  }

  static func given(
    _ values: KeyValuePairs<String, String>, by origin: SettingOrigin = .caller
  ) -> [Assignment] {
    values.map { Assignment(key: $0.key, value: $0.value, origin: origin, location: "--set") }
  }

  /// The keys that apply to a sheet with a rule, and those of them that depend on the rule.
  static func keys(_ kind: RuleKind) -> (all: Set<String>, own: Set<String>) {
    var policy = ReleasePolicy()
    policy.rule = kind.standard
    let settings = ReleasePolicy.settings.filter { $0.applies(in: policy) }
    let own = settings.filter { $0.conditions.contains { $0.key == "release.choice" } }
    return (Set(settings.map(\.key)), Set(own.map(\.key)))
  }

  @Test("a key that does not apply to a rule is refused, and the message lists the keys that apply")
  func refused() throws {
    var refusals = 0
    for kind in ReleaseRule.kinds {
      let (all, own) = Self.keys(kind)
      var policy = ReleasePolicy()
      policy.rule = kind.standard
      for key in Set(ReleasePolicy.settings.map(\.key)) where key != "release.choice" {
        let same = ReleasePolicy.settings.filter { $0.key == key }
        let value = try #require(same.first { $0.applies(in: policy) } ?? same.first)
          .text(in: policy)
        let error = Self.error(
          Self.given([key: value, "release.choice": kind.name]))
        guard !all.contains(key) else {
          #expect(error == nil, "\(kind.name) \(key): \(error?.description ?? "")")
          continue
        }
        refusals += 1
        guard
          case .settingWithoutEffect(
            let refused, let decider, let word, let position, let others)? =
            error
        else {
          Issue.record("\(kind.name) takes \(key)")
          continue
        }
        #expect(refused == key && position == "--set")
        guard decider == "release.choice" else {
          #expect(decider == "release.neighbour" || decider == "release.dismissal")
          continue
        }
        #expect(word == kind.name && Set(others) == own, "\(kind.name) \(key)")
      }
    }
    #expect(refusals > 100)
  }

  @Test("vaul's rule refuses a hysteresis and a half-expanded position")
  func vaul() {
    let error = Self.error(Self.given(["release.hysteresis": "900"]), preset: "vaul")
    #expect(
      error?.description
        == "--set: release.hysteresis has no effect if release.choice is 'vaul'; 'vaul' has the "
        + "settings release.flick, release.skip, release.threshold, release.tie.")
    #expect(Self.error(Self.given(["release.fitsContents": "true"]), preset: "vaul") != nil)
    #expect(Self.error(Self.given(["release.skip": "900"]), preset: "vaul") == nil)
  }

  @Test(
    "a value can disable other settings: a dismissal among the candidates has no dismissal rate")
  func furtherWords() {
    let rate = Self.given(["release.dismissRate": "5"])
    #expect(Self.error(rate) == nil)
    guard
      case .settingWithoutEffect(_, "release.dismissal", "candidate", _, _)? = Self.error(
        rate + Self.given(["release.dismissal": "candidate"]))
    else {
      Issue.record("a rate is taken where it means nothing")
      return
    }
    let neighbour = Self.given(["release.choice": "neighbour", "release.positional": "56"])
    #expect(Self.error(neighbour) == nil)
    #expect(Self.error(neighbour + Self.given(["release.neighbour": "afterNearest"])) != nil)
  }

  @Test(
    "choosing another rule drops the old rule's settings of lower priority and keeps all others")
  func strength() throws {
    let chosen = Self.given(["release.choice": "nearest"])
    let vaul = try SheetScenario.resolved(preset: "vaul", applying: chosen)
    guard let nearest = vaul.tuning.motion.release.rule.numbers(of: ReleaseRule.Nearest.self) else {
      Issue.record("the rule is not the one that was chosen")
      return
    }
    #expect(nearest.flick.value == 400.00000000000006, "a flick means something to both")
    #expect(!vaul.settings.contains { $0.setting.key == "release.threshold" })
    let file = Self.given(
      ["release.choice": "neighbour", "release.positional": "56"], by: .file("feel.yml"))
    #expect(Self.error(file) == nil)
    #expect(Self.error(file + chosen) == nil)
    // A setting of the same or a higher priority than the choice of the rule is refused.
    #expect(Self.error(file + Self.given(["release.hysteresis": "4"])) != nil)
    #expect(Self.error(file + Self.given(["release.choice": "half", "release.flick": "4"])) != nil)
    // An invalid value is refused, even if its setting is dropped.
    let wrong = Self.given(
      ["release.choice": "neighbour", "release.positional": "-1"], by: .file("feel.yml"))
    #expect(Self.error(wrong + chosen) != nil)
  }

  @Test("choosing the same rule again keeps its numbers; another rule starts with its defaults")
  func chosenAgain() throws {
    func rule(_ name: String) throws -> ReleaseRule {
      try ModalScenario.resolved(preset: nil, applying: Self.given(["release.choice": name]))
        .tuning.motion.release.rule
    }
    #expect(try rule("pull") == ModalScenario.standardTuning.motion.release.rule)
    #expect(
      try rule("reactSpringBottomSheet")
        == ReleaseRule(ReleaseRule.ReactSpringBottomSheet()))
  }

  @Test(
    "presets contain only settings that apply to their rule, and the settings take effect",
    arguments: allScenarios.map { $0.name })
  func presets(name: String) throws {
    func check<S: Scenario>(_ type: S.Type) throws {
      for preset in S.presets {
        let resolved = try S.resolved(preset: preset.name, applying: [])
        for (key, value) in preset.values {
          let (setting, origin) = try #require(
            resolved.settings.first { $0.setting.key == key }, "\(preset.name): \(key)")
          #expect(origin == .preset(preset.name))
          var again = resolved.tuning
          #expect(setting.set(value, in: &again))
          #expect(setting.text(in: resolved.tuning) == setting.text(in: again))
        }
      }
    }
    try check(scenario(named: name))
  }

  @Test("every rule has a distinct kind, with unique keys that no other rule uses")
  func kinds() {
    for kind in ReleaseRule.kinds {
      #expect(kind.standard.kind.name == kind.name)
      var policy = ReleasePolicy()
      policy.rule = kind.standard
      let keys = ReleasePolicy.settings.filter { $0.applies(in: policy) }.map(\.key)
      #expect(keys.count == Set(keys).count, "\(kind.name)")
      for other in ReleaseRule.kinds where other.name != kind.name {
        for setting in other.settings {
          #expect(!setting.applies(in: policy))
          var changed = policy
          guard case .number(let range, _, let set) = setting.access else { continue }
          set(&changed, range.upperBound)
          #expect(changed == policy, "\(other.name) changes \(kind.name) by \(setting.key)")
        }
      }
    }
  }

  @Test("two rules are equal only if they are of the same kind and have the same numbers")
  func equality() {
    let standards = ReleaseRule.kinds.map(\.standard)
    #expect(Set(standards).count == ReleaseRule.kinds.count)
    for (kind, standard) in zip(ReleaseRule.kinds, standards) {
      for setting in kind.settings {
        var policy = ReleasePolicy()
        policy.rule = standard
        guard case .number(let range, _, let set) = setting.access else { continue }
        set(&policy, range.upperBound)
        #expect(policy.rule != standard && policy.rule.kind.name == kind.name, "\(setting.key)")
        policy.rule = standard
        #expect(policy.rule == standard)
      }
    }
    #expect(standards[0].numbers(of: ReleaseRule.Nearest.self) == ReleaseRule.Nearest())
    #expect(standards[0].numbers(of: ReleaseRule.Half.self) == nil)
  }

  @Test("a command that changes a setting without effect is refused before the replay")
  func timed() throws {
    var request = ReplayRequest(scenario: "sheet")
    request.preset = "vaul"
    request.commands = [
      try #require(TimedCommand(at: Seconds(0.1), "release.hysteresis", "4", location: "--at"))
    ]
    #expect(throws: SettingError.self) { try request.check() }
    request.commands.insert(
      try #require(TimedCommand(at: Seconds(0.05), "release.choice", "nearest")), at: 0)
    try request.check()
  }
}
