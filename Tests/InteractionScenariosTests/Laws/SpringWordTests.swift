import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SyntheticHands
import Testing

/// Springs in the words of other systems.
@Suite("Words of springs")
struct SpringWordTests {
  /// A spring of a scenario.
  struct Owner: Sendable, CustomTestStringConvertible {
    var scenario: String
    var name: String
    var testDescription: String { "\(scenario) \(name)" }
  }

  /// The springs of all scenarios, each of which has two settings.
  static let owners: [Owner] = allScenarios.flatMap { owners(of: $0) }

  private static func owners<S: Scenario>(of type: S.Type) -> [Owner] {
    let keys = S.allSettings.map(\.key)
    return keys.filter { $0.hasSuffix(".dampingRatio") }.map { String($0.dropLast(13)) }
      .filter { keys.contains("\($0).response") }.map { Owner(scenario: S.name, name: $0) }
  }

  static let springs = [
    Spring(dampingRatio: 0.8, response: Seconds(0.4)), .layerDefault, .bouncy, .smooth,
    Spring(dampingRatio: 1.5, response: Seconds(0.05)),
    Spring(dampingRatio: 0.1, response: Seconds(3)),
  ]

  /// Returns the spring `owner` after the assignments, from the texts of its settings.
  private func spring(_ owner: Owner, _ assignments: [Assignment]) throws -> Spring {
    try spring(owner.name, assignments, of: scenario(named: owner.scenario))
  }

  private func spring<S: Scenario>(
    _ name: String, _ assignments: [Assignment], of type: S.Type
  ) throws -> Spring {
    let resolved = try S.resolved(preset: nil, applying: assignments)
    func number(_ key: String) throws -> Double {
      let found = resolved.settings.first { $0.setting.key == "\(name).\(key)" }
      let setting = try #require(found).setting
      return try #require(Double(setting.text(in: resolved.tuning)))
    }
    return Spring(
      dampingRatio: try number("dampingRatio"), response: Seconds(try number("response")))
  }

  private func message(_ assignments: Assignment..., scenario: String = "sheet") -> String {
    var request = ReplayRequest(scenario: scenario)
    request.assignments = assignments
    do throws(SettingError) {
      try request.check()
      return "nothing is refused"
    } catch { return error.description }
  }

  private func message(_ key: String, _ value: String, scenario: String = "sheet") -> String {
    message(Assignment(key: key, value: value, location: "--set"), scenario: scenario)
  }

  @Test("every spring takes each set of words, and converts it like the initializers of Spring")
  func sets() throws {
    #expect(Self.owners.count >= 20)
    for (index, owner) in Self.owners.enumerated() {
      // The conversion does not depend on the scenario, so one spring is enough for all but the first.
      for spring in Self.springs.prefix(index == 0 ? Self.springs.count : 1) {
        for mass in [1, 2.5] {
          let (k, c) = (spring.stiffness(mass: mass), spring.damping(mass: mass))
          let ratio = spring.dampingRatio
          let damped = try Spring(mass: mass, stiffness: k, damping: c)
          let relative = try Spring(mass: mass, stiffness: k, dampingRatio: ratio)
          var sets = [
            ("mass:\(mass),stiffness:\(k),damping:\(c)", damped),
            ("stiffness:\(k), dampingRatio:\(ratio), mass:\(mass)", relative),
            ("friction:\(c),mass:\(mass),tension:\(k)", damped),
          ]
          if mass == 1 {
            sets += [
              ("stiffness:\(k),damping:\(c)", damped), ("damping: \(c), stiffness: \(k)", damped),
              ("stiffness:\(k),dampingRatio:\(ratio)", relative),
              ("tension:\(k),friction:\(c)", damped),
              ("response:\(spring.response.value),dampingRatio:\(ratio)", spring),
              (
                "duration:\(spring.response.value),bounce:\(spring.bounce)",
                try Spring(duration: spring.response, bounce: spring.bounce)
              ),
            ]
          }
          for (words, expected) in sets {
            let set = try self.spring(owner, [Assignment(key: owner.name, value: words)])
            #expect(set == expected, "\(owner.testDescription)=\(words)")
            // The words came from this spring, so it is the result, except for rounding errors.
            #expect((set.dampingRatio - ratio).magnitude <= 1e-14 * max(ratio, 1), "\(words)")
            #expect((set.response / spring.response - 1).magnitude < 1e-14, "\(words)")
          }
        }
      }
    }
  }

