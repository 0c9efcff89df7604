import ChildProcesses

/// A file with a video.
package struct VideoFile: Sendable {
  package let path: String
  /// The width of the picture in pixels, as players show it.
  package let width: Int
  /// The height of the picture in pixels, as players show it.
  package let height: Int
  /// The option of `ffmpeg` whose value `passthrough` keeps all frames and their times.
  let frameOption: String

  /// Reads the first picture of the file at `path`.
  ///
  /// - Parameter path: The path of a regular file.
  /// - Throws: ``VideoError`` if the file is no video, or if `ffmpeg` is missing.
  package init(_ path: String) throws(VideoError) {
    // Before ffmpeg 5.1, the option had the name -vsync.
    for option in ["-fps_mode", "-vsync"] {
      let process = try startDecoder(
        path, ["showinfo=checksum=0"],
        ["-frames:v", "1", option, "passthrough", "-f", "null", "-"])
      _ = process.wholeOutput()
      let status = process.status()
      var log = DecoderLog()
      log.read(from: process)
      if option == "-fps_mode", log.error.contains("'fps_mode'") { continue }
      if log.error.contains("matches no streams") { throw .noStream(path: path) }
      guard status == 0, let size = log.size else { throw .notVideo(path: path, said: log.error) }
      (self.path, width, height) = (path, size.width, size.height)
      frameOption = option
      return
    }
    throw .failed(reason: "it knows neither -fps_mode nor -vsync")
  }
}

/// Starts `ffmpeg` with filters for the frames and options for the output.
func startDecoder(
  _ path: String, _ filters: [String], _ output: [String]
) throws(VideoError) -> ChildProcess {
  // A path after `file:` is never an option or the address of another protocol. The list of protocols keeps a
  // playlist from opening other addresses.
  let input = ["-protocol_whitelist", "file", "-i", "file:\(path)", "-map", "0:V:0"]
  return try startFFmpeg(
    input + ["-map_metadata", "-1", "-vf", filters.joined(separator: ",")] + output,
    logging: "info", missing: .notInstalled)
}

/// Starts `ffmpeg`, which prints messages of the level `logging` and above.
///
/// - Throws: `missing` if `ffmpeg` is not installed, or ``VideoError/failed(reason:)``.
func startFFmpeg(
  _ words: [String], logging level: String, takesInput: Bool = false, files: [Int32] = [],
  missing: VideoError
) throws(VideoError) -> ChildProcess {
  do throws(ChildProcessError) {
    return try ChildProcess(
      ["ffmpeg", "-hide_banner", "-nostdin", "-nostats", "-loglevel", "level+\(level)"] + words,
      takesInput: takesInput, files: files)
  } catch {
    switch error {
    case .notInstalled: throw missing
    case .failed(let reason): throw .failed(reason: reason)
    }
  }
}
