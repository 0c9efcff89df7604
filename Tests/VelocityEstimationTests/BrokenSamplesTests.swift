import Quantities
import Testing
import VelocityEstimation

/// Invalid samples, for which every estimate must be finite and have a reason.
@Suite("Broken samples") struct BrokenSamplesTests {
  static let names = allEstimators.map(\.name)

  private static func sample(_ microseconds: Int64, _ x: Double, _ y: Double = 0) -> PanSample {
    PanSample(microseconds: microseconds, position: Position(x: Points(x), y: Points(y)))
  }

  /// Hostile sequences of samples, each with a different defect.
  static let streams: [(String, [PanSample])] = [
    ("one sample", [sample(0, 1)]),
    ("equal timestamps", (0..<8).map { sample(1_000, Double($0) * 10) }),
    ("backwards timestamps", (0..<8).map { sample(100_000 - Int64($0) * 8_000, Double($0)) }),
    ("largest timestamps", [.min, -1, 0, 1, .max - 1, .max].map { sample($0, 3) }),
    ("far timestamps", (0..<8).map { sample(1_000_000_000_000 * Int64($0), Double($0)) }),
    ("NaN", (0..<8).map { sample(Int64($0) * 8_000, $0 == 3 ? .nan : Double($0)) }),
    ("all NaN", (0..<8).map { sample(Int64($0) * 8_000, .nan, .nan) }),
    ("infinite", (0..<8).map { sample(Int64($0) * 8_000, Double($0), $0 == 7 ? .infinity : 0) }),
    (
      "as large as numbers go",
      (0..<8).map {
        sample(
          Int64($0) * 8_000, $0 % 2 == 0 ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude)
      }
    ),
    ("large", (0..<8).map { sample(Int64($0) * 8_000, Double($0) * 1e200, 1e-300) }),
    ("smallest", (0..<8).map { sample(Int64($0) * 8_000, Double($0) * .leastNonzeroMagnitude) }),
    ("still", (0..<40).map { sample(Int64($0) * 8_000, 5, 7) }),
    ("a microsecond apart", (0..<80).map { sample(Int64($0), Double($0 % 7)) }),
    ("ten thousand samples", (0..<10_000).map { sample(Int64($0) * 100, Double($0 % 100)) }),
  ]

  @Test("every estimate is finite", arguments: names)
  func finite(name: String) throws {
    for (what, samples) in Self.streams {
      var estimator = try Estimator.named(name)
      var answers = [estimator.live(), estimator.released(atMicroseconds: 0)]
      for sample in samples {
        estimator.receive(sample)
        answers.append(estimator.live())
      }
      for release in [samples.last?.microseconds ?? 0, .min, -1, 0, 1_000_000, .max] {
        answers.append(estimator.released(atMicroseconds: release))
      }
      for answer in answers {
        #expect(answer.velocity.isFinite, "\(what): \(answer)")
        #expect(answer.covariance?.isFinite ?? true, "\(what): \(answer)")
        #expect(answer.span.isFinite && answer.samplesUsed >= 0, "\(what): \(answer)")
      }
    }
  }

  @Test("without two samples there is no velocity", arguments: names)
  func tooFew(name: String) throws {
    var estimator = try Estimator.named(name)
    #expect(estimator.live() == .none(.tooFew))
    estimator.receive(Self.sample(1_000, 5))
    #expect(estimator.live().velocity == .zero)
    #expect(estimator.released(atMicroseconds: 2_000).velocity == .zero)
  }

  /// Recursive filters are excluded because they ignore samples within 2 ms, and Hammer because it
  /// has already used the first sample.
  @Test("a repeated timestamp replaces the sample before it", arguments: names)
  func repeated(name: String) throws {
    guard !name.hasSuffix(".int1"), !name.hasSuffix(".int2"), name != "hammer" else { return }
    var once = try Estimator.named(name)
    var twice = try Estimator.named(name)
    for k in 0..<12 {
      let good = Self.sample(Int64(k) * 8_000, Double(k * k), Double(-k))
      once.receive(good)
      if k != 4 { twice.receive(Self.sample(good.microseconds, 999, 999)) }
      twice.receive(good)
      #expect(once.live().velocity == twice.live().velocity, "sample \(k)")
    }
  }

  @Test("a sample that goes back in time is ignored", arguments: names)
  func backwards(name: String) throws {
    var plain = try Estimator.named(name)
    var disturbed = try Estimator.named(name)
    for k in 0..<12 {
      let good = Self.sample(Int64(k) * 8_000, Double(k) * 9, Double(k * k))
      plain.receive(good)
      disturbed.receive(good)
      disturbed.receive(Self.sample(good.microseconds - 1, 999, 999))
      #expect(plain.live() == disturbed.live(), "sample \(k)")
    }
  }
}
