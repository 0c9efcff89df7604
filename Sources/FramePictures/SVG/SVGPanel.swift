import FrameLogs
import Portraits

/// A part of an SVG picture in which numbers are drawn over time.
struct SVGPanel {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  /// Seconds to pixels.
  let time: Scale
  /// Numbers to pixels.
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

  /// Draws the phases as bands.
  func drawPhases(_ spans: [Portrait.Span], on picture: inout SVGText) {
    for span in spans {
      let (start, end) = (time(span.start), time(span.end))
      guard end - start >= 0.5 else { continue }
      let known: [Phase] = [.dragging, .pressed, .settling, .resting, .gone]
      let kind = known.contains(span.phase) ? span.phase.rawValue : "other"
      picture.rectangle(kind, x: start, y: top, width: end - start, height: height)
    }
  }

  /// Writes the names of the phases below the time axis, where there is room.
  func writePhases(_ spans: [Portrait.Span], on picture: inout SVGText) {
    for span in spans {
      let (start, end) = (time(span.start), time(span.end))
      let name = printable(span.phase.rawValue, most: 16)
      guard end - start > 6 * Double(name.count) else { continue }
      picture.write(name, "strong small middle", x: (start + end) / 2, y: bottom + 31)
    }
  }

  /// Draws the frame, the grid and the numbers of both axes.
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

  /// Writes what the panel shows into its corner, over what is drawn there.
  func write(_ title: String, on picture: inout SVGText) {
    picture.write(title, "label", x: left + 8, y: top + 17)
  }

  /// Draws `numbers` at `times`; only where `isShown` says so.
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

  /// Draws the names of the places of rest at the right edge.
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

  /// Draws the events as lines down to `end`, with their names above in two rows where there is
  /// room.
  func drawMarks(_ marks: [Mark], downTo end: Double, on picture: inout SVGText) {
    var free = [-Double.infinity, -Double.infinity]
    var drawn = -Double.infinity
    for mark in marks {
      let x = time(mark.time)
      if x - drawn >= 1.5 {
        picture.line("mark", from: (x, top), to: (x, end))
        drawn = x
      }
      let length = 6.4 * Double(mark.kind.words.count) + 8
      let start = min(x, right - length + 8)
      guard let row = free.firstIndex(where: { $0 <= start }) else { continue }
      picture.write(mark.kind.words, "small", x: start, y: top - 5 - 13 * Double(row))
      free[row] = start + length
    }
  }
}
