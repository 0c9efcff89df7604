import InteractionScenarios
import Testing
import TouchInput
import VelocityEstimation

@Suite("Settings of a request")
struct RequestSettingTests {
  @Test("every setting of a request is listed once and accepts its default")
  func told() {
    let settings = ReplayRequest.settings
    #expect(Set(settings.map { $0.setting.key }).count == settings.count)
    #expect(
      Set(settings.map { $0.choice }).union([.preset]) == Set(ReplayRequest.Choice.allCases))
    for (_, setting) in settings {
      #expect(setting.meaning.hasSuffix("."), "\(setting.key)")
      #expect(!setting.source.isEmpty && !setting.source.hasSuffix("."), "\(setting.key)")
      var request = ReplayRequest(scenario: "")
      let standard = setting.text(in: request)
      #expect(standard.isEmpty || setting.set(standard, in: &request), "\(setting.key)")
      #expect(setting.text(in: request) == standard, "\(setting.key)")
    }
  }

  @Test(
    "a valid value can be set and read back, and an invalid one changes nothing",
    arguments: [
      ("hz", "60", "0"), ("estimator", "kalman:noise=1", "kalma"), ("screen", "320x568", "320"),
      ("recognizer", "slop", "tap"), ("slop", "4", "-4"), ("touchpad-fingers", "3", "2.5"),
      ("finger-match", "exactly", "exact"), ("finger-change", "cancel", "cancels"),
      ("points-per-mm", "5.5", "0"), ("device-kind", "touchpad", "mouse"),
      ("rotate", "90", "45"), ("flip", "x", "z"), ("pan", "3", "0"),
    ])
  func taken(key: String, value: String, wrong: String) throws {
    let setting = try #require(ReplayRequest.setting(key)?.setting)
    var request = ReplayRequest(scenario: "")
    #expect(setting.set(value, in: &request))
    #expect(setting.text(in: request) == value)
    #expect(!setting.set(wrong, in: &request))
    #expect(setting.text(in: request) == value)
  }

  @Test(
    "the parameters of an estimator are settings too, with the same defaults, ranges and sources")
  func estimators() {
    for estimator in allEstimators {
      for (setting, parameter) in zip(estimator.settings, estimator.parameters) {
        var values = estimator.standardValues
        #expect(setting.set(setting.text(in: values), in: &values))
        #expect(values == estimator.standardValues)
        #expect(values[parameter.name] == parameter.defaultValue)
        #expect(setting.source == parameter.source)
        #expect(!setting.set("nan", in: &values))
      }
    }
  }
}
