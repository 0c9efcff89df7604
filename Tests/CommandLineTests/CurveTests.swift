import Foundation
import Testing

@Suite("Springs, decays and easings")
struct CurveTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  private func numbers(_ arguments: String) throws -> [String: Any] {
    let result = try flickbook.shell("flickbook \(arguments) --json")
    #expect(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// The example in Apple's documentation: 500 pt/s over 200 pt is a relative velocity of 2.5 /s.
  @Test(
    "a velocity is converted to a relative velocity and back, with its sign",
    arguments: [("0", "200", 500.0, 2.5), ("200", "0", 500, -2.5), ("-10", "-210", -500, 2.5)])
  func relativeVelocity(from: String, to: String, velocity: Double, relative: Double) throws {
    let way = "spring --response 0.4 --from \(from) --to \(to)"
    let there = try numbers("\(way) --velocity \(velocity)")
    #expect(there["relativeVelocity"] as? Double == relative)
    let back = try numbers("\(way) --relative-velocity \(relative)")
    #expect(back["velocity"] as? Double == velocity)
    #expect(back["handOffVelocity"] as? Double == relative)
  }

  @Test(
    "at distance zero, the relative velocity is 0, and the output shows how to keep the velocity")
  func noWay() throws {
    let way = "spring --response 0.4 --from 120 --to 120"
    let there = try numbers("\(way) --velocity 500")
    #expect(there["relativeVelocity"] as? Double == 0)
    let start = try #require(there["handOffFrom"] as? Double)
    let relative = try #require(there["handOffVelocity"] as? Double)
    #expect(start < 120 && ((120 - start) * relative - 500).magnitude < 1e-6)
    let told = try flickbook.shell("flickbook \(way) --velocity 500")
    #expect(told.output.contains("0, because the distance is 0; UIKit would lose the velocity"))
    let refused = try flickbook.shell("flickbook \(way) --relative-velocity 3")
    expectRefusal(refused, 64, "--relative-velocity", "are equal", "--velocity")
    let both = try flickbook.shell(
      "flickbook spring --response 1 --velocity 1 --relative-velocity 1")
    expectRefusal(both, 64, "both --velocity and --relative-velocity")
  }

  @Test(
    "UIView's spring depends on the velocity and ends after the given duration",
    arguments: [(10.0, 0.5417), (5, 0.3734), (0, 0.3493), (-5, 0.3358)])
  func viewDuration(velocity: Double, response: Double) throws {
    // Computed independently by the rule of UIKit: the largest root of |(ζω - v) / ω_d| e^(-ζωT) =
    // 0.001 at ζ = 0.8 and T = 0.5.
    let view = "spring --view-duration 0.5 --damping-ratio 0.8"
    let found = try numbers("\(view) --relative-velocity \(velocity)")
    #expect(((found["response"] as? Double ?? 0) - response).magnitude < 5e-5)
    #expect(((found["viewDuration"] as? Double ?? 0) - 0.5).magnitude < 1e-9)
    let absolute = try numbers("\(view) --from 50 --to -150 --velocity \(-200 * velocity)")
    #expect(absolute["response"] as? Double == found["response"] as? Double)
  }

  @Test("an overdamped spring is shown together with UIKit's version, which is critically damped")
  func clamped() throws {
    let over = "spring --mass 3 --stiffness 1000 --damping 500"
    let found = try numbers(over)
    #expect(((found["settleTime"] as? Double ?? 0) - 3.418).magnitude < 5e-4)
    // (1 + x) e^-x = 0.001 at x = 9.23341, and ω = √(1000 / 3).
    let clamped = 9.23341 / (1_000 / 3.0).squareRoot()
    #expect(((found["clampedDuration"] as? Double ?? 0) - clamped).magnitude < 1e-6)
    let text = try flickbook.shell("flickbook \(over)").output
    #expect(text.contains("to 1: at rest after 0.5057 s\n"))
    let critical = try numbers("spring --response 1 --damping-ratio 1")
    #expect(critical["clampedDuration"] is NSNull)
  }

  /// Pairs of command lines that describe the same spring with the parameters of different systems.
  static let words = [
    ("--stiffness 380 --damping-ratio 0.8", "--response 0.322320605 --damping-ratio 0.8"),
    ("--mass 2 --stiffness 800 --damping-ratio 1.5", "--mass 1 --stiffness 400 --damping 60"),
    ("--tension 170 --friction 26", "--stiffness 170 --damping 26"),
    ("--tension 120 --friction 14 --mass 2", "--stiffness 60 --damping 7"),
    ("--origami-tension 40 --origami-friction 7", "--stiffness 230.2 --damping 22"),
    ("--origami-tension 30", "--stiffness 194 --damping 22"),
    ("--bounciness 17 --speed 17", "--stiffness 448.305 --damping 15.884009710"),
    ("--swiftui smooth", "--duration 0.5 --bounce 0"),
    ("--swiftui snappy --duration 0.3", "--duration 0.3 --bounce 0.15"),
    ("--swiftui bouncy --extra-bounce 0.1", "--duration 0.5 --bounce 0.4"),
    ("--visual-duration 0.5 --bounce 0.25", "--response 0.6 --damping-ratio 0.75"),
  ]

