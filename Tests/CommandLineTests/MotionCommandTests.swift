import Foundation
import Testing

@Suite("Descriptions of motions")
struct MotionCommandTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  private func numbers(_ arguments: String) throws -> [String: Any] {
    let result = try flickbook.shell("flickbook motion \(arguments) --json")
    #expect(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func number(_ name: String, _ arguments: String) throws -> Double {
    try #require(try numbers(arguments)[name] as? Double)
  }

  /// The example in Apple's documentation: 500 pt/s over 200 pt is a relative velocity of 2.5 /s.
  @Test(
    "a velocity is converted to a relative velocity and back, with its sign",
    arguments: [("0", "200", 500.0, 2.5), ("200", "0", 500, -2.5), ("-10", "-210", -500, 2.5)])
  func relativeVelocity(from: String, to: String, velocity: Double, relative: Double) throws {
    let way = "spring response=0.4 dampingRatio=1 --from \(from) --to \(to)"
    #expect(try number("relativeVelocity", "\(way) --velocity \(velocity)") == relative)
    let back = try numbers("\(way) --velocity \(relative)/s")
    #expect(back["velocity"] as? Double == velocity)
    #expect(back["handOffVelocity"] as? Double == relative)
  }

  @Test(
    "at distance zero, the relative velocity is 0, and the output shows how to keep the velocity")
  func noDistance() throws {
    let way = "spring response=0.4 dampingRatio=1 --from 120 --to 120"
    let there = try numbers("\(way) --velocity 500")
    #expect(there["relativeVelocity"] as? Double == 0)
    let start = try #require(there["handOffFrom"] as? Double)
    let relative = try #require(there["handOffVelocity"] as? Double)
    #expect(start < 120 && ((120 - start) * relative - 500).magnitude < 1e-6)
    let refused = try flickbook.shell("flickbook motion \(way) --velocity 3/s")
    expectRefusal(refused, 64, "--velocity", "are equal")
  }

  @Test(
    "UIView's spring depends on the velocity and ends after the given duration",
    arguments: [(10.0, 0.5417), (5, 0.3734), (0, 0.3493), (-5, 0.3358)])
  func viewDuration(velocity: Double, response: Double) throws {
    // Computed independently by the rule of UIKit: the largest root of |(ζω - v) / ω_d| e^(-ζωT) =
    // 0.001 at ζ = 0.8 and T = 0.5.
    let view = "spring viewDuration=0.5 dampingRatio=0.8"
    let found = try numbers("\(view) --velocity \(velocity)/s")
    #expect(((found["response"] as? Double ?? 0) - response).magnitude < 5e-5)
    #expect(((found["viewDuration"] as? Double ?? 0) - 0.5).magnitude < 1e-9)
    let absolute = try number(
      "response", "\(view) --from 50 --to -150 --velocity \(-200 * velocity)")
    #expect(absolute == found["response"] as? Double)
  }

  /// The words of a spring in settings, as arguments, and the same spring in other words.
  static let words = [
    ("stiffness=380 dampingRatio=0.8", "response=0.322320605 dampingRatio=0.8"),
    ("mass=2 stiffness=800 dampingRatio=1.5", "mass=1 stiffness=400 damping=60"),
    ("tension=170 friction=26", "stiffness=170 damping=26"),
    ("tension=120 friction=14 mass=2", "stiffness=60 damping=7"),
    ("origamiTension=40 origamiFriction=7", "stiffness=230.2 damping=22"),
    ("bounciness=17 speed=17", "stiffness=448.305 damping=15.884009710"),
    ("visualDuration=500ms bounce=0.25", "response=0.6 dampingRatio=0.75"),
    // The solution of (1 + x) e^-x = 0.001 is x = 9.23341, with x = 2π T / response.
    ("settlingDuration=1 dampingRatio=1", "response=0.68048370 dampingRatio=1"),
  ]

  @Test("a spring has the words of its settings", arguments: words)
  func springWords(theirs: String, ours: String) throws {
    let (found, wanted) = (try numbers("spring \(theirs)"), try numbers("spring \(ours)"))
    for name in ["response", "dampingRatio", "settleTime"] {
      let there = try #require(found[name] as? Double)
      #expect((there - (wanted[name] as? Double ?? 0)).magnitude < 1e-6 * there, "\(name)")
    }
    let words = theirs.split(separator: " ").map {
      $0.replacing("=", with: ":", maxReplacements: 1)
    }
    let set = "--scenario sheet --set spring=\(words.joined(separator: ","))"
    let ofSettings = try numbers("spring \(set)")
    #expect(
      try JSONSerialization.data(withJSONObject: ofSettings, options: .sortedKeys)
        == JSONSerialization.data(withJSONObject: found, options: .sortedKeys))
  }

  @Test("the numbers of a spring or an exponential throw, given back as words, are the same motion")
  func back() throws {
    for (law, sets) in [
      (
        "spring",
        [
          ["response", "dampingRatio"], ["stiffness", "damping"], ["duration", "bounce"],
          ["settlingDuration", "dampingRatio"], ["viewDuration", "dampingRatio"],
          ["visualDuration", "bounce"], ["origamiTension", "origamiFriction"],
        ]
      ),
      (
        "exponential",
        [["decelerationRate"], ["composeFriction"], ["flutterDrag"], ["timeConstant"]]
      ),
    ] {
      let start = law == "spring" ? "response=0.35 dampingRatio=0.7" : "decelerationRate=0.99"
      let found = try numbers("\(law) \(start) --velocity 300")
      let settled = try #require(found["settleTime"] as? Double)
      for words in sets {
        let given = try words.map { "\($0)=\(try #require(found[$0] as? Double))" }
        let again = try number(
          "settleTime", "\(law) \(given.joined(separator: " ")) --velocity 300")
        #expect((again / settled - 1).magnitude < 1e-9, "\(given)")
      }
    }
  }

  @Test("an exponential throw has the words of other systems")
  func otherDecays() throws {
    #expect((try number("to", "exponential composeFriction=2") - 1_000 / 8.4).magnitude < 1e-9)
    #expect(
      (try number("to", "exponential flutterDrag=0.135") + 1_000 / log(0.135)).magnitude < 1e-9)
    #expect((try number("to", "exponential timeConstant=325ms") - 325).magnitude < 1e-9)
  }

  @Test("text output has rounded numbers, and JSON has all digits")
  func digits() throws {
    let spring = "spring stiffness=170 damping=26"
    let told = try flickbook.shell("flickbook motion \(spring)").output
    #expect(told.contains(#/stiffness +170 /#) && told.contains(#/damping +26 /#), "\(told)")
    // The response is 2 π / √170 s.
    #expect(told.contains(#/response +0.481898315 +s /#), "\(told)")
    let exact = try number("response", spring)
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

  @Test("a throw has its stop position, and the velocity that stops at a given position")
  func decay() throws {
    let there = try numbers("exponential --velocity 1000")
    // At 1 pt/ms, a decay travels 1 / -ln 0.998 ms, or r / (1 - r) ms in whole milliseconds.
    let stop = try #require(there["to"] as? Double)
    #expect((stop - 1 / -log(0.998)).magnitude < 1e-9)
    #expect(((there["toByMilliseconds"] as? Double ?? 0) - 499).magnitude < 1e-9)
    let settled = log(0.001) / log(0.998) / 1_000
    #expect(((there["settleTime"] as? Double ?? 0) - settled).magnitude < 1e-9)
    #expect((try number("velocity", "exponential --to \(stop)") - 1_000).magnitude < 1e-9)
    let fast = try numbers("exponential decelerationRate=0.99 --from 20 --to -80")
    #expect(((fast["velocity"] as? Double ?? 0) - 100_000 * log(0.99)).magnitude < 1e-6)
    #expect(((fast["to"] as? Double ?? 0) + 80).magnitude < 1e-12)
    // A constant deceleration a stops after v / a, at v² / 2a; half of the distance is behind at 1 - √½ of the time.
    let constant = try numbers("constant deceleration=500 --velocity 1000 --from 10")
    #expect(((constant["to"] as? Double ?? 0) - 1_010).magnitude < 1e-9)
    #expect(((constant["settleTime"] as? Double ?? 0) - 2).magnitude < 1e-12)
    let half = 2 * (1 - 0.5.squareRoot())
    #expect(((constant["halfTime"] as? Double ?? 0) - half).magnitude < 1e-12)
  }

  @Test("a timing curve has a name or four numbers")
  func easing() throws {
    for name in ["ease-in-out", "bezier x1=0.42 y1=0 x2=0.58 y2=1"] {
      let told = try numbers("\(name) duration=0.5 --to 320")
      #expect(told["x1"] as? Double == 0.42 && told["y2"] as? Double == 1)
      #expect(told["halfTime"] as? Double == 0.25)
      #expect(told["velocity"] as? Double == 0)
    }
    // At its start, the easing moves towards its second control point, at 1 / 0.58 of the mean
    // speed.
    #expect((try number("velocity", "ease-out duration=0.5 --to 290") - 1_000).magnitude < 1e-9)
    // The curve is vertical at its end.
    #expect(try numbers("bezier x1=0 y1=0 x2=1 y2=0")["endVelocity"] is NSNull)
  }

  @Test("a spring that acts at once has no stiffness")
  func immediate() throws {
    let found = try numbers("spring response=0 dampingRatio=1")
    #expect(found["stiffness"] is NSNull && found["origamiTension"] is NSNull)
    #expect(found["settleTime"] as? Double == 0)
  }

  @Test(
    "the curve of a motion starts and ends as its numbers say, and does not depend on the frame rate",
    arguments: [
      ("spring response=0.4 dampingRatio=0.6", 0.0, 100.0),
      ("exponential decelerationRate=0.99 --to 480", 0, 480), ("android", 0, nil),
      ("chromium", 0, nil), ("ease-in --from 7 --to -9", 7, -9),
    ])
  func curve(law: String, from: Double, to: Double?) throws {
    func rows(_ hz: Int) throws -> [[Double]] {
      let lines = try flickbook.shell("flickbook motion \(law) --csv --hz \(hz)").output
        .split(separator: "\n")
      #expect(lines.first == "time,value,velocity")
      return lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    }
    let (coarse, fine, found) = (try rows(60), try rows(120), try numbers(law))
    let target = try #require(found["to"] as? Double)
    let last = try #require(coarse.last)
    // The JSON parser may round the last digit differently.
    #expect((last[1] - target).magnitude <= 4 * target.ulp && last[2] == 0)
    #expect(coarse.first?.prefix(2) == [0, from])
    #expect((target - (to ?? target)).magnitude < 1e-12)
    for (index, row) in coarse.enumerated().dropLast() { #expect(fine[2 * index] == row) }
    // The last frame is the first one that is not before the settle time.
    let settled = try #require(found["settleTime"] as? Double)
    #expect(coarse.count == Int((settled * 60).rounded(.up)) + 1)
    // Half of the distance is passed between two frames.
    let half = try #require(found["halfTime"] as? Double)
    let isPassed = coarse.map { (($0[1] - from) / (target - from)) >= 0.5 }
    #expect(isPassed.firstIndex(of: true) == Int((half * 60).rounded(.up)))
    #expect(try flickbook.shell("flickbook motion \(law) --svg").output.hasPrefix("<svg"))
    let both = try flickbook.shell("flickbook motion \(law) --csv --svg")
    expectRefusal(both, 64, "--json, --csv")
  }

  @Test(
    "invalid laws and words are refused, with the nearest valid name if any",
    arguments: [
      ("exponental", 64, "'exponential'"), ("bounce", 64, "spring, exponential"),
      ("exponential decelerationrate=0.99", 64, "'decelerationRate'"),
      ("exponential decelerationRate=1.2", 64, "a number from"),
      ("exponential decelerationRate=nan", 64, "decelerationRate: found 'nan'"),
      ("exponential decelerationRate=0.99 flutterDrag=0.1", 64, "one of decelerationRate"),
      ("exponential flutterDrag=1", 64, "flutterDrag"),
      ("exponential composeFriction=-1", 64, "composeFriction"),
      ("exponential timeConstant=3pt", 64, "timeConstant"),
      ("exponential --velocity inf", 64, "--velocity"),
      ("exponential --velocity 1 --to 2", 64, "--to"), ("android --to 2", 64, "--to"),
      ("exponential --hz 0", 64, "--hz"),
      ("exponential decelerationRate=0.999999999 --csv", 65, "--hz"),
      ("android deceleration=3", 64, "there is no parameter 'deceleration'"),
      ("constant deceleration", 64, "NAME=NUMBER"),
      ("constant deceleration=1 deceleration=2", 64, "once"),
      ("bezier x1=0.1 y1=0 x2=2 y2=1", 64, "from 0 to 1"), ("bezier x1=0", 64, "y2"),
      ("ease duration=0", 64, "duration"), ("ease --velocity 3", 64, "--velocity"),
      ("ease duration=90000 --csv", 65, "--hz"), ("ease --to 1e10", 64, "--to"),
      ("spring response=1 dampingRatio=0 --csv", 65, "damping"), ("spring", 64, "stiffness="),
      ("spring respons=1", 64, "'response' instead of 'respons'"),
      ("spring response=1", 64, "response with dampingRatio, such as response=0.4 dampingRatio=1"),
      ("spring origamiTension=-200 origamiFriction=7", 64, "numbers nearer to 1"),
      ("sprong --scenario sheet", 64, "'spring'"), ("spring --scenario button", 64, "no springs"),
      ("spring --set spring.response=1", 64, "--scenario: missing"),
      ("spring stiffness=1 --scenario sheet", 64, "leave out 'stiffness=1'"),
    ])
  func refusals(arguments: String, status: Int, part: String) throws {
    let result = try flickbook.shell("flickbook motion \(arguments)")
    expectRefusal(result, Int32(status), part)
  }
}