  @Test("words whose springs depend on more than a formula are converted by the initializers, too")
  func convertedSets() throws {
    let owner = Owner(scenario: "sheet", name: "spring")
    for (words, expected) in [
      (
        "settlingDuration:600ms,dampingRatio:0.7",
        try Spring(settlingDuration: Seconds(0.6), dampingRatio: 0.7)
      ),
      (
        "viewDuration:0.5,dampingRatio:0.8",
        try Spring(viewDuration: Seconds(0.5), dampingRatio: 0.8)
      ),
      ("bounce:0.2,visualDuration:0.3", try Spring(visualDuration: Seconds(0.3), bounce: 0.2)),
      ("origamiTension:40,origamiFriction:7", try Spring(origamiTension: 40, friction: 7)),
      ("speed:12,bounciness:8", try Spring(bounciness: 8, speed: 12)),
    ] {
      #expect(try spring(owner, [Assignment(key: "spring", value: words)]) == expected, "\(words)")
    }
  }

  @Test("a time among the words may have a unit")
  func units() throws {
    let owner = Owner(scenario: "sheet", name: "spring")
    for (words, response) in [
      ("duration:500ms,bounce:0.2", 0.5), ("response:0.4 s,dampingRatio:0.8", 0.4),
    ] {
      let spring = try spring(owner, [Assignment(key: "spring", value: words)])
      #expect(spring.dampingRatio == 0.8 && spring.response == Seconds(response))
    }
  }

  @Test("of several assignments to a spring, the last one wins for each number")
  func order() throws {
    let owner = Owner(scenario: "sheet", name: "spring")
    let words = Assignment(key: "spring", value: "duration:0.5,bounce:0.25")
    let response = Assignment(key: "spring.response", value: "0.3")
    let after = try spring(owner, [words, response])
    #expect(after == Spring(dampingRatio: 0.75, response: Seconds(0.3)))
    let before = try spring(owner, [response, words])
    #expect(before == Spring(dampingRatio: 0.75, response: Seconds(0.5)))
  }

  @Test("the words of a spring change its two settings and nothing else, with their origin")
  func onlyThese() throws {
    var request = ReplayRequest(scenario: "sheet")
    let before = try request.tunableSettings()
    request.assignments = [
      Assignment(key: "spring", value: "duration:0.7,bounce:0", origin: .file("a.yml"))
    ]
    let changed = zip(before, try request.tunableSettings()).filter { $0 != $1 }
    #expect(changed.map(\.0.key) == ["spring.dampingRatio", "spring.response"])
    let recording = try #require(SyntheticGesture.named("flick")).recording()
    let header = try request.run(of: recording).header
    let told = ReplayRequest.settings(inHeader: header).filter { $0.key.hasPrefix("spring.") }
    #expect(told.map(\.value).prefix(2) == ["1", "0.7"])
    #expect(told.map(\.from).prefix(2) == ["config a.yml", "config a.yml"])
  }

  @Test("a number that has the name of a spring keeps its meaning")
  func sameName() throws {
    let resolved = try CardScenario.resolved(
      preset: nil,
      applying: [
        Assignment(key: "cornerRadius", value: "3px"),
        Assignment(key: "cornerRadius", value: "stiffness:100,dampingRatio:1"),
      ])
    let texts = resolved.settings.filter { $0.setting.key.hasPrefix("cornerRadius") }
      .map { "\($0.setting.key) \($0.setting.text(in: resolved.tuning))" }
    #expect(texts.contains("cornerRadius 3"))
    // 2π / √100
    #expect(texts.contains("cornerRadius.response \(2 * Double.pi / 10)"))
    #expect(message("cornerRadius", "soft", scenario: "card").contains("a number from 0 to"))
  }

  @Test("a program that sets a spring by words sends two commands with plain numbers")
  func commands() throws {
    var request = ReplayRequest(scenario: "sheet")
    request.commands = [
      try #require(TimedCommand(at: Seconds(0.1), "spring", "duration:300ms,bounce:0"))
    ]
    let recording = try #require(SyntheticGesture.named("flick")).recording()
    let run = try request.run(of: recording)
    var plain = ReplayRequest(scenario: "sheet")
    plain.commands = [
      try #require(TimedCommand(at: Seconds(0.1), "spring.dampingRatio", "1")),
      try #require(TimedCommand(at: Seconds(0.1), "spring.response", "0.3")),
    ]
    let other = try plain.run(of: recording)
    #expect(run.frames == other.frames && run.events == other.events && run.header == other.header)
  }

