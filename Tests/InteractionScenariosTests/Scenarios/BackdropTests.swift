import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@Suite("Backdrop")
struct BackdropTests {
  /// Drags a sheet to `y` on a screen 667 pt high.
  static func dimming(
    y: Double, _ settings: [(key: String, value: String)]
  ) throws -> Double {
    var hand = HandScript()
    hand.wait(0.1)
    hand.move(y: y - 60)
    var trial = Trial(
      scenario: SheetScenario.self,
      settings: [
        (key: "detents", value: "tip:60,half:250,full:647"), (key: "start", value: "top"),
        (key: "tracking.response", value: "0"), (key: "limits", value: "free"),
      ] + settings, events: hand.events)
    trial.screen = Screen(size: Planar(x: Points(375), y: Points(667)))
    trial.settings[0].value += ",top:607"
    let moment = try #require(try trial.moments().last)
    #expect(moment.after.position.y == Points(y))
    return moment.after.backdrop
  }

  @Test(
    "the backdrop is clear up to the largest undimmed detent, and opaque from the next one"
  )
  func anchors() throws {
    let half = [(key: "undimmed", value: "half")]
    for (y, expected) in [
      (660.0, 0.0), (417, 0), (416, 0.3 / 357), (238.5, 0.15), (60, 0.3), (20, 0.3), (-50, 0.3),
    ] {
      #expect(try (Self.dimming(y: y, half) - expected).magnitude < 1e-12, "at \(y)")
    }
  }

  @Test("without an undimmed detent all detents dim fully, and the backdrop fades below the lowest")
  func allDim() throws {
    for (y, expected) in [(20.0, 1.0), (417, 1), (607, 1), (637, 0.5), (667, 0), (700, 0)] {
      let dimming = try Self.dimming(y: y, [(key: "backdrop.alpha", value: "1")])
      #expect((dimming - expected).magnitude < 1e-12, "at \(y)")
    }
  }

  @Test("if the highest detent is undimmed, no detent dims; an unknown detent is refused")
  func extremes() throws {
    for y in [-50.0, 20, 417, 667] {
      #expect(try Self.dimming(y: y, [(key: "undimmed", value: "full")]) == 0)
    }
    #expect(throws: SettingError.self) {
      try Self.dimming(y: 20, [(key: "undimmed", value: "hall")])
    }
  }

  @Test(
    "FloatingPanel's backdrop matches the reference table")
  func field() throws {
    let rows = try #require(
      try FieldData.snap("floatingpanel_backdrop")["rows"] as? [[String: Any]])
    for row in rows {
      let positions = try #require(row["detents"] as? [String: Double])
      let detents = positions.map { "\($0.key):\(667 - $0.value)" }.sorted().joined(separator: ",")
      var hand = HandScript()
      hand.wait(0.1)
      hand.move(y: try #require(row["y"] as? Double) - 607)
      var trial = hand.onSheet(
        ("detents", detents), ("start", "tip"), ("undimmed", "half"), ("limits", "free"),
        ("tracking.response", "0"))
      trial.screen = Screen(size: Planar(x: Points(375), y: Points(667)))
      let shown = try #require(try trial.moments().last).after.backdrop
      let expected = try #require(row["expectAlpha"] as? Double)
      #expect((shown - expected).magnitude < 1e-12, "\(row)")
    }
    #expect(!rows.isEmpty)
  }
}
