import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import Testing
import TouchInput

/// How the surface goes to its target once the hand has let go.
@Suite("Settling")
struct SettlingTests {
  /// A release, and what the surface shows until it is caught, sent elsewhere, or at rest.
  struct Flight {
    var start: Frame
    var frames: [Frame]
    var rests: Bool
  }

  static func flights(_ moments: [Moment]) -> [Flight] {
    var flights: [Flight] = []
    var current: Flight?
    for moment in moments {
      let ended = (moment.eventsBefore + moment.eventsAfter).contains {
        [.settled, .dismissed, .caught].contains($0.kind)
      }
      if var flight = current, ended {
        flight.rests = moment.eventsBefore.contains { $0.kind == .settled || $0.kind == .dismissed }
        if flight.rests { flight.frames.append(moment.before) }
        flights.append(flight)
        current = nil
      } else if moment.after.phase == .settling, current != nil {
        current?.frames.append(moment.after)
      }
      if moment.eventsAfter.contains(where: { $0.kind == .decision }) {
        current = Flight(start: moment.after, frames: [], rests: false)
      }
    }
    return flights
  }

  @Test("a settling surface stays within its closed form's envelope", arguments: Trial.names)
  func boundedOvershoot(name: String) throws {
    var checked = 0
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let ratio = try #require(trial.number("spring.dampingRatio"))
      let omega = 2 * Double.pi / (try #require(trial.number("spring.response")))
      for flight in Self.flights(try trial.moments()) {
        for axis in [\Frame.x, \Frame.y] {
          let start = flight.start[keyPath: axis]
          let bound = Self.bound(start, ratio: ratio, omega: omega)
          var crossings = 0
          var last = start.offset
          for frame in flight.frames {
            let offset = frame[keyPath: axis].offset
            #expect(offset.magnitude <= bound + 1e-6, "\(trial) at \(frame.time.value) s")
            if offset * last < 0 { crossings += 1 }
            if offset != 0 { last = offset }
            checked += 1
          }
          if ratio >= 1 { #expect(crossings <= 1, "\(trial)") }
        }
      }
    }
    #expect(checked > 10 * Trial.sequences)
  }

  /// The farthest that a spring can be from its target: below critical damping its first amplitude,
  /// else the sum of its two terms at their largest.
  static func bound(
    _ start: (offset: Double, velocity: Double), ratio: Double, omega: Double
  ) -> Double {
    let (x, v) = (start.offset, start.velocity)
    guard ratio < 1 else {
      // e^(−λt) |x| + t e^(−λt) |v + λx| with the slower root; t e^(−λt) is at most 1 / (e λ).
      let root = omega * (ratio - (ratio * ratio - 1).squareRoot())
      return x.magnitude + (v + root * x).magnitude / root
    }
    let damped = omega * (1 - ratio * ratio).squareRoot()
    let side = (v + ratio * omega * x) / damped
    return (x * x + side * side).squareRoot()
  }

  @Test("a slow enough release settles without turning back", arguments: Trial.names)
  func monotone(name: String) throws {
    var checked = 0
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let ratio = try #require(trial.number("spring.dampingRatio"))
      guard ratio >= 1 else { continue }
      let omega = 2 * Double.pi / (try #require(trial.number("spring.response")))
      let root = omega * (ratio - (ratio * ratio - 1).squareRoot())
      for flight in Self.flights(try trial.moments()) {
        for axis in [\Frame.x, \Frame.y] {
          let (offset, velocity) = flight.start[keyPath: axis]
          guard offset * velocity <= 0, velocity.magnitude <= root * offset.magnitude else {
            continue
          }
          var last = offset.magnitude
          for frame in flight.frames {
            let now = frame[keyPath: axis].offset.magnitude
            #expect(now <= last + 1e-9, "\(trial) at \(frame.time.value) s")
            last = now
            checked += 1
          }
        }
      }
    }
    #expect(checked > Trial.sequences)
  }

  @Test("every gesture ends at rest on the target, or gone", arguments: Trial.allNames)
  func termination(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      let last = try #require(run.frames.last)
      #expect(last.position == last.target, "\(trial)")
      #expect(last.velocity == .zero, "\(trial)")
      // A scrolled list rests anywhere between its edges, and a loaded one goes back by itself.
      guard name != "scroll", name != "refresh" else { continue }
      let rest = try run.events.last { $0.kind == .decision }.map { try Self.rest($0) }
      if let rest { #expect(last.position == rest, "\(trial)") }
      #expect(last.phase == (run.ending == .gone ? .gone : .resting), "\(trial)")
    }
  }

  /// The place of the target among the candidates that a decision weighed.
  static func rest(_ decision: RunEvent) throws -> Position {
    let target = try #require(decision.text("target"))
    if target == Decision.gone { return Position(x: .zero, y: Points(844)) }
    guard case .list(let candidates) = LogValue.fields(decision.payload)["candidates"] else {
      return .zero
    }
    let candidate = try #require(candidates.first { $0["target"]?.asText == target })
    return Position(
      x: Points(try #require(candidate["x"]?.asNumber)),
      y: Points(try #require(candidate["y"]?.asNumber)))
  }

  @Test(
    "cancelled at any frame, it settles at a candidate with no velocity",
    arguments: Trial.names)
  func cancelledAtEveryFrame(name: String) throws {
    var cancels = 0
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      for held in try trial.heldSnapshots() where held.snapshot.frame.phase == .dragging {
        var snapshot = held.snapshot
        cancels += 1
        let events = snapshot.receive(.panCancelled(held.pan)) + snapshot.receive(.touchCancelled)
        #expect(events.count { $0.kind == .decision } == 1, "\(trial)")
        #expect(snapshot.frame.velocity == .zero, "\(trial)")
        snapshot.wait(10)
        #expect(snapshot.surface.isAtRest, "\(trial)")
        let decision = try #require(events.first { $0.kind == .decision })
        #expect(snapshot.frame.position == (try Self.rest(decision)), "\(trial)")
      }
    }
    #expect(cancels > Trial.sequences)
  }
}

extension Frame {
  /// Where the surface is along the horizontal, seen from the target, and how fast it moves.
  var x: (offset: Double, velocity: Double) { ((position.x - target.x).value, velocity.x.value) }
  /// Where the surface is along the vertical, seen from the target, and how fast it moves.
  var y: (offset: Double, velocity: Double) { ((position.y - target.y).value, velocity.y.value) }
}
