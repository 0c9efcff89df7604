import CodeExport
import Foundation
import GestureReplay
import Quantities
import ReleaseRules
import Testing

/// The exported numbers in the documented formulas of their platforms, which are written out here.
///
/// The motion that they must give is integrated from the differential equation, without the springs of Flickbook.
@Suite("Exported numbers")
struct PlatformFormulaTests {
  /// A spring: its response in seconds, and its damping ratio.
  struct Case: CustomTestStringConvertible {
    var response: Double
    var ratio: Double
    var testDescription: String { "\(response) s, \(ratio)" }

    init(_ response: Double, _ ratio: Double) { (self.response, self.ratio) = (response, ratio) }
  }

  /// Springs that oscillate, that are critically damped, and that are overdamped.
  static let cases = [
    Case(0.4, 0.8), Case(0.5, 0.7), Case(0.25, 0.35), Case(0.3, 1), Case(0.6, 1.3),
  ]

  /// The distance of the comparisons of a sheet on a screen of 844 pt: from 8 % to half of it.
  static let distance = 0.42 * 844

  private func code(
    _ platform: CodePlatform, _ spring: Case, scenario: String = "sheet", _ more: String...
  ) throws -> ExportedCode {
    var request = ReplayRequest(scenario: scenario)
    let prefix = scenario == "sheet" ? "spring" : "bounce"
    request.assignments =
      [
        Assignment(key: "\(prefix).response", value: "\(spring.response)"),
        Assignment(key: "\(prefix).dampingRatio", value: "\(spring.ratio)"),
      ]
      + more.map {
        let parts = $0.split(separator: "=")
        return Assignment(key: String(parts[0]), value: String(parts[1]))
      }
    let source = try CodeSource(request, origin: "a test")
    return try #require(source.code(for: platform, spring: more.isEmpty ? prefix : nil))
  }

  /// Returns the number after `name` and `=`, `:`, a space or a parenthesis in the code.
  private func number(_ name: String, _ code: ExportedCode) throws -> Double {
    let pattern = try Regex("\(name)[ :=(]+(-?[0-9.]+(?:e-?[0-9]+)?)")
    let match = try #require(code.text.firstMatch(of: pattern), "no \(name) in \(code.text)")
    return try #require(match.output[1].substring.flatMap { Double($0) })
  }

  /// Returns the points of the first loss whose text contains `words`.
  private func loss(_ words: String, _ code: ExportedCode) throws -> Double {
    let loss = try #require(code.losses.first { $0.text.contains(words) }, "\(code.losses)")
    return try #require(loss.points)
  }

  /// Returns the position at each millisecond of m x″ + c x′ + k (x − distance) = 0, by Runge-Kutta at 0.1 ms.
  private func path(
    mass: Double = 1, stiffness: Double, damping: Double, velocity: Double,
    milliseconds: Int = 2_500
  ) -> [Double] {
    var (x, v) = (0.0, velocity)
    let h = 1e-4
    func acceleration(_ x: Double, _ v: Double) -> Double {
      (stiffness * (Self.distance - x) - damping * v) / mass
    }
    return (0...milliseconds).map { millisecond in
      defer {
        for _ in 0..<10 {
          let (a1, v1) = (acceleration(x, v), v)
          let (a2, v2) = (acceleration(x + h / 2 * v1, v + h / 2 * a1), v + h / 2 * a1)
          let (a3, v3) = (acceleration(x + h / 2 * v2, v + h / 2 * a2), v + h / 2 * a2)
          let (a4, v4) = (acceleration(x + h * v3, v + h * a3), v + h * a3)
          x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
          v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        }
      }
      _ = millisecond
      return x
    }
  }

  /// The motion that the settings describe: k = (2π / response)², c = 4π ζ / response.
  private func wanted(_ spring: Case, velocity: Double = 1_000) -> [Double] {
    let omega = 2 * Double.pi / spring.response
    return path(
      stiffness: omega * omega, damping: 2 * spring.ratio * omega, velocity: velocity)
  }

