import Testing
import VelocityEstimation

// Every test registers its estimators in a child process, because all other tests would see them.
@Suite("Estimators of one's own")
struct OwnEstimatorTests {
  @Test("a registered estimator is found by name, with parameters, and refuses what others refuse")
  func registered() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: EstimatorError.self) { try Estimator.named("mine") }
      try Estimator.register([mine])
      #expect(allEstimators.last?.name == "mine")
      func speed(_ name: String) throws -> Double {
        var estimator = try Estimator.named(name)
        for step in 0..<5 {
          estimator.receive(
            PanSample(
              microseconds: Int64(step) * 10_000, position: Position(x: Points(10), y: Points(0))))
        }
        return estimator.released(atMicroseconds: 50_000).velocity.x.value
      }
      #expect(try speed("mine") == 3)
      #expect(try speed("mine:speed=7") == 7)
      #expect(throws: EstimatorError.unknownEstimator(found: "mime", nearest: "mine")) {
        try Estimator.named("mime")
      }
      #expect(throws: EstimatorError.self) { try Estimator.named("mine:speed=11") }
    }
  }

  @Test("a taken name is refused")
  func taken() async {
    await #expect(processExitsWith: .success) {
      for name in ["bayes", "Mine"] {
        #expect(throws: RegistrationError.self) {
          try Estimator.register([EstimatorDescription(name, "A constant.") { _ in Constant() }])
        }
      }
      try Estimator.register([mine, mine])
      #expect(allEstimators.count { $0.name == "mine" } == 1)
      #expect(throws: RegistrationError.self) {
        try Estimator.register([EstimatorDescription("mine", "Another.") { _ in Constant() }])
      }
    }
  }
}

private let mine = EstimatorDescription(
  "mine", "A constant speed to the right.",
  parameters: [
    .init("speed", unit: "pt/s", default: 3, range: 0...10, "The speed.", source: "our choice; 3")
  ]
) { Constant(speed: $0["speed"]) }

private struct Constant: VelocityEstimator {
  var speed = 0.0

  mutating func reset() {}
  mutating func receive(_ sample: PanSample) {}
  func live() -> VelocityEstimate {
    VelocityEstimate(velocity: Velocity(x: PointsPerSecond(speed), y: .zero), reason: .ok)
  }
  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { live() }
}
