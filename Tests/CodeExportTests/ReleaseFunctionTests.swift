import CodeExport
import Foundation
import GestureReplay
import InteractionScenarios
import MotionPhysics
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import Testing
import VelocityEstimation

/// Exported rules as programs: each decides the releases on its standard input, and is compared with the rule itself.
@Suite("Exported release rules")
struct ReleaseFunctionTests {
  /// A rule, by the settings that choose it, and whether its function has the mean velocity as a parameter.
  struct Rule: CustomTestStringConvertible {
    var scenario: String
    var settings: [String]
    var usesMean = false
    var testDescription: String { ([scenario] + settings).joined(separator: " ") }

    init(_ scenario: String, _ settings: String..., usesMean: Bool = false) {
      (self.scenario, self.settings, self.usesMean) = (scenario, settings, usesMean)
    }
  }

  static let rules = [
    Rule("sheet"),
    Rule("sheet", "release.skip=1500"),
    Rule("sheet", "release.adjacentOnly=false", "release.flick=0", "release.hysteresis=0"),
    Rule("sheet", "release.opposed=24", "release.deadBand=0"),
    Rule("sheet", "dismissible=true"),
    Rule("sheet", "dismissible=true", "release.dismissal=thrown"),
    Rule("sheet", "release.choice=neighbour"),
    Rule("sheet", "release.choice=neighbour", "release.positional=56"),
    Rule("sheet", "release.choice=neighbour", "release.neighbour=beyondDownwards"),
    Rule("sheet", "release.choice=neighbour", "release.neighbour=afterNearest"),
    Rule("sheet", "release.choice=progress", "release.threshold=0.4"),
    Rule("sheet", "release.choice=half"),
    Rule("sheet", "release.choice=segment"),
    Rule("sheet", "release.choice=segment", "release.adjacentOnly=false"),
    Rule("sheet", "release.choice=page", usesMean: true),
    Rule("sheet", "release.choice=page", "release.skip=1500", usesMean: true),
    Rule("sheet", "release.choice=page", "release.adjacentOnly=false", usesMean: true),
    Rule("drawer"),
    Rule("drawer", "release.choice=progress"),
    Rule("modal"),
    Rule("modal", "release.keepsSurfaceOnFlickBack=false", "release.flickDistance=20"),
    Rule("modal", "release.positional=0", "release.threshold=0.3"),
  ]

  /// A release: position and velocity along the line of travel, the mean velocity, and the index of the start.
  struct Release {
    var position: Double
    var velocity: Double
    var mean: Double
    var start: Int

    var line: String { "\(position) \(velocity) \(mean) \(start)" }
  }

  /// The positions of a surface along the axis on which they differ.
  private struct Line {
    let rests: [(name: String, position: Position)]
    let exits: [Position]
    let isVertical: Bool

    init(_ request: ReplayRequest) throws {
      let found = try request.restPositions()
      let all = found.positions.map { $0.position } + found.exits
      let vertical = all.allSatisfy { $0.x == all[0].x }
      isVertical = vertical
      exits = found.exits
      rests = found.positions.map { ($0.name, $0.position) }
        .sorted { vertical ? $0.1.y < $1.1.y : $0.1.x < $1.1.x }
    }

    func coordinate(_ position: Position) -> Double {
      isVertical ? position.y.value : position.x.value
    }

    func position(_ coordinate: Double) -> Position {
      isVertical
        ? Position(x: rests[0].position.x, y: Points(coordinate))
        : Position(x: Points(coordinate), y: rests[0].position.y)
    }

    func velocity(_ speed: Double) -> Velocity {
      isVertical
        ? Velocity(x: .zero, y: PointsPerSecond(speed))
        : Velocity(x: PointsPerSecond(speed), y: .zero)
    }

