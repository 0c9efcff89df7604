import CPageEngine
package import CaseFolders
package import FramePictures
package import InteractionScenarios
package import LivePage

/// The engine that is put into pages, a WebAssembly module packed by LZMA; empty in a build without it.
///
/// The engine contains only the bundled scenarios.
package var pageEngine: [UInt8] {
  let count = flickbook_page_engine_size()
  guard count > 0, let start = flickbook_page_engine() else { return [] }
  return Array(UnsafeBufferPointer(start: start, count: count))
}

extension PageRecording {
  /// What a page keeps of a recording that was loaded.
  package init(name: String, _ loaded: LoadedRecording) {
    self.init(
      name: name, recording: loaded.recording, file: loaded.fileName, digest: loaded.digest,
      version: flickbookVersion)
  }
}

extension RecordedRun {
  /// What a page needs to replay `recording` as `request` asks.
  ///
  /// `path` is the path for commands that the page shows; an absolute one stays out of the page, which
  /// then shows the name of the file.
  package init(_ recording: PageRecording, _ request: ReplayRequest, path: String? = nil) {
    self.init(
      recording: recording.lines, request: request.pageLines,
      path: path.flatMap { $0.hasPrefix("/") ? nil : $0 },
      isKnownToEngine: ScenarioKind.isBundled(request.scenario))
  }
}
