import FrameLogs
import InteractionScenarios
import Quantities
import Testing

@testable import GestureReplay

@Suite("Own scenarios")
struct OwnScenarioTests {
  // These tests register nothing, because all other tests would see the scenario.
  @Test("scenarios are listed once each, in the order of registration")
  func order() throws {
    let one = try ScenarioKind.joined([], [Plain<Two>.self, Plain<One>.self, Plain<Two>.self])
    #expect(one.map { $0.name } == ["two", "one"])
    let both = try ScenarioKind.joined(one, [Plain<One>.self, Plain<Three>.self])
    #expect(both.map { $0.name } == ["two", "one", "three.3-x"])
  }

  @Test("no name can be used twice, neither that of a bundled scenario nor that of a custom one")
  func taken() throws {
    #expect(
      throws: RegistrationError.nameTaken(
        name: "sheet", by: "SheetScenario", wantedFor: "Plain<Sheet>")
    ) { try ScenarioKind.register([Plain<One>.self, Plain<Sheet>.self]) }
    #expect(throws: SettingError.self) { try ScenarioKind.named("one") }
    let known = try ScenarioKind.joined([], [Plain<One>.self])
    #expect(
      throws: RegistrationError.nameTaken(name: "one", by: "Plain<One>", wantedFor: "Plain<Uno>")
    ) { try ScenarioKind.joined(known, [Plain<Uno>.self]) }
  }

  @Test("a name is one lower-case word")
  func words() {
    let types: [any Scenario.Type] = [Plain<Empty>.self, Plain<Spaced>.self]
    for type in types {
      #expect(throws: RegistrationError.invalidName(type: "\(type)", name: type.name)) {
        try ScenarioKind.register([Plain<One>.self, type])
      }
    }
    #expect(throws: SettingError.self) { try ScenarioKind.named("one") }
  }

  @Test("a bundled scenario may be registered again and is listed once")
  func bundled() throws {
    #expect(try ScenarioKind.joined([], [SheetScenario.self]).isEmpty)
    try ScenarioKind.register([SheetScenario.self])
    #expect(scenarioKinds.count { $0.name == "sheet" } == 1)
  }

  @Test("an entry of the table answers for its own scenario", arguments: scenarioKinds.map(\.name))
  func answers(name: String) throws {
    let kind = try ScenarioKind.named(name)
    let type = try scenario(named: name)
    let request = ReplayRequest(scenario: name)
    try request.check()
    #expect(type.name == name && kind.meaning == type.meaning && kind.ownFields == type.ownFields)
    #expect(LogValue.fields(try request.headerFields())["scenario"] == .text(name))
    #expect(LogValue.fields(try kind.descriptionFields(asked: nil))["scenario"] == .text(name))
    #expect(kind.presets.map(\.name) == type.presets.map(\.name))
    #expect(kind.surface.usesForce == type.usesForce && kind.program == nil)
  }

  @Test("every message tells what to do next")
  func messages() {
    #expect(
      RegistrationError.nameTaken(name: "sheet", by: "SheetScenario", wantedFor: "Mine").description
        == "Mine: SheetScenario already has the name 'sheet'; choose another name.")
    #expect(
      RegistrationError.invalidName(type: "Mine", name: "My one").description
        == "Mine: the name 'My one' cannot be used as a folder and on the command line; begin it "
        + "with a letter, and use only lower-case letters, digits, '-' and '.'.")
  }
}

private protocol Tag: Sendable {
  static var name: String { get }
}
private enum One: Tag { static let name = "one" }
private enum Uno: Tag { static let name = "one" }
private enum Two: Tag { static let name = "two" }
private enum Three: Tag { static let name = "three.3-x" }
private enum Sheet: Tag { static let name = "sheet" }
private enum Empty: Tag { static let name = "" }
private enum Spaced: Tag { static let name = "My one" }

/// A surface that rests in one position; its scenario has the name of the tag.
private struct Plain<Name: Tag>: DraggableScenario {
  struct Tuning: Sendable {}

  static var name: String { Name.name }
  static var meaning: String { "A surface that rests in one position." }
  static var standardTuning: Tuning { Tuning() }
  static var settings: [Setting<Tuning>] { [] }
  static var machine: StateMachine { .draggable(canLeave: false) }
  static var fields: FieldTable<Self> { FieldTable(ofSurface: []) }

  var surface: DraggableSurface
  var tuning: Tuning
  var screen: Screen
  func progress(at position: Position) -> Double { 0 }

  init(tuning: Tuning, screen: Screen) {
    (self.tuning, self.screen) = (tuning, screen)
    surface = DraggableSurface(Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }

  static func geometry(_ tuning: Tuning, on screen: Screen) -> DraggableSurface.Geometry {
    let rest = RestCandidate(name: "here", position: Position(x: .zero, y: .zero))
    return DraggableSurface.Geometry(
      candidates: [rest], start: rest,
      limits: DragLimits(
        lowest: rest.position, highest: rest.position, reach: screen.size,
        stiffness: MotionTuning().stiffness, style: MotionTuning().limits),
      axes: .vertical, hidden: nil, screen: screen.size)
  }

  static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics { MotionTuning().dynamics }
  func isHit(_ position: Position) -> Bool { true }
}
