import CPageEngine
package import CaseFolders
package import FramePictures
package import InteractionScenarios
package import LivePage
import RecordingFormats

/// The replay engine that is embedded in pages: a WebAssembly module, compressed with LZMA.
///
/// The array is empty if the program was built without the engine. The engine contains only the bundled scenarios.
package var pageEngine: [UInt8] {
  let count = flickbook_page_engine_size()
  guard count > 0, let start = flickbook_page_engine() else { return [] }
  return Array(UnsafeBufferPointer(start: start, count: count))
}

extension PageRecording {
  /// Creates the data of a recording that a page keeps.
  package init(name: String, _ loaded: LoadedRecording) {
    self.init(
      name: name, recording: loaded.recording, file: loaded.fileName, digest: loaded.digest,
      version: flickbookVersion)
  }
}

extension RecordedRun {
  /// Creates the data that a page needs to replay `recording` with `request`.
  ///
  /// The page shows `path` in its commands. If `path` is absolute, the page shows only the name of the file, because
  /// the folders could identify a person.
  package init(_ recording: PageRecording, _ request: ReplayRequest, path: String? = nil) {
    self.init(
      recording: recording.request(with: briefLibinputText(of: recording.recording)),
      request: request.pageLines,
      path: path.flatMap { $0.hasPrefix("/") ? nil : $0 },
      isKnownToEngine: request.isBundled)
  }
}
