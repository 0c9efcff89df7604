import Foundation
import Testing

/// `flickbook fit`, with the motion of real software in `Tests/Observed`.
@Suite("Fitting observed motion")
struct FitTests {
  /// The parameters of a law in the result of a fit of tables in `Tests/Observed`.
  private static func values(
    _ folder: String, _ names: [String], recordings: String = "Recordings", law: String? = nil
  ) throws -> (law: String?, values: [String: Double]) {
    let root = SourceTree.package.path
    let tables = names.map { "\(root)/Tests/Observed/\(folder)/\($0).csv" }
    let result = try Flickbook()(
      ["fit"] + tables + ["--recordings", "\(root)/\(recordings)", "--json"]
        + (law.map { ["--law", $0] } ?? []))
    let json = try #require(try result.json().first, "\(result)")
    let ranking = try #require(json["ranking"] as? [[String: Any]])
    let parameters = try #require(ranking.first?["parameters"] as? [String: [String: Any]])
    return (json["law"] as? String, parameters.compactMapValues { $0["value"] as? Double })
  }

  @Test("GTK's throw is exponential with k = 4 /s, the constant in its source")
  func gtk() throws {
    let found = try Self.values(
      "gtk/scroll_straight", ["scroll_flick-up.run1", "scroll_flick-down.run1"],
      recordings: "Tests/Observed/straight")
    #expect(found.law == "exponential")
    #expect(abs(try #require(found.values["k"]) - 4) < 0.1)
  }

  @Test("Flutter's throw is its power law with the coefficient 0.015 of its source")
  func flutter() throws {
    let names = ["scroll_flick-down", "sheet_stroke-down-from-half"]
    let found = try Self.values("flutter-web/android", names)
    #expect(found.law == "flutter")
    #expect(abs(try #require(found.values["coefficient"]) - 0.015) < 0.0002)
    let power = try Self.values("flutter-web/android", names, law: "power")
    #expect((2.3...2.5).contains(try #require(power.values["exponent"])))
  }

  @Test("Chromium's throw is near a power law with an exponent of 2.3 to 2.5")
  func chromium() throws {
    let names = ["scroll_flick-down", "sheet_stroke-down-from-half"]
    let power = try Self.values("chromium/scroll", names, law: "power")
    #expect((2.3...2.5).contains(try #require(power.values["exponent"])))
  }

  @Test("Qt's throw has the constant deceleration of 1500 pt/s² of its documentation")
  func qt() throws {
    let found = try Self.values("qt/flick", ["scroll_flick-up", "scroll_flick-down"])
    #expect(found.law == "constant-deceleration")
    #expect(abs(try #require(found.values["deceleration"]) - 1500) < 15)
  }