  private func difference(_ one: [Double], _ two: [Double]) -> Double {
    zip(one, two).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test("SwiftUI has the response and the damping ratio", arguments: cases)
  func swiftUI(spring: Case) throws {
    let code = try code(.swiftui, spring)
    #expect(try number("response", code) == spring.response)
    #expect(try number("dampingRatio", code) == spring.ratio)
  }

  @Test(
    "mass, stiffness and damping give the motion",
    arguments: [CodePlatform.uikit, .motion], cases)
  func massAndDamping(platform: CodePlatform, spring: Case) throws {
    let code = try code(platform, spring)
    let found = path(
      stiffness: try number("stiffness", code), damping: try number("damping", code),
      velocity: 1_000)
    #expect(difference(found, wanted(spring)) < 0.5)
  }

  @Test(
    "stiffness and damping ratio give the motion, c = 2 ζ √(k m)",
    arguments: [CodePlatform.compose, .views, .flutter], cases)
  func stiffnessAndRatio(platform: CodePlatform, spring: Case) throws {
    let code = try code(platform, spring)
    let stiffness = try number("stiffness", code)
    let ratio = try number(platform == .flutter ? "ratio" : "dampingRatio", code)
    let found = path(
      stiffness: stiffness, damping: 2 * ratio * stiffness.squareRoot(), velocity: 1_000)
    #expect(difference(found, wanted(spring)) < 0.5)
  }

  /// Source: motiondivision/motion, k = (2π / (1.2 T))², ζ = 1 − bounce within 0.05...1.
  @Test(
    "Motion's visual duration and bounce give the same spring",
    arguments: cases.filter { $0.ratio <= 1 })
  func visualDuration(spring: Case) throws {
    let code = try code(.motion, spring)
    let omega = 2 * Double.pi / (1.2 * (try number("visualDuration", code)))
    let ratio = 1 - (try number("bounce", code))
    let found = path(stiffness: omega * omega, damping: 2 * ratio * omega, velocity: 0)
    #expect(difference(found, wanted(spring, velocity: 0)) < 0.5)
  }

  /// Source: pmndrs/react-spring, semi-implicit Euler steps of 1 ms, and ⌈dt⌉ of them in a frame.
  @Test(
    "the difference of react-spring is that of its steps", arguments: cases, [60.0, 120])
  func reactSpring(spring: Case, hz: Double) throws {
    let code = try code(.reactSpring, spring)
    let (tension, friction) = (try number("tension", code), try number("friction", code))
    let exact = wanted(spring)
    var (x, v, worst) = (0.0, 1.0, 0.0)
    for frame in 1...Int(2.4 * hz) {
      for _ in 0..<Int((1_000 / hz).rounded(.up)) {
        v += (tension * 1e-6 * (Self.distance - x) - friction * 1e-3 * v)
        x += v
      }
      // The exact path is linear enough between two milliseconds.
      let time = 1_000 * Double(frame) / hz
      let (low, part) = (Int(time), time - time.rounded(.down))
      worst = max(worst, abs(x - exact[low] - (exact[low + 1] - exact[low]) * part))
    }
    // At its end, the library jumps over 0.1 % of the distance.
    let told = try loss("at \(Int(hz)) Hz", code)
    #expect(abs(told - worst) < 0.5, "\(told) instead of \(worst)")
  }

  @Test("linear() is within 0.1 % of the distance, and has no velocity", arguments: cases)
  func css(spring: Case) throws {
    let code = try code(.css, spring)
    let duration = try number("--settling-duration", code)
    let list = try #require(code.text.firstMatch(of: /linear\(([^)]*)\)/)).output.1
    let stops = list.split(separator: ", ").enumerated().map { index, stop in
      let parts = stop.split(separator: " ")
      let place = parts.count > 1 ? Double(parts[1].dropLast()) : index == 0 ? 0 : 100
      return (time: (place ?? -1) / 100, value: Double(parts[0]) ?? .nan)
    }
    let still = wanted(spring, velocity: 0)
    let found = still.indices.map { millisecond in
      let time = Double(millisecond) / duration
      guard let next = stops.firstIndex(where: { $0.time > time }) else { return Self.distance }
      let (from, to) = (stops[next - 1], stops[next])
      let part = (time - from.time) / (to.time - from.time)
      return Self.distance * (from.value + (to.value - from.value) * part)
    }
    let worst = difference(found, still)
    #expect(worst <= 0.001 * Self.distance * 1.001)
    #expect(abs(try loss("straight lines", code) - worst) < 0.02)
    #expect(
      abs(try loss("without velocity", code) - difference(still, wanted(spring))) < 0.1)
  }

