import FrameLogs
import InteractionScenarios
import Quantities

/// Long and short lists, pulled at the top or scrolled, that load quickly or slowly.
let lawfulRefresh: LawfulScenario = {
  var list = LawfulScenario(RefreshScenario.self) { random in
    [
      (key: "height", value: random.one(of: ["80", "40"])),
      (key: "pull.resistance", value: random.one(of: ["0.5", "1"])),
      (key: "pull.fraction", value: random.one(of: ["0", "0", "0.25"])),
      (key: "pull.limit", value: random.one(of: ["2", "1", "1.5"])),
      (key: "snap.dampingRatio", value: random.one(of: ["1", "0.6", "1.3"])),
      (key: "return.dampingRatio", value: random.one(of: ["1", "0.6", "1.3"])),
      (key: "decelerationRate", value: random.one(of: ["0.998", "0.99"])),
      (key: "pull.overscroll", value: random.one(of: PullStyle.allCases).rawValue),
      (key: "pull.hysteresis", value: random.one(of: ["0", "8"])),
      (key: "pull.startsAtTop", value: random.one(of: ["true", "false"])),
      (key: "duration", value: random.one(of: ["0.1", "1"])),
      (key: "scaleOut", value: random.one(of: ["0", "0.2"])),
      (key: "content.height", value: random.one(of: ["400", "1000", "3000"])),
      (key: "start", value: random.one(of: ["0", "0", "100"])),
    ]
  }
  list.commands = ["idle", "refreshing", "nowhere"]
  list.roles = [.armed: .dragging, .refreshing: .moving, .done: .moving]
  list.change = { conditions, random in
    if random.happens(0.4) { return conditions.turnScreen(&random) }
    conditions["content.height"] = random.one(of: ["400", "900", "3000"])
    if random.happens(0.3) { conditions["height"] = random.one(of: ["40", "80"]) }
  }
  list.handedVelocity = { release in
    let conditions = release.conditions
    let hidden = (conditions.number("content.height") ?? 0) - conditions.screen.size.y.value
    let here = release.frame.position.y.value
    guard here < 0, here > min(0, -hidden) else { return nil }
    let speed = release.velocity.y.value
    guard speed.magnitude > conditions.number("release.deadBand") ?? 0 else { return .zero }
    let cap = conditions.number("release.cap") ?? .infinity
    return Velocity(x: .zero, y: PointsPerSecond(max(-cap, min(speed, cap))))
  }
  list.mirrors = [.uprightLeftRight]
  list.leavesByItself = true
  list.exceptions = [
    .init(.keepsReleaseVelocityLagging, "a list follows the finger without a lag"),
    .init(.follows, "after loading, the list follows the finger differently"),
    .init(.bounded, "friction and two springs alternate"),
    .init(.monotone, "friction and two springs alternate"),
    .init(.respectsFlicks, "the list rests anywhere, so no candidate lies ahead"),
  ]
  return list
}()
