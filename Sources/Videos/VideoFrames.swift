import ChildProcesses

/// The frames of a video, which `ffmpeg` decodes one after another.
///
/// Only one frame is in memory. All frames are delivered with their own times, so the frame rate may vary.
package struct VideoFrames: ~Copyable {
  private let path: String
  private let region: VideoRegion
  private let process: ChildProcess
  private var log = DecoderLog()
  private var start: Double?
  private var last = 0.0
  private var count = 0

  /// Starts to read the frames of `file`.
  ///
  /// - Parameters:
  ///   - file: The video.
  ///   - region: The part of the picture that is read.
  /// - Throws: ``VideoError``.
  package init(_ file: VideoFile, region: VideoRegion) throws(VideoError) {
    guard region.isInside(width: file.width, height: file.height) else {
      throw .outside(path: file.path, region: region, width: file.width, height: file.height)
    }
    // Without `exact`, the filter would move the region to the borders of pixels that share a colour.
    let crop = "crop=\(region.width):\(region.height):\(region.x):\(region.y):exact=1"
    let started = try startDecoder(
      file.path, [crop, "format=gray", "showinfo=checksum=0"],
      [file.frameOption, "passthrough", "-f", "rawvideo", "pipe:1"])
    (path, self.region) = (file.path, region)
    process = started
  }

  /// Returns the next frame; nil at the end of the video.
  ///
  /// - Throws: ``VideoError`` if the video is damaged or changes its size.
  package mutating func next() throws(VideoError) -> VideoFrame? {
    var brightness = [UInt8](repeating: 0, count: region.width * region.height)
    var filled = 0
    while filled < brightness.count {
      let read = brightness.withUnsafeMutableBytes { bytes in
        process.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      guard read > 0 else { break }
      filled += read
    }
    let isEnd = filled < brightness.count
    let status = isEnd ? process.status() : 0
    // ffmpeg prints the time of a frame before it writes the frame.
    log.read(from: process)
    if log.configurations > 1 { throw .changesSize(path: path, time: last) }
    if isEnd {
      guard status == 0, filled == 0, log.error.isEmpty else {
        throw .damaged(path: path, time: last, said: log.error)
      }
      return nil
    }
    count += 1
    guard let time = log.nextTime() ?? nil else { throw .untimed(path: path, frame: count) }
    let first = start ?? time
    guard start == nil || time - first > last else { throw .untimed(path: path, frame: count) }
    (start, last) = (first, time - first)
    return VideoFrame(time: last, brightness: brightness, width: region.width)
  }
}
