import InteractionScenarios
import Quantities
import TouchInput

/// Buttons of two sizes, with and without a hit test, with distant and close levels of force.
let lawfulFlashlight: LawfulScenario = {
  var button = LawfulScenario(FlashlightScenario.self) { random in
    [
      (key: "width", value: random.one(of: ["50.3", "200.3"])),
      (key: "slack", value: random.one(of: ["0", "20"])),
      (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
      (key: "force.activation", value: random.one(of: ["0.5", "0.8"])),
      (key: "force.confirmation", value: random.one(of: ["0.49", "0.45"])),
      (key: "force.reset", value: random.one(of: ["0.4", "0.1"])),
      (key: "force.assumed", value: random.one(of: ["1", "0"])),
      (key: "tracking.response", value: random.one(of: ["0", "0.1"])),
      (key: "spring.dampingRatio", value: random.one(of: ["0.4", "1"])),
    ]
  }
  button.axes = []
  button.roles = [.activated: .pressed, .confirmed: .pressed]
  // A finger that leaves the button releases it.
  button.ownSteps = [(.pressed, .moving)]
  let still: [LawName] = [
    .decidesInOrder, .ignoresNoise, .respectsFlicks, .bounded, .monotone, .keepsReleaseVelocity,
    .keepsReleaseVelocityLagging, .cancelled,
    .letGo, .caughtByPan, .follows, .noTeleport,
  ]
  button.exceptions = still.map { .init($0, "a button changes its size, not its position") }
  button.exceptions.append(.init(.tapDoesNothing, "a tap is the purpose of a button"))
  button.exceptions += [.touchPoint, .touchpad].map { law in
    .init(law, "only touches on the button count") { $0["hitTest"] == "true" }
  }
  button.change = { conditions, random in
    conditions["width"] = random.one(of: ["50.3", "200.3"])
    conditions["tracking.response"] = random.one(of: ["0", "0.1"])
    conditions["spring.dampingRatio"] = random.one(of: ["0.4", "1"])
  }
  button.mirrors = Mirror.Kind.allCases.map { kind in
    var mirror = Mirror(kind)
    if kind == .diagonal { mirror.swaps = [("centre.x", "centre.y")] }
    return mirror
  }
  return button
}()

extension [TimedHandEvent] {
  /// Returns the same events with forces; one touch in five has no force.
  func pressing(_ random: inout SeededGenerator) -> [TimedHandEvent] {
    var events: [TimedHandEvent] = []
    var isTold = false
    for event in self {
      events.append(event)
      switch event.event {
      case .touchDown:
        isTold = random.happens(0.8)
        let force = isTold ? random.uniform() : nil
        events.append(TimedHandEvent(microseconds: event.microseconds, event: .force(force)))
      case .panChanged where isTold && random.happens(0.5):
        let force = random.uniform()
        events.append(TimedHandEvent(microseconds: event.microseconds, event: .force(force)))
      default: break  // A force is reported at a touch-down and may change during a pan.
      }
    }
    return events
  }
}
