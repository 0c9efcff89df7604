import Foundation
import LivePage
import Testing

@Suite("Settings as code")
struct ExportCodeTests {
  let flickbook: Flickbook

  static let platforms = [
    "swiftui", "uikit", "compose", "views", "flutter", "css", "web-animations", "motion",
    "react-spring", "vaul", "gtk", "adwaita", "qt", "rust", "cpp",
  ]

  init() throws {
    flickbook = try Flickbook()
    try flickbook.shell(
      """
      printf 'scenario: sheet\\nset: {spring.response: 0.5, spring.dampingRatio: 0.7}\\n' > best.yml
      """)
  }

  @Test(
    "every scenario is exported for every platform, twice the same, with lines that a comment cannot end",
    arguments: platforms)
  func everyScenario(platform: String) throws {
    let result = try flickbook.shell(
      """
      set -e
      for scenario in $(flickbook scenario list | sed -n 's/^\\([a-z]*\\)  *.*/\\1/p'); do
        flickbook export --scenario $scenario --to \(platform) > one
        flickbook export --scenario $scenario --to \(platform) > two
        cmp one two
        cat one
      done
      """)
    #expect(result.status == 0, "\(result.errors)")
    let titles = result.output.matches(of: /flickbook export: .* code of the scenario ([a-z]+),/)
    #expect(titles.count >= 13)
    #expect(!result.output.contains(/\b(nan|inf)\b/))
  }

