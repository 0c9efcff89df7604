import Quantities
import Testing
import VelocityEstimation

@Suite("Velocity table") struct VelocityTableTests {
  static let samples = (0..<20).map { k in
    PanSample(
      microseconds: Int64(k) * 8_000, position: Position(x: Points(Double(k) * 8), y: .zero))
  }

  @Test("the table has a row for every estimator and an estimate for every sample")
  func complete() {
    let table = VelocityTable(samples: Self.samples, releaseMicroseconds: 155_000)
    #expect(table.rows.map(\.estimator) == allEstimators.map(\.name))
    #expect(table.rows.allSatisfy { $0.live.count == 20 })
    // The finger moves 8 points in 8 ms.
    let last = table.rows.first { $0.estimator == "last-sample" }?.release
    #expect(last?.velocity.x == PointsPerSecond(1_000))
  }

  @Test("a cancelled pan has no velocity")
  func cancelled() {
    let table = VelocityTable(samples: Self.samples, releaseMicroseconds: nil)
    #expect(table.rows.allSatisfy { $0.release == .none(.cancelled) })
  }

  @Test("without samples, the table has no estimates")
  func empty() {
    let table = VelocityTable(samples: [], releaseMicroseconds: 0)
    #expect(table.rows.allSatisfy { $0.live.isEmpty && $0.release.velocity == .zero })
  }
}