  @Test("a spring accepts the parameters of other systems", arguments: words)
  func otherWords(theirs: String, ours: String) throws {
    let (found, wanted) = (try numbers("spring \(theirs)"), try numbers("spring \(ours)"))
    for name in ["response", "dampingRatio", "settleTime"] {
      let there = try #require(found[name] as? Double)
      #expect((there - (wanted[name] as? Double ?? 0)).magnitude < 1e-8 * there, "\(name)")
    }
  }

  @Test("a decay accepts the parameters of other systems")
  func otherDecays() throws {
    func distance(_ line: String) throws -> Double {
      try #require(try numbers("decay --velocity 1000 \(line)")["to"] as? Double)
    }
    #expect((try distance("--compose-friction 2") - 1_000 / 8.4).magnitude < 1e-9)
    #expect((try distance("--flutter-drag 0.135") - 1_000 / -log(0.135)).magnitude < 1e-9)
    // In Motion, the distance depends on the power, not on the time constant.
    #expect((try distance("--time-constant 0.325") - 800).magnitude < 1e-9)
    #expect((try distance("--time-constant 0.7 --power 0.5") - 500).magnitude < 1e-9)
    let motion = try numbers("decay --time-constant 0.5 --power 1 --from 100 --to 300")
    #expect(((motion["velocity"] as? Double ?? 0) - 200).magnitude < 1e-9)
    #expect(((motion["startVelocity"] as? Double ?? 0) - 400).magnitude < 1e-9)
  }

  @Test("text output has rounded numbers, and JSON has all digits")
  func digits() throws {
    let spring = "spring --stiffness 170 --damping 26 --mass 1"
    let told = try flickbook.shell("flickbook \(spring)").output
    #expect(told.contains("mass 1, stiffness 170, damping 26\n"), "\(told)")
    // The response is 2 π / √170 s.
    #expect(told.contains("response 0.481898315 s"), "\(told)")
    let exact = try #require(try numbers(spring)["response"] as? Double)
    #expect((exact - 2 * Double.pi / 170.0.squareRoot()).magnitude < 1e-15)
    let modal = try flickbook("scenario", "show", "modal", "--all").output
    #expect(modal.contains("release.flick = above 500 pt/s"))
    #expect(try flickbook("synth", "turn").output.contains("velocity: x=0.0 y=700.0 pt/s"))
    let made = try flickbook.shell(
      """
      flickbook synth flick -o a.yml && flickbook synth flick --noise 1 -o b.yml \
        && for name in a b; do flickbook replay $name.yml --scenario sheet -o $name; done
      """)
    #expect(made.status == 0, "\(made)")
    let apart = try flickbook("diff", "a", "b").output.split(separator: "\n")
      .filter { $0.hasSuffix(" apart") }
    #expect(!apart.isEmpty && apart.allSatisfy { !$0.contains(/[0-9]\.[0-9]{12}/) }, "\(apart)")
    for line in try flickbook("scenario", "list").output.split(separator: "\n") {
      let name = try #require(line.split(separator: " ").first)
      let shown = try flickbook("scenario", "show", String(name), "--all").output
      #expect(!shown.contains(/[0-9]\.[0-9]{12}|[0-9]e-[0-9]/), "\(name)")
    }
  }

  @Test("a decay prints its stop position, and the velocity that stops at a given position")
  func decay() throws {
    let there = try numbers("decay --velocity 1000")
    // At 1 pt/ms, a decay travels 1 / -ln 0.998 ms, or r / (1 - r) ms in whole milliseconds.
    let stop = try #require(there["to"] as? Double)
    #expect((stop - 1 / -log(0.998)).magnitude < 1e-9)
    #expect(((there["toByMilliseconds"] as? Double ?? 0) - 499).magnitude < 1e-9)
    let settled = log(0.001) / log(0.998) / 1_000
    #expect(((there["settleTime"] as? Double ?? 0) - settled).magnitude < 1e-9)
    let back = try numbers("decay --to \(stop)")
    #expect(((back["velocity"] as? Double ?? 0) - 1_000).magnitude < 1e-9)
    let fast = try numbers("decay --from 20 --rate fast --to -80")
    #expect(((fast["velocity"] as? Double ?? 0) - 100_000 * log(0.99)).magnitude < 1e-6)
    #expect(fast["to"] as? Double == -80)
  }

