import Foundation
import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

@testable import Surfaces

/// The settling motions and rubber bands of other systems, compared with independently computed
/// tables.
@Suite("Settling laws of other systems")
struct SettleLawTests {
  /// The distance from the release at 120 pt to the target at 417 pt, as in the table.
  static let displacement = 297.0

  /// The offsets of the sheet from its target, in points: at the release and at each of the next
  /// `frames` frames.
  typealias Law = @Sendable (_ interval: Double, _ frames: Int) throws -> [Double]

  static func spring(
    _ spring: Spring, velocity: Double = 1_200, stopsAtTarget: Bool = false
  ) -> Law {
    { interval, frames in
      let start = Spring.Motion(offset: Points(-displacement), velocity: PointsPerSecond(velocity))
      return (0...frames).map { frame in
        let offset = spring.motion(after: Seconds(interval * Double(frame)), from: start).offset
        return stopsAtTarget ? min(offset.value, 0) : offset.value
      }
    }
  }

  static func spring(
    mass: Double, stiffness: Double, damping: Double, velocity: Double = 1_200,
    stopsAtTarget: Bool = false
  ) -> Law {
    { interval, frames in
      let spring = try Spring(mass: mass, stiffness: stiffness, damping: damping)
      return try Self.spring(spring, velocity: velocity, stopsAtTarget: stopsAtTarget)(
        interval, frames)
    }
  }

  static func engine(_ name: String, _ spring: Spring) -> Law {
    { interval, frames in
      let kind = try #require(allEngines.first { $0.name == name })
      var engine = kind.engine(
        spring: spring,
        from: Spring.Motion(offset: Points(-displacement), velocity: PointsPerSecond(1_200)))
      var offsets = [engine.motion.offset.value]
      for _ in 0..<frames {
        engine.advance(by: Seconds(interval))
        offsets.append(engine.motion.offset.value)
      }
      return offsets
    }
  }