  @Test("the spring and the threshold of a sheet in JavaScript are those of its code")
  func sheet() throws {
    let root = SourceTree.package.path
    let folder = "\(root)/Tests/Observed/chromium/sheet"
    let tables = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.contains(".run") }.sorted().map { "\(folder)/\($0)" }
    let result = try Flickbook()(
      ["fit"] + tables
        + [
          "--recordings", "\(root)/Recordings", "--estimator", "gnome.swipe:window=100", "--law",
          "spring", "--json",
        ])
    let json = try #require(try result.json().first, "\(result)")
    let ranking = try #require(json["ranking"] as? [[String: Any]])
    let parameters = try #require(ranking.first?["parameters"] as? [String: [String: Any]])
    let response = try #require(parameters["response"]?["value"] as? Double)
    let ratio = try #require(parameters["dampingRatio"]?["value"] as? Double)
    // k = (2π / response)² = 247 and c = 2 ζ √k = 31.4, each within 2 %.
    let omega = 2 * Double.pi / response
    #expect(abs(omega * omega / 247 - 1) < 0.02 && abs(2 * ratio * omega / 31.4 - 1) < 0.02)
    let rule = try #require(json["rule"] as? [String: Any])
    let threshold = try #require(rule["threshold"] as? [String: Any])
    #expect(threshold["explained"] as? Int == tables.count)
    if let above = threshold["above"] as? Double { #expect(above < 300) }
    if let atMost = threshold["atMost"] as? Double { #expect(atMost >= 300) }
  }

  /// A table of a spring with a response of 0.4 s and a ratio of 0.8, from 500 to 100 pt.
  private static func table() -> String {
    var text = "time,y\n"
    for frame in 0..<90 {
      let time = Double(frame) / 60
      let omega = 2 * Double.pi / 0.4
      let swing = omega * 0.6
      let left =
        exp(-0.8 * omega * time) * (cos(swing * time) + 0.8 * omega / swing * sin(swing * time))
      text += "\(time),\(100 + 400 * left)\n"
    }
    return text
  }

  @Test("a fit becomes a preset that a replay reads")
  func presetFile() throws {
    let flickbook = try Flickbook()
    try flickbook.write(Self.table(), to: "motion.csv")
    let result = try flickbook("fit", "motion.csv", "--write", "feel.yml")
    #expect(result.status == 0 && result.output.contains("the motion is spring"), "\(result)")
    let shown = try flickbook("preset", "show", "feel.yml")
    #expect(shown.status == 0 && shown.output.contains("spring.response     = 0.4\n"), "\(shown)")
    try flickbook("synth", "flick", "-o", "flick.yml")
    #expect(try flickbook("replay", "flick.yml", "--preset", "feel.yml", "-o", "run").status == 0)
  }

  @Test("a run is fitted by its settings")
  func run() throws {
    let flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", "--set", "spring.response=0.5", "--set",
      "spring.dampingRatio=0.9", "-o", "run")
    let json = try #require(try flickbook("fit", "run", "--json").json().first)
    #expect(json["law"] as? String == "spring")
    let ranking = try #require(json["ranking"] as? [[String: Any]])
    let parameters = try #require(ranking[0]["parameters"] as? [String: [String: Any]])
    // The surface repeats its position in the frames between two reports of the finger, so the begin of the motion is
    // known to a frame.
    #expect(abs(try #require(parameters["response"]?["value"] as? Double) - 0.5) < 0.003)
    #expect(abs(try #require(parameters["dampingRatio"]?["value"] as? Double) - 0.9) < 0.003)
  }

  @Test("input that cannot be fitted is refused with a reason and a next step")
  func refused() throws {
    let flickbook = try Flickbook()
    try flickbook.write(Self.table(), to: "motion.csv")
    try flickbook.write("time,y\n0,5\n0.1,5\n0.2,5\n", to: "still.csv")
    try flickbook.write("time,y\n0,5\n", to: "one.csv")
    let rows: [(arguments: [String], status: Int32, words: String)] = [
      (["still.csv"], 65, "the surface moves by 0 pt"), (["one.csv"], 65, "found 1 row"),
      ([], 64, "no table was given"), (["none.csv"], 66, "none.csv"),
      (["motion.csv", "--law", "sprng"], 64, "did you mean 'spring'"),
      (["motion.csv", "--along", "z"], 64, "use one of x, y"),
      (["motion.csv", "--along", "x"], 64, "has no column x"),
      (["motion.csv", "--from", "2", "--to", "1"], 64, "--from"),
      (["motion.csv", "--from", "5"], 65, "moves by 0 pt"),
      (["motion.csv", "--band", "above"], 65, "no drag of a finger is known"),
      (["motion.csv", "--band", "left"], 64, "--band"),
      (["motion.csv", "--recordings", "."], 65, "there is no note 'recording'"),
      (["motion.csv", "--law", "bezier", "--write", "feel.yml"], 65, "no scenario has a setting"),
    ]
    for row in rows {
      let result = try flickbook(["fit"] + row.arguments)
      #expect(result.status == row.status && result.errors.contains(row.words), "\(row) \(result)")
      #expect(row.status == 0 || result.errors.contains("; "), "\(result)")
    }
  }
}
