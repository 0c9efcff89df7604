import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// Windows that rest in corners, at sides or anywhere, with and without a stash and a magnet.
let lawfulPictureInPicture: LawfulScenario = {
  var window = LawfulScenario.draggable(
    PictureInPictureScenario.self, axes: [.x, .y], limits: windowLimits,
    settings: { random in
      [
        (key: "start", value: random.one(of: PictureInPictureScenario.Corner.allCases).rawValue),
        (key: "inset.bottom", value: random.one(of: ["34", "34", "335"])),
        (key: "inset.left", value: random.one(of: ["0", "20"])),
        (key: "width", value: random.one(of: ["120", "90"])),
        (key: "mode", value: random.one(of: ["corners", "corners", "edges", "free"])),
        (key: "friction", value: random.one(of: ["true", "false", "false"])),
        // A hostile gesture can move the window a billion points away. With a longer projection,
        // friction would then move it for more than the ten seconds of a sequence.
        (key: "release.projection", value: random.one(of: ["0.25", "0.125"])),
        (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
        (key: "release.choice", value: random.one(of: ["nearest", "nearest", "quadrant"])),
      ] + stash(&random) + magnet(&random)
    })
  window.commands =
    PictureInPictureScenario.Corner.allCases.map(\.rawValue)
    + ["left", "right", "free", "stashedLeft", "stashedRight", "nowhere"]
  window.roles = [.stashed: .resting]
  window.waiting = [.stashed]
  window.isDismissedAside = true
  window.change = changeWindow
  window.rests = windowRests
  let handedVelocity = window.handedVelocity
  // A window that leaves the magnet returns to the finger on a spring.
  window.draggedPosition = { frame, _ in frame.own["stuck"] == .flag(true) ? nil : frame.target }
  window.handedVelocity = { $0.windowVelocity(handedVelocity) }
  window.spring = \.windowSpring
  window.restVelocity = { $0.raised(.zero) }
  window.mirrors = [.windowLeftRight, .windowUpDown, .windowDiagonal]
  window.exceptions = windowExceptions
  return window
}()

/// Random settings of the stash.
///
/// The random gestures are slower than Android's threshold of 6857 pt/s, so half of the windows
/// have a lower one.
private func stash(_ random: inout SeededGenerator) -> [(key: String, value: String)] {
  [
    (key: "stash", value: random.one(of: ["true", "false"])),
    (key: "stash.speed", value: random.one(of: ["6857", "1200"])),
    (key: "stash.visible", value: random.one(of: ["32", "10"])),
    (key: "stash.unstash", value: random.one(of: ["0", "0.25"])),
  ]
}

/// Random settings of the magnet at which a window is dismissed.
private func magnet(_ random: inout SeededGenerator) -> [(key: String, value: String)] {
  [
    (key: "dismiss", value: random.one(of: ["true", "false"])),
    (key: "dismiss.margin", value: random.one(of: ["50", "200"])),
    (key: "dismiss.leave", value: random.one(of: ["1", "1.1", "1.5"])),
    (key: "dismiss.stickSpeed", value: random.one(of: ["2000", "300"])),
    (key: "dismiss.escapeSpeed", value: random.one(of: ["4000", "500"])),
    (key: "dismiss.throw", value: random.one(of: Magnet.ThrowRule.allCases).rawValue),
    (key: "dismiss.throwSpeed", value: random.one(of: ["4000", "800"])),
    (key: "dismiss.throwWidth", value: random.one(of: ["3", "1"])),
    (key: "dismiss.point", value: random.one(of: ["surface", "unlimited", "touch"])),
    (key: "dismiss.entersOnly", value: random.one(of: ["true", "false"])),
    (key: "dismiss.response", value: random.one(of: ["0.16", "0.4"])),
    (key: "dismiss.catchUp", value: random.one(of: ["0.09", "0.3"])),
    (key: "vetoesDismissal", value: random.one(of: ["true", "false", "false"])),
  ]
}

private func changeWindow(_ conditions: inout Conditions, _ random: inout SeededGenerator) {
  if random.happens(0.3) { return conditions.turnScreen(&random) }
  if random.happens(0.3) {
    let key = random.one(of: ["stash", "dismiss", "friction", "vetoesDismissal"])
    conditions[key] = conditions[key] == "true" ? "false" : "true"
    return
  }
  if random.happens(0.2) {
    conditions["mode"] = random.one(of: PictureInPictureScenario.Mode.allCases).rawValue
    return
  }
  let inset = random.one(of: ["inset.top", "inset.bottom", "inset.left", "inset.right", "margin"])
  conditions[inset] = random.one(of: ["0", "25", "90"])
  if random.happens(0.3) { conditions["width"] = random.one(of: ["90", "120", "200"]) }
  // A keyboard appears or disappears; on a screen in landscape, the window may no longer fit above
  // a keyboard.
  if random.happens(0.3) { conditions["inset.bottom"] = random.one(of: ["34", "335"]) }
}

extension Mirror {
  fileprivate static let windowLeftRight: Mirror = {
    var mirror = Mirror(.leftRight)
    mirror.holdsThroughChanges = false
    mirror.swaps = [("inset.left", "inset.right")]
    let sides = ["left": "right", "right": "left"]
    mirror.nameCorners { corner in
      corner.hasSuffix("Left")
        ? String(corner.dropLast(4)) + "Right"
        : corner.hasSuffix("Right")
          ? String(corner.dropLast(5)) + "Left" : sides[corner] ?? corner
    }
    return mirror
  }()

  fileprivate static let windowUpDown: Mirror = {
    var mirror = Mirror(.upDown)
    mirror.holdsThroughChanges = false
    // The magnet is always at the lower edge, so a window with a magnet has no mirror image.
    mirror.holds = { $0["dismiss"] != "true" }
    mirror.swaps = [("inset.top", "inset.bottom")]
    mirror.nameCorners { corner in
      corner.hasPrefix("top")
        ? "bottom" + corner.dropFirst(3)
        : corner.hasPrefix("bottom") ? "top" + corner.dropFirst(6) : corner
    }
    return mirror
  }()

  fileprivate static let windowDiagonal: Mirror = {
    var mirror = Mirror(.diagonal)
    // The mode `edges` and the stash use only the left and the right edge.
    mirror.holds = {
      $0["dismiss"] != "true" && $0["stash"] != "true" && $0["mode"] != "edges"
    }
    mirror.swaps = [
      ("inset.left", "inset.top"), ("inset.right", "inset.bottom"), ("width", "height"),
    ]
    mirror.nameCorners { ["topRight": "bottomLeft", "bottomLeft": "topRight"][$0] ?? $0 }
    return mirror
  }()

  /// Mirrors the initial corner and the corners in commands with `name`.
  private mutating func nameCorners(_ name: @escaping @Sendable (String) -> String) {
    word = { corner, _ in name(corner) }
    adjust = { conditions in
      if let start = conditions["start"] { conditions["start"] = name(start) }
    }
  }
}
