import CaseFolders
import Foundation
import InteractionScenarios
import Quantities
import Testing

@Suite("Preset files")
struct PresetFileTests {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../Sources/Scenarios/Presets").standardizedFileURL

  /// The bundled files, in byte order of their names.
  static let bundled: [PresetFile] = {
    do {
      let systems = folder.appending(path: "Systems").path
      return try FileManager.default.contentsOfDirectory(atPath: systems).sorted()
        .map { try presetFile(at: "\(systems)/\($0)") }
    } catch {
      Issue.record(error)
      return []
    }
  }()

  static let entries = bundled.flatMap(\.entries)

  private func file(_ text: String, scenario: String? = nil) throws -> PresetFile {
    try presetFile(in: text, path: "feel.yml", scenario: scenario)
  }

  private func refusal(_ text: String) -> String {
    do throws(FileError) {
      _ = try presetFile(in: text, path: "feel.yml", scenario: nil)
      return "nothing is refused"
    } catch { return error.description }
  }

  // MARK: Bundled presets

  @Test("the built-in presets equal the presets that are read from the files")
  func table() throws {
    let built = try String(
      contentsOf: Self.folder.appending(path: "PresetTable.swift"), encoding: .utf8)
    #expect(presetTableText(Self.bundled) == built, "run scripts/cases presets")
    for type in allScenarios {
      let read = Self.bundled.flatMap { $0.presets(of: type.name) }
      let presets = [.flickbook] + read
      #expect(
        type.presets.map { "\($0)" } == presets.map { "\($0)" },
        "\(type.name): run scripts/cases presets")
    }
    #expect(Self.entries.count > 50)
  }

  @Test("every preset has a meaning, a source and at least one setting")
  func sources() {
    for entry in Self.entries {
      let preset = entry.preset
      #expect(!preset.meaning.isEmpty && !preset.source.isEmpty, "\(preset.name)")
      #expect(!entry.own.isEmpty, "\(preset.name)")
      for proof in entry.proofs {
        #expect(!proof.source.isEmpty && !proof.rows.isEmpty, "\(preset.name)")
      }
    }
  }

  @Test("a preset states how its source is known, unless its values are our own choice")
  func known() {
    for entry in Self.entries {
      let isOwn = entry.preset.source.contains("our choice")
      #expect((entry.preset.known == nil) == isOwn, "\(entry.scenario) \(entry.preset.name)")
    }
    #expect(Preset.flickbook.strongestEvidence == nil)
  }

  @Test("all but four sheet presets list releases that prove their rule")
  func proved() {
    let unproved = Self.entries.filter { $0.scenario == "sheet" && $0.proofs.isEmpty }
      .map(\.preset.name)
    #expect(Set(unproved) == ["wave", "gnome-shell", "gnome-shell.touch", "material.fit"])
  }

  @Test(
    "each release in the proof of a preset has the stated target",
    arguments: entries.filter { !$0.proofs.isEmpty }.map { "\($0.scenario) \($0.preset.name)" })
  func proofs(name: String) throws {
    let entry = try #require(
      Self.entries.first { "\($0.scenario) \($0.preset.name)" == name })
    let type = try scenario(named: entry.scenario)
    for proof in entry.proofs {
      let policy = try #require(
        try type.releasePolicy(preset: entry.preset, applying: proof.values))
      for (row, target, isRight) in proof.targets(of: policy) {
        #expect(isRight, "\(row): \(target)")
      }
    }
  }

  @Test("a wrong row in a proof is detected")
  func wrongRow() throws {
    let entry = try #require(Self.entries.first { $0.preset.name == "vaul" })
    let policy = try #require(try SheetScenario.releasePolicy(preset: entry.preset))
    for proof in entry.proofs {
      for index in proof.rows.indices {
        var wrong = proof
        let others = wrong.positions.keys.filter { $0 != proof.rows[index].target }
        wrong.rows[index].target = try #require(others.min())
        #expect(wrong.targets(of: policy).map(\.isRight).filter { !$0 }.count == 1)
      }
    }
  }

  // MARK: User-defined presets

  @Test("a preset can set a spring by words; one that extends it can change a single number")
  func springWords() throws {
    let file = try file(
      """
      presets:
        - {name: base, scenario: sheet, set: {spring: {tension: 100, friction: 20}}}
        - {name: own, scenario: sheet, extends: base, set: {spring.response: 300ms}}
        - {name: last, scenario: sheet, extends: own, set: {spring: {duration: 0.5, bounce: 0}}}
      """)
    // The response is 2π / √100, and the damping ratio is 20 / (2 √100).
    let texts = file.entries.map { $0.preset.values.map { "\($0.key) \($0.value)" } }
    #expect(
      texts == [
        ["spring.dampingRatio 1", "spring.response \(2 * Double.pi / 10) s"],
        ["spring.dampingRatio 1", "spring.response 300ms"],
        ["spring.dampingRatio 1", "spring.response 0.5 s"],
      ])
    #expect(
      refusal("scenario: sheet\nset:\n  start: half\n  spring: {stiffness: 3, bounce: 1}\n")
        .hasPrefix("feel.yml:4: found spring 'stiffness:3,bounce:1'; expected stiffness with "))
    #expect(
      refusal("scenario: sheet\nset:\n  tracking.mass: 3\n").contains(
        "as in tracking: stiffness:…,damping:…,mass:3."))
    #expect(
      refusal("scenario: sheet\nset:\n  release.flick: 3ms\n")
        .contains("'3ms', a time; expected"))
  }

  @Test("the only preset of a file has the file's name, and can extend a bundled preset")
  func single() throws {
    let file = try file(
      """
      scenario: sheet
      meaning: As vaul, for slower hands.
      source: our choice; tried with ten people
      extends: vaul
      set:
        release.flick: above 250 pt/s
      """)
    let entry = try #require(file.entries.first)
    #expect(entry.preset.name == "feel")
    #expect(entry.preset.extends == "vaul")
    let base = try SheetScenario.preset(named: "vaul")
    #expect(entry.preset.values.map(\.key) == base.values.map(\.key))
    #expect(entry.own.map { [$0.key, $0.value] } == [["release.flick", "above 250 pt/s"]])
    var request = ReplayRequest(scenario: "sheet")
    request.ownPresets = [entry.preset]
    request.preset = "feel"
    let resolved = try SheetScenario.resolved(request)
    guard let vaul = resolved.tuning.motion.release.rule.numbers(of: ReleaseRule.Vaul.self) else {
      Issue.record("another rule")
      return
    }
    #expect(vaul.flick.value == 250.0.nextUp)
    let origins = resolved.settings.filter { $0.setting.key == "release.skip" }.map(\.origin)
    #expect(origins == [.preset("feel")])
  }

  @Test("a preset may extend a preset of another file, but a chain of files is refused")
  func otherFile() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "presets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, to name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    _ = try write("scenario: sheet\nextends: vaul\nset: {release.flick: 250}\n", to: "base.yml")
    let path = try write(
      "scenario: sheet\nextends: base.yml\nset: {release.cap: 900}\n", to: "feel.yml")
    let preset = try #require(try presetFile(at: path).entries.first?.preset)
    var values = Dictionary(
      try SheetScenario.preset(named: "vaul").values.map { ($0.key, $0.value) }
    ) { $1 }
    values["release.flick"] = "250"
    values["release.cap"] = "900"
    #expect(Dictionary(preset.values.map { ($0.key, $0.value) }) { $1 } == values)
    for other in ["feel.yml", "loop.yml"] {
      let loop = try write("scenario: sheet\nextends: \(other)\n", to: "loop.yml")
      #expect(throws: FileError.self) { try presetFile(at: loop) }
    }
  }

  @Test("an observed proof is read with its paths, and its evidence is not inherited")
  func observed() throws {
    let file = try presetFile(
      in: """
        presets:
          - name: seen
            scenario: scroll
            known: documented
            set: {limits: stop}
            proof:
              - observed: Example 2.1
                date: 2026-11-20
                clock: wall
                runs: 3
                compared: 3
                tables: tables
                recordings: /recordings
                worst: {drag: 4, lag: 0.02}
                except: {scroll/flick-up: the driver stopped}
                fails: {scroll/flick-down: the bounce is missing}
                set: {limits: stop}
          - name: heir
            scenario: scroll
            extends: seen
            set: {limits: stop}
        """, path: "systems/own.yml", scenario: nil)
    let seen = try #require(file.entries.first)
    let proof = try #require(seen.observed.first)
    #expect(proof.tables == "systems/tables" && proof.recordings == "/recordings")
    #expect(proof.excepted.map { $0.recording } == ["scroll/flick-up"])
    #expect(proof.values.map { "\($0.key)=\($0.value)" } == ["limits=stop"])
    #expect(seen.preset.strongestEvidence == "observed" && seen.preset.known == .documented)
    #expect(
      seen.preset.observations.map { $0.summary } == [
        "Example 2.1, 2026-11-20, wall clock, 3 runs; within drag 4 pt, target 2 pt, path 3 pt, "
          + "settleTime 0.05 s, lag 0.02 s; 1 recording is known to differ"
      ])
    #expect(seen.preset.evidence == ["observed 2 of 3, rest 2 pt, path 3 pt", "documented"])
    #expect(file.entries[1].preset.strongestEvidence == nil)
  }

  @Test("a table of releases is read, with durations, and a wrong line of it is reported")
  func releaseTable() throws {
    let folder = try TemporaryFolder()
    func file(_ table: String) throws -> PresetFile {
      try folder.write(table, to: "swiper.csv")
      let text = """
        name: own
        scenario: paging
        extends: swiper
        proof:
          - table: swiper.csv
            positions: {"0": 0, "1": -390}
        """
      return try presetFile(at: try folder.write(text, to: "own.yml"))
    }
    let head = "# software: Swiper 14\n# seed: 1\nfrom,at,velocity,duration,to\n"
    let entry = try #require(
      try file(head + "0,-10,0,0.3,1\n0,-10,0,0.301,0\n").entries.first)
    let proof = try #require(entry.proofs.first)
    let policy = try #require(
      try PagingScenario.releasePolicy(preset: entry.preset, applying: proof.values))
    #expect(proof.targets(of: policy).map(\.target) == ["1", "0"])
    #expect(entry.preset.decisions.map { "\($0.software): \($0.releases)" } == ["Swiper 14: 2"])
    #expect(entry.preset.evidence == ["decided like Swiper 14, 2 of 2"])
    for (table, line) in [
      (head + "0,-10,0,0.3,2\n", "swiper.csv:4"), (head + "0,-10,0,fast,1\n", "swiper.csv:4"),
      (head + "0,-10,0,1\n", "swiper.csv:4"), ("# software: S\nfrom,at,to\n", "swiper.csv:2"),
      (head, "swiper.csv"), ("from,at,velocity,to\n0,0,0,0\n", "swiper.csv"),
    ] {
      do {
        _ = try file(table)
        Issue.record("nothing is refused: \(table)")
      } catch { #expect("\(error)".contains(line), "\(error)") }
    }
  }

  @Test(
    "a wrong key of an observed proof is reported with its line",
    arguments: [
      ("runs: 3", "runs: none", 9), ("clock: wall", "clock: sun", 8),
      ("date: 2026-11-20", "date: yesterday", 7), ("worst: {drag: 4}", "worst: {drg: 4}", 12),
      ("worst: {drag: 4}", "fails: scroll/flick-up", 12), ("runs: 3", "{}: 3", 9),
      ("known: source", "known: rumour", 3),
    ])
  func wrongProof(right: String, wrong: String, line: Int) {
    let text = """
      name: seen
      scenario: scroll
      known: source
      set: {limits: stop}
      proof:
        - observed: Example 2.1
          date: 2026-11-20
          clock: wall
          runs: 3
          tables: tables
          recordings: recordings
          worst: {drag: 4}
      """
    #expect(refusal(text) == "nothing is refused")
    let found = refusal(text.replacing(right, with: wrong))
    #expect(found.hasPrefix("feel.yml:\(line): "), "\(found)")
  }

  @Test("a preset may extend an earlier preset of the same file")
  func several() throws {
    let file = try file(
      """
      presets:
        - name: calm
          scenario: sheet
          set: {spring.response: 0.6 s}
        - name: calmer
          scenario: sheet
          extends: calm
          set: {spring.dampingRatio: 1}
      """)
    #expect(
      file.entries[1].preset.values.map { [$0.key, $0.value] }
        == [["spring.response", "0.6 s"], ["spring.dampingRatio", "1"]])
  }

  @Test("choices are read as in a case, and are inherited from the extended preset")
  func choices() throws {
    let file = try file(
      """
      presets:
        - name: calm
          scenario: sheet
          estimator: {name: android.lsq2, horizon: 80 ms}
          recognizer: slop
          slop: 8 pt
          set: {spring.response: 0.6 s}
        - name: calmer
          scenario: sheet
          extends: calm
          slop: 12 pt
        - name: other
          scenario: sheet
          unknown: [estimator]
      """)
    let choices = file.entries.map { $0.preset.choices.map { "\($0.key)=\($0.value)" } }
    #expect(
      choices == [
        ["estimator=android.lsq2:horizon=80 ms", "recognizer=slop", "slop=8 pt"],
        ["estimator=android.lsq2:horizon=80 ms", "recognizer=slop", "slop=12 pt"], [],
      ])
    #expect(file.entries.map(\.preset.unknown) == [[], [], ["estimator"]])
    let head = "scenario: sheet\n"
    #expect(refusal(head + "estimator: kalma\n").contains("feel.yml:2: "))
    #expect(refusal(head + "estimator: kalma\n").contains("'kalman'"))
    #expect(refusal(head + "slop: 3 s\n").contains("feel.yml:2: "))
    #expect(refusal(head + "unknown: [estimater]\n").contains("'estimator'"))
    #expect(refusal(head + "estimator: kalman\nunknown: [estimator]\n").contains("feel.yml:3: "))
    // Settings that describe the situation, such as the frame rate, are not choices of a system.
    #expect(refusal(head + "hz: 60\n").contains("the key 'hz'"))
  }

  @Test("a file with a single preset can also be used as a config file")
  func config() throws {
    let text = """
      name: feel
      scenario: sheet
      meaning: Slower.
      source: our choice; a test
      not-reproduced: nothing
      extends: vaul
      set: {spring.response: 0.5 s}
      """
    let read = try requestFile(in: text, path: "feel.yml")
    var request = ReplayRequest(scenario: "")
    read.apply(&request)
    #expect(request.scenario == "sheet")
    #expect(request.preset == "vaul")
    #expect(request.assignments.map(\.value) == ["0.5 s"])
  }

  @Test("mistakes are reported with their line and a remedy")
  func refusals() {
    let head = "scenario: sheet\nextends: vaul\nset:\n  limits: stop\n"
    #expect(
      refusal(head + "  release.flik: 3\n").contains("feel.yml:5: ")
        && refusal(head + "  release.flik: 3\n").contains("'release.flick'"))
    #expect(refusal(head + "  release.flick: 3 s\n").contains("feel.yml:5: "))
    #expect(refusal(head + "  release.flick: 3 s\n").contains("0 to 100000 pt/s"))
    #expect(refusal(head + "  release.hysteresis: 3\n").contains("feel.yml:5: "))
    #expect(refusal("scenario: shee\n").contains("'sheet' or another scenario"))
    #expect(refusal("scenario: sheet\nextends: vual\n").contains("feel.yml:2: "))
    #expect(refusal("scenario: sheet\nextends: vual\n").contains("'vaul' or another preset"))
    #expect(refusal("scenario: sheet\nmeanin: x\n").contains("'meaning' or another key"))
    #expect(refusal("meaning: x\n").contains("a preset without a scenario"))
    #expect(refusal("").contains("nothing"))
    #expect(refusal("presets:\n  - scenario: sheet\n").contains("a preset without a name"))
    let twice = "presets:\n" + String(repeating: "  - {name: a, scenario: sheet}\n", count: 2)
    #expect(refusal(twice).contains("feel.yml:3: "))
    let proof = """
      scenario: sheet
      proof:
        - source: a test
          positions: {full: 20, half: 417}
          rows:
            - {from: full, at: 20, velocity: 0, to: tip}
      """
    #expect(refusal(proof).contains("feel.yml:6: "))
    #expect(refusal(proof).contains("the position 'tip'"))
  }
}