    /// A grid of releases that lies on none of the rests and in the middle between none of them.
    var releases: [Release] {
      let all = rests.map { coordinate($0.position) } + exits.map { coordinate($0) }
      let (low, high) = ((all.min() ?? 0) - 60.37, (all.max() ?? 0) + 60.37)
      let velocities = [
        0, 12, 90, 290, 310, 700, 1_450, 1_600, 4_000, 9_000,
      ].flatMap { [Double($0), -Double($0)] }
      var releases: [Release] = []
      for start in rests.indices {
        for step in 0...60 {
          for velocity in velocities {
            let position = low + (high - low) * Double(step) / 60
            releases.append(
              Release(
                position: position, velocity: velocity,
                mean: step % 3 == 0 ? -velocity / 2 : velocity / 3, start: start))
          }
        }
      }
      return releases
    }
  }

  private func request(_ rule: Rule) -> ReplayRequest {
    var request = ReplayRequest(scenario: rule.scenario)
    request.assignments = rule.settings.map { setting in
      let parts = setting.split(separator: "=")
      return Assignment(key: String(parts[0]), value: String(parts[1]))
    }
    return request
  }

  /// The decision of Flickbook's own rule, as an index of a rest; -1 for a dismissal.
  private func expected(
    _ release: Release, _ line: Line, _ policy: ReleasePolicy, isDescending: Bool
  ) -> Int {
    let candidates = line.rests.map { RestCandidate(name: $0.name, position: $0.position) }
    let position = line.position(release.position)
    let velocity = line.velocity(release.velocity)
    let context = ReleaseContext(
      candidates: isDescending ? candidates.reversed() : candidates, position: position,
      unlimited: position, start: line.rests[release.start].name,
      estimate: VelocityEstimate(velocity: velocity, reason: .ok),
      mean: line.velocity(release.mean), touch: position,
      screen: Planar(x: Points(390), y: Points(844)), hidden: line.exits.first)
    let decision = policy.decide(context)
    return line.rests.firstIndex { $0.name == decision.target } ?? -1
  }

  private func decisions(
    of code: String, _ language: String, _ line: Line, usesMean: Bool, _ releases: [Release]
  ) throws -> [Int] {
    let input = releases.map(\.line).joined(separator: "\n") + "\n"
    let (main, name, command) =
      switch language {
      case "c":
        (
          Self.mainInC(usesMean), "rule.c",
          "cc -Wall -Werror -Wno-unused-function -o FILE.out FILE -lm && FILE.out < INPUT"
        )
      case "cpp":
        (
          Self.mainInC(usesMean), "rule.cpp",
          "g++ -std=c++17 -Wall -Wextra -Werror -o FILE.out FILE && FILE.out < INPUT"
        )
      case "rust":
        (
          Self.mainInRust(usesMean), "rule.rs",
          "rustc --edition 2021 -D warnings -A dead_code -o FILE.out FILE && FILE.out < INPUT"
        )
      default: (Self.mainInJavaScript(usesMean), "rule.js", "node FILE < INPUT")
      }
    let output = try Self.run(code + main, named: name, by: command, input: input)
    return output.split(separator: "\n").compactMap { Int($0) }
  }

  /// Writes code to a file, and returns the output of a command, in which FILE and INPUT are paths.
  static func run(
    _ code: String, named name: String, by command: String, input: String = ""
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(code.utf8).write(to: file)
    let inputFile = folder.appending(path: "input")
    try Data(input.utf8).write(to: inputFile)
    return try shell(
      command.replacingOccurrences(of: "FILE", with: file.path)
        .replacingOccurrences(of: "INPUT", with: inputFile.path))
  }

  private static func mainInC(_ usesMean: Bool) -> String {
    """
    #include <stdio.h>
    int main (void) {
      double position, velocity, mean;
      int start;
      while (scanf ("%lf %lf %lf %d", &position, &velocity, &mean, &start) == 4)
        printf ("%d\\n", detent_after_release (position, velocity, \(usesMean ? "mean, "
          + "" : "")detents,
                                              sizeof detents / sizeof detents[0], start));
      return 0;
    }

    """
  }

