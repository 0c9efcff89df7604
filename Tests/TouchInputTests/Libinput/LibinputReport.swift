import TouchInput

/// libinput's own output for a recording: the lines of `libinput debug-events`.
struct LibinputReport: Sendable {
  /// A movement that libinput reports, or the end of one.
  struct Line: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case scroll
      case scrollStop
      case pinch
      case pinchStop
      case pointer
    }
    var kind: Kind
    /// The time on the clock of the report, which started at the report's first event, in
    /// milliseconds.
    var milliseconds: Double
    /// The distance along x in the units of the report, for scrolling or unaccelerated pointer
    /// motion.
    var x = 0.0
    var y = 0.0
  }

  var lines: [Line]

  init(_ text: [String]) {
    lines = text.compactMap(Self.line)
  }

  private static func line(_ text: String) -> Line? {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard words.count > 3, let milliseconds = milliseconds(words[2]) else { return nil }
    let rest = words[3...].joined(separator: " ")
    switch words[1] {
    case "POINTER_SCROLL_FINGER":
      // `vert 3.38/0.0* horiz 0.00/0.0 (finger)`; an asterisk marks an axis that the event reports.
      guard words.count > 6 else { return nil }
      let (y, x) = (words[4], words[6])
      let isStop = [x, y].allSatisfy { $0.hasPrefix("0.00/") } && (x + y).contains("*")
      return Line(
        kind: isStop ? .scrollStop : .scroll, milliseconds: milliseconds, x: leading(x),
        y: leading(y))
    case "POINTER_MOTION":
      // `-2.34/ -5.01 ( -7.00/-15.00)`; the unaccelerated motion is in parentheses.
      return pair(rest, after: "(", .pointer, milliseconds)
    case "GESTURE_PINCH_UPDATE":
      return pair(rest, after: "(", .pinch, milliseconds)
    case "GESTURE_PINCH_END":
      return Line(kind: .pinchStop, milliseconds: milliseconds)
    default:
      return nil
    }
  }

  /// Parses a time such as `+0.342s`; a time before the first event is printed as a number just
  /// below 2³² milliseconds.
  private static func milliseconds(_ word: Substring) -> Double? {
    guard word.hasSuffix("s"), let seconds = Double(word.dropLast()) else { return nil }
    let milliseconds = (seconds * 1000).rounded()
    return milliseconds > 2_147_483_648 ? milliseconds - 4_294_967_296 : milliseconds
  }

  private static func leading(_ text: some StringProtocol) -> Double {
    Double(text.prefix { $0.isNumber || "+-.".contains($0) }) ?? 0
  }

  private static func pair(
    _ text: String, after mark: Character, _ kind: Line.Kind, _ milliseconds: Double
  ) -> Line? {
    guard let start = text.firstIndex(of: mark) else { return nil }
    let numbers = text[text.index(after: start)...].split(separator: "/").map {
      leading($0.drop { $0 == " " })
    }
    guard numbers.count >= 2 else { return nil }
    return Line(kind: kind, milliseconds: milliseconds, x: numbers[0], y: numbers[1])
  }

  /// The milliseconds by which the report's clock is ahead of the recording's.
  ///
  /// Every line belongs to a frame of the recording, but the start time of the report is unknown.
  /// So the result is the offset for which the lines fit the frames best.
  func ahead(of frames: [Int64]) -> (milliseconds: Double, worst: Double) {
    guard let first = lines.first else { return (0, 0) }
    var best = (milliseconds: 0.0, worst: Double.infinity)
    for frame in frames {
      let ahead = first.milliseconds - Double(frame) / 1000
      for shift in [-0.8, -0.4, 0, 0.4, 0.8] {
        var worst = 0.0
        for line in lines where worst < best.worst {
          let time = line.milliseconds - ahead - shift
          let position = nearest(to: time, in: frames)
          worst = max(worst, (Double(frames[position]) / 1000 - time).magnitude)
        }
        if worst < best.worst { best = (ahead + shift, worst) }
      }
    }
    return best
  }

  /// The index of the frame that is closest to a time.
  private func nearest(to milliseconds: Double, in frames: [Int64]) -> Int {
    var low = 0
    var high = frames.count
    while low < high {
      let middle = (low + high) / 2
      if Double(frames[middle]) / 1000 < milliseconds { low = middle + 1 } else { high = middle }
    }
    let candidates = [max(low - 1, 0), min(low, frames.count - 1)]
    let distances = candidates.map { (Double(frames[$0]) / 1000 - milliseconds).magnitude }
    return distances[0] <= distances[1] ? candidates[0] : candidates[1]
  }

  /// The lines, each with the index of its frame.
  func placed(on frames: [Int64]) -> [(line: Line, frame: Int)] {
    let ahead = ahead(of: frames).milliseconds
    return lines.map { ($0, nearest(to: $0.milliseconds - ahead, in: frames)) }
  }
}