  @Test(
    "the function in JavaScript is the motion",
    .enabled(if: ReleaseFunctionTests.has("node"), "needs Node"), arguments: cases)
  func javaScript(spring: Case) throws {
    let code = try code(.webAnimations, spring).text
    let output = try ReleaseFunctionTests.run(
      code + "for (let t = 0; t <= 2500; t++) console.log("
        + "settlingPosition(20, 20 + \(Self.distance), 1000, t / 1000) - 20);",
      named: "spring.js", by: "node FILE")
    let found = output.split(separator: "\n").compactMap { Double($0) }
    try #require(found.count == 2_501)
    #expect(difference(found, wanted(spring)) < 0.001)
  }

  @Test(
    "the function in C is the motion",
    .enabled(if: ReleaseFunctionTests.has("cc"), "needs cc"), arguments: cases)
  func inC(spring: Case) throws {
    let code = try code(.gtk, spring).text
    let output = try ReleaseFunctionTests.run(
      code + """
        #include <stdio.h>
        int main (void) {
          for (int t = 0; t <= 2500; t++)
            printf ("%.9f\\n", settling_position (\(Self.distance), 0, -1000, t / 1000.0));
          return 0;
        }
        """, named: "spring.c", by: "cc -Wall -Werror -o FILE.out FILE -lm && FILE.out")
    let found = output.split(separator: "\n").compactMap { Double($0).map { Self.distance - $0 } }
    try #require(found.count == 2_501)
    #expect(difference(found, wanted(spring)) < 0.001)
  }

  @Test(
    "the functions in C++ and Rust are the motion",
    .enabled(
      if: ReleaseFunctionTests.has("g++") && ReleaseFunctionTests.has("rustc"),
      "needs g++ and rustc"), arguments: cases)
  func inSystemLanguages(spring: Case) throws {
    let cpp = try ReleaseFunctionTests.run(
      try code(.cpp, spring).text + """
        #include <cstdio>
        int main() {
          for (int t = 0; t <= 2500; t++)
            std::printf("%.9f\\n", settling_position(\(Self.distance), 0, -1000, t / 1000.0));
        }
        """, named: "spring.cpp",
      by: "g++ -std=c++17 -Wall -Wextra -Werror -o FILE.out FILE && FILE.out")
    let rust = try ReleaseFunctionTests.run(
      try code(.rust, spring).text + """
        fn main() {
            for t in 0..=2500 {
                let t = t as f64 / 1000.0;
                println!("{}", settling_position(\(Self.distance), 0.0, -1000.0, t));
            }
        }
        """, named: "spring.rs", by: "rustc --edition 2021 -D warnings -o FILE.out FILE && FILE.out"
    )
    for output in [cpp, rust] {
      let found = output.split(separator: "\n").compactMap { Double($0).map { Self.distance - $0 } }
      try #require(found.count == 2_501)
      #expect(difference(found, wanted(spring)) < 0.001)
    }
  }

  @Test("AdwSpringParams has the damping ratio, the mass and the stiffness", arguments: cases)
  func adwaita(spring: Case) throws {
    let text = try code(.adwaita, spring).text
    let found = try #require(
      text.firstMatch(of: /params_new \(\s+([0-9.]+),[^\n]*\s+([0-9.]+),\s+([0-9.]+)\)/))
    let (ratio, mass, stiffness) = (found.output.1, found.output.2, found.output.3)
    let numbers = try [ratio, mass, stiffness].map { try #require(Double($0)) }
    let motion = path(
      mass: numbers[1], stiffness: numbers[2],
      damping: 2 * numbers[0] * (numbers[1] * numbers[2]).squareRoot(), velocity: 1_000)
    #expect(difference(motion, wanted(spring)) < 0.5)
  }

