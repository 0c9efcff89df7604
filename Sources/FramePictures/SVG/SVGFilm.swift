import FrameLogs
import Portraits
import Quantities

/// A moment that a small screen shows.
struct Moment {
  /// The time in s after the first event.
  var time: Double
  /// The events at that time, or the latest event in an animation, in words; may be empty.
  var words: [String] = []
}

extension SVGPlot {
  /// The moments that the style selects, at most ``PlotStyle/mostMoments``; empty for a run without frames.
  var moments: [Moment] {
    let count = first.run.frames.count
    guard count > 0 else { return [] }
    let end = portraits.map { $0.duration.upperBound }.max() ?? 0
    switch style.moments {
    case .spread(let wanted):
      let steps = max(1, min(wanted, PlotStyle.mostMoments, count))
      return (0..<steps).map { step in
        Moment(time: steps > 1 ? end * Double(step) / Double(steps - 1) : 0)
      }
    case .times(let times):
      return times.prefix(PlotStyle.mostMoments).map { Moment(time: $0) }
    case .events: return eventMoments(end)
    }
  }

  /// Returns the moments of the first frame, of the frames that show an event of the first run, and of the last frame.
  ///
  /// For a release, the moment is the time of the frame before the release, which still shows the finger.
  private func eventMoments(_ end: Double) -> [Moment] {
    let decided = first.decided
    var moments = [Moment(time: 0)]
    for mark in first.marks {
      let isLast = mark.kind == .release && mark.frame > 0
      let frame = isLast ? mark.frame - 1 : mark.frame
      let time = min(Double(frame) / first.run.rate.framesPerSecond, end)
      if moments[moments.count - 1].time == time {
        let words = mark.words(decided)
        let known = moments[moments.count - 1].words
        if !known.contains(words) { moments[moments.count - 1].words.append(words) }
      } else {
        moments.append(Moment(time: time, words: [mark.words(decided)]))
      }
    }
    if moments[moments.count - 1].time < end { moments.append(Moment(time: end)) }
    return Array(moments.prefix(PlotStyle.mostMoments))
  }

  /// Draws one small screen for each moment, in rows.
  func drawFilm(_ layout: SVGLayout, on picture: inout SVGText) {
    let columns = SVGLayout.filmColumns
    let pitch = 866 / Double(columns)
    for (number, moment) in layout.moments.enumerated() {
      let cell = SVGFilmCell(
        left: 24 + Double(number % columns) * pitch,
        top: layout.film + Double(number / columns) * (SVGLayout.filmHeight + 34),
        width: pitch, height: SVGLayout.filmHeight)
      cell.draw(first, moment, on: &picture) { view, picture in
        drawOthers(view, on: &picture) { $0.frame(at: moment.time) }
      }
    }
  }
}

extension Portrait {
  /// Returns the frame nearest to a time in s; for a time before or after the run, the first or the last frame.
  func frame(at time: Double) -> Int {
    let last = Double(max(run.frames.count - 1, 0))
    return Int(min(max((time * run.rate.framesPerSecond).rounded(), 0), last))
  }

  /// Returns the path of the finger from its last touch-down to the frame `index`; empty if no finger is down then.
  func fingers(until index: Int) -> [(x: Double, y: Double)] {
    var start = index
    while start >= 0, fingerX[start].isFinite, fingerY[start].isFinite { start -= 1 }
    guard start < index else { return [] }
    let path = (start + 1...index).map { (x: fingerX[$0], y: fingerY[$0]) }
    return thinned(path, most: SVGFilmCell.mostPlaces).map { path[$0] }
  }
}

/// The area of a small screen in a picture, including the touchpad and the time below the screen.
struct SVGFilmCell {
  /// The maximum number of points that are drawn for the path of a finger.
  ///
  /// The limit is our choice. A path is a few hundred pixels long, so more points would not be visible.
  static let mostPlaces = 300

  /// Returns the height of a small screen in a cell of this width, for a screen whose height is `shape` times its
  /// width.
  ///
  /// The height is at most 420 pixels; a taller screen is drawn narrower than the cell.
  static func height(forWidth width: Double, shape: Double) -> Double {
    min((width - 16) * min(shape, 4), 420)
  }

  var left: Double
  var top: Double
  var width: Double
  var height: Double
  /// The height of the touchpad below the screen, including the gap between them; 0 for no touchpad.
  var padHeight = 0.0

  /// Draws the surface at a moment, the finger and its path, and the time and the events below the screen.
  ///
  /// `over` draws on the screen between the surface and the finger.
  func draw(
    _ portrait: Portrait, _ moment: Moment, on picture: inout SVGText,
    over: (SVGView, inout SVGText) -> Void = { _, _ in }
  ) {
    let index = portrait.frame(at: moment.time)
    guard let scene = portrait.scene(index) else { return }
    let size = portrait.size(of: scene)
    let scale = min((width - 16) / size.width, height / size.height)
    let (wide, high) = (size.width * scale, size.height * scale)
    let corner = left + (width - wide) / 2
    let view = SVGView(left: corner, top: top, scale: scale, size: size)
    picture.begin(view)
    picture.draw(scene, view)
    over(view, &picture)
    let fingers = portrait.fingers(until: index)
    picture.path("finger", view.pathData(fingers))
    if let finger = fingers.last {
      let place = view.place(finger.x, finger.y)
      picture.circle("touch", x: place.x, y: place.y, radius: min(max(wide / 14, 3), 9))
    }
    picture.end()
    picture.rectangle("screen", x: corner, y: top, width: wide, height: high, radius: 2)
    let middle = corner + wide / 2
    if let touchpad = portrait.touchpad, padHeight > 0 {
      draw(touchpad, index, middle: middle, top: top + high + 6, on: &picture)
    }
    let below = top + high + padHeight
    // Write the time of the frame that is nearest to the moment, even if the run ends before the moment.
    let rate = portrait.run.rate.framesPerSecond
    let time = (moment.time * rate).rounded() / rate
    picture.write("\(brief(time, 2)) s", "small middle", x: middle, y: below + 13)
    // Shorten the text, because text that is wider than the cell would overlap the text of the next cell.
    let told = moment.words.joined(separator: ", ")
    guard !told.isEmpty else { return }
    picture.write(
      printable(told, most: max(3, Int(width / 5.6))), "small middle strong", x: middle,
      y: below + 25)
  }

  /// Draws a touchpad, with the finger and its path since the last touch-down.
  private func draw(
    _ touchpad: Touchpad, _ index: Int, middle: Double, top: Double, on picture: inout SVGText
  ) {
    let size = Touchpad.size
    let scale = (padHeight - 8) / size.height
    picture.rectangle(
      "pad", x: middle - size.width * scale / 2, y: top, width: size.width * scale,
      height: size.height * scale, radius: 3)
    var start = index
    while start >= 0, touchpad.x[start].isFinite { start -= 1 }
    guard start < index else { return }
    let whole = (start + 1...index).map { frame in
      (
        x: middle + touchpad.x[frame] * scale,
        y: top + (size.height / 2 + touchpad.y[frame]) * scale
      )
    }
    let path = thinned(whole, most: Self.mostPlaces).map { whole[$0] }
    picture.path("finger", pathData(path.map(\.x), path.map(\.y)))
    guard let last = path.last else { return }
    picture.circle("touch", x: last.x, y: last.y, radius: 3)
  }
}
