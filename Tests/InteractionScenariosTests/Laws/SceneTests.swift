import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing

/// The scenes of all scenarios, from which pictures are drawn.
@Suite("Scenes of scenarios")
struct SceneTests {
  /// A run with a header that contains its screen and settings, like a stored run.
  private static func run(_ name: String, seed: UInt64) throws -> (run: Run, scenery: Scenery) {
    var run = try Trial.random(name, seed: seed).run()
    run.header += [LogField("scenario", .text(name))]
    return (run, try #require(run.scenery))
  }

  @Test("every number of a scene is finite, at every frame", arguments: Trial.allNames)
  func finite(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences / 2) {
      let (run, scenery) = try Self.run(name, seed: seed)
      #expect(!run.frames.isEmpty)
      for frame in run.frames {
        let scene = scenery.scene(frame)
        #expect(!scene.layers.isEmpty, "seed \(seed)")
        for layer in scene.layers {
          let numbers = [layer.cornerRadius.value, layer.angle, layer.opacity]
          #expect(layer.box.centre.isFinite && layer.box.size.isFinite, "seed \(seed), \(layer)")
          let isFinite = numbers.allSatisfy(\.isFinite)
          #expect(isFinite && layer.cornerRadius >= .zero, "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "the first curve of a scene has a number in every frame, unless the curve shows a force",
    arguments: Trial.allNames)
  func curves(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences / 2) {
      let (run, scenery) = try Self.run(name, seed: seed)
      for curve in scenery.curves {
        let values = run.frames.map(curve.value)
        let isFinite = values.compactMap { $0 }.allSatisfy(\.isFinite)
        #expect(isFinite, "seed \(seed), \(curve.name)")
        // The force of a touch may be unknown.
        let isWhole = curve.name == "force" || values.allSatisfy { $0 != nil }
        #expect(isWhole, "\(curve.name)")
        let rates = run.frames.compactMap(curve.rate)
        let areRatesFinite = rates.allSatisfy(\.isFinite)
        #expect(areRatesFinite, "\(curve.name)")
      }
    }
  }

  @Test(
    "the scene of a button without a finger has all numbers except the force",
    arguments: [0.0, 0.25])
  func flashlight(progress: Double) throws {
    var run = try Trial.random("button", seed: 1).run()
    run.header = [LogField("scenario", .text("flashlight"))]
    let scenery = try #require(run.scenery)
    run.frames[0].progress = progress
    let values = scenery.curves.map { $0.value(run.frames[0]) }
    #expect(values == [nil, progress])
    #expect(scenery.scene(run.frames[0]).layers.contains { $0.label == "off" })
  }

  @Test("the moved part of a scene has the position of the frame")
  func positions() throws {
    func surface(_ name: String, _ at: Position) throws -> SceneBox {
      var (run, scenery) = try Self.run(name, seed: 3)
      run.frames[0].position = at
      let layers = scenery.scene(run.frames[0]).layers
      return try #require(layers.first { $0.role == .surface }).box
    }
    let position = Position(x: Points(120), y: Points(300))
    let window = try surface("pip", position)
    #expect(window.centre == position)
    let card = try surface("card", position)
    #expect(card.centre == Planar(x: Points(315), y: Points(722)))
    for name in ["sheet", "modal"] {
      let box = try surface(name, position)
      #expect((box.centre.y - box.size.y / 2 - position.y).magnitude < Points(1e-9), "\(name)")
    }
    // The free edge of a drawer at the left is its right edge.
    let drawer = try surface("drawer", position)
    #expect((drawer.centre.x + drawer.size.x / 2 - position.x).magnitude < Points(1e-9))
  }

  @Test("a changed screen applies from the time of the change")
  func changedScreen() throws {
    var (run, _) = try Self.run("pip", seed: 1)
    run.header.append(
      LogField(
        "commands",
        .list([
          .fields([
            LogField("time", .number(0.1)), LogField("key", .text("screen")),
            LogField("value", .text("844x390")),
          ])
        ])))
    let scenery = try #require(run.scenery)
    let before = try #require(run.frames.last { $0.time < Seconds(0.1) })
    let after = try #require(run.frames.first { $0.time >= Seconds(0.1) })
    #expect(scenery.scene(before).screen == Planar(x: Points(390), y: Points(844)))
    #expect(scenery.scene(after).screen == Planar(x: Points(844), y: Points(390)))
  }

  @Test("an unknown setting or an invalid value keeps the scenario's default")
  func unknownSetting() throws {
    var (run, _) = try Self.run("pip", seed: 1)
    run.header.append(
      LogField(
        "settings",
        .fields([
          LogField("width", .fields([LogField("value", .number(240))])),
          LogField("height", .fields([LogField("value", .text("tall"))])),
          LogField("glow", .fields([LogField("value", .number(1))])),
        ])))
    let scenery = try #require(run.scenery)
    let layers = scenery.scene(run.frames[0]).layers
    let box = try #require(layers.first { $0.role == .surface }).box
    #expect(box.size == Planar(x: Points(240), y: Points(80)))
  }
}
