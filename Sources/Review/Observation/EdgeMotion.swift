import Quantities

/// The motion of an edge in a video, from which a table of observed motion is made.
public struct EdgeMotion: Sendable {
  /// The position of the edge in one frame.
  public struct Sample: Hashable, Sendable {
    /// The time in seconds.
    public var time: Double
    /// The position in pixels of the video, from its left or upper edge.
    public var position: Double
    /// The standard error of the position, in pixels.
    public var standardError: Double
  }

  /// The positions in all frames, in the order of time.
  public private(set) var samples: [Sample] = []
  private var tracker: EdgeTracker
  private let start: Double

  /// The longest time in seconds for which an unchanged picture counts as a repetition by the recorder.
  ///
  /// The number is our choice. If a picture is unchanged for longer, the surface itself rests.
  private static let longestRepetition = 0.1
  /// The movement of the edge between two pictures, in pixels, above which the surface counts as moving.
  ///
  /// The number is our choice. Compression moves an edge at rest by less.
  private static let smallestJump = 0.5
  /// The speed of the edge up to which a picture counts as repeated, as a fraction of the speed before and after it.
  ///
  /// The number is our choice. Compression can change the repeated picture a little, and no spring slows down to a
  /// tenth within a frame and is fast again in the next.
  private static let repeatedSpeed = 0.1

  /// Creates a motion without samples.
  ///
  /// - Parameters:
  ///   - start: The position of the region in the picture, in pixels along the axis of the motion.
  ///   - near: The position of the edge in the first frame, in pixels of the video; nil chooses the strongest edge.
  public init(regionStart start: Double, near: Double? = nil) {
    self.start = start
    tracker = EdgeTracker(near: near.map { $0 - start })
  }

  /// Finds the edge in the next frame.
  ///
  /// - Parameters:
  ///   - profile: The mean brightness of each row or column of the region, from 0 to 255.
  ///   - time: The time of the frame in seconds.
  /// - Throws: ``EdgeError``, with positions in pixels of the video.
  public mutating func receive(_ profile: [Double], at time: Double) throws(EdgeError) {
    let found: EdgePosition
    do throws(EdgeError) { found = try tracker.receive(profile, at: time) } catch {
      throw error.moved(by: start)
    }
    samples.append(
      Sample(
        time: time, position: start + found.position, standardError: found.standardError))
  }

  /// The indices of the samples whose picture only repeats an earlier picture while the surface moves on.
  ///
  /// A screen recorder repeats a picture if it has no new one in time. In such pictures, the edge rests for at most
  /// 0.1 s. Just before and just after them, it moves by more than 0.5 pixels, in the same direction.
  public var repeated: [Int] {
    var found: [Int] = []
    var first = 1
    while first < samples.count - 2 {
      var last = first
      while last + 1 < samples.count, isAtRest(from: first, to: last + 1) { last += 1 }
      if last > first, last + 1 < samples.count, isRepetition(from: first, to: last) {
        found += first + 1...last
      }
      first = last + 1
    }
    return found
  }

  private func distance(from one: Int, to other: Int) -> Double {
    samples[other].position - samples[one].position
  }

  private func speed(from one: Int, to other: Int) -> Double {
    distance(from: one, to: other).magnitude / (samples[other].time - samples[one].time)
  }

  private func isAtRest(from first: Int, to last: Int) -> Bool {
    speed(from: first, to: last) <= Self.repeatedSpeed * speed(from: first - 1, to: first)
  }

  private func isRepetition(from first: Int, to last: Int) -> Bool {
    let before = distance(from: first - 1, to: first)
    let after = distance(from: last, to: last + 1)
    return samples[last + 1].time - samples[first].time <= Self.longestRepetition
      && min(before.magnitude, after.magnitude) > Self.smallestJump && before * after > 0
      && speed(from: first, to: last) <= Self.repeatedSpeed * speed(from: last, to: last + 1)
  }
}

extension EdgeMotion {
  /// The samples of the table: all except the repeated samples.
  public var rows: [Sample] {
    let repeated = Set(repeated)
    return samples.indices.filter { !repeated.contains($0) }.map { samples[$0] }
  }

  /// The times between consecutive frames, in seconds.
  public var intervals: [Double] { zip(samples, samples.dropFirst()).map { $1.time - $0.time } }

  /// Returns the table as comma-separated values, which ``MotionTable`` reads.
  ///
  /// - Parameters:
  ///   - axis: The name of the column, `x` or `y`; the column of the errors has `Error` after it.
  ///   - pixelsPerPoint: The number of pixels of the video in a point, above 0.
  ///   - notes: The notes before the column names, in this order.
  /// - Returns: The text, with a line for each of ``rows``.
  public func table(
    axis: String, pixelsPerPoint: Double, notes: [(key: String, value: String)]
  ) -> String {
    var lines = notes.map { "# \(singleLine($0.key)): \(singleLine($0.value))" }
    lines.append("time,\(axis),\(axis)Error")
    for row in rows {
      let numbers = [row.time, row.position / pixelsPerPoint, row.standardError / pixelsPerPoint]
      lines.append(numbers.map { plain(($0 * 1e6).rounded() / 1e6) }.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension EdgeError {
  /// Returns the error with positions that are larger by `distance`.
  fileprivate func moved(by distance: Double) -> EdgeError {
    switch self {
    case .noEdge, .cut: self
    case .severalEdges(let positions): .severalEdges(positions.map { $0 + distance })
    case .noEdgeNear(let position): .noEdgeNear(position + distance)
    case .lost(let last): .lost(last: last + distance)
    case .left(let last): .left(last: last + distance)
    }
  }
}