  @Test(
    "words that do not describe a spring are refused with what to give",
    arguments: [
      ("stifness:247,damping:31.4", "'stiffness' instead of 'stifness'"),
      ("stiffness:247,damping:31.4,colour:3", "the words of a spring are stiffness, damping, mass"),
      ("0.4", "such as stiffness:247,damping:31.4"), ("", "such as stiffness:247"),
      ("stiffness:247", "stiffness with damping, or stiffness with dampingRatio, such as"),
      ("damping:3", "give stiffness with damping, such as stiffness:247,damping:31.4."),
      (
        "dampingRatio:1", "stiffness with dampingRatio, or response with dampingRatio, or settlingD"
      ),
      (
        "bounce:0.2",
        "duration with bounce, or visualDuration with bounce, such as duration:0.4,bounce:0."
      ),
      ("mass:1", "stiffness with dampingRatio, or tension with friction, such as stiffness:247,"),
      (
        "stiffness:247,bounce:0.2",
        "stiffness with dampingRatio, or duration with bounce, or visual"
      ),
      ("stiffness:247,friction:3", "or tension with friction"),
      ("stiffness:247,damping:3,dampingRatio:1", "stiffness with damping, or"),
      ("mass:1,duration:0.4,bounce:0", "duration with bounce"),
      ("stiffness:247,stiffness:3", "'stiffness' only once"),
      ("stiffness:0,damping:3", "a number above 0 for 'stiffness', such as stiffness:247"),
      ("stiffness:nan,damping:3", "a number above 0 for 'stiffness'"),
      ("stiffness:247pt,damping:3", "a number above 0 for 'stiffness'"),
      ("stiffness:247,damping:-3", "a number of 0 or more for 'damping'"),
      ("duration:-1,bounce:0", "a time of 0 s or more for 'duration'"),
      ("duration:3pt,bounce:0", "a time of 0 s or more for 'duration'"),
      ("duration:1,bounce:-1", "a number above -1 and up to 1 for 'bounce'"),
      ("stiffness:,damping:3", "a number above 0 for 'stiffness'"),
      ("stiffness:1e-320,mass:1e300,damping:1", "numbers nearer to 1"),
      // 2π / √0.01 = 62.8 s
      ("stiffness:0.01,damping:3", "whose response is a number from 0 to 20 s, instead of 62.8"),
      ("duration:0.4,bounce:-0.99", "whose dampingRatio is a number from 0 to 20, instead of"),
      (",", "such as stiffness:247"), ("stiffness:247,,damping:3", "such as stiffness:247"),
      (String(repeating: "mass:1,", count: 10_000), "'mass' only once"),
    ])
  func refused(words: String, answer: String) {
    let message = message("spring", words)
    #expect(message.hasPrefix("--set: spring is '\(words.prefix(30))"), "\(message)")
    #expect(message.contains(answer), "\(message)")
  }

  @Test(
    "a word of a spring that is used as a key is refused with the springs that it may mean",
    arguments: [
      ("spring.stiffness", "sheet", "as in spring=stiffness:7,damping:…."),
      ("tracking.mass", "sheet", "as in tracking=stiffness:…,damping:…,mass:7."),
      ("stiffness", "sheet", "tracking=stiffness:7,damping:… or spring=stiffness:7,damping:…"),
      ("stiffness", "sheet", ", or the setting limits.stiffness."),
      ("damping", "flashlight", "spring=stiffness:…,damping:7"),
      ("tension", "sheet", "spring=tension:7,friction:…"),
      ("bounce", "sheet", "spring=duration:…,bounce:7"),
      ("duration", "sheet", "spring=duration:7,bounce:…, or the setting settle.duration."),
      ("spring.duration", "sheet", "spring=duration:7,bounce:…, or the setting settle.duration."),
      ("friction", "sheet", "tension:…,friction:7, or the setting content.decelerationRate."),
      ("friction", "refresh", "snap=tension:…,friction:7 or return=tension:…,friction:7"),
      // A spring of this scenario has the name of a word.
      ("bounce", "scroll", "--set: bounce is '7'; give words and their numbers"),
      // This scenario has no spring.
      ("stiffness", "button", "has no setting 'stiffness'; "),
      ("response", "sheet", "did you mean 'tracking.response'?"),
    ])
  func wordAsKey(key: String, scenario: String, answer: String) {
    let message = message(key, "7", scenario: scenario)
    #expect(message.hasPrefix("--set: "), "\(message)")
    #expect(message.contains(answer), "\(message)")
  }
}
