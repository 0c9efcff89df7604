import Quantities
import Testing
import VelocityEstimation

@Suite("Estimator names") struct EstimatorNamesTests {
  @Test(
    "every name creates an estimator without samples", arguments: allEstimators.map(\.name))
  func everyName(name: String) throws {
    let estimator = try Estimator.named(name)
    #expect(estimator.live() == .none(.tooFew))
    #expect(estimator.released(atMicroseconds: 0).velocity == .zero)
  }

  @Test("names are unique, and every default lies within its range")
  func consistent() {
    #expect(Set(allEstimators.map(\.name)).count == allEstimators.count)
    for description in allEstimators {
      for parameter in description.parameters {
        #expect(parameter.range.contains(parameter.defaultValue), "\(description.name)")
        #expect(!parameter.source.isEmpty, "\(description.name) \(parameter.name)")
        #expect(parameter.meaning.hasSuffix("."), "\(description.name) \(parameter.name)")
      }
    }
  }

  @Test("a parameter changes the estimate")
  func parameter() throws {
    // The finger moves at 1000 pt/s, and at 2000 pt/s for the last 50 ms. A horizon of 40 ms covers
    // only the second speed.
    var whole = try Estimator.named("android.lsq1")
    var short = try Estimator.named("android.lsq1:horizon=40,gap=40")
    for k in 0...10 {
      let x = Double(k) * 10 + Double(max(k - 5, 0)) * 10
      let sample = PanSample(
        microseconds: Int64(k) * 10_000, position: Position(x: Points(x), y: .zero))
      whole.receive(sample)
      short.receive(sample)
    }
    #expect((short.live().velocity.x - PointsPerSecond(2_000)).magnitude.value < 1e-6)
    #expect(whole.live().velocity.x < PointsPerSecond(1_900))
  }

  @Test("the error for a wrong name suggests the nearest name")
  func wrongName() {
    #expect(
      throws: EstimatorError.unknownEstimator(found: "androd.lsq2", nearest: "android.lsq2")
    ) {
      try Estimator.named("androd.lsq2")
    }
    #expect(throws: EstimatorError.unknownEstimator(found: "", nearest: nil)) {
      try Estimator.named("")
    }
    #expect(
      throws: EstimatorError.unknownParameter(
        estimator: "android.lsq2", found: "horizn", nearest: "horizon",
        known: ["horizon", "differential", "gap", "history"])
    ) {
      try Estimator.named("android.lsq2:horizn=3")
    }
  }

  @Test("a number may have its unit, and may be the next number above another")
  func units() throws {
    for text in ["horizon=40 ms", "horizon=40ms", "horizon=0.04 s", "horizon=above 39.999 ms"] {
      #expect(throws: Never.self) { try Estimator.named("android.lsq2:\(text)") }
    }
    for text in ["horizon=40 s", "horizon=40pt", "horizon= ms", "horizon=below 3"] {
      #expect(throws: EstimatorError.self) { try Estimator.named("android.lsq2:\(text)") }
    }
  }

  @Test(
    "a wrong setting is reported as an error and does not crash",
    arguments: [
      "android.lsq2:", "android.lsq2:horizon", "android.lsq2:horizon=", "android.lsq2:horizon=nan",
      "android.lsq2:horizon=inf", "android.lsq2:horizon=-1", "android.lsq2:history=1e300",
      "android.lsq2:horizon=1=2", "last-sample:x=1", "android.lsq2:horizon=80,,gap=1",
    ])
  func wrongSetting(text: String) {
    #expect(throws: EstimatorError.self) { try Estimator.named(text) }
  }

  @Test("the error for a number outside its range shows the range in readable numbers")
  func range() throws {
    let error = try #require(throws: EstimatorError.self) {
      try Estimator.named("android.lsq2:horizon=0.5")
    }
    #expect(error.description.hasSuffix("found '0.5'; give a number from 1 to 10000 ms."))
  }
}
