import InteractionScenarios
import Quantities
import TouchInput

/// Dials that are turned about their centre or along a rail, without a limit or by at most half a
/// turn.
let lawfulRotation: LawfulScenario = {
  var dial = LawfulScenario.draggable(
    RotationScenario.self, axes: [.x],
    limits: { conditions in
      let half = Points((conditions.number("radius") ?? 0) * Double.pi)
      return .init(
        low: Position(x: -half, y: .zero), high: Position(x: half, y: .zero),
        reach: Planar(x: half, y: half))
    },
    settings: { random in
      [
        (key: "step", value: random.one(of: ["90", "45", "180"])),
        (key: "hub", value: random.one(of: ["22", "0", "60"])),
        (key: "wraps", value: random.one(of: ["true", "false"])),
        (key: "hold", value: random.one(of: ["dial", "rail"])),
        (key: "radius", value: random.one(of: ["150", "80"])),
      ]
    })
  let inHalfTurn = dial.limits
  dial.limits = { $0["wraps"] == "true" ? nil : inHalfTurn($0) }
  dial.followsExactly = { $0["hold"] == "rail" }
  dial.displacement = { pan, conditions in
    // The rim moves by the length of the arc over which the two fingers turn.
    let arc = Points(pan.twist * (conditions.number("radius") ?? 0))
    return Position(x: pan.translation.x + arc, y: .zero)
  }
  let handedVelocity = dial.handedVelocity
  dial.handedVelocity = { release in
    var release = release
    let arc = release.pan.twistRate * (release.conditions.number("radius") ?? 0)
    release.velocity.x += PointsPerSecond(arc)
    return handedVelocity(release)
  }
  dial.commands = ["0", "90", "180", "nowhere"]
  dial.change = { conditions, random in
    conditions["radius"] = random.one(of: ["80", "150", "200"])
    if random.happens(0.3) { conditions.turnScreen(&random) }
  }
  let round: [LawName] = [
    .touchPoint, .touchpad, .follows, .keepsReleaseVelocity, .keepsReleaseVelocityLagging,
    .decidesInOrder, .ignoresNoise,
    .respectsFlicks,
  ]
  dial.exceptions = round.map { law in
    .init(law, "on a dial, the effect of a finger depends on its position") {
      $0["hold"] == "dial"
    }
  }
  var mirror = Mirror(.leftRight)
  mirror.mirrorsCommands = false
  mirror.holdsThroughChanges = false
  mirror.position = { position, _ in Mirror.Kind.leftRight.displacement(position) }
  mirror.word = { name, _ in
    name == "0" ? name : name.hasPrefix("-") ? String(name.dropFirst()) : "-" + name
  }
  dial.mirrors = [mirror]
  return dial
}()
