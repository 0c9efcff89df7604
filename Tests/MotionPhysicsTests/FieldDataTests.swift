import Foundation
import MotionPhysics
import Quantities
import Testing

@Suite("Other implementations' tests")
struct FieldDataTests {
  /// Compares as the record specifies: to a tolerance, exactly (here to 1e-9), or after rounding.
  static func expect(_ value: Double, _ record: [String: Any]) throws {
    let expected = try #require(record.number("expected"))
    let tolerance = max(record.number("tol") ?? 0, 1e-9)
    let name = "\(record.text("test")) \(record.text("quantity"))"
    switch record.text("match") {
    case "floor": #expect(value.rounded(.down) == expected, "\(name): \(value)")
    default: #expect((value - expected).magnitude <= tolerance, "\(name): \(value)")
    }
  }

  @Test("Flutter's spring tests pass")
  func flutterSprings() throws {
    let records = try FieldData.records("flutter").filter {
      $0.table("params").text("kind") == "spring"
    }
    #expect(!records.isEmpty)
    for record in records {
      let params = record.table("params")
      let stiffness = try #require(params.number("stiffness"))
      let ratio = try #require(params.number("ratio"))
      let mass = try #require(params.number("mass"))
      let spring = try Spring(
        mass: mass, stiffness: stiffness, damping: 2 * ratio * (stiffness * mass).squareRoot())
      let start = try #require(params.number("start"))
      let end = try #require(params.number("end"))
      let motion = Spring.Motion(
        offset: Points(start - end),
        velocity: PointsPerSecond(try #require(params.number("velocity"))))
      let time = Seconds(try #require(record.number("t")))
      let there = spring.motion(after: time, from: motion)
      switch record.text("quantity") {
      case "x": try Self.expect(end + there.offset.value, record)
      case "dx": try Self.expect(there.velocity.value, record)
      default:
        // Flutter's tests set the tolerance to 0.01.
        let isDone = there.offset.magnitude.value < 0.01 && there.velocity.magnitude.value < 0.01
        #expect(isDone == (record["expected"] as? Bool), "\(record.text("test"))")
      }
    }
  }

  @Test("Flutter's friction tests pass, except those with an added deceleration")
  func flutterFriction() throws {
    for record in try FieldData.records("flutter") {
      let params = record.table("params")
      guard params.text("kind") == "friction", params.number("constantDeceleration") == 0,
        let x = params.number("position"), let v = params.number("velocity"),
        let drag = params.number("drag"), record.text("quantity") != "isDone"
      else { continue }
      let decay = Decay(rate: exponential(naturalLogarithm(drag) / 1000))
      let path = BoundedDecay(
        decay: decay, spring: Spring(dampingRatio: 1, response: .zero),
        edges: Points(params.number("minX") ?? -1e9)...Points(params.number("maxX") ?? 1e9))
      let start = Decay.Motion(position: Points(x), velocity: PointsPerSecond(v))
      let time = record.number("t") ?? 0
      switch record.text("quantity") {
      case "x":
        try Self.expect(path.motion(after: Seconds(time), from: start).position.value, record)
      case "dx":
        try Self.expect(path.motion(after: Seconds(time), from: start).velocity.value, record)
      case "finalX": try Self.expect(path.destination(from: start).value, record)
      default:
        let found = decay.time(toDistance: Points(time - x), from: start.velocity)
        if record.number("expected") == nil {
          #expect(found == nil)
        } else {
          try Self.expect(try #require(found).value, record)
        }
      }
    }
  }

  @Test("Flutter's bouncing scroll tests pass")
  func flutterBouncing() throws {
    for record in try FieldData.records("flutter") {
      let params = record.table("params")
      guard params.text("kind") == "bouncing", record.text("match") != "bool",
        let x = params.number("position"), let v = params.number("velocity"),
        let time = record.number("t"), record.number("expected") != nil
      else { continue }
      let spring = params.table("spring")
      let stiffness = try #require(spring.number("stiffness"))
      let ratio = try #require(spring.number("ratio"))
      let path = BoundedDecay(
        decay: Decay(rate: exponential(naturalLogarithm(0.135) / 1000)),
        spring: try Spring(
          mass: 1, stiffness: stiffness, damping: 2 * ratio * stiffness.squareRoot()),
        edges: Points(0)...Points(params.number("trailingExtent") ?? 1e9))
      let start = Decay.Motion(position: Points(x), velocity: PointsPerSecond(v))
      let there = path.motion(after: Seconds(time), from: start)
      var record = record
      // A position that Flutter puts on the edge is at most 0.001 away from the edge here.
      if record.text("match") == "exact" { record["tol"] = 0.001 }
      try Self.expect(
        record.text("quantity") == "x" ? there.position.value : there.velocity.value, record)
    }
  }

  @Test("wobble's traces match until wobble puts the value on the target")
  func wobble() throws {
    for record in try FieldData.records("wobble") {
      let params = record.table("params")
      let spring = try Spring(
        mass: try #require(params.number("mass")),
        stiffness: try #require(params.number("stiffness")),
        damping: try #require(params.number("damping")))
      let from = try #require(params.number("fromValue"))
      let to = try #require(params.number("toValue"))
      let start = Spring.Motion(
        offset: Points(from - to),
        velocity: PointsPerSecond(1000 * (params.number("initialVelocity") ?? 0)))
      let (xs, vs) = (record.numbers("x") ?? [], record.numbers("v") ?? [])
      #expect(xs.count > 50)
      for (frame, (x, v)) in zip(xs, vs).enumerated() where x != to {
        let motion = spring.motion(after: Seconds(0.016 * Double(frame)), from: start)
        #expect((to + motion.offset.value - x).magnitude < 1e-9)
        #expect((motion.velocity.value / 1000 - v).magnitude < 1e-9)
      }
    }
  }

  @Test("the springs of framer-motion and Popmotion match")
  func framerSprings() throws {
    for record in try FieldData.records("framer-motion-popmotion") {
      guard record.text("kind") == "spring", let xs = record.numbers("x") else { continue }
      let params = record.table("params")
      let keys = params.numbers("keyframes")
      let from = params.number("from") ?? keys?.first ?? 0
      let to = params.number("to") ?? keys?.last ?? 1
      let spring = try Spring(
        mass: 1, stiffness: params.number("stiffness") ?? 100,
        damping: params.number("damping") ?? 10)
      let start = Spring.Motion(offset: Points(from - to), velocity: .zero)
      for (frame, x) in xs.dropLast().enumerated() {
        let motion = spring.motion(after: Seconds(0.2 * Double(frame)), from: start)
        #expect((to + motion.offset.value).rounded() == x, "\(record.text("test")) \(frame)")
      }
      #expect(xs.last == to)
    }
  }

  @Test("the decays of framer-motion and Popmotion match, up to the edge or the end")
  func framerDecays() throws {
    for record in try FieldData.records("framer-motion-popmotion") {
      guard ["decay", "inertia"].contains(record.text("kind")), let xs = record.numbers("x"),
        xs.count > 1, let interval = record.number("dt")
      else { continue }
      let params = record.table("params")
      let constant = params.number("timeConstant") ?? 350
      let decay = Decay(rate: exponential(-1 / constant))
      let isRounded = record.text("match") == "round"
      let reach = (params.number("power") ?? 0.8) * (params.number("velocity") ?? 0)
      let modified = record.text("modifyTarget").isEmpty ? xs[0] + reach : (xs[0] + reach) / 2
      let target = isRounded ? try #require(xs.last) : modified
      let start = Decay.Motion(
        position: Points(xs[0]), velocity: decay.velocity(toGo: Points(target - xs[0])))
      let edges = (params.number("min") ?? -1e9)...(params.number("max") ?? 1e9)
      for (frame, x) in xs.dropLast().enumerated() where x != target {
        let time = Seconds(interval * Double(frame))
        let there = decay.motion(after: time, from: start).position.value
        guard edges.contains(there) else { break }
        #expect(
          ((isRounded ? there.rounded() : there) - x).magnitude < 1e-9,
          "\(record.text("test")) \(frame)")
      }
    }
  }

  @Test("the linear() easings of framer-motion match if the spring is known")
  func framerLinear() throws {
    let rows = try FieldData.records("framer-motion-popmotion").filter {
      $0.numbers("points") != nil
    }
    let springs = [
      1_100: Spring.layerDefault,
      // A visual duration of 0.5 s is a response of 1.2 · 0.5 s.
      850: Spring(dampingRatio: 0.75, response: Seconds(0.6)),
    ]
    try #require(!rows.isEmpty)
    for row in rows {
      let milliseconds = try #require(row.number("durationMs"))
      guard let spring = springs[Int(milliseconds)] else { continue }
      let points = try #require(row.numbers("points"))
      let duration = milliseconds / 1000
      let start = Spring.Motion(offset: Points(-1), velocity: .zero)
      let last = try #require(points.lastIndex { $0 != 1 })
      let fractions = points.indices.map { index in
        let time = Seconds(duration * Double(index) / Double(points.count - 1))
        return index > last ? 1 : 1 + spring.motion(after: time, from: start).offset.value
      }
      for (fraction, point) in zip(fractions, points) {
        #expect((fraction - point).magnitude <= 5.1e-5)
      }
    }
  }
}
