import Flickbook
import FramePictures
import Videos

/// The moving picture of runs that `flickbook plot` writes.
struct PlotMovie {
  private let path: String
  private let format: MovieFormat
  /// The width of the output divided by the width of the SVG documents.
  private let scale: Double
  private let from: Double
  /// The time of the last frame to show, in seconds; infinity shows all runs to their end.
  private let to: Double

  /// The limit for the time that a moving picture shows, in seconds.
  ///
  /// The limit is our choice. A longer moving picture has more than 7,200 pictures, and takes minutes to encode.
  private static let longest = 120.0
  /// The additional time in seconds for which the last picture is shown, as in an animated SVG.
  private static let pause = 1.2

  /// Reads the options for a moving picture; nil if `path` has the extension of another picture.
  ///
  /// - Throws: ``Failure`` if the size or the times are out of range, or if times are given for a still picture.
  init?(_ path: String, width: Int?, from: Double?, to: Double?) throws {
    guard let format = MovieFormat(rawValue: ending(of: path)) else {
      try require(
        from == nil && to == nil, at: "\(from == nil ? "--to" : "--from")",
        "this option is for moving pictures",
        "name a file that ends in .gif, .apng, .mp4 or .webm, or leave it out")
      return nil
    }
    for (option, time) in [("--from", from), ("--to", to)] {
      guard let time, !time.isFinite || time < 0 else { continue }
      throw Failure(.usage, at: option, "found \(plain(time))", "give seconds from 0")
    }
    let pixels = try checked("--width", width ?? SVGMovie.width, 400...3_120, "pixels")
    scale = Double(pixels) / Double(SVGMovie.width)
    (self.path, self.format) = (path, format)
    (self.from, self.to) = (from ?? 0, to ?? .infinity)
    try require(
      self.from < self.to, at: "--to",
      "found \(plain(self.to)), which is not after \(plain(self.from))",
      "give a later time")
  }

  /// Draws and encodes the pictures.
  ///
  /// - Parameters:
  ///   - runs: The runs, with the leading run first.
  ///   - isComparison: Whether the second run is the expected run of the first.
  ///   - style: The style of the pictures.
  /// - Returns: The bytes, and the number and the size of the pictures in words.
  /// - Throws: ``Failure`` if the times are not in the runs, or if `ffmpeg` fails.
  func picture(
    of runs: [PlottedRun], _ isComparison: Bool, _ style: PlotStyle
  ) throws -> (bytes: [UInt8], size: String) {
    let times = try times(of: runs)
    let movie = SVGMovie(of: runs, showing: times, isComparison: isComparison, style: style)
    func side(_ pixels: Int) -> Int { 2 * Int((Double(pixels) * scale / 2).rounded()) }
    let rate = runs[0].run.rate.framesPerSecond
    let picturesPerSecond = format.picturesPerSecond(at: rate)
    let length = times.upperBound - times.lowerBound
    let encoder = Movie(
      format: format, width: side(SVGMovie.width), height: side(movie.height),
      count: Int((length * picturesPerSecond - 1e-6).rounded(.up)) + 1,
      picturesPerSecond: picturesPerSecond, pause: Self.pause)
    let activity = ActivityLine("drawing the pictures")
    defer { activity.end() }
    let pictures = count(encoder.count, "picture")
    do throws(VideoError) {
      let bytes = try encoder.encoded { number in
        // Each picture shows the newest frame at the time of the picture.
        let time = times.lowerBound + Double(number) / picturesPerSecond
        let frame = (min(time, times.upperBound) * rate + 1e-6).rounded(.down)
        return movie.picture(at: frame / rate)
      } progress: {
        activity.show("encoding picture \($0) of \(encoder.count)")
      }
      return (
        bytes,
        "\(pictures) of \(encoder.width) × \(encoder.height) pixels, \(decimals(picturesPerSecond, 1)) per second"
      )
    } catch { throw Failure(.inputOutput, error.description) }
  }

  /// Returns the times of the first and the last frame to show.
  private func times(of runs: [PlottedRun]) throws -> ClosedRange<Double> {
    let rate = runs[0].run.rate.framesPerSecond
    let ends = runs.map { Double($0.run.frames.count - 1) / $0.run.rate.framesPerSecond }
    guard let end = ends.max(), !runs[0].run.frames.isEmpty, end > 0 else {
      throw Failure(.badInput, at: path, "the run has fewer than 2 frames", "give a longer run")
    }
    let first = (from * rate - 1e-6).rounded(.up) / rate
    let last = (min(to, end) * rate + 1e-6).rounded(.down) / rate
    try require(
      first < last, at: "--from", "found \(plain(from)), but the runs end at \(decimals(end, 3)) s",
      "give an earlier time")
    try require(
      last - first <= Self.longest, at: path,
      "a moving picture of \(decimals(last - first, 1)) s is too long, the limit is \(plain(Self.longest)) s",
      "give --from and --to")
    return first...last
  }
}
