import ChildProcesses

/// The lines that `ffmpeg` prints on standard error: the time and the size of each frame, and errors.
///
/// With `-loglevel level+info` and the filter `showinfo`, the lines are:
///
///     [Parsed_showinfo_2 @ 0x55d0] [info] config in time_base: 1/15360, frame_rate: 30/1
///     [Parsed_showinfo_2 @ 0x55d0] [info] n:   1 pts:    512 pts_time:0.0333333 … s:390x844 …
///     [error] file:clip.mp4: Invalid data found when processing input
struct DecoderLog {
  /// The presentation times of the frames that are not yet taken, in seconds; nil for a frame without a time.
  private(set) var times: ArraySlice<Double?> = []
  /// The size of the last frame in pixels.
  private(set) var size: (width: Int, height: Int)?
  /// The number of times that the format of the frames was configured; 1 if the format never changes.
  private(set) var configurations = 0
  /// The first error; empty if there is none.
  private(set) var error = ""
  private var timeBase: (numerator: Double, denominator: Double)?
  private var offset = 0
  private var unfinished: [UInt8] = []

  /// The longest line that is read, in bytes; the metadata of a video can have longer lines, which are ignored.
  private static let longestLine = 1 << 16

  /// Reads what `process` has printed since the last call.
  mutating func read(from process: borrowing ChildProcess) {
    while true {
      let bytes = process.printed(from: offset, atMost: 1 << 16)
      guard !bytes.isEmpty else { return }
      offset += bytes.count
      for byte in bytes {
        if byte == UInt8(ascii: "\n") {
          receive(unfinished)
          unfinished.removeAll(keepingCapacity: true)
        } else if unfinished.count < Self.longestLine {
          unfinished.append(byte)
        }
      }
    }
  }

  /// Removes and returns the time of the next frame; nil if no frame is waiting.
  mutating func nextTime() -> Double?? { times.popFirst() }

  private mutating func receive(_ bytes: [UInt8]) {
    let line = String(decoding: bytes, as: UTF8.self)
    for level in ["[error] ", "[fatal] "] where error.isEmpty {
      // A line may begin with the name of a part of ffmpeg, and the level then follows this name.
      guard let found = line.firstIndex(after: level) else { continue }
      error = String(line[found...])
    }
    guard line.hasPrefix("[Parsed_showinfo"), let start = line.firstIndex(after: "[info] ") else {
      return
    }
    let words = line[start...].split(separator: " ")
    if words.starts(with: ["config", "in"]) {
      configurations += 1
      let numbers = value(of: "time_base:", in: words)?.split { $0 == "/" || $0 == "," }
        .compactMap { Double($0) }
      if let numbers, numbers.count == 2, numbers[1] > 0 { timeBase = (numbers[0], numbers[1]) }
    } else if words.first == "n:" || words.first?.hasPrefix("n:") == true {
      let ticks = value(of: "pts:", in: words).flatMap { Int64($0) }
      if let ticks, let timeBase {
        times.append(Double(ticks) * timeBase.numerator / timeBase.denominator)
      } else {
        times.append(nil)
      }
      let sides = value(of: "s:", in: words)?.split(separator: "x").compactMap { Int($0) }
      if let sides, sides.count == 2 { size = (sides[0], sides[1]) }
    }
  }

  /// Returns the value after `key`, in the same word or in the next.
  private func value(of key: String, in words: [Substring]) -> Substring? {
    guard let index = words.firstIndex(where: { $0.hasPrefix(key) }) else { return nil }
    let value = words[index].dropFirst(key.count)
    if !value.isEmpty { return value }
    return index + 1 < words.count ? words[index + 1] : nil
  }
}

extension String {
  /// Returns the index after the first occurrence of `text`; nil if there is none.
  fileprivate func firstIndex(after text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
