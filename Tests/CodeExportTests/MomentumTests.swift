import CodeExport
import FrameLogs
import Foundation
import GestureReplay
import InteractionScenarios
import Quantities
import ReleaseRules
import Testing

/// The exported momentum of a scroll view, compiled and compared with the frames of Flickbook's own scroll view.
@Suite("Exported momentum")
struct MomentumTests {
  /// The settings of a scroll view: a preset, further settings, and an estimator.
  struct Case: CustomTestStringConvertible {
    var preset: String
    var settings: [String]
    var estimator: String?
    var testDescription: String {
      ([preset] + settings + [estimator].compactMap { $0 }).joined(separator: " ")
    }

    init(_ preset: String, _ settings: String..., estimator: String? = nil) {
      (self.preset, self.settings, self.estimator) = (preset, settings, estimator)
    }
  }

  /// All laws of throws, rubber bands, springs and estimators.
  static let cases = [
    Case("flickbook"), Case("fast"), Case("clamped"), Case("gtk", "throw.start=lift"),
    Case("qt", "throw.start=lift"), Case("android"), Case("flutter"),
    Case("flickbook", "limits=free", estimator: "gnome.swipe:window=80"),
    Case(
      "flickbook", "bounce.dampingRatio=0.3", "return.dampingRatio=0.4", estimator: "flutter.ios"),
    Case("flickbook", "bounce.dampingRatio=4", "return.dampingRatio=3", estimator: "flutter.macos"),
    Case(
      "qt", "throw.start=lift", "bounce.response=0", "return.response=0",
      estimator: "apple.recognizer"),
  ]

  private func source(_ settings: Case) throws -> CodeSource {
    var request = ReplayRequest(scenario: "scroll")
    request.preset = settings.preset
    if let estimator = settings.estimator { request.estimator = estimator }
    request.assignments = settings.settings.map { setting in
      let parts = setting.split(separator: "=")
      return Assignment(key: String(parts[0]), value: String(parts[1]))
    }
    return try CodeSource(request, origin: "a test")
  }

