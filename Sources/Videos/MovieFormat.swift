/// The file format of a moving picture; the raw value is the extension of the file.
package enum MovieFormat: String, CaseIterable, Sendable {
  /// An animated GIF with 256 colours, which repeats forever.
  case gif
  /// An animated PNG without losses, which repeats forever.
  case apng
  /// H.264 in MP4.
  case mp4
  /// VP9 in WebM.
  case webm

  /// Returns the number of pictures per second for a run with this number of frames per second.
  ///
  /// A GIF has 50 pictures per second: its times are whole hundredths of a second, and browsers replace a delay below
  /// two hundredths by ten hundredths. The other formats show every frame, or every second, third, … frame, so that
  /// there are at most 60 pictures per second.
  package func picturesPerSecond(at framesPerSecond: Double) -> Double {
    guard self != .gif else { return 50 }
    return framesPerSecond / max(1, (framesPerSecond / 60 - 1e-9).rounded(.up))
  }

  /// The options of `ffmpeg` for the output, which shows the last picture for `pause` seconds longer.
  func options(pause: Double, picturesPerSecond: Double) -> [String] {
    let last = pause + 1 / picturesPerSecond
    let held = "tpad=stop_mode=clone:stop_duration=\(pause)"
    let converted = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    let colors = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    return switch self {
    case .gif:
      [
        "-filter_complex", "[0:v][1:v]paletteuse=dither=none:diff_mode=rectangle",
        "-loop", "0", "-final_delay", "\(Int((last * 100).rounded()))",
      ]
    case .apng: ["-vf", "format=rgb24", "-plays", "0", "-final_delay", "\(last)"]
    case .mp4:
      // The output of x264 depends on the number of threads, so fix the number.
      ["-vf", "\(held),\(converted)", "-c:v", "libx264", "-crf", "18", "-threads", "2"] + colors
        + ["-movflags", "+faststart"]
    case .webm:
      ["-vf", "\(held),\(converted)", "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0"] + colors
        + ["-cpu-used", "4", "-threads", "2"]
    }
  }
}