  /// The settling law of a preset of the sheet, with the given settings changed.
  static func trajectory(_ preset: String, _ settings: (String, String)...) -> Law {
    { interval, frames in
      let tuning = try tuning(of: preset, settings)
      let settling = SettlingTrajectory(
        law: tuning.law, duration: tuning.lawDuration, width: Points(375), range: Points(587))
      let displacement = try #require(
        settling.trajectory(
          from: Position(x: .zero, y: Points(120)),
          velocity: Velocity(x: .zero, y: PointsPerSecond(1_200)),
          to: Position(x: .zero, y: Points(417)), at: .zero))
      return (0...frames).map { frame in
        displacement.state(at: Seconds(interval * Double(frame))).position.y.value - 417
      }
    }
  }

  /// The spring of a preset of the sheet, started with the velocity after the preset's hand-off.
  ///
  /// The sheet can travel 587 pt in total, which some hand-offs use to scale the velocity.
  static func handed(_ preset: String) -> Law {
    { interval, frames in
      let tuning = try tuning(of: preset, [])
      let velocity = tuning.release.handed(
        Velocity(x: .zero, y: PointsPerSecond(1_200)),
        along: Position(x: .zero, y: Points(displacement)),
        travel: Points(587))
      return try Self.spring(tuning.settling, velocity: velocity.y.value, stopsAtTarget: false)(
        interval, frames)
    }
  }

  /// The spring of libadwaita's carousel, with pages 587 pt long.
  static let carousel: Law = { interval, frames in
    let resolved = try PagingScenario.resolved(
      preset: "adwaita", applying: [Assignment(key: "page", value: "587")])
    let gain = try PagingScenario.geometry(resolved.tuning, on: Screen()).gain
    let fraction = try #require(gain.releaseVelocityGain)
    return try Self.spring(resolved.tuning.motion.settling, velocity: 1_200 * fraction)(
      interval, frames)
  }

  static func tuning(
    of preset: String, _ settings: [(String, String)]
  ) throws -> MotionTuning {
    try SheetScenario.resolved(
      preset: preset, applying: settings.map { Assignment(key: $0.0, value: $0.1) }
    ).tuning.motion
  }

  /// The settling laws, each with its name in the table.
  static let laws: [(name: String, law: Law)] = {
    let floatingPanel = Spring.floatingPanel(releasedWith: PointsPerSecond(1_200))
    let wave = Spring(dampingRatio: 0.8, response: Seconds(0.7))
    return [
      ("floatingpanel (z.576 r.4, its own step)", engine("floatingpanel", floatingPanel)),
      ("floatingpanel params, true backward Euler", engine("implicit", floatingPanel)),
      ("floatingpanel params, exact spring", spring(floatingPanel)),
      ("wave sheet (z.8 r.7, semi-implicit Euler)", engine("wave", wave)),
      ("wave sheet params, exact spring", spring(wave)),
      (
        "UISpring z.8 r.25 (FloatingPanel present)",
        spring(Spring(dampingRatio: 0.8, response: Seconds(0.25)))
      ),
      (
        "facetime pip (z1 r.4 exact)", spring(Spring(dampingRatio: 1, response: Seconds(0.4)))
      ),
      (
        "android pip spring (k700 z1)",
        spring(mass: 1, stiffness: 700, damping: 2 * 700.0.squareRoot())
      ),
      ("smooth_sheets (m.5 k100 z1.1)", handed("smooth_sheets")),
      ("compose M3 sheet spring (z.9 k700 default spatial)", handed("compose.m3")),
      ("gorhom iOS (k1000 c500 m3, v/2, clamped)", handed("gorhom")),
      ("gorhom Android (timing 250 ms, out-exp)", trajectory("gorhom.android")),
      ("flutter _SnappingSimulation (const max(v,1600))", trajectory("flutter")),
      ("material ViewDragHelper (quintic, 600 ms)", trajectory("material")),
      ("vaul css (.32,.72,0,1) 500 ms", trajectory("vaul")),
      ("compose foundation tween 300 ms", trajectory("compose.foundation")),
      ("libadwaita sheet (z.8 k400, v[px/ms] used as progress/s)", handed("libadwaita")),
      ("libadwaita carousel (ratio 1, m .5, k 500; v[px/ms])", carousel),
      (
        "zero-velocity restart (z1 r.4)",
        spring(Spring(dampingRatio: 1, response: Seconds(0.4)), velocity: 0)
      ),
    ]
  }()

  @Test("every settling law in the table has a counterpart in Flickbook")
  func complete() throws {
    let rows = try #require(try FieldData.snap("handoff_metrics")["rows"] as? [String: Any])
    #expect(!rows.isEmpty)
    let names = Set(Self.laws.map(\.name))
    for name in rows.keys { #expect(names.contains(name), "no counterpart of \(name)") }
  }

  @Test(
    "the velocity in the first frame, the overshoot and the settle time match the table",
    arguments: laws.indices, [60.0, 120])
  func handOff(index: Int, framesPerSecond: Double) throws {
    let (name, law) = Self.laws[index]
    let rows = try #require(try FieldData.snap("handoff_metrics")["rows"] as? [String: Any])
    guard let row = rows[name] as? [String: Any] else { return }
    let expected = try #require(row["\(Int(framesPerSecond))"] as? [String: Any])
    func number(_ key: String) throws -> Double { try #require(expected[key] as? Double) }
    let offsets = try law(1 / framesPerSecond, Int(framesPerSecond * 3))
    let first = (offsets[1] - offsets[0]) * framesPerSecond
    #expect((first - (try number("v_first_frame"))).magnitude < 0.06, "\(name): \(first)")
    let overshoot = max(0, offsets.max() ?? 0)
    #expect((overshoot - (try number("overshootPx"))).magnitude < 0.006, "\(name): \(overshoot)")
    let settled = Double((offsets.lastIndex { $0.magnitude > 1 } ?? -1) + 1) / framesPerSecond
    #expect((settled - (try number("settle1px_s"))).magnitude < 1e-3, "\(name): \(settled)")
    let isMonotone = zip(offsets, offsets.dropFirst()).allSatisfy { $1 >= $0 - 1e-9 }
    #expect(isMonotone == (expected["monotone"] as? Bool), "\(name)")
    #expect(((offsets.last ?? 1) + 417 - (try number("endPx"))).magnitude < 0.006, "\(name)")
  }

  @Test("the rubber bands of surfaces match the table")
  func rubberBands() throws {
    let laws = try #require(try FieldData.snap("rubberband_table")["laws"] as? [[String: Any]])
    for law in laws {
      let name = try #require(law["law"] as? String)
      // The test `flutterBand` checks Flutter's band.
      if name.hasPrefix("flutter bouncing") { continue }
      let limits = try #require(Self.limits(of: name), "no counterpart of \(name)")
      for (text, shown) in try #require(law["values"] as? [String: Double]) {
        let displacement = Points(try #require(Double(text)))
        let found = limits.shown(Position(x: .zero, y: displacement)).y.value
        #expect((found - shown).magnitude < 0.0006, "\(law): \(text) shows \(found)")
        #expect(limits.shown(Position(x: .zero, y: -displacement)).y.value == -found)
      }
      // The table computes the initial slope between displacements of 0.001 pt and 0.002 pt.
      func shown(_ displacement: Double) -> Double {
        limits.shown(Position(x: .zero, y: Points(displacement))).y.value
      }
      let slope = (shown(2e-3) - shown(1e-3)) / 1e-3
      #expect((slope - (law["slope0"] as? Double ?? -1)).magnitude < 1e-4, "\(law): \(slope)")
      let step = try #require(law["at0plus"] as? Double)
      #expect((shown(1e-6) - step).magnitude < 5e-4, "\(law): \(shown(1e-6))")
      let handed = limits.shown(
        Velocity(x: .zero, y: PointsPerSecond(1)), at: Position(x: .zero, y: Points(1e-9))
      ).y.value
      #expect((handed - min(1, slope)).magnitude < 1e-4, "\(law): \(handed)")
    }
    #expect(!laws.isEmpty)
  }

  /// The limits with the rubber band that the table calls `name`; nil if Flickbook has no such
  /// band.
  static func limits(of name: String) -> DragLimits? {
    let styles: [(prefix: String, style: LimitStyle)] = [
      ("uikit", .rubberBand), ("flutter bouncing", .rubberBand), ("none (clamp)", .stop),
      ("none (free)", .free), ("fluid_interfaces x^0.7", .other(.power)),
      ("gorhom sqrt", .other(.rootWithStep)), ("gorhom same", .other(.rootWithoutStep)),
      ("vaul", .other(.logarithm)), ("zag sqrt", .other(.root)), ("astryx", .other(.capped)),
    ]
    guard let style = styles.first(where: { name.hasPrefix($0.prefix) })?.style else { return nil }
    // The name can contain the length of the band, such as "(d=667)" or "(viewport 667, …)".
    let digits = name.components(separatedBy: "(d=").last?
      .components(separatedBy: "(viewport ").last?.prefix { $0.isNumber }
    let reach = Points(digits.flatMap { Double($0) } ?? 667)
    return DragLimits(
      lowest: .zero, highest: .zero, reach: Planar(x: reach, y: reach),
      stiffness: name.hasPrefix("flutter") ? 0.52 : 0.55, style: style)
  }

  @Test(
    "a finger that moves 1 px at a time along a band of stiffness 0.52 gives Flutter's positions")
  func flutterBand() throws {
    let laws = try #require(try FieldData.snap("rubberband_table")["laws"] as? [[String: Any]])
    let flutter = laws.first { ($0["law"] as? String)?.hasPrefix("flutter bouncing") ?? false }
    guard let flutter else { return }
    let values = try #require(flutter["values"] as? [String: Double])
    let limits = try #require(Self.limits(of: flutter["law"] as? String ?? ""))
    var shown = Position.zero
    let farthest = values.keys.compactMap { Int($0) }.max() ?? 1
    for pixel in 1...max(1, farthest) {
      let step = Velocity(x: .zero, y: PointsPerSecond(1))
      shown.y = shown.y + Points(limits.shown(step, at: limits.unlimitedPosition(shown)).y.value)
      // Exactly at the edge the slope is still 1, but Flutter's first step already shows 0.52 px.
      if pixel == 1 { shown.y = Points(0.52) }
      guard let expected = values["\(pixel)"] else { continue }
      #expect((shown.y.value - expected).magnitude < 0.0006, "\(pixel): \(shown.y.value)")
      // Shorter steps come closer to the band; steps of 1 px are less than 0.1 pt above it.
      let band = limits.shown(Position(x: .zero, y: Points(Double(pixel)))).y.value
      #expect(band <= shown.y.value && shown.y.value - band < 0.1, "\(pixel): \(band)")
    }
    #expect(!values.isEmpty)
  }

  @Test("a decay that is fast enough to reach an anchor ends at the anchor, as in Compose")
  func decay() throws {
    let rows = try #require(
      try FieldData.snap("compose_anchored_draggable")["decayRows"] as? [[String: Any]])
    for row in rows {
      func number(_ key: String) throws -> Double { try #require(row[key] as? Double) }
      let (from, to) = (try number("frm"), try number("to"))
      let sign = to < from ? -1.0 : 1
      // The release velocity with which the decay would end at the anchor, or `overshoot` beyond
      // it.
      let distance = (to - from).magnitude + (try number("overshoot"))
      let perVelocity = Decay.normal.projectedDistance(PointsPerSecond(1)).value
      let velocity = sign * distance / perVelocity
      let path = BoundedDecay(
        decay: .normal, spring: Spring(dampingRatio: 1, response: .zero),
        edges: Points(min(from, to))...Points(max(from, to)))
      let start = Decay.Motion(position: Points(from), velocity: PointsPerSecond(velocity))
      let frame = try number("frameMs") / 1_000
      for index in 0...2_000 {
        let position = path.motion(after: Seconds(Double(index) * frame), from: start).position
          .value
        #expect((position - from) * sign >= 0 && (to - position) * sign >= 0, "\(row): \(position)")
      }
      let end = path.destination(from: start).value
      #expect((end - (try number("expectEnd"))).magnitude < 1e-9, "\(row): \(end)")
    }
    #expect(!rows.isEmpty)
  }
}
