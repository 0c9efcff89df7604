import FrameLogs
import Portraits
import Quantities

/// A panel of an SVG picture, which shows numbers over time.
struct SVGPanel {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  /// The horizontal axis, from seconds to pixels.
  let time: Scale
  /// The vertical axis, from the plotted numbers to pixels.
  let value: Scale

  var right: Double { left + width }
  var bottom: Double { top + height }

  init(
    left: Double, top: Double, width: Double, height: Double, duration: ClosedRange<Double>,
    values: ClosedRange<Double>, growsDown: Bool
  ) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    time = Scale(duration, from: left, to: left + width)
    value =
      growsDown
      ? Scale(values, from: top, to: top + height) : Scale(values, from: top + height, to: top)
  }

  /// Draws the phases as coloured bands behind the lines; phases of less than half a pixel are left out.
  func drawPhases(_ spans: [Portrait.Span], on picture: inout SVGText) {
    for span in spans {
      let (start, end) = (time(span.start), time(span.end))
      guard end - start >= 0.5 else { continue }
      let known: [Phase] = [.dragging, .pressed, .settling, .resting, .gone]
      let kind = known.contains(span.phase) ? span.phase.rawValue : "other"
      picture.rectangle(kind, x: start, y: top, width: end - start, height: height)
    }
  }

  /// Writes the name of each phase below the time axis if the name is not wider than the band of the phase.
  func writePhases(_ spans: [Portrait.Span], on picture: inout SVGText) {
    for span in spans {
      let (start, end) = (time(span.start), time(span.end))
      let name = printable(span.phase.rawValue, most: 16)
      guard end - start > 6 * Double(name.count) else { continue }
      picture.write(name, "strong small middle", x: (start + end) / 2, y: bottom + 31)
    }
  }

  /// Draws the border, the grid and the numbers of the axes; without `timeLabels`, the time axis has no numbers.
  func drawAxes(timeLabels: Bool, on picture: inout SVGText) {
    for tick in value.ticks(about: max(4, Int(height / 42))) {
      let y = value(tick.value)
      picture.line(tick.value == 0 ? "zero" : "grid", from: (left, y), to: (right, y))
      picture.write(tick.text, "small end", x: left - 6, y: y + 4)
    }
    let ticks = time.ticks(about: Int(width / 80))
    for (index, tick) in ticks.enumerated() {
      let x = time(tick.value)
      picture.line("grid", from: (x, top), to: (x, bottom))
      guard timeLabels else { continue }
      let text = index == ticks.count - 1 ? tick.text + " s" : tick.text
      picture.write(text, "small middle", x: x, y: bottom + 16)
    }
    picture.rectangle("box", x: left, y: top, width: width, height: height)
  }

  /// Writes the title of the panel and the names of its lines.
  ///
  /// The text is at the upper or lower edge, at the first place that none of `lines` crosses. If there is no such
  /// place, the text is above the panel if `isFreeAbove` is true. Otherwise, it is over the lines in the upper left
  /// corner.
  func write(
    _ title: String, keys: [(kind: String, words: String)] = [],
    beside lines: [(times: [Double], numbers: [Double])], isFreeAbove: Bool = false,
    on picture: inout SVGText
  ) {
    let keyWidth = keys.reduce(0) { $0 + 47 + 6 * Double($1.words.count) }
    let long = 7 * Double(title.count) + keyWidth
    // Try nine places from left to right along the upper edge, then nine along the lower edge.
    let pitch = (width - 16 - long) / 8
    var corners: [(x: Double, y: Double)] = []
    for y in [top + 17, bottom - 8] {
      for step in 0...8 { corners.append((left + 8 + pitch * Double(step), y)) }
    }
    func isFree(_ corner: (x: Double, y: Double)) -> Bool {
      lines.allSatisfy { line in
        zip(line.times, line.numbers).allSatisfy { seconds, number in
          guard seconds.isFinite, number.isFinite else { return true }
          let (x, y) = (time(seconds), value(number))
          return x < corner.x - 4 || x > corner.x + long + 4 || y < corner.y - 17
            || y > corner.y + 7
        }
      }
    }
    let corner = corners.first(where: isFree) ?? (isFreeAbove ? (left, top - 3) : corners[0])
    picture.write(title, "label", x: corner.x, y: corner.y)
    var x = corner.x + 7 * Double(title.count) + 16
    for (kind, words) in keys {
      picture.line(kind, from: (x, corner.y - 4), to: (x + 26, corner.y - 4))
      picture.write(words, "label small", x: x + 31, y: corner.y)
      x += 47 + 6 * Double(words.count)
    }
  }

  /// Draws a circle at each decision, and a square where the surface has settled or disappeared.
  ///
  /// The circles and squares are on the curve of `numbers`. A circle or square that is less than 7 pixels right of the
  /// previous one is left out.
  func drawSigns(
    _ portrait: Portrait, _ numbers: [Double], _ kind: String, on picture: inout SVGText
  ) {
    var drawn = -Double.infinity
    for event in portrait.run.events where event.time.isFinite {
      let isEnd = event.kind == .settled || event.kind == .dismissed
      guard isEnd || event.kind == .decision else { continue }
      let index = portrait.run.rate.firstFrame(at: event.time)
      guard numbers.indices.contains(index), numbers[index].isFinite else { continue }
      let instant = portrait.times[index]
      guard instant.isFinite else { continue }
      let (x, y) = (time(instant), value(numbers[index]))
      guard x - drawn >= 7 else { continue }
      drawn = x
      if isEnd {
        picture.rectangle(kind, x: x - 3, y: y - 3, width: 6, height: 6)
      } else {
        picture.circle(kind, x: x, y: y, radius: 3.5)
      }
    }
  }

  /// Draws `numbers` at `times` as a line, which is interrupted at the indices for which `isShown` returns false.
  func draw(
    _ kind: String, _ numbers: [Double], at times: [Double], on picture: inout SVGText,
    where isShown: (Int) -> Bool = { _ in true }
  ) {
    let xs = times.map { $0.isFinite ? time($0) : .nan }
    let ys = numbers.indices.map { index in
      numbers[index].isFinite && isShown(index) ? value(numbers[index]) : .nan
    }
    picture.path(kind, pathData(xs, ys))
  }

  /// Writes the names of the rest positions right of the panel, at their values; names that would overlap are left out.
  func drawRests(_ rests: [(name: String, value: Double)], on picture: inout SVGText) {
    var taken: [Double] = []
    for rest in rests where value.domain.contains(rest.value) {
      let y = value(rest.value)
      guard taken.allSatisfy({ ($0 - y).magnitude > 11 }) else { continue }
      taken.append(y)
      picture.line("zero", from: (right, y), to: (right + 5, y))
      picture.write(rest.name, "small", x: right + 8, y: y + 4)
    }
  }

  /// Draws each event as a vertical line down to `end`, and writes its name above the panel.
  ///
  /// The names are in two rows; a name that fits into neither row is left out. The name of a release includes its
  /// target, which is the value of `decided` for the time of the release.
  func drawMarks(
    _ marks: [Mark], _ decided: [Double: String], downTo end: Double, on picture: inout SVGText
  ) {
    var free = [-Double.infinity, -Double.infinity]
    var drawn = -Double.infinity
    var last: Mark?
    for mark in marks where mark.kind != last?.kind || mark.time != last?.time {
      last = mark
      let x = time(mark.time)
      if x - drawn >= 1.5 {
        picture.line("mark", from: (x, top), to: (x, end))
        drawn = x
      }
      let words = mark.words(decided)
      let length = 6.1 * Double(words.count) + 8
      let start = min(x, right - length + 8)
      guard let row = free.firstIndex(where: { $0 <= start }) else { continue }
      picture.write(words, "small", x: start, y: top - 5 - 13 * Double(row))
      free[row] = start + length
    }
  }
}

extension Mark {
  /// Returns the name of the event; the name of a release includes its target, which `decided` has for the time of the
  /// release.
  func words(_ decided: [Double: String]) -> String {
    guard kind == .release, let target = decided[time] else { return kind.words }
    return "\(kind.words) → \(target)"
  }
}
