import FrameLogs
import InteractionScenarios
import Quantities

/// Tiles with every curve, rule and continuation, from each of the four positions.
let lawfulTransition: LawfulScenario = {
  var tile = LawfulScenario(TransitionScenario.self) { random in
    [
      (key: "curve", value: random.one(of: ["linear", "easeIn", "easeOut", "easeInOut"])),
      (key: "durationFactor", value: random.one(of: ["0", "0.5"])),
      (key: "rule", value: random.one(of: ["opposite", "oppositeOrNearest", "projected"])),
      (key: "continuation", value: random.one(of: ["pace", "spring", "curve"])),
      (key: "continuation.curve", value: random.one(of: ["linear", "easeIn", "easeOut"])),
      (key: "interruptible", value: random.one(of: ["true", "true", "true", "false"])),
      (key: "distance.x", value: random.one(of: ["160", "160", "300", "0"])),
      (key: "distance.y", value: random.one(of: ["160", "160", "90"])),
      (key: "spring.dampingRatio", value: random.one(of: ["0.8", "0.5", "1.3"])),
      (key: "release.projection", value: random.one(of: ["0.499", "0.1"])),
      (key: "pausesOnCompletion", value: random.one(of: ["true", "false", "false"])),
      (key: "scrubsLinearly", value: random.one(of: ["true", "true", "false"])),
      (key: "startsAway.x", value: random.one(of: ["true", "false"])),
      (key: "startsAway.y", value: random.one(of: ["true", "false"])),
    ]
  }
  tile.commands = ["up", "down", "left", "right", "finish", "nowhere"]
  tile.axes = [.x, .y]
  // A drag that does not scrub linearly follows a curve, and the steepest of all curves has a slope
  // of 2.
  tile.greatestRatio = { $0["scrubsLinearly"] == "true" ? 1 : 2 }
  tile.exceptions = [
    .init(.keepsReleaseVelocityLagging, "a tile follows the finger without a lag"),
    .init(.letGo, "a tile that continues at its own pace has the velocity of its curve") {
      $0["continuation"] != "spring"
    },
    .init(.noTeleport, "a curve that starts slowly ends at its greatest speed") {
      $0["continuation"] == "curve" && $0["continuation.curve"] == "easeIn"
    },
    .init(.oneEnd, "a transition that pauses at its end does not complete") {
      $0["pausesOnCompletion"] == "true"
    },
    .init(.ignoresNoise, "a projection has no dead band") { $0["rule"] == "projected" },
    .init(.bounded, "its spring moves a fraction instead of points"),
    .init(.monotone, "its spring moves a fraction of the distance"),
    .init(.keepsReleaseVelocity, "the tile continues at its own pace") {
      $0["continuation"] != "spring" || $0["scrubsLinearly"] != "true"
    },
  ]
  tile.handedVelocity = { release in
    // The tile stops at its ends and moves along one axis only.
    guard (0.001...0.999).contains(release.frame.progress) else { return nil }
    let (shown, hand) = (release.frame.velocity, release.velocity)
    return Velocity(
      x: shown.x == .zero ? .zero : hand.x, y: shown.y == .zero ? .zero : hand.y)
  }
  tile.exceptions += [LawName.caught, .caughtByPan, .letGo].map { law in
    .init(law, "a transition that is not interruptible cannot be caught") {
      $0["interruptible"] == "false"
    }
  }
  tile.flick = { conditions in
    conditions["rule"] == "projected" ? nil : conditions.number("release.deadBand")
  }
  tile.change = { conditions, random in
    conditions["duration"] = random.one(of: ["0.3", "0.5", "0.8"])
    conditions["durationFactor"] = random.one(of: ["0", "0.5"])
  }
  tile.mirrors = [.tileLeftRight, .tileUpDown, .tileDiagonal]
  return tile
}()

extension Mirror {
  fileprivate static let tileLeftRight: Mirror = {
    var mirror = Mirror(.leftRight)
    mirror.word = { name, _ in ["left": "right", "right": "left"][name] ?? name }
    mirror.adjust = { $0.toggle("startsAway.x") }
    mirror.position = { position, conditions in
      Position(x: Points(conditions.number("distance.x") ?? 0) - position.x, y: position.y)
    }
    return mirror
  }()

  fileprivate static let tileUpDown: Mirror = {
    var mirror = Mirror(.upDown)
    mirror.word = { name, _ in ["up": "down", "down": "up"][name] ?? name }
    mirror.adjust = { $0.toggle("startsAway.y") }
    mirror.position = { position, conditions in
      Position(x: position.x, y: Points(conditions.number("distance.y") ?? 0) - position.y)
    }
    return mirror
  }()

  fileprivate static let tileDiagonal: Mirror = {
    var mirror = Mirror(.diagonal)
    mirror.swaps = [("startsAway.x", "startsAway.y"), ("distance.x", "distance.y")]
    mirror.word = { name, _ in
      ["up": "left", "left": "up", "down": "right", "right": "down"][name] ?? name
    }
    mirror.position = { position, _ in Mirror.Kind.diagonal.displacement(position) }
    return mirror
  }()
}

extension Conditions {
  fileprivate mutating func toggle(_ key: String) {
    self[key] = self[key] == "true" ? "false" : "true"
  }
}
