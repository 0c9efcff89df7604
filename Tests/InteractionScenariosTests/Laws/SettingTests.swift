import InteractionScenarios
import Testing

/// The descriptions of all settings.
@Suite("Settings")
struct SettingTests {
  /// A setting of a scenario, without the type of the tuning to which it belongs.
  struct Described {
    var scenario: String
    var key: String
    var standard: String
    var meaning: String
    var source: String
    var isTaken: Bool
    var name: Comment { "\(scenario) \(key)" }
  }

  private static let all = allScenarios.flatMap { settings(of: $0) }

  private static func settings<S: Scenario>(of type: S.Type) -> [Described] {
    described(S.settings, of: S.standardTuning, S.name)
  }

  private static func described<Tuning>(
    _ settings: [Setting<Tuning>], of tuning: Tuning, _ name: String
  ) -> [Described] {
    settings.map { setting in
      var copy = tuning
      let text = setting.text(in: tuning)
      return Described(
        scenario: name, key: setting.key, standard: text, meaning: setting.meaning,
        source: setting.source, isTaken: setting.set(text, in: &copy))
    }
  }

  @Test("every setting has a sentence as its meaning, and accepts its own default")
  func meaning() {
    for setting in Self.all {
      #expect(setting.meaning.count > 5 && setting.meaning.hasSuffix("."), setting.name)
      #expect(setting.isTaken, setting.name)
    }
  }

  @Test(
    "the source of a default fits on one line, and 'our choice' gives a reason")
  func source() {
    for setting in Self.all {
      let source = setting.source
      #expect(source.first.map { !$0.isWhitespace } == true, setting.name)
      #expect(source.last.map { !$0.isWhitespace && $0 != "." } == true, setting.name)
      // With an indent of four, "Source: " and a full stop, the line fits in 100 columns.
      #expect(source.count <= 80, setting.name)
      #expect(!source.contains(where: \.isNewline) && !source.contains("|"), setting.name)
      guard source.lowercased().hasPrefix("our") else { continue }
      let reason = source.dropFirst("our choice; ".count)
      #expect(source.hasPrefix("our choice; ") && reason.count > 5, setting.name)
    }
  }

  @Test("a scenario that changes a shared default does not keep the source of the shared default")
  func changedDefaults() {
    let shared =
      Self.described(MotionTuning.settings, of: MotionTuning(), "motion")
      + Self.described(ReleasePolicy.settings, of: ReleasePolicy(), "rule")
    let byKeyAndSource = Dictionary(grouping: shared + Self.all) { [$0.key, $0.source] }
    for (words, settings) in byKeyAndSource.sorted(by: { $0.key[0] < $1.key[0] }) {
      let defaults = Set(settings.map(\.standard))
      #expect(defaults.count == 1, "\(words): \(settings.map { "\($0.scenario) \($0.standard)" })")
    }
  }

  @Test("using a setting in a larger tuning, or changing its source, changes nothing else")
  func lifted() throws {
    for setting in MotionTuning.settings {
      let whole: Setting<PageTuning> = setting.lifted(into: { $1(&$0.motion) })
      #expect(whole.source == setting.source && whole.meaning == setting.meaning)
      #expect(whole.text(in: PageTuning()) == setting.text(in: PageTuning().motion))
    }
    let sourced = MotionTuning.settings.sourced(["engine": "a test"])
    for (before, after) in zip(MotionTuning.settings, sourced) {
      #expect(after.source == (after.key == "engine" ? "a test" : before.source))
      #expect(after.key == before.key && after.meaning == before.meaning)
    }
  }
}
