import FrameLogs
import InteractionScenarios
import Quantities

/// Sheets with one to three detents, some of them dismissible, some with scrolling content.
let lawfulSheet: LawfulScenario = {
  var sheet = LawfulScenario.draggable(
    SheetScenario.self, axes: [.y],
    limits: { conditions in
      let screen = conditions.screen.size.y
      let tops = conditions.activeHeights.map { conditions.lowerEdge - $0 }
      let low = tops.min() ?? .zero
      let isFree = conditions["dismissible"] == "true" && conditions["vetoesDismissal"] == "false"
      let high = isFree ? max(screen, low) : tops.max() ?? .zero
      return .init(low: Position(x: .zero, y: low), high: Position(x: .zero, y: high))
    },
    settings: { random in
      [
        (
          key: "detents",
          value: random.one(of: [
            "tip:96,half:50%,full:92%", "a:300", "b:200,c:90%", "tip:96,half:50%,over:120%",
          ])
        ),
        (key: "maximumHeight", value: random.one(of: ["0", "0", "500", "150"])),
        (key: "inset.bottom", value: random.one(of: ["0", "0", "335"])),
        (key: "backdrop.alpha", value: random.one(of: ["0.3", "1"])),
        (key: "margin.lowest", value: random.one(of: ["0", "40"])),
        (key: "margin.highest", value: random.one(of: ["0", "500"])),
        (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
        (key: "dismissible", value: random.one(of: ["true", "false", "false"])),
        (key: "vetoesDismissal", value: random.one(of: ["true", "false", "false"])),
        (key: "content.height", value: random.one(of: ["0", "0", "900", "2000"])),
        (key: "content.header", value: random.one(of: ["0", "60"])),
        (key: "content.decelerationRate", value: random.one(of: ["0.998", "0.99"])),
        (key: "content.start", value: random.one(of: ["0", "0", "100"])),
        (key: "content.expandsFirst", value: random.one(of: ["true", "true", "false"])),
      ]
    })
  sheet.commands = ["tip", "half", "full", "over", "a", "b", "c", "nowhere"]
  sheet.roles = [.scrolling: .moving, .bouncing: .moving]
  // The left edge is derived from the height, so the laws do not compare it.
  sheet.moved = { frame in
    var frame = frame
    (frame.position.x, frame.velocity.x, frame.target.x) = (.zero, .zero, .zero)
    return frame
  }
  // A release that scrolls the content does not throw the sheet.
  let (handedVelocity, flick) = (sheet.handedVelocity, sheet.flick)
  sheet.handedVelocity = { $0.conditions.hasContent ? nil : handedVelocity($0) }
  sheet.flick = { $0.hasContent ? nil : flick($0) }
  sheet.followsExactly = { !$0.hasContent }
  sheet.change = { conditions, random in
    if random.happens(0.3) { return conditions.turnScreen(&random) }
    if random.happens(0.3) {
      return conditions["inset.bottom"] = random.one(of: ["0", "34", "335", "1000"])
    }
    conditions["detents"] = random.one(of: [
      "tip:96,half:50%,full:92%", "half:50%", "tip:96,full:92%", "tip:96,low:200,half:50%,full:92%",
      "a:100,b:100,c:500",
    ])
    // The value "a" is not a detent, so it is refused and changes nothing.
    conditions["undimmed"] = random.one(of: ["", "", "tip", "half", "a"])
    if random.happens(0.3) { conditions["maximumHeight"] = random.one(of: ["0", "400"]) }
    if random.happens(0.3) { conditions["content.height"] = random.one(of: ["700", "1500"]) }
    if random.happens(0.2) { conditions["dismissible"] = random.one(of: ["true", "false"]) }
  }
  sheet.exceptions = [
    .init(.letGo, "a lagging sheet still moves after the finger has begun to scroll its content") {
      $0.number("tracking.response") != 0
    }
  ]
  sheet.exceptions += [
    .init(.follows, "a drag that catches the moving sheet continues from the target") {
      $0["catch"] == "dragFromTarget"
    },
    .init(.phases, "a pan in the pause at the top ends without a drag") {
      ($0.number("catch.pause") ?? 0) > 0
    },
  ]
  sheet.exceptions += .wherePositionCounts
  sheet.exceptions += [LawName.touchPoint, .touchpad].map { law in
    .init(law, "a drag on the header moves the sheet without its content") {
      $0.number("content.header") != 0
    }
  }
  sheet.mirrors = [.uprightLeftRight]
  sheet.scaledText = { key, text, factor in
    guard key == "detents", let detents = Detent.list(from: text) else { return nil }
    let scaled = detents.map { detent in
      guard case .points(let points) = detent.height else { return detent }
      return Detent(name: detent.name, height: .points(points * factor))
    }
    return Detent.text(of: scaled)
  }
  return sheet
}()

extension Conditions {
  fileprivate var hasContent: Bool { number("content.height") != 0 }

  /// The position of the sheet's base: the lower edge of the screen, or the top of a keyboard.
  fileprivate var lowerEdge: Points {
    max(.zero, screen.size.y - Points(number("inset.bottom") ?? 0))
  }

  /// The heights of the active detents; only the greatest possible height if none is active.
  fileprivate var activeHeights: [Points] {
    let maximum = Points(number("maximumHeight") ?? 0)
    let most = maximum > .zero ? min(lowerEdge, maximum) : lowerEdge
    let detents = Detent.list(from: self["detents"] ?? "") ?? []
    let active = detents.map { $0.height.resolved(on: lowerEdge) }.filter { $0 <= most }
    return active.isEmpty ? [most] : active
  }
}

extension Mirror {
  /// Exchanges left and right, which changes nothing for a surface that moves only vertically.
  static let uprightLeftRight: Mirror = {
    var mirror = Mirror(.leftRight)
    mirror.position = { position, _ in position }
    return mirror
  }()
}
