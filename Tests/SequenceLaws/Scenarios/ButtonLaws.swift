import FrameLogs
import InteractionScenarios
import Quantities

/// Keys of two sizes, with and without a hit test; no random finger is exactly at an edge.
let lawfulButton: LawfulScenario = {
  var key = LawfulScenario(ButtonScenario.self) { random in
    [
      (key: "fade", value: random.one(of: ["0.5", "0.2"])),
      (key: "curve", value: random.one(of: ["easeOut", "linear"])),
      (key: "slack", value: random.one(of: ["0", "70"])),
      (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
      (key: "width", value: random.one(of: ["75.3", "300.3"])),
      (key: "height", value: random.one(of: ["75.3", "600.3"])),
    ]
  }
  key.axes = []
  key.roles = [.fading: .moving]
  // The light goes off when the finger leaves the key, and on when it returns.
  key.ownSteps = [(.pressed, .moving), (.moving, .pressed), (.resting, .pressed)]
  let still: [LawName] = [
    .oneEnd, .decidesInOrder, .ignoresNoise, .respectsFlicks, .bounded, .monotone,
    .keepsReleaseVelocity,
    .keepsReleaseVelocityLagging,
    .cancelled, .letGo, .caughtByPan, .follows, .noTeleport,
  ]
  key.exceptions = still.map { .init($0, "a key changes its light, not its position") }
  key.exceptions.append(.init(.tapDoesNothing, "a tap is the purpose of a key"))
  key.exceptions += [.touchPoint, .touchpad].map { law in
    .init(law, "only touches on the key count") { $0["hitTest"] == "true" }
  }
  key.change = { conditions, random in
    conditions["width"] = random.one(of: ["75.3", "300.3"])
    conditions["fade"] = random.one(of: ["0.2", "0.5", "0.8"])
  }
  key.mirrors = Mirror.Kind.allCases.map { kind in
    var mirror = Mirror(kind)
    if kind == .diagonal { mirror.swaps = [("centre.x", "centre.y"), ("width", "height")] }
    return mirror
  }
  return key
}()
