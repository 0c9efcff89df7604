import FrameLogs
import Portraits

/// Returns an animated SVG document that plays a run in real time, again and again.
///
/// Each picture of the animation is a small screen with the surface, the finger, the time and the latest event. A pause
/// follows the last picture. A reader who prefers reduced motion sees only the last picture. The same run always gives
/// the same text. The document loads no other files.
///
/// - Parameters:
///   - run: The run.
///   - style: The style of the pictures; `style.moments` has no effect.
/// - Returns: The document.
package func svgAnimation(of run: PlottedRun, style: PlotStyle = PlotStyle()) -> String {
  let plot = SVGPlot([run], style)
  let moments = plot.animatedMoments
  let portrait = plot.first
  let (width, top, padding) = (300.0, 44.0, portrait.touchpad == nil ? 0.0 : 64)
  let shape = portrait.screen.height / portrait.screen.width
  let height = SVGFilmCell.height(forWidth: width, shape: shape)
  let count = Double(moments.count)
  // A pause of 1.2 s lets a reader see where the surface has come to rest.
  let pause = 1.2
  let duration = count * SVGPlot.animatedInterval + pause
  let shown = [SVGPlot.animatedInterval, SVGPlot.animatedInterval + pause].map {
    brief(100 * $0 / duration, 3)
  }
  var picture = SVGText(
    width: Int(width), height: Int(top + height + padding + 40), title: plot.title,
    description: plot.description, theme: style.theme,
    rules: """
      .moment { visibility: hidden; animation: moment \(brief(duration, 2))s step-end infinite }
      .last { animation-name: last }
      @keyframes moment { 0% { visibility: visible } \(shown[0])% { visibility: hidden } }
      @keyframes last { 0% { visibility: visible } \(shown[1])% { visibility: hidden } }
      @media (prefers-reduced-motion: reduce) {
      .moment { animation: none }
      .last { visibility: visible }
      }

      """)
  picture.write(printable(plot.title, most: 44), "title", x: 12, y: 28)
  let cell = SVGFilmCell(left: 0, top: top, width: width, height: height, padHeight: padding)
  for (number, moment) in moments.enumerated() {
    let delay = brief(Double(number) * SVGPlot.animatedInterval, 2)
    picture.beginGroup(
      number + 1 == moments.count ? "moment last" : "moment", "animation-delay:\(delay)s")
    cell.draw(portrait, moment, on: &picture)
    picture.endGroup()
  }
  picture.end()
  return picture.text
}

extension SVGPlot {
  /// The time from one picture to the next, in s.
  ///
  /// The interval is our choice. 20 pictures per second show the path of a flick, and more would make the document
  /// larger.
  fileprivate static let animatedInterval = 0.05

  /// The moments of the animation, one per interval in the first 10 s of the run, each with the latest event.
  fileprivate var animatedMoments: [Moment] {
    let end = min(first.duration.upperBound, 10)
    let count = Int((end / Self.animatedInterval).rounded(.up)) + 1
    let rate = first.run.rate.framesPerSecond
    return (0..<max(count, 1)).map { number in
      let time = min(Double(number) * Self.animatedInterval, end)
      let newest = first.marks.last { Double($0.frame) / rate <= time }
      return Moment(time: time, words: newest.map { [$0.words(first.decided)] } ?? [])
    }
  }
}
