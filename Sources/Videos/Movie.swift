import ChildProcesses
import Glibc

/// A moving picture, which `ffmpeg` encodes.
///
/// The pictures are SVG documents. They are made one by one, so that only one picture is in memory.
package struct Movie {
  /// The format of the file.
  package var format: MovieFormat
  /// The width in pixels; MP4 and WebM require an even number.
  package var width: Int
  /// The height in pixels; MP4 and WebM require an even number.
  package var height: Int
  /// The number of pictures; at least 1.
  package var count: Int
  /// The number of pictures per second.
  package var picturesPerSecond: Double
  /// The additional time in seconds for which the last picture is shown.
  package var pause: Double

  /// The maximum size of a file in bytes.
  ///
  /// The limit is our choice. Web sites accept much smaller files: GitHub, for example, accepts 10 MB.
  package static let largestFile = 1 << 28

  /// Creates a moving picture.
  package init(
    format: MovieFormat, width: Int, height: Int, count: Int, picturesPerSecond: Double,
    pause: Double
  ) {
    precondition(count > 0, "a moving picture of \(count) pictures")
    (self.format, self.width, self.height, self.count) = (format, width, height, count)
    (self.picturesPerSecond, self.pause) = (picturesPerSecond, pause)
  }

  /// Encodes the pictures.
  ///
  /// The same pictures give the same bytes with the same version of `ffmpeg`. The file is first written to a temporary
  /// file without a name.
  ///
  /// - Parameters:
  ///   - picture: Returns picture number 0 to `count` − 1 as an SVG document; called at least twice for each.
  ///   - progress: Called with the number of encoded pictures.
  /// - Returns: The bytes of the file.
  /// - Throws: ``VideoError``.
  package func encoded(
    _ picture: (Int) -> String, progress: (Int) -> Void
  ) throws(VideoError) -> [UInt8] {
    let largest = (0..<count).map { picture($0).utf8.count }.max() ?? 0
    let options = format.options(pause: pause, picturesPerSecond: picturesPerSecond)
    guard format == .gif else {
      return try converted(
        0..<count, picture, largest, options, progress: progress
      ).bytes()
    }
    // To choose colours from all pictures, ffmpeg would keep them all in memory, so choose the colours from 24
    // pictures.
    let sample = (0..<min(count, 24)).map { $0 * (count - 1) / max(1, min(count, 24) - 1) }
    let palette = try converted(
      sample, picture, largest,
      ["-vf", "palettegen", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe"])
    return try converted(
      0..<count, picture, largest, options, palette: palette.descriptor,
      progress: progress
    ).bytes()
  }

  /// Sends pictures through `ffmpeg`, and returns its output.
  private func converted(
    _ indices: some Sequence<Int>, _ picture: (Int) -> String, _ largest: Int, _ options: [String],
    palette: Int32? = nil, progress: (Int) -> Void = { _ in }
  ) throws(VideoError) -> TemporaryFile {
    let file = try TemporaryFile()
    // If the options are for a palette, they already contain the format of the output.
    let kind = options.contains("-f") ? [] : ["-f", format.rawValue]
    var process = try startFFmpeg(
      [
        "-y", "-f", "svg_pipe", "-frame_size", "\(largest)", "-framerate", "\(picturesPerSecond)",
        "-width", "\(width)", "-height", "\(height)", "-keep_ar", "0", "-i", "pipe:0",
      ] + (palette == nil ? [] : ["-f", "png_pipe", "-i", "file:/proc/self/fd/4"]) + options
        + ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"] + kind
        + ["file:/proc/self/fd/3"],
      logging: "warning", takesInput: true,
      files: [file.descriptor] + (palette.map { [$0] } ?? []), missing: .noEncoder)
    var isComplete = true
    for (number, index) in indices.enumerated() {
      // The demuxer of ffmpeg separates the documents by their length, so pad all of them to the same length with
      // spaces.
      var bytes = Array(picture(index).utf8)
      bytes += repeatElement(UInt8(ascii: " "), count: max(0, largest - bytes.count))
      isComplete = bytes.withUnsafeBytes { process.write($0) }
      guard isComplete else { break }
      progress(number + 1)
    }
    process.endInput()
    let status = process.status()
    var log = DecoderLog()
    log.read(from: process)
    guard status == 0, isComplete else { throw .notEncoded(format: format, said: log.error) }
    return file
  }
}

/// A file without a name, which disappears with this value and with this process.
private struct TemporaryFile: ~Copyable {
  private let file: UnsafeMutablePointer<FILE>
  var descriptor: Int32 { fileno(file) }

  init() throws(VideoError) {
    guard let file = tmpfile() else { throw .failed(reason: String(cString: strerror(errno))) }
    self.file = file
    _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
  }

  deinit { fclose(file) }

  func bytes() throws(VideoError) -> [UInt8] {
    let length = Int(lseek(descriptor, 0, SEEK_END))
    guard length <= Movie.largestFile else { throw .tooLarge(bytes: length) }
    var bytes = [UInt8](repeating: 0, count: max(0, length))
    var filled = 0
    while filled < bytes.count {
      let read = bytes.withUnsafeMutableBytes { bytes in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
        return pread(descriptor, rest.baseAddress, rest.count, off_t(filled))
      }
      guard read > 0 else { throw .failed(reason: String(cString: strerror(errno))) }
      filled += read
    }
    return bytes
  }
}