  @Test("a number names its settings, in the text and in the JSON")
  func origin() throws {
    let text = try flickbook.shell("flickbook export best.yml --to compose")
    #expect(text.status == 0 && text.errors.isEmpty)
    // (2π / 0.5)² = 157.9137 in seven digits.
    #expect(text.output.contains("stiffness = 157.9137f,  // 1/s²; spring.response 0.5 s"))
    #expect(text.output.contains("from best.yml."))
    let json = try flickbook.shell("flickbook export best.yml --to compose --json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["code"] as? String == text.output)
    let numbers = try #require(object["numbers"] as? [[String: Any]])
    let stiffness = try #require(numbers.first { $0["name"] as? String == "settling.stiffness" })
    #expect(stiffness["settings"] as? [String] == ["spring.response"])
    #expect(abs((stiffness["value"] as? Double ?? 0) - 16 * .pi * .pi) < 1e-9)
    #expect((object["losses"] as? [[String: Any]])?.isEmpty == false)
  }

  /// Settings as options of the command, and as lines of a request to the engine of a page.
  static let requests: [(options: String, lines: String)] = [
    ("--scenario sheet", "scenario sheet"),
    ("--scenario sheet --preset wave", "scenario sheet\npreset wave"),
    (
      "--scenario sheet --set spring.response=0.5s --set spring.dampingRatio=1.2",
      "scenario sheet\nset spring.response 0.5s\nset spring.dampingRatio 1.2"
    ),
    ("--scenario sheet --spring tracking", "scenario sheet\nspring tracking"),
    (
      "--scenario scroll --set friction=constant",
      "scenario scroll\nfrom set\nset friction constant"
    ),
    ("--scenario scroll --preset gtk", "scenario scroll\npreset gtk"),
    (
      "best.yml --set release.choice=neighbour",
      "scenario sheet\nfrom config best.yml\nset spring.response 0.5\nset spring.dampingRatio 0.7\n"
        + "from set\nset release.choice neighbour"
    ),
    ("--scenario pip", "scenario pip"), ("--scenario button", "scenario button"),
  ]

  @Test("the engine of a page exports the same object as the command", arguments: platforms)
  func engine(platform: String) throws {
    for request in Self.requests {
      let command = try flickbook.shell(
        "flickbook export \(request.options) --to \(platform) --json")
      var session = PageSession()
      let answer = session.answer(to: Array("export \(platform)\n\(request.lines)".utf8))
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(answer)) as? NSDictionary)
      let expected = try #require(
        try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? NSDictionary)
      #expect(object == expected, "\(request.options)")
      let text = try flickbook.shell("flickbook export \(request.options) --to \(platform)")
      #expect(object["code"] as? String == text.output)
    }
  }

  @Test("the engine lists the platforms of the command, and names the right one for a wrong name")
  func platformsOfEngine() throws {
    var session = PageSession()
    func answer(_ text: String) throws -> [String: Any]? {
      let answer = session.answer(to: Array(text.utf8))
      return try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
    }
    let table = try answer("table")?["platforms"] as? [[String: String]]
    #expect(table?.compactMap { $0["platform"] } == Self.platforms)
    #expect(table?.allSatisfy { $0["title"] != "" && $0["meaning"] != "" } == true)
    func error(_ text: String) throws -> [String?] {
      let error = try answer(text)?["error"] as? [String: String]
      return [error?["where"], error?["found"], error?["next"]]
    }
    #expect(
      try error("export compos\nscenario sheet")
        == ["export", "there is no platform 'compos'", "did you mean 'compose'?"])
    #expect(
      try error("export\nscenario sheet").last
        == "use one of \(Self.platforms.joined(separator: ", "))")
    #expect(
      try error("export css\nscenario sheet\nspring sprung")
        == ["spring", "the scenario sheet has no spring 'sprung'", "use one of tracking, spring"])
    #expect(try error("export css\nscenario shet").first == "scenario 'shet'")
  }

  @Test("a file of settings chooses the estimator of the exported momentum")
  func estimator() throws {
    let text = try flickbook.shell(
      """
      printf 'scenario: scroll\\npreset: clamped\\nestimator: gnome.swipe:window=90\\n' > case.yml
      flickbook export case.yml --to rust
      """)
    #expect(text.output.contains("const WINDOW: f64 = 0.09;  // s; estimator gnome.swipe"))
    #expect(!text.output.contains("- estimator:"), "\(text.errors)")
  }

  @Test("only the chosen spring is exported, and 'motion' describes it with the same numbers")
  func single() throws {
    let text = try flickbook.shell("flickbook export best.yml --to motion --spring spring").output
    #expect(text.contains("settlingTransition") && !text.contains("trackingTransition"))
    #expect(!text.contains("detentAfterRelease"))
    #expect(text.contains("stiffness: 157.9137,"))
    let told = try flickbook.shell("flickbook motion spring --config best.yml")
    #expect(
      told.output
        == (try flickbook.shell(
          "flickbook motion spring response=0.5 dampingRatio=0.7")).output)
    #expect(told.status == 0 && told.output.contains(/stiffness +157.91367/))
  }

  @Test("a preset of one scenario needs no scenario, and settings that are not exported are listed")
  func preset() throws {
    let text = try flickbook.shell("flickbook export --preset gorhom --to swiftui").output
    #expect(text.contains("of the scenario sheet, from preset gorhom."))
    let changed = try flickbook.shell(
      "flickbook export best.yml --to css --set limits=stop --set engine=wave"
    ).output
    #expect(changed.contains("/* - limits = stop */") && changed.contains("/* - engine = wave */"))
    let rule = try flickbook.shell(
      "flickbook export --scenario sheet --to qt --set release.choice=vaul"
    ).output
    #expect(rule.contains("the rule vaul is not exported"))
  }

  @Test("a file is written with -o, and not over another file")
  func output() throws {
    let result = try flickbook.shell("flickbook export best.yml --to gtk -o spring.c")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(
      try flickbook.shell("cat spring.c").output
        == flickbook.shell("flickbook export best.yml --to gtk").output)
    let refused = try flickbook.shell(
      "echo mine > own.c; flickbook export best.yml --to gtk -o own.c")
    expectRefusal(refused, 74, "own.c")
  }

  @Test(
    "wrong arguments are refused",
    arguments: [
      ("export best.yml --to compos", 64, "did you mean 'compose'?"),
      ("export best.yml --to kotlin", 64, "use one of swiftui, uikit"),
      ("export best.yml --to css --spring sprung", 64, "did you mean 'spring'?"),
      ("export best.yml --to css --scenario pip", 64, "'sheet' in best.yml"),
      ("export --to css", 64, "--scenario: missing"),
      ("export best.yml", 64, "--to: missing; give a platform, one of swiftui, uikit"),
      ("export --to css --preset vual", 64, "did you mean 'vaul'?"),
      ("export --to css --preset wave", 64, "add --scenario with one of"),
      ("export --scenario button --to css --spring spring", 64, "has no springs"),
      ("export none.yml --to css", 66, "none.yml"),
      ("export best.yml --to css --force", 64, "--force: no file is written"),
      ("export best.yml --to css --set spring.respons=1", 64, "did you mean 'spring.response'?"),
    ])
  func refused(line: String, status: Int32, words: String) throws {
    expectRefusal(try flickbook.shell("flickbook \(line)"), status, words)
  }

  @Test("text of a file cannot end a comment")
  func comments() throws {
    let result = try flickbook.shell(
      """
      mkdir 'a*'
      cp best.yml $'a*/b\\nc.yml'
      flickbook export $'a*/b\\nc.yml' --to css
      """)
    #expect(result.status == 0)
    for line in result.output.split(separator: "\n") where line.hasPrefix("/*") {
      #expect(line.ranges(of: "*/").count == 1 && line.hasSuffix("*/"), "\(line)")
    }
    #expect(!result.output.contains("\nc.yml"))
  }
}
