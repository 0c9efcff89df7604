import CaseFolders
import FrameLogs
import InteractionScenarios
import LivePage
import Quantities
import RecordingFormats
import Testing
import TouchInput

@Suite("Release map")
struct ReleaseMapTests {
  private static func request(of bundled: RecordingCase) throws -> (Recording, ReplayRequest) {
    (try Recording(contentsOf: bundled.recordingPath), try bundled.request().request)
  }

  /// The maps of the first decision along y and along x; each has only its middle and its
  /// thresholds.
  private static func maps(of bundled: RecordingCase) throws -> [(ReleaseSpan, ReleaseMap)] {
    let (recording, request) = try request(of: bundled)
    return try [true, false].compactMap { alongX in
      let span = ReleaseSpan(
        isAlongX: alongX, farthest: Points(400), .upTo(PointsPerSecond(6_000)))
      let grid = ReleaseGrid(
        decision: 0, isAlongX: alongX, offsets: [.zero], velocities: [], spans: [span])
      return try request.releaseMap(of: recording, over: grid).map { (span, $0) }
    }
  }

  @Test(
    "at a threshold the decision changes, and just before the threshold it does not",
    arguments: sampledCases())
  func thresholds(bundled: RecordingCase) throws {
    let (recording, request) = try Self.request(of: bundled)
    for (span, map) in try Self.maps(of: bundled) {
      for threshold in map.thresholds {
        let velocity =
          threshold.released + Self.nearer(threshold.velocity - threshold.released, by: 1e-4)
        let near = ReleaseGrid(
          decision: 0, isAlongX: span.isAlongX,
          offsets: [.zero, Self.nearer(threshold.offset, by: 1e-6), threshold.offset],
          velocities: [threshold.released, velocity, threshold.velocity])
        let found = try #require(try request.releaseMap(of: recording, over: near))
        withKnownIssue(
          "just before this threshold the decision differs already; the cause is not known",
          isIntermittent: true
        ) {
          #expect(found.targets[1][1] == found.targets[0][0], "just before the threshold")
        } when: {
          bundled.name == "refresh/slow-pull-down-that-still-moves" && threshold.offset == .zero
        }
        #expect(found.targets[2][2] == threshold.target)
        #expect(found.targets[2][2] != found.targets[0][0])
      }
    }
  }

  /// Returns the distance from the release, shorter by `step` but at least zero.
  private static func nearer<Q: Quantity>(_ distance: Q, by step: Double) -> Q {
    let length = max(abs(distance.value) - step, 0)
    return Q(distance.value < 0 ? -length : length)
  }

  @Test(
    "two compared releases differ either only in position or only in velocity",
    arguments: sampledCases())
  func oneDiffers(bundled: RecordingCase) throws {
    for (_, map) in try Self.maps(of: bundled) {
      for threshold in map.thresholds {
        #expect((threshold.offset == .zero) != (threshold.velocity == threshold.released))
      }
    }
  }
}
