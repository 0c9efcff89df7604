import FieldData
import Foundation
import Quantities
import Testing

@testable import VelocityEstimation

/// A case from another project's velocity tests: its input and its expected velocity.
struct UpstreamCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Sample: Decodable {
    var t_us: Double
    var t_ns: Int64?
    var x: Double
    var y: Double
    var action: String?
    var resampled: Bool?

    /// The time in nanoseconds, the finest unit that upstream uses.
    var nanoseconds: Int64 { t_ns ?? Int64((t_us * 1_000).rounded()) }
  }

  struct Pointer: Decodable {
    var id: Int
    var x: Double
    var y: Double
    var resampled: Bool?
  }

  struct Event: Decodable {
    var t_ns: Int64
    var pointers: [Pointer]
    var action: String
    var action_pointer: Int?
    var canceled: Bool?
  }

  struct Expected: Decodable {
    var vx: Double?
    var vy: Double?
    var vx_none: Bool?
    var vy_none: Bool?
    var tolerance: Double
    var tolerance_mode: String
  }

  var id: String
  var strategy: String
  var differential: Bool?
  var pointer: Int?
  var samples: [Sample]
  var events: [Event]?
  var expected: Expected

  var testDescription: String { id }

  static let all = loaded.cases

  /// The names of the files that cannot be decoded as cases, with the reason.
  static let undecodable = loaded.undecodable

  private static let loaded: (cases: [UpstreamCase], undecodable: [String]) = {
    var cases: [UpstreamCase] = []
    var undecodable: [String] = []
    for family in ["android", "chromium", "compose", "flutter"] {
      let folder = FieldFolder.tables("velocity").appending(path: family)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".json") {
        do {
          let data = try Data(contentsOf: folder.appending(path: name))
          cases.append(try JSONDecoder().decode(UpstreamCase.self, from: data))
        } catch {
          undecodable.append("\(family)/\(name): \(error)")
        }
      }
    }
    return (cases, undecodable)
  }()

  /// The name of the estimator under test, with its settings.
  var estimatorName: String {
    let setting = differential == true ? ":differential=1" : ""
    let family = id.prefix { $0 != "/" }
    switch (family, strategy) {
    case ("android", "default"): return "android.lsq2"
    case ("compose", "impulse_androidx_2022_reverted"): return "compose.impulse2022"
    case ("compose", "impulse_newest40"): return "compose.impulse40" + setting
    case ("flutter", "ios_scrollview"): return "flutter.ios"
    case ("flutter", "macos_scrollview"): return "flutter.macos"
    default: return "\(family).\(strategy)" + setting
    }
  }

  /// Passes the samples of the case to the estimator, and returns the estimate that upstream's test
  /// checks.
  func estimate() throws -> VelocityEstimate {
    var estimator = try nanosecondEstimator(named: estimatorName)
    if let events {
      estimator = try nanosecondEstimator(named: estimatorName + ":gap=1000")
      return try feed(events, to: &estimator)
    }
    var release: Int64?
    for sample in samples where sample.resampled != true {
      switch sample.action {
      case "cancel": return .none(.cancelled)
      case "up": release = sample.nanoseconds
      default: estimator.receive(sample.panSample)
      }
    }
    return release.map { estimator.released(atMicroseconds: $0) } ?? estimator.live()
  }

  /// Passes one pointer of a multi-pointer case to the estimator.
  ///
  /// Upstream measures a pause from the last sample of any pointer: a finger that rests while
  /// another finger moves keeps its velocity. The estimator sees one pointer only, so it must not
  /// see that pointer's own pauses. This function therefore discards the samples before a pause of
  /// all pointers. It releases the pointer as long after its last sample as the last lift came
  /// after the last sample of all pointers.
  private func feed(
    _ events: [Event], to estimator: inout any VelocityEstimator
  ) throws -> VelocityEstimate {
    let pointer = pointer ?? 0
    var last: (any: Int64, own: Int64)?
    for event in events {
      let isOwn = event.action_pointer == pointer
      let silence = event.t_ns - (last?.any ?? event.t_ns)
      switch event.action {
      case "cancel": return .none(.cancelled)
      case "pointer_up" where event.canceled == true:
        if isOwn { return .none(.cancelled) }
        continue
      case "up", "pointer_up":
        if silence > Self.longestPause { estimator.reset() }
        continue
      case "down": estimator.reset()
      case "pointer_down" where isOwn: estimator.reset()
      default: break
      }
      let seen = event.pointers.filter { $0.resampled != true }
      guard !seen.isEmpty else { continue }
      if silence > Self.longestPause { estimator.reset() }
      last = (event.t_ns, last?.own ?? event.t_ns)
      guard let position = seen.first(where: { $0.id == pointer }) else { continue }
      last = (event.t_ns, event.t_ns)
      estimator.receive(
        PanSample(
          microseconds: event.t_ns, position: Position(x: Points(position.x), y: Points(position.y))
        ))
    }
    guard let last, let end = events.last else { return .none(.tooFew) }
    return estimator.released(atMicroseconds: last.own + max(end.t_ns - last.any, 0))
  }

  /// Upstream's longest pause, in nanoseconds.
  private static let longestPause: Int64 = 40_000_000
}

extension UpstreamCase.Sample {
  /// The sample on a clock of nanoseconds.
  var panSample: PanSample {
    PanSample(microseconds: nanoseconds, position: Position(x: Points(x), y: Points(y)))
  }
}

/// The estimator `name` for samples whose timestamps are in nanoseconds, as upstream's are.
func nanosecondEstimator(named name: String) throws -> any VelocityEstimator {
  let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
  guard let description = allEstimators.first(where: { $0.name == parts[0] }) else {
    throw EstimatorError.unknownEstimator(found: parts[0], nearest: nil)
  }
  guard parts.count > 1 else { return description.estimator(ticksPerSecond: 1e9) }
  return try description.estimator(settings: parts[1], ticksPerSecond: 1e9)
}
