import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing

@Suite("Targets")
struct TargetTests {
  @Test(
    "every decision names a listed target, with every preset and for every gesture",
    arguments: allScenarios.map { $0.name })
  func decided(name: String) throws {
    for (index, preset) in try scenario(named: name).presets.enumerated() {
      var request = ReplayRequest(scenario: name)
      request.preset = preset.name
      let targets = try request.targets()
      #expect(Set(targets).count == targets.count)
      // Each preset gets every fourth gesture, each time from another first gesture, so that all
      // gestures are used.
      for number in stride(from: index % 4, to: allGestures.count, by: 4) {
        let gesture = allGestures[number]
        let run = try request.run(of: gesture.recording())
        for event in run.events where event.kind == .decision {
          let target = try #require(LogValue.fields(event.payload)["target"]?.asText)
          #expect(
            targets.contains(target),
            "\(preset.name), \(gesture.name): \(target) is not in \(targets)")
        }
      }
    }
  }

  @Test(
    "a surface has a dismissal target exactly if it can be dismissed",
    arguments: [
      ("sheet", [], false), ("sheet", ["dismissible=true"], true), ("modal", [], true),
      ("pip", [], false), ("pip", ["dismiss=true"], true), ("drawer", [], false),
    ])
  func gone(name: String, settings: [String], isGone: Bool) throws {
    var request = ReplayRequest(scenario: name)
    request.assignments = settings.map {
      let parts = $0.split(separator: "=").map(String.init)
      return Assignment(key: parts[0], value: parts[1])
    }
    #expect(try request.targets().contains("gone") == isGone)
  }

  @Test("a sheet's targets are its detents, with their heights, and it starts at one of them")
  func sheet() throws {
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [
      Assignment(key: "detents", value: "low:100,high:300"),
      Assignment(key: "start", value: "high"),
    ]
    let positions = try request.restPositions()
    let heights = [(name: "low", y: 844.0 - 100), (name: "high", y: 844.0 - 300)]
    #expect(positions.start.y == Points(844 - 300))
    #expect(positions.positions.map(\.name) == heights.map(\.name))
    for (position, height) in zip(positions.positions, heights) {
      #expect((position.position.y - Points(height.y)).magnitude < Points(0.5))
    }
  }

  @Test(
    "a slow drag off the screen dismisses a surface, if it can be dismissed",
    arguments: [
      ("sheet", "dismissible"), ("modal", "dismissible"), ("card", "dismissible"),
    ])
  func exits(name: String, setting: String) throws {
    var request = ReplayRequest(scenario: name)
    request.assignments = [Assignment(key: setting, value: "false")]
    #expect(try request.restPositions().exits.isEmpty)
    request.assignments = [Assignment(key: setting, value: "true")]
    let positions = try request.restPositions()
    #expect(!positions.exits.isEmpty)
    // The drag starts at the opposite edge of the screen and crosses the whole screen.
    func way(_ displacement: Points, _ length: Points) -> (from: Points, to: Points) {
      let room = length - Points(2)
      let from =
        displacement == .zero ? length / 2 : displacement > .zero ? Points(1) : length - Points(1)
      return (from, from + max(.zero - room, min(displacement, room)))
    }
    let screen = SurfaceMapping.defaultScreen
    let drag = try #require(SyntheticGesture.named("slow-drag-and-hold"))
    for exit in positions.exits {
      let x = way(exit.x - positions.start.x, screen.x)
      let y = way(exit.y - positions.start.y, screen.y)
      let recording = try drag.recording(
        SyntheticGesture.Options(
          from: Position(x: x.from, y: y.from), to: Position(x: x.to, y: y.to)))
      #expect(
        try request.run(of: recording).summary().decidedTarget == "gone", "\(name) to \(exit)")
    }
  }

  @Test("an unknown scenario or setting has no targets")
  func unknown() {
    #expect(throws: SettingError.self) { try ReplayRequest(scenario: "shet").targets() }
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [Assignment(key: "detent", value: "x:1")]
    #expect(throws: SettingError.self) { try request.targets() }
    #expect(throws: SettingError.self) { try request.restPositions() }
  }
}