  /// Random strokes; the generator is that of Knuth's MMIX.
  private func strokes(_ count: Int) -> [MomentumStroke] {
    var state: UInt64 = 2_026
    func random(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11)
        * 0x1p-53
    }
    return (0..<count).map { index in
      // Most strokes begin near an edge, where more happens. Whole points and milliseconds are those of GTK.
      let start = [-1_000.0, -40, -1_960, -300][index % 4]
      var (time, events) = (Int64(0), [(microseconds: Int64, delta: Double)]())
      for _ in 0..<Int(random(1...3)) {
        let speed = random(-35...35)
        for _ in 0..<Int(random(2...14)) {
          time += Int64(random(6...12).rounded()) * 1_000
          events.append((time, (speed + random(-3...3)).rounded()))
        }
        if random(0...1) < 0.2 { time += 173_000 }
      }
      // No movement is exactly as old as a window, where rounding decides.
      var release = time + Int64(random(1...40).rounded()) * 1_000
      while events.contains(where: { [80_000, 150_000].contains(release - $0.microseconds) }) {
        release += 1_000
      }
      return MomentumStroke(start: start, events: events, release: release)
    }
  }

  /// Compiles the code with a program that reads strokes, and returns its lines.
  private func output(
    _ code: CodeSource, _ platform: CodePlatform, view: Double, input: String
  ) throws -> [[Double]] {
    let text = try #require(code.code(for: platform)).text
    let output =
      platform == .cpp
      ? try ReleaseFunctionTests.run(
        text + mainInCpp(view), named: "momentum.cpp",
        by: "g++ -std=c++17 -Wall -Wextra -Werror -O1 -fsanitize=undefined "
          + "-fno-sanitize-recover -o FILE.out FILE && FILE.out < INPUT", input: input)
      : try ReleaseFunctionTests.run(
        text + mainInRust(view), named: "momentum.rs",
        by: "rustc --edition 2021 -D warnings -A dead_code -o FILE.out FILE && FILE.out < INPUT",
        input: input)
    return output.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
  }

  /// The words of a stroke: its start, the number of events, the events, the release, and times at which to print.
  private func words(_ stroke: MomentumStroke, _ vectors: MomentumVectors, _ times: [Double])
    -> String
  {
    let events = vectors.received(stroke)
    let numbers =
      [stroke.start, Double(events.count)]
      + events.flatMap { [Double($0.microseconds) / 1e6, $0.delta] }
      + [Double(stroke.release) / 1e6, Double(times.count)] + times
    return numbers.map { "\($0)" }.joined(separator: " ") + "\n"
  }

  /// Prints the duration, the destination, and the position and velocity at each time.
  private func mainInCpp(_ view: Double) -> String {
    """
    #include <cstdio>
    #include <cstdlib>
    static double next() {
      char word[64];
      return std::scanf("%63s", word) == 1 ? std::strtod(word, nullptr) : -1.0;
    }
    int main() {
      for (;;) {
        const double start = next();
        int count = static_cast<int>(next());
        if (count < 0) return 0;
        scroll_momentum::Tracker tracker(start, \(MomentumVectors.low), 0.0, \(view));
        for (; count > 0; --count) {
          const double time = next();
          tracker.push(time, next());
        }
        const auto fling = tracker.end(next());
        std::printf("%.17g %.17g", fling.duration, fling.destination);
        for (count = static_cast<int>(next()); count > 0; --count) {
          const double t = next();
          std::printf(" %.17g %.17g", fling.position(t), fling.velocity(t));
        }
        std::printf("\\n");
      }
    }

    """
  }

  private func mainInRust(_ view: Double) -> String {
    """
    fn main() {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
        for line in text.lines() {
            let mut words = line.split(' ').map(|word| word.parse::<f64>().unwrap());
            let mut next = || words.next().unwrap();
            let mut tracker = Tracker::with_limits(next(), \(MomentumVectors.low), 0.0, \(view));
            for _ in 0..next() as usize {
                let time = next();
                tracker.push(time, next());
            }
            let fling = tracker.end(next());
            print!("{} {}", fling.duration, fling.destination);
            for _ in 0..next() as usize {
                let t = next();
                print!(" {} {}", fling.position(t), fling.velocity(t));
            }
            println!();
        }
    }

    """
  }

  /// Positions in points, velocities in points per second and durations in seconds agree within 1e-9.
  ///
  /// The libraries of the languages round exponentials and powers differently in the last digits. The largest
  /// differences that we measured are 5e-12 pt, 2e-10 pt/s and 2e-14 s.
  private func checkFrames(_ settings: Case, _ platform: CodePlatform) throws {
    let source = try source(settings)
    let vectors = try #require(MomentumVectors(source))
    let strokes = strokes(60)
    let runs = strokes.map { stroke in
      let (frames, events) = vectors.replay(stroke)
      let release = Double(stroke.release) / 1e6
      return (
        release: release, frames: frames.filter { $0.time.value >= release },
        rest: events.last { $0.kind == .settled }?.time.value ?? release
      )
    }
    let input = zip(strokes, runs).map { stroke, run in
      words(stroke, vectors, run.frames.map { $0.time.value - run.release })
    }.joined()
    let found = try output(source, platform, view: vectors.view, input: input)
    try #require(found.count == strokes.count)
    var (position, velocity, duration, moving) = (0.0, 0.0, 0.0, 0)
    for (run, line) in zip(runs, found) {
      try #require(line.count == 2 + 2 * run.frames.count)
      duration = max(duration, abs(line[0] - (run.rest - run.release)))
      for (index, frame) in run.frames.enumerated() {
        position = max(position, abs(line[2 + 2 * index] - frame.position.y.value))
        velocity = max(velocity, abs(line[3 + 2 * index] - frame.velocity.y.value))
        if frame.velocity != .zero { moving += 1 }
      }
    }
    #expect(
      position < 1e-9 && velocity < 1e-9 && duration < 1e-9, "\(position) \(velocity) \(duration)")
    #expect(moving > 1_000)
  }

  @Test(
    "code in Rust moves as the frames of Flickbook",
    .enabled(if: ReleaseFunctionTests.has("rustc"), "needs rustc"), arguments: cases)
  func inRust(settings: Case) throws { try checkFrames(settings, .rust) }

  @Test(
    "code in C++ moves as the frames of Flickbook",
    .enabled(if: ReleaseFunctionTests.has("g++"), "needs g++"), arguments: cases)
  func inCpp(settings: Case) throws { try checkFrames(settings, .cpp) }

  @Test(
    "the tests in the file pass, and fail if a number of the settings is changed",
    .enabled(
      if: ReleaseFunctionTests.has("rustc") && ReleaseFunctionTests.has("g++"),
      "needs rustc and g++"),
    arguments: [("minSpeed", "30.0", "300.0"), ("response", "0.575", "0.576"), ("", "", "")])
  func vectors(change: (name: String, from: String, to: String)) throws {
    let source = try source(Case("flickbook"))
    for (platform, command) in [
      (CodePlatform.rust, "rustc --edition 2021 -D warnings --test -o FILE.out FILE"),
      (.cpp, "g++ -std=c++17 -Wall -Wextra -Werror -DSCROLL_MOMENTUM_TEST -o FILE.out FILE"),
    ] {
      let text = try #require(source.code(for: platform)).text
      let changed =
        change.name.isEmpty ? text : text.replacing(" \(change.from)", with: " \(change.to)")
      #expect((changed == text) == change.name.isEmpty)
      let output = try ReleaseFunctionTests.run(
        changed, named: platform == .rust ? "momentum.rs" : "momentum.cpp",
        by: command + " && if FILE.out > /dev/null 2>&1; then echo passed; else echo failed; fi")
      #expect(output == (change.name.isEmpty ? "passed\n" : "failed\n"), "\(platform)")
    }
  }

  @Test(
    "a motion has no jump, slows down until it meets an edge, and ends within the limits",
    .enabled(if: ReleaseFunctionTests.has("rustc"), "needs rustc"), arguments: cases)
  func laws(settings: Case) throws {
    let source = try source(settings)
    let vectors = try #require(MomentumVectors(source))
    let step = 1.0 / 4_096
    let times = (0..<6_000).map { Double($0) * step } + [1e6, .infinity, .nan, -1]
    let input = strokes(16).map { words($0, vectors, times) }.joined()
    let found = try output(source, .rust, view: vectors.view, input: input)
    try #require(found.count == 16)
    let jumpsBack = settings.settings.contains("return.response=0")
    for line in found {
      let (duration, destination) = (line[0], line[1])
      let states = stride(from: 2, to: line.count, by: 2).map { (x: line[$0], v: line[$0 + 1]) }
      #expect(duration >= 0 && duration.isFinite)
      #expect(
        destination >= MomentumVectors.low && destination <= 0
          || settings.settings.contains("limits=free"))
      for end in states[6_000..<6_003] { #expect(end == (destination, 0)) }
      #expect(states[6_003] == states[0])
      var hasMetEdge = false
      for index in 1..<6_000 where Double(index) * step < duration && !jumpsBack {
        let (before, now) = (states[index - 1], states[index])
        // The spring at an edge changes the velocity by up to 30 pt/s in a step.
        let farthest = (max(abs(before.v), abs(now.v)) + 30) * step
        #expect(abs(now.x - before.x) <= farthest, "\(index)")
        hasMetEdge =
          hasMetEdge || ![before.x, now.x].allSatisfy { $0 > MomentumVectors.low && $0 < 0 }
        if !hasMetEdge { #expect(abs(now.v) <= abs(before.v), "\(index)") }
      }
    }
  }

  @Test(
    "numbers that are not finite, and a stroke without events, give a finite motion",
    .enabled(
      if: ReleaseFunctionTests.has("rustc") && ReleaseFunctionTests.has("g++"),
      "needs rustc and g++"),
    arguments: [CodePlatform.rust, .cpp],
    [Case("flickbook"), Case("fast"), Case("gtk"), Case("android"), Case("qt")])
  func hostile(platform: CodePlatform, settings: Case) throws {
    let source = try source(settings)
    let strange = ["nan", "inf", "-inf", "1e308", "-1e308", "0", "-5", "0.01"]
    var lines: [String] = []
    for start in strange {
      lines.append("\(start) 0 0.1 1 0.1")
      for (index, one) in strange.enumerated() {
        let other = strange[(index + 3) % strange.count]
        lines.append("\(start) 3 0 \(one) \(other) \(one) 0.02 \(other) \(one) 3 0 0.1 \(one)")
      }
    }
    let found = try output(
      source, platform, view: 844, input: lines.joined(separator: "\n") + "\n")
    #expect(found.count == lines.count)
    for (line, numbers) in zip(lines, found) {
      #expect(numbers.count >= 4 && numbers.allSatisfy { $0.isFinite }, "\(line): \(numbers)")
    }
  }

  @Test("a setting without a closed form is refused or replaced, with the reason")
  func refusals() throws {
    func losses(_ settings: Case) throws -> [String] {
      let code = try #require(try source(settings).code(for: .rust))
      return code.losses.map { "\($0.subject): \($0.text)" } + [
        code.text.contains("Tracker") ? "" : "none"
      ]
    }
    let chromium = try losses(Case("chromium"))
    #expect(chromium.contains { $0.hasPrefix("momentum:") && $0.contains("Bézier") })
    #expect(chromium.contains("none"))
    #expect(try losses(Case("flickbook", "limits=root")).contains { $0.contains("limits = root") })
    #expect(try losses(Case("flickbook")).contains { $0.hasPrefix("estimator: bayes") })
    #expect(try losses(Case("gtk")).contains { $0.hasPrefix("throw.accumulation:") })
    #expect(try losses(Case("fast")) == ["axes: " + Self.axes, ""])
  }

  private static let axes =
    "each axis has its own Tracker, so the dead band and the cap apply to each axis, not to the speed"

  @Test("numbers have all digits of the settings", arguments: [CodePlatform.rust, .cpp])
  func digits(platform: CodePlatform) throws {
    let code = try #require(try source(Case("gtk")).code(for: platform))
    #expect(code.text.contains("0.9960079893439915;"))
    #expect(code.numbers.contains { $0.name == "window" && $0.value == 0.15 && $0.unit == "s" })
  }
}
