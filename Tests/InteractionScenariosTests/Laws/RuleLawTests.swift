import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// Properties of release rules, checked on random releases.
///
/// The exceptions name each rule that violates a property, with the reason; a rule that is named
/// must violate the property.
@Suite("Laws of release rules")
struct RuleLawTests {
  static let presets = SheetScenario.presets.map(\.name)
  static let count = 20 * sequenceCount(standard: 50)

  /// Expects `holds` for `preset` on random releases, or a violation if `breakers` names the
  /// preset.
  static func expect(
    _ preset: String, breakers: [String: String],
    _ holds: (ReleasePolicy, RandomRelease) throws -> Bool
  ) throws {
    let tuning = try SheetScenario.resolved(preset: preset, applying: []).tuning
    var broken: [UInt64] = []
    // A rule that must violate the property gets more releases, until one does.
    let most = UInt64(breakers[preset] == nil ? count : 8 * count)
    for seed in 0..<most where breakers[preset] == nil || broken.isEmpty {
      let release = RandomRelease(seed: seed, isDismissible: tuning.dismissible)
      if try !holds(tuning.motion.release, release) { broken.append(seed) }
    }
    if let defect = breakers[preset] {
      #expect(!broken.isEmpty, "\(preset) no longer violates the property: \(defect)")
    } else {
      #expect(broken.isEmpty, "\(preset) violates the property with the seeds \(broken.prefix(5))")
    }
  }

  static let byDisplacement =
    "uses the displacement of the whole gesture and ignores the direction of the flick"

  @Test("more speed downwards never gives a higher target", arguments: presets)
  func monotoneInVelocity(preset: String) throws {
    let breakers = [
      "vaul": Self.byDisplacement, "vaul.sequential": Self.byDisplacement,
      "astryx": Self.byDisplacement,
      "react-spring-bottom-sheet": Self.byDisplacement,
      "compose.m3": "measures 56 pt behind the motion, which is more than half of a short gap",
    ]
    try Self.expect(preset, breakers: breakers) { policy, release in
      let faster = release.with(velocity: release.velocity + release.extra)
      return faster.targetY(policy) >= release.targetY(policy)
    }
  }

  @Test("a lower position never gives a higher target", arguments: presets)
  func monotoneInPosition(preset: String) throws {
    let window =
      "ignores flicks past 40 % of the window, which may be before the middle"
    let breakers = ["vaul": window, "vaul.sequential": window]
    try Self.expect(preset, breakers: breakers) { policy, release in
      release.with(y: release.y + release.extra / 20).targetY(policy) >= release.targetY(policy)
    }
  }

  @Test("a drift of 20 pt/s does not change the target", arguments: presets)
  func noise(preset: String) throws {
    let bare = "has no dead band, so that any drift is projected"
    let breakers = [
      "wave": bare, "floatingpanel": bare, "floatingpanel.project": bare, "wwdc.998": bare,
      "wwdc.99": bare, "gorhom": bare, "gorhom.android": bare, "ionic": bare, "niri": bare,
      "compose.m3": "measures its threshold behind the motion, so that the sign of a drift decides",
      "react-spring-bottom-sheet": "adds any drift to the position",
    ]
    try Self.expect(preset, breakers: breakers) { policy, release in
      let targets = [-20.0, -1, 0, 1, 20].map { release.with(velocity: $0).target(policy) }
      return Set(targets).count == 1
    }
  }

  @Test("a flick never sends the sheet in the opposite direction", arguments: presets)
  func neverAgainstFlick(preset: String) throws {
    let start = "reaches at most the neighbours of the start"
    let none = "goes to the nearer detent at any downward speed"
    let breakers = [
      "wwdc.99": "projects too short for a flick to leave a detent",
      "zag": "ignores a flick back after 24 pt", "vaul": Self.byDisplacement,
      "vaul.sequential": Self.byDisplacement, "astryx": Self.byDisplacement,
      "react-spring-bottom-sheet": Self.byDisplacement, "libadwaita": start, "gnome-shell": start,
      "gnome-shell.touch": start, "material": none, "material.hideable": none,
    ]
    try Self.expect(preset, breakers: breakers) { policy, release in
      let flick = release.with(velocity: release.velocity < 0 ? -1_000 : 1_000)
      guard flick.y > flick.tops[0], flick.y < flick.tops[flick.tops.count - 1] else { return true }
      return (flick.targetY(policy) - flick.y) * flick.velocity >= 0
    }
  }

  @Test(
    "for any positions, the target is a candidate and every number is finite", arguments: presets)
  func finite(preset: String) throws {
    try Self.expect(preset, breakers: [:]) { policy, release in
      let tops = release.tops
      let hard = [
        release, release.with(tops: [tops[0]]), release.with(tops: tops.map { _ in tops[0] }),
        release.with(tops: [tops[0], tops[0], tops[1]]), release.with(y: tops[0]),
        release.with(y: tops[0]).with(velocity: 0), release.with(velocity: 1e9),
        release.with(velocity: -Double.leastNonzeroMagnitude), release.with(velocity: -0.0),
      ]
      return hard.allSatisfy { release in
        let decision = policy.decide(release.context)
        let isThere =
          decision.target == Decision.gone
          ? release.hidden != nil
          : release.context.candidates.contains { $0.name == decision.target }
        return isThere && decision.projected.y.value.isFinite && decision.velocity.y.value.isFinite
          && decision.candidates.allSatisfy { $0.distance.value.isFinite }
      }
    }
  }

  @Test("the same release decided twice gives the same decision", arguments: presets)
  func pure(preset: String) throws {
    try Self.expect(preset, breakers: [:]) { policy, release in
      policy.decide(release.context) == policy.decide(release.context)
    }
  }

  @Test(
    "scaling all lengths and speeds does not change the target",
    arguments: presets)
  func scale(preset: String) throws {
    let units = "adds px/ms to pages, as if a page had 1000 px"
    let breakers = [
      "libadwaita": units, "libadwaita.long": units, "gnome-shell": units,
      "gnome-shell.touch": units,
      "react-spring-bottom-sheet": "multiplies a distance by a speed, and rounds to whole points",
    ]
    try Self.expect(preset, breakers: breakers) { policy, release in
      let target = release.target(policy)
      return [0.5, 4].allSatisfy { factor in
        release.scaled(by: factor).target(policy.scaled(by: factor)) == target
      }
    }
  }

  @Test(
    "shifting the sheet and the finger on the screen does not change the target", arguments: presets
  )
  func translation(preset: String) throws {
    let position = "compares the position itself with a distance"
    let breakers = ["material": position, "material.hideable": position]
    try Self.expect(preset, breakers: breakers) { policy, release in
      release.moved(by: 64).target(policy) == release.target(policy)
    }
  }

  @Test("a vertically mirrored release has the mirrored target", arguments: presets)
  func mirror(preset: String) throws {
    let thirds = "has different thresholds above and below the half-expanded position"
    let breakers = [
      "material": thirds, "material.hideable": thirds,
      "react-spring-bottom-sheet": "rounds heights up to whole points",
      "flutter":
        "does not leave the lowest position for a flick up, or the highest for a flick down",
    ]
    try Self.expect(preset, breakers: breakers) { policy, release in
      var release = release
      release.hidden = nil
      return release.mirrored.target(policy) == release.target(policy)
    }
  }
}
