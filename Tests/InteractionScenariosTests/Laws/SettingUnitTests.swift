import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing

/// The units in which the settings of all scenarios, and the options of a replay, can be given.
@Suite("Units of settings")
struct SettingUnitTests {
  /// A number of a scenario or of a request, without the type of the tuning to which it belongs.
  struct Number: Sendable {
    var scenario: String
    var key: String
    var unit: String
    var range: ClosedRange<Double>
    var standard: Double
    /// Returns the number in a text; nil if the text is refused.
    var read: @Sendable (String) -> Double?
    /// Whether the text sets the tuning to the number.
    var isSetTo: @Sendable (Double, String) -> Bool
    /// Returns the text as it is stored.
    var stored: @Sendable (String) -> String
    var expectation: @Sendable (String) -> String
    var name: Comment { "\(scenario) \(key)" }
  }

  static let all: [Number] =
    allScenarios.flatMap { numbers(of: $0) }
    + numbers(RequestOption.all.map(\.setting), of: ReplayRequest(scenario: ""), "request")

  private static func numbers<S: Scenario>(of type: S.Type) -> [Number] {
    numbers(S.allSettings, of: S.standardTuning, S.name)
  }

  private static func numbers<Tuning: Sendable>(
    _ settings: [Setting<Tuning>], of tuning: Tuning, _ name: String
  ) -> [Number] {
    settings.compactMap { setting in
      guard case .number(let range, let get, let set) = setting.access else { return nil }
      // The settings of a rule that is not chosen store nothing, so read the number through another setting.
      let other = Setting<Double?>(
        setting.key, unit: setting.unit, .number(range, get: { $0 ?? 0 }, set: { $0 = $1 }),
        setting.meaning, source: setting.source)
      return Number(
        scenario: name, key: setting.key, unit: setting.unit, range: range, standard: get(tuning),
        read: { text in
          var taken: Double?
          return other.set(text, in: &taken) ? taken : nil
        },
        isSetTo: { number, text in
          var (copy, expected) = (tuning, tuning)
          set(&expected, number)
          return setting.set(text, in: &copy) && get(copy) == get(expected)
        },
        stored: { setting.plainText(of: $0) }, expectation: { setting.expectation(insteadOf: $0) })
    }
  }

  /// For each unit of a setting, numbers that are equal to 3 in that unit.
  static let spellings: [String: [String]] = [
    "": [], "s": ["3s", "3 s", "3000ms", "3000 ms"],
    "pt": ["3pt", "3 pt", "3px", "3dp"],
    "pt/s": ["3pt/s", "3 px/s", "3dp/s", "0.003px/ms", "0.003 dp/ms"],
    "pt/s²": ["3pt/s²", "3 px/s^2", "0.000003dp/ms²"], "1/s": ["3/s", "3 1/s", "0.003/ms"],
    "°": ["3°", "3deg", "3 deg"], "pt/mm": ["3pt/mm", "3px/mm"],
  ]

  @Test("a number without a unit is the same as the number in the setting's own unit")
  func bare() {
    #expect(Self.all.count > 200)
    for number in Self.all {
      for value in [number.standard, number.range.lowerBound, number.range.upperBound] {
        let text = plain(value)
        #expect(number.read(text) == value, number.name)
        #expect(number.stored(text) == text, number.name)
        guard !number.unit.isEmpty else { continue }
        // Without a space, the 1 of 1/s is a digit of the number: 30/s and 31/s are numbers per second.
        let joined = number.unit == "1/s" ? "\(text)/s" : "\(text)\(number.unit)"
        for spelled in ["\(text) \(number.unit)", joined] {
          #expect(number.read(spelled) == value, number.name)
          #expect(number.isSetTo(value, spelled), number.name)
          #expect(Double(number.stored(spelled)) == value, number.name)
        }
      }
    }
  }

  @Test("every spelling of a unit gives the same number")
  func spelled() {
    for number in Self.all {
      guard let spellings = Self.spellings[number.unit] else {
        Issue.record("no spellings of '\(number.unit)'")
        continue
      }
      for text in spellings {
        let isAllowed = number.range.contains(3)
        #expect(number.read(text) == (isAllowed ? 3 : nil), "\(number.name) \(text)")
      }
    }
  }

  @Test("a unit of another dimension is refused, and the message has the unit and the range")
  func wrongDimension() {
    for number in Self.all {
      for (unit, texts) in Self.spellings where unit != number.unit {
        for text in texts.prefix(2) {
          #expect(number.read(text) == nil && number.stored(text) == text, "\(number.name) \(text)")
          let expected = number.expectation(text)
          #expect(expected.hasPrefix("a number from \(readable(number.range.lowerBound)) to "))
          let ending = number.unit.isEmpty ? "" : " \(number.unit), such as "
          #expect(ending.isEmpty || expected.contains(ending), number.name)
        }
      }
      for text in ["3kg", "3 furlongs", "3 pt/s/s", "3em"] {
        #expect(number.read(text) == nil, number.name)
      }
      let isFraction = number.unit.isEmpty && number.range.upperBound <= 1
      #expect((number.read("75%") != nil) == isFraction, number.name)
      if isFraction { #expect(number.read("75%") == 0.75, number.name) }
    }
  }

  @Test("the example in a message is a value that the setting accepts")
  func example() {
    for number in Self.all where !number.unit.isEmpty {
      let expected = number.expectation("3kg")
      let example = expected.split(separator: "such as ").last.map { String($0) } ?? ""
      #expect(number.read(example) != nil, "\(number.name) \(expected)")
    }
  }

  @Test("a request refuses a wrong dimension with the place, what was found, and what to give")
  func message() throws {
    let assignment = Assignment(key: "release.flick", value: "300ms", location: "feel.yml:3")
    let error = try #require(throws: SettingError.self) {
      try SheetScenario.resolved(preset: nil, applying: [assignment])
    }
    #expect(
      error.description
        == "feel.yml:3: release.flick is '300ms', a time; give a number from 0 to 100000 pt/s, "
        + "such as 0.4px/ms.")
  }

  @Test("commands are stored with plain numbers")
  func commands() throws {
    var request = ReplayRequest(scenario: "sheet")
    let texts = [("release.flick", "0.4px/ms"), ("spring.response", "0.30"), ("settle", "half")]
    for (key, value) in texts {
      request.commands.append(try #require(TimedCommand(at: Seconds(0.1), key, value)))
    }
    let run = try request.run(of: try #require(SyntheticGesture.named("flick")).recording())
    let again = try #require(ReplayRequest(header: run.header))
    #expect(again.commands.map(\.keyAndValue.value) == ["400", "0.30", "half"])
  }
}
