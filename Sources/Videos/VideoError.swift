import Quantities

/// The reason why a video could not be read, or a moving picture could not be written.
///
/// Every message names the place, the problem, and what to do next.
package enum VideoError: Error, Hashable, Sendable {
  /// `ffmpeg` is not on the PATH.
  case notInstalled
  /// `ffmpeg`, which writes moving pictures, is not on the PATH.
  case noEncoder
  /// `ffmpeg` fails to write a moving picture; `said` is its message.
  case notEncoded(format: MovieFormat, said: String)
  /// A moving picture has more than ``Movie/largestFile`` bytes.
  case tooLarge(bytes: Int)
  /// `ffmpeg` could not be started; `reason` is the message of the system.
  case failed(reason: String)
  /// `ffmpeg` finds no video in the file; `said` is its message.
  case notVideo(path: String, said: String)
  /// The file has no stream of moving pictures.
  case noStream(path: String)
  /// The region is empty, too large, or not inside the picture.
  case outside(path: String, region: VideoRegion, width: Int, height: Int)
  /// The pictures of the video differ in size.
  case changesSize(path: String, time: Double)
  /// A frame has no presentation time, or its time is not after the time of the previous frame.
  case untimed(path: String, frame: Int)
  /// `ffmpeg` reports damage; `time` is the time of the last frame that was read.
  case damaged(path: String, time: Double, said: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension VideoError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notInstalled:
      """
      ffmpeg: the program is not installed, but is needed to read a video; install the package ffmpeg (sudo apt \
      install ffmpeg).
      """
    case .noEncoder:
      """
      ffmpeg: the program is not installed, but is needed to write a moving picture; install the package ffmpeg (sudo \
      apt install ffmpeg), or name a file that ends in .svg.
      """
    case .notEncoded(let format, let said):
      """
      ffmpeg: it cannot write the \(format.rawValue)\(Self.quoted(said)); check that 'ffmpeg -decoders' lists librsvg \
      and that 'ffmpeg -muxers' lists \(format.rawValue), or name a file that ends in .svg.
      """
    case .tooLarge(let bytes):
      """
      ffmpeg: it wrote \(bytes) bytes, and the limit is \(Movie.largestFile); give a smaller --scale, or a shorter \
      time with --from and --to.
      """
    case .failed(let reason):
      "ffmpeg: it cannot be started (\(reason)); check whether 'ffmpeg -version' works."
    case .notVideo(let path, let said):
      """
      \(path): ffmpeg reads no video from it\(Self.quoted(said)); give a screen recording, such as .mp4, .mov, .mkv or \
      .webm, and copy it again if it is not complete.
      """
    case .noStream(let path):
      "\(path): it has no video stream; give a screen recording, such as .mp4, .mov, .mkv or .webm."
    case .outside(let path, let region, let width, let height):
      """
      \(path): found the region \(region.x),\(region.y),\(region.width),\(region.height), but the picture is \(width) \
      × \(height) pixels; give --region x,y,width,height within it, with at most \(VideoRegion.largestArea) pixels.
      """
    case .changesSize(let path, let time):
      """
      \(path): the size of the picture changes after \(plain(milliseconds(time))) s; do not rotate the phone while it \
      records, or end before with --to.
      """
    case .untimed(let path, let frame):
      """
      \(path): frame \(frame) has no time, or is not after the frame before; convert the video with 'ffmpeg -i VIDEO \
      new.mp4', or record it again.
      """
    case .damaged(let path, let time, let said):
      """
      \(path): ffmpeg finds damage, or an early end, after \(plain(milliseconds(time))) s\(Self.quoted(said)); copy it again, \
      or end before the damage with --to.
      """
    }
  }

  private static func quoted(_ said: String) -> String {
    said.isEmpty ? "" : " ('\(excerpt(of: said, atMost: 200))')"
  }
}

private func milliseconds(_ seconds: Double) -> Double { (seconds * 1_000).rounded() / 1_000 }
