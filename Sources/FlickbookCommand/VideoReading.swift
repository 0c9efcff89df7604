import Flickbook
import Videos

/// The choices for reading a motion from a video.
struct VideoReading {
  var path: String
  /// The part of the picture; nil for the whole picture.
  var region: VideoRegion?
  /// The axis along which the edge moves; the column in the table has the same name.
  var axis = MotionAxis.y
  /// The position of the edge in the first frame, in pixels; nil for the strongest edge.
  var near: Double?
  var pixelsPerPoint = 1.0
  /// The times of the first and the last frame to read, in seconds.
  var from = 0.0
  var to = Double.infinity

  /// The least length of a region along the axis, in pixels.
  ///
  /// An edge and a few pixels on both sides need 16.
  private static let shortestRegion = 16

  /// Reads the video.
  ///
  /// - Throws: ``Failure`` if the video cannot be read, or if there is no edge that can be followed.
  func report() throws -> VideoReport {
    try checkFile()
    let activity = ActivityLine("reading the video")
    defer { activity.end() }
    let file = try VideoFile(path)
    let found = try edge(in: file, activity)
    if let trouble = found.trouble {
      throw failure(trouble.error, at: trouble.time, after: found.edge.samples.last?.time)
    }
    let rows = found.edge.rows
    try require(
      rows.count > 1, .badInput, at: path,
      "found \(rows.count == 1 ? "1 frame" : "no frames") in the time to read",
      "give a video with at least 2 frames, or another --from and --to")
    return VideoReport(
      reading: self, region: region ?? wholePicture(of: file), edge: found.edge, rows: rows)
  }

  private func wholePicture(of file: VideoFile) -> VideoRegion {
    VideoRegion(x: 0, y: 0, width: file.width, height: file.height)
  }

  /// Follows the edge through the frames.
  ///
  /// If the edge cannot be followed in a frame, the result ends before this frame, and `trouble` has the reason.
  private func edge(
    in file: VideoFile, _ activity: ActivityLine
  ) throws -> (edge: EdgeMotion, trouble: (time: Double, error: EdgeError)?) {
    let region = region ?? wholePicture(of: file)
    var frames = try VideoFrames(file, region: region)
    var edge = EdgeMotion(regionStart: Double(axis == .y ? region.y : region.x), near: near)
    while let frame = try frames.next(), frame.time <= to {
      guard frame.time >= from else { continue }
      activity.show("reading the video at \(decimals(frame.time, 1)) s")
      do throws(EdgeError) {
        try edge.receive(axis == .y ? frame.rowMeans : frame.columnMeans, at: frame.time)
      } catch { return (edge, (frame.time, error)) }
    }
    return (edge, nil)
  }

  /// Throws unless the path leads to a regular file, and the region is long enough along the axis.
  private func checkFile() throws {
    switch kindOfFile(at: path) {
    case .file: break
    case .nothing where path == "-":
      throw Failure(
        .usage, at: "--video", "a video cannot be read from standard input", "name a file")
    case .nothing: throw FileError.missing(path: path)
    case .folder, .stream:
      throw Failure(.badInput, at: path, "this is not a regular file", "name a screen recording")
    }
    if let region, (axis == .y ? region.height : region.width) < Self.shortestRegion {
      throw Failure(
        .usage, at: "--region",
        "found fewer than \(Self.shortestRegion) pixels along \(axis.rawValue)",
        "make the region larger")
    }
  }

  /// Returns the failure for an edge that cannot be followed in the frame at `time`.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - time: The time of the frame, in seconds.
  ///   - last: The time of the last frame before `time`; nil if there is none.
  /// - Returns: The failure, which names the time and the position.
  func failure(_ error: EdgeError, at time: Double, after last: Double?) -> Failure {
    let end = last.map { "end before with --to \(decimals($0, 3))" } ?? "choose a later --from"
    let when = "\(decimals(time, 3)) s"
    func place(_ position: Double) -> String { "\(axis.rawValue) = \(decimals(position, 1)) px" }
    let text =
      switch error {
      case .noEdge:
        "found no edge at \(when); choose a --region in which the brightness differs on the two sides of the edge."
      case .severalEdges(let positions):
        "found \(positions.count) edges of about the same strength at \(when), at \(axis.rawValue) = "
          + "\(positions.map { decimals($0, 0) }.joined(separator: " and ")) px; choose one with --near, or a "
          + "smaller --region."
      case .noEdgeNear(let position):
        "found no edge within 16 px of \(place(position)) at \(when); correct --near, or leave it out."
      case .lost(let position):
        "the edge is lost at \(when), after \(place(position)); \(end), or choose another --region."
      case .left(let position):
        "the edge is at the end of the region at \(when), near \(place(position)); make --region larger, or \(end)."
      case .cut:
        "the picture changes too much at \(when) to follow the edge; \(end), or choose another --region."
      }
    return Failure(.badInput, "\(path): \(text)")
  }
}