  private static func mainInRust(_ usesMean: Bool) -> String {
    """
    fn main() {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
        for line in text.lines() {
            let words: Vec<f64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let (position, velocity, start) = (words[0], words[1], words[3] as i64);
            println!("{}", detent_after_release(position, velocity, \(usesMean ? "words[2], "
              + "" : "")&DETENTS, start));
        }
    }

    """
  }

  private static func mainInJavaScript(_ usesMean: Bool) -> String {
    """
    for (const line of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
      const [position, velocity, mean, start] = line.split(" ").map(Number);
      console.log(detentAfterRelease(position, velocity, \(usesMean ? "mean, "
        + "" : "")detents, start));
    }

    """
  }

  static func shell(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
    return String(decoding: output, as: UTF8.self)
  }

  static func has(_ program: String) -> Bool {
    (try? shell("command -v \(program)")) != nil
  }

  private func check(_ rule: Rule, _ platform: CodePlatform, _ language: String) throws {
    let request = request(rule)
    let source = try CodeSource(request, origin: "a test")
    let code = try #require(source.code(for: platform)).text
    let line = try Line(request)
    // The candidates of a sheet are in the order of its heights, so against the coordinates.
    let names = try request.restPositions().positions.map { $0.name }
    let isDescending = names.count > 1 && names.first != line.rests.first?.name
    let policy = try Self.policy(of: request)
    let releases = line.releases
    let found = try decisions(
      of: code, language, line, usesMean: rule.usesMean, releases)
    let rules = releases.map { expected($0, line, policy, isDescending: isDescending) }
    try #require(found.count == rules.count)
    #expect(Set(rules).count > 1)
    for (index, release) in releases.enumerated() where found[index] != rules[index] {
      Issue.record("\(release.line): \(found[index]) instead of \(rules[index])")
      return
    }
  }

