import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput
import VelocityEstimation

/// The cases in Recordings/, read once.
struct Bundled: Sendable {
  let name: String
  let recording: Recording
  let expected: Run

  static let all: [Bundled] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Recordings").standardized.path
    do {
      return try RecordingCase.all(in: folder).map { known in
        Bundled(
          name: known.name,
          recording: try Recording(contentsOf: known.recordingPath),
          expected: try Run(contentsOf: known.expectedPath))
      }
    } catch { fatalError("Recordings: \(error)") }
  }()
}

/// The release velocities in a run.
func releaseVelocities(of run: Run) -> [VelocityEstimate] {
  run.events.filter { $0.kind == .panEnded || $0.kind == .panCancelled }.map { event in
    let payload = LogValue.fields(event.payload)
    return VelocityEstimate(
      velocity: Velocity(
        x: PointsPerSecond(payload["velocityX"]?.asNumber ?? 0),
        y: PointsPerSecond(payload["velocityY"]?.asNumber ?? 0)),
      reason: VelocityEstimate.Reason(rawValue: payload["velocityReason"]?.asText ?? "") ?? .ok)
  }
}

/// Whether two runs differ by more than the tolerance.
func isApart(_ left: Run, _ right: Run) -> Bool {
  guard left.rate == right.rate else { return true }
  let found = RunComparison(expected: RunRows(left), actual: RunRows(right))
  return (found.difference?.kind ?? .withinTolerance) > .withinTolerance
}
