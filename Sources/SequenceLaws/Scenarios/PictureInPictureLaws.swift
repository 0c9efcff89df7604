import InteractionScenarios
import Quantities

/// Windows of two sizes, with insets on all sides.
let lawfulPictureInPicture: LawfulScenario = {
  var window = LawfulScenario.draggable(
    PictureInPictureScenario.self, axes: [.x, .y],
    limits: { conditions in
      func number(_ key: String) -> Double { conditions.number(key) ?? 0 }
      let (screen, margin) = (conditions.stage.screen, number("margin"))
      let half = (x: number("width") / 2, y: number("height") / 2)
      return .init(
        low: Position(
          x: Points(number("inset.left") + margin + half.x),
          y: Points(number("inset.top") + margin + half.y)),
        high: Position(
          x: screen.x - Points(number("inset.right") + margin + half.x),
          y: screen.y - Points(number("inset.bottom") + margin + half.y)))
    },
    settings: { random in
      [
        (key: "start", value: random.one(of: PictureInPictureScenario.Corner.allCases).rawValue),
        (key: "inset.bottom", value: random.one(of: ["34", "34", "335"])),
        (key: "inset.left", value: random.one(of: ["0", "20"])),
        (key: "width", value: random.one(of: ["120", "90"])),
      ]
    })
  window.commands =
    PictureInPictureScenario.Corner.allCases.map(\.rawValue) + ["nowhere"]
  window.change = { conditions, random in
    if random.happens(0.3) { return conditions.turnScreen(&random) }
    let inset = random.one(of: ["inset.top", "inset.bottom", "inset.left", "inset.right", "margin"])
    conditions[inset] = random.one(of: ["0", "25", "90"])
    if random.happens(0.3) { conditions["width"] = random.one(of: ["90", "120", "200"]) }
    // A keyboard comes up; on a screen on its side the window may not fit any more.
    if random.happens(0.3) { conditions["inset.bottom"] = random.one(of: ["34", "335"]) }
  }
  window.mirrors = [.windowLeftRight, .windowUpDown, .windowDiagonal]
  return window
}()

extension Mirror {
  fileprivate static let windowLeftRight: Mirror = {
    var mirror = Mirror(.leftRight)
    mirror.holdsThroughChanges = false
    mirror.swaps = [("inset.left", "inset.right")]
    mirror.nameCorners { corner in
      corner.hasSuffix("Left")
        ? String(corner.dropLast(4)) + "Right"
        : corner.hasSuffix("Right") ? String(corner.dropLast(5)) + "Left" : corner
    }
    return mirror
  }()

  fileprivate static let windowUpDown: Mirror = {
    var mirror = Mirror(.upDown)
    mirror.holdsThroughChanges = false
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
    mirror.swaps = [
      ("inset.left", "inset.top"), ("inset.right", "inset.bottom"), ("width", "height"),
    ]
    mirror.nameCorners { ["topRight": "bottomLeft", "bottomLeft": "topRight"][$0] ?? $0 }
    return mirror
  }()

  /// The corner that it starts in is mirrored like those that it is sent to.
  private mutating func nameCorners(_ name: @escaping @Sendable (String) -> String) {
    word = { corner, _ in name(corner) }
    adjust = { conditions in
      if let start = conditions["start"] { conditions["start"] = name(start) }
    }
  }
}