  private static func policy(of request: ReplayRequest) throws -> ReleasePolicy {
    let type = try scenario(named: request.scenario)
    let values = request.assignments.map { (key: $0.key, value: $0.value) }
    return try #require(
      try type.releasePolicy(preset: type.presets[0], applying: values))
  }

  @Test(
    "a rule in C decides as the rule itself",
    .enabled(if: has("cc"), "needs cc"), arguments: rules)
  func inC(rule: Rule) throws { try check(rule, .gtk, "c") }

  @Test(
    "a rule in JavaScript decides as the rule itself",
    .enabled(if: has("node"), "needs Node"), arguments: rules)
  func inJavaScript(rule: Rule) throws { try check(rule, .webAnimations, "js") }

  @Test(
    "a rule in C++ decides as the rule itself",
    .enabled(if: has("g++"), "needs g++"), arguments: rules)
  func inCpp(rule: Rule) throws { try check(rule, .cpp, "cpp") }

  @Test(
    "a rule in Rust decides as the rule itself",
    .enabled(if: has("rustc"), "needs rustc"), arguments: rules)
  func inRust(rule: Rule) throws { try check(rule, .rust, "rust") }

  @Test(
    "a rule in Rust and C++ has no target for an index that is not one of a detent",
    .enabled(if: has("g++") && has("rustc"), "needs g++ and rustc"))
  func strangeStart() throws {
    let source = try CodeSource(ReplayRequest(scenario: "sheet"), origin: "a test")
    let cpp = try Self.run(
      try #require(source.code(for: .cpp)).text + """
        #include <cstdio>
        int main() {
          for (int start : {-1, 3, 9}) std::printf("%d ", detent_after_release(500, 0, detents, 3, start));
          std::printf("%d", detent_after_release(500, 0, detents, 0, 0));
        }
        """, named: "rule.cpp",
      by: "g++ -std=c++17 -fsanitize=undefined -fno-sanitize-recover -o FILE.out FILE && FILE.out")
    let rust = try Self.run(
      try #require(source.code(for: .rust)).text + """
        fn main() {
            for start in [-1, 3, 9] { print!("{} ", detent_after_release(500.0, 0.0, &DETENTS, start)); }
            print!("{}", detent_after_release(500.0, 0.0, &[], 0));
        }
        """, named: "rule.rs",
      by: "rustc --edition 2021 -A dead_code -o FILE.out FILE && FILE.out")
    #expect(cpp == "-1 -1 -1 -1" && rust == cpp)
  }

  static let planarRules = [
    Rule("pip"), Rule("pip", "release.flick=0", "release.hysteresis=0"),
    Rule("pip", "release.projection=0.1", "release.cap=2000", "release.deadBand=500"),
  ]

  @Test(
    "a rule of a surface in the plane decides as the rule itself",
    .enabled(if: has("cc") && has("node") && has("rustc"), "needs cc, Node and rustc"),
    arguments: planarRules)
  func planar(rule: Rule) throws {
    let request = request(rule)
    let source = try CodeSource(request, origin: "a test")
    let rests = try request.restPositions().positions
    let policy = try Self.policy(of: request)
    var (lines, rules) = ([String](), [Int]())
    for start in rests.indices {
      for x in stride(from: -31.7, to: 430, by: 71.3) {
        for y in stride(from: -40.3, to: 900, by: 119.1) {
          for (vx, vy) in [(0.0, 0.0), (310, -220), (-900, 40), (2_500, 3_100), (-12_000, 700)] {
            lines.append("\(x) \(y) \(vx) \(vy) \(start)")
            let position = Position(x: Points(x), y: Points(y))
            let velocity = Velocity(x: PointsPerSecond(vx), y: PointsPerSecond(vy))
            let decision = policy.decide(
              ReleaseContext(
                candidates: rests, position: position, unlimited: position,
                start: rests[start].name,
                estimate: VelocityEstimate(velocity: velocity, reason: .ok), touch: position,
                screen: Planar(x: Points(390), y: Points(844))))
            rules.append(rests.firstIndex { $0.name == decision.target } ?? -1)
          }
        }
      }
    }
    #expect(Set(rules).count == rests.count)
    let input = lines.joined(separator: "\n") + "\n"
    let inC = try Self.run(
      try #require(source.code(for: .adwaita)).text.replacing("#include <adwaita.h>", with: "")
        .replacing(/static AdwAnimation[^}]*}/, with: "") + """
          #include <stdio.h>
          int main (void) {
            double x, y, u, v;
            int start;
            while (scanf ("%lf %lf %lf %lf %d", &x, &y, &u, &v, &start) == 5)
              printf ("%d\\n", detent_after_release (x, y, u, v, detents, 4, detentsY, start));
            return 0;
          }
          """, named: "rule.c",
      by: "cc -Wall -Werror -o FILE.out FILE -lm && FILE.out < INPUT", input: input)
    let inJavaScript = try Self.run(
      try #require(source.code(for: .motion)).text.replacing("export ", with: "") + """
        for (const line of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
          const [x, y, u, v, start] = line.split(" ").map(Number);
          console.log(detentAfterRelease(x, y, u, v, detents, detentsY, start));
        }
        """, named: "rule.js", by: "node FILE < INPUT", input: input)
    let inRust = try Self.run(
      try #require(source.code(for: .rust)).text + """
        fn main() {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
            for line in text.lines() {
                let words: Vec<f64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
                let start = words[4] as i64;
                println!("{}", detent_after_release(
                    words[0], words[1], words[2], words[3], &DETENTS, &DETENTS_Y, start));
            }
        }
        """, named: "rule.rs",
      by: "rustc --edition 2021 -D warnings -A dead_code -o FILE.out FILE && FILE.out < INPUT",
      input: input)
    for output in [inC, inJavaScript, inRust] {
      #expect(output.split(separator: "\n").compactMap { Int($0) } == rules)
    }
  }
}
