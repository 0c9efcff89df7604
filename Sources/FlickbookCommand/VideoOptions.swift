import ArgumentParser
import Flickbook
import Videos

/// The options for reading the motion of a surface from a video.
struct VideoOptions: ParsableArguments {
  @Option(
    help: """
      A screen recording. Write a table with the motion of an edge in this recording, instead of a comparison; this \
      needs the program ffmpeg.
      """,
    completion: .file())
  var video: String?

  @Option(
    help: .detail(
      "The part of the picture in which the edge moves, in pixels of the video. (default: all)",
      valueName: "x,y,width,height"))
  var region: String?

  @Option(help: .detail("The axis along which the edge moves: x or y. (default: y)"))
  var along: String?

  @Option(
    help: .detail(
      """
      The position of the edge in the first frame, in pixels of the video, if the region has several edges. \
      (default: the strongest edge)
      """))
  var near: Double?

  @Option(
    help: .detail("The number of video pixels in 1 pt, such as 3 for many phones. (default: 1)"))
  var pixelsPerPoint: Double?

  @Option(
    parsing: .unconditional,
    help: .detail("The time of the first frame to read, in seconds after the start of the video."))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: .detail("The time of the last frame to read, in seconds after the start of the video."))
  var to: Double?

  /// Throws if an option is given that is only for videos.
  func checkUnused() throws {
    let all: [(String, Bool)] = [
      ("--region", region != nil), ("--along", along != nil), ("--near", near != nil),
      ("--pixels-per-point", pixelsPerPoint != nil), ("--from", from != nil), ("--to", to != nil),
    ]
    guard let option = all.first(where: \.1)?.0 else { return }
    throw Failure(
      .usage, at: option, "this option is for videos", "name a video with --video, or leave it out")
  }

  /// Returns the choices that the options make for the video at `path`.
  func reading(of path: String) throws -> VideoReading {
    var reading = VideoReading(path: path)
    if let region { reading.region = try Self.region(region) }
    if let along { reading.axis = try checked("--along", along) }
    reading.near = try near.map { try checked("--near", $0, -1e6...1e6, "a position in pixels") }
    reading.pixelsPerPoint = try checked(
      "--pixels-per-point", pixelsPerPoint ?? 1, 0.01...100, "a number")
    for (option, time) in [("--from", from), ("--to", to)] {
      guard let time, !time.isFinite || time < 0 else { continue }
      throw Failure(
        .usage, at: option, "found \(plain(time))", "give seconds from 0, the start of the video")
    }
    reading.from = from ?? 0
    reading.to = to ?? .infinity
    try require(
      reading.from < reading.to, at: "--to",
      "found \(plain(reading.to)), which is not after \(plain(reading.from))",
      "give a later time")
    return reading
  }

  private static func region(_ text: String) throws -> VideoRegion {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
    else {
      throw Failure(
        .usage, at: "--region", "found '\(excerpt(of: text))'",
        "give x,y,width,height in whole pixels, such as 0,200,390,600")
    }
    return VideoRegion(x: x, y: y, width: width, height: height)
  }
}
