import FlickbookTesting
import Testing
import Wheels

@Suite("The feel of a wheel")
struct WheelFeelTests {
  @Test("a flick up moves the wheel by several rows")
  func flickUp() {
    expectFeel(of: "Recordings/wheel/flick-up", through: WheelScenario.self)
  }

  @Test("every case moves as it was accepted")
  func cases() {
    expectFeel(of: "Recordings", through: WheelScenario.self)
  }

  @Test("a hard flick moves a long list far")
  func longList() throws {
    let flick = try #require(SyntheticGesture.named("hard-flick")).recording()
    var request = ReplayRequest(scenario: WheelScenario.name)
    request.assignments = [Assignment(key: "rows", value: "60")]
    expectFeel(
      of: flick, through: WheelScenario.self, asking: request,
      matches: "Expected/hard-flick-over-sixty-rows")
  }
}