  @Test("an easing is found by its name in any spelling")
  func easing() throws {
    for name in ["easeInOut", "ease-in-out", "0.42,0,0.58,1", "'cubic-bezier(0.42, 0, 0.58, 1)'"] {
      let told = try numbers("easing \(name) --duration 0.5 --to 320")
      #expect(told["x1"] as? Double == 0.42 && told["y2"] as? Double == 1)
      #expect(told["halfTime"] as? Double == 0.25)
      #expect(told["startVelocity"] as? Double == 0)
    }
    // At its start, the easing moves towards its second control point, at 1 / 0.58 of the mean
    // speed.
    let out = try numbers("easing easeOut --duration 0.5 --to 290")
    #expect(((out["startVelocity"] as? Double ?? 0) - 1_000).magnitude < 1e-9)
    let css = try flickbook("easing", "easeOut", "--css").output
    #expect(css == "transition: 300ms cubic-bezier(0, 0, 0.58, 1);\n")
  }

  @Test(
    "keyframes, CSV and SVG show the same motion of a spring, a decay and an easing",
    arguments: [
      ("spring --response 0.4 --damping-ratio 0.6", 0.0, 100.0),
      ("decay --to 480 --rate fast", 0, 480), ("easing easeIn --from 7 --to -9", 7, -9),
    ])
  func forms(command: String, from: Double, to: Double) throws {
    let keys = try #require(try flickbook.shell("flickbook \(command) --keyframes").json().first)
    let values = try #require(keys["values"] as? [Double])
    let times = try #require(keys["keyTimes"] as? [Double])
    let duration = try #require(keys["duration"] as? Double)
    #expect(values.first == from && values.last == to && values.count == times.count)
    #expect(times.first == 0 && times.last == 1 && times == times.sorted())
    #expect(((duration * 60).rounded() - Double(values.count - 1)).magnitude < 1e-9)
    let rows = try flickbook.shell("flickbook \(command) --csv").output.split(separator: "\n")
    #expect(rows.first == "time,value,velocity" && rows.count == values.count + 1)
    for (row, value) in zip(rows.dropFirst(), values) {
      // The JSON parser may round the last digit differently.
      let told = try #require(Double(row.split(separator: ",")[1]))
      #expect((told - value).magnitude <= 4 * value.ulp)
    }
    let twice = try #require(
      try flickbook.shell("flickbook \(command) --keyframes --hz 120").json().first)
    let finer = try #require(twice["values"] as? [Double])
    for (index, value) in values.enumerated().dropLast() { #expect(finer[2 * index] == value) }
    #expect(try flickbook.shell("flickbook \(command) --svg").output.hasPrefix("<svg"))
    #expect(try flickbook.shell("flickbook \(command) --css").output.hasPrefix("transition: "))
    let both = try flickbook.shell("flickbook \(command) --csv --svg")
    expectRefusal(both, 64, "--json, --csv")
  }

  @Test(
    "invalid parameters of decays and easings are refused, with the nearest valid name if any",
    arguments: [
      ("decay --rate fats", 64, "'fast'"), ("decay --rate 1.2", 64, "below 1"),
      ("decay --rate nan", 64, "below 1"), ("decay --velocity inf", 64, "--velocity"),
      ("decay --velocity 1 --to 2", 64, "give only one"),
      ("decay --velocity 0 --css", 65, "does not move"),
      ("decay --hz 0", 64, "--hz"), ("decay --rate 0.999999999 --csv", 65, "--rate"),
      ("easing easInOut", 64, "'easeInOut'"), ("easing bounce", 64, "linear, ease"),
      ("easing 0.1,0,2,1", 64, "from 0 to 1"), ("easing 1,2,3", 64, "x1,y1,x2,y2"),
      ("easing --duration 0", 64, "--duration"), ("easing --duration nan", 64, "--duration"),
      ("easing --duration 90000 --csv", 65, "--duration"), ("easing --to 1e10", 64, "--to"),
      ("spring --damping-ratio 0 --css", 65, "damping"),
      ("spring --response 1 --tension 3", 64, "found --response with --tension"),
      ("spring --mass 2 --damping-ratio 1", 64, "found --damping-ratio with --mass"),
      ("spring --extra-bounce 0.1", 64, "found --extra-bounce"),
      ("spring --swiftui snapy", 64, "'snappy'"), ("spring --bounciness nan", 64, "--bounciness"),
      ("spring --origami-tension -200", 64, "stiffness"),
      ("decay --rate fast --flutter-drag 0.1", 64, "--rate with --flutter-drag"),
      ("decay --power 1", 64, "add --time-constant"),
      ("decay --time-constant 1 --power 0", 64, "above 0"),
      ("decay --flutter-drag 1", 64, "below 1"), ("decay --compose-friction -1", 64, "above 0"),
      ("decay --time-constant nan", 64, "seconds above 0"),
    ])
  func refusals(arguments: String, status: Int, part: String) throws {
    let result = try flickbook.shell("flickbook \(arguments)")
    expectRefusal(result, Int32(status), part)
  }
}
