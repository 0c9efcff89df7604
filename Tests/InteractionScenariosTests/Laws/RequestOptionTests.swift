import FrameLogs
import InteractionScenarios
import Testing
import TouchInput
import VelocityEstimation

@Suite("Options of a request")
struct RequestOptionTests {
  @Test("every option of a request is listed once and accepts its default")
  func told() {
    let options = RequestOption.all
    #expect(Set(options.map(\.key)).count == options.count)
    #expect(Set(options.map(\.name) + ["preset"]).count == options.count + 1)
    for setting in options.map(\.setting) {
      #expect(setting.meaning.hasSuffix("."), "\(setting.key)")
      #expect(!setting.source.isEmpty && !setting.source.hasSuffix("."), "\(setting.key)")
      var request = ReplayRequest(scenario: "")
      let standard = setting.text(in: request)
      #expect(standard.isEmpty || setting.set(standard, in: &request), "\(setting.key)")
      #expect(setting.text(in: request) == standard, "\(setting.key)")
    }
  }

  /// A valid value of each option that is not its default, and an invalid one.
  private static let examples = [
    ("hz", "60", "0"), ("estimator", "kalman:noise=1", "kalma"), ("screen", "320x568", "320"),
    ("recognizer", "slop", "tap"), ("slop", "4", "-4"), ("touchpad-fingers", "3", "2.5"),
    ("finger-match", "exactly", "exact"), ("finger-change", "cancel", "cancels"),
    ("libinput-version", "1.22", "1.2"), ("points-per-mm", "5.5", "0"),
    ("device-kind", "touchpad", "mouse"),
    ("rotate", "90", "45"), ("flip", "x", "z"), ("pan", "3", "0"),
  ]

  @Test(
    "a valid value can be set and read back, and an invalid one changes nothing",
    arguments: examples)
  func taken(key: String, value: String, wrong: String) throws {
    let option = try #require(RequestOption.named(key))
    var request = ReplayRequest(scenario: "")
    #expect(option.set(value, in: &request, origin: .caller))
    #expect(option.setting.text(in: request) == value)
    #expect(!option.set(wrong, in: &request, origin: nil))
    #expect(option.setting.text(in: request) == value && request.origins[option.name] == .caller)
  }

  @Test("a header of a run stores every option and its origin, and reads it back")
  func header() throws {
    #expect(Self.examples.map(\.0).sorted() == RequestOption.all.map(\.key).sorted())
    var request = ReplayRequest(scenario: "sheet")
    for (key, value, _) in Self.examples {
      _ = RequestOption.named(key)?.set(value, in: &request, origin: .file(key))
    }
    let header = try request.headerFields()
    let read = try #require(ReplayRequest(header: header))
    for option in RequestOption.all {
      #expect(option.setting.text(in: read) == option.setting.text(in: request), "\(option.key)")
      #expect(
        LogValue.fields(header)["from"]?[option.name]?.asText == "config \(option.key)")
      // A copy of the option turns a default request into one with the value.
      var copy = ReplayRequest(scenario: "sheet")
      option.copy(from: request, to: &copy)
      #expect(option.setting.text(in: copy) == option.setting.text(in: request), "\(option.key)")
    }
  }

  @Test("a header of a version without an option has its default, and one with a wrong value none")
  func otherHeaders() throws {
    let header = try ReplayRequest(scenario: "sheet").headerFields()
    for option in RequestOption.all {
      let rest = header.filter { !option.fields.contains($0.key) }
      let read = try #require(ReplayRequest(header: rest), "\(option.key)")
      #expect(
        option.setting.text(in: read) == option.setting.text(in: ReplayRequest(scenario: "")))
      let wrong = option.fields.map { LogField($0, .text("no such value")) }
      #expect(ReplayRequest(header: rest + wrong) == nil, "\(option.key)")
    }
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
