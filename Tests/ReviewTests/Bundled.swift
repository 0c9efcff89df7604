import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import TouchInput

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