  /// Source: qtdeclarative, `qquickspringanimation.cpp`, the steps of 16 ms with a mass of 1.
  @Test("the differences of Qt are those of its steps", arguments: cases)
  func qt(spring: Case) throws {
    let code = try code(.qt, spring)
    let (pull, damping) = (try number("spring", code), try number("damping", code))
    let exact = wanted(spring, velocity: 0)
    var (x, v, worst, shifted) = (0.0, 0.0, 0.0, 0.0)
    for step in 1...150 {
      v += pull * (Self.distance - x) - damping * v
      x += v * 16 / 1_000
      worst = max(worst, abs(x - exact[step * 16]))
      shifted = max(shifted, abs(x - exact[step * 16 + 8]))
    }
    #expect(abs(try loss("half a step ahead", code) - worst) < 0.2)
    #expect(abs(try loss("apart from", code) - shifted) < 0.2)
    #expect(damping <= 1)
    #expect(abs(x - Self.distance) < 0.1)
  }

  /// The throw that the setting describes: v(t) = v₀ 0.997^(1000 t).
  private func thrown(_ seconds: Double) -> Double {
    let logarithm = 1_000 * log(0.997)
    return 1_000 * (exp(logarithm * seconds) - 1) / logarithm
  }

  @Test("frictions give the throw")
  func friction() throws {
    func number(_ name: String, _ platform: CodePlatform) throws -> Double {
      try self.number(
        name, code(platform, Case(0.5, 1), scenario: "scroll", "decelerationRate=0.997"))
    }
    let compose = try number("frictionMultiplier", .compose)
    let views = try number("throwFriction", .views)
    let drag = try number("FrictionSimulation\\(\\s+", .flutter)
    let (power, constant) = (try number("power", .motion), try number("timeConstant", .motion))
    let decay = try number("decay", .reactSpring)
    #expect(try number("rawValue", .uikit) == 0.997)
    for t in [0.05, 0.2, 0.7, 3] {
      // Source: androidx, v(t) = v₀ e^(−4.2 f t), in Compose and in FlingAnimation.
      for friction in [compose, views] {
        let found = 1_000 * (1 - exp(-4.2 * friction * t)) / (4.2 * friction)
        #expect(abs(found - thrown(t)) < 0.5)
      }
      // Source: Flutter, x(t) = v₀ (Dᵗ − 1) / ln D.
      #expect(abs(1_000 * (pow(drag, t) - 1) / log(drag) - thrown(t)) < 0.5)
      // Source: Motion, x(t) = power v₀ (1 − e^(−t / timeConstant)), with t in milliseconds.
      #expect(abs(power * 1_000 * (1 - exp(-1_000 * t / constant)) - thrown(t)) < 0.5)
      // Source: react-spring, x(t) = v₀ / (1 − d) (1 − e^(−(1 − d) t)), with v₀ in px/ms and t in milliseconds.
      let found = 1 / (1 - decay) * (1 - exp(-(1 - decay) * 1_000 * t))
      #expect(abs(found - thrown(t)) < 0.5)
    }
    // Source: Qt, the distance of a flick is v² / 2a.
    #expect(abs(1e6 / 2 / (try number("flickDeceleration", .qt)) - thrown(100)) < 0.5)
  }

  @Test("vaul's snap points are heights as fractions of the window")
  func vaul() throws {
    let text = try code(.vaul, Case(0.4, 0.8), "detents=tip:96,half:50%,full:92%").text
    let list = try #require(text.firstMatch(of: /snapPoints: \[(.*)\]/)).output.1
    let points = list.split(separator: ", ").compactMap { Double($0) }
    try #require(points.count == 3)
    #expect(abs(points[0] - 96.0 / 844) < 1e-6)
    #expect(points[1...] == [0.5, 0.92])
  }

  @Test("UIKit's clamped damping ratio is measured")
  func clamped() throws {
    let told = try loss("clamps", code(.uikit, Case(0.6, 1.3)))
    let worst = difference(wanted(Case(0.6, 1.3)), wanted(Case(0.6, 1)))
    #expect(abs(told - worst) < 0.1 && worst > 10)
  }

  @Test("the detents do not depend on the spring, even if it never settles")
  func detents() throws {
    let slow = try code(.swiftui, Case(20, 0), "engine=wave").text
    // A tip of 96 pt, a half, and 92 % of a screen of 844 pt, from its top.
    #expect(slow.contains("let detents = [67.52, 422.0, 748.0]"))
    #expect(slow.contains("over 354 pt"))
  }
}
