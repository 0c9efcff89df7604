import FrameLogs
import Quantities

/// What a picture shows of a run: its frames as columns of plain numbers, in pt, s and pt/s.
///
/// Numbers beyond ±10⁹ are drawn there, and what is no number is NaN and not drawn.
struct Portrait {
  /// A place where the surface may rest.
  struct Rest: Hashable {
    var name: String
    var x: Double
    var y: Double
  }

  /// A stretch of frames of one phase.
  struct Span {
    var phase: Phase
    var start: Double
    var end: Double
  }

  let run: Run
  let times: [Double]
  let x: [Double]
  let y: [Double]
  let velocityX: [Double]
  let velocityY: [Double]
  let targetX: [Double]
  let targetY: [Double]
  let fingerX: [Double]
  let fingerY: [Double]
  /// The places between which the run's decisions chose, without repetition.
  let rests: [Rest]
  let spans: [Span]
  /// The width and height of the screen.
  let screen: (width: Double, height: Double)
  /// The width and height of the surface where the frames say it.
  let window: (width: Double, height: Double)?
  /// Whether the surface moves in both directions.
  let isPlanar: Bool

  init(_ run: Run) {
    self.run = run
    func column(_ value: (Frame) -> Double) -> [Double] { run.frames.map { bounded(value($0)) } }
    func own(_ key: String) -> [Double] {
      guard let place = run.ownFields.firstIndex(where: { $0.key == key }) else {
        return run.frames.map { _ in .nan }
      }
      return column { place < $0.own.count ? $0.own[place].asNumber ?? .nan : .nan }
    }
    times = column { $0.time.value }
    let x = column { $0.position.x.value }
    self.x = x
    y = column { $0.position.y.value }
    velocityX = column { $0.velocity.x.value }
    velocityY = column { $0.velocity.y.value }
    targetX = column { $0.target.x.value }
    targetY = column { $0.target.y.value }
    fingerX = own("fingerX")
    fingerY = own("fingerY")
    rests = Self.rests(in: run.events)
    spans = Self.spans(of: run.frames)
    let header = LogValue.fields(run.header)
    screen = (
      width: Self.length(header["screenWidth"]) ?? extent(of: x + fingerX).upperBound,
      height: Self.length(header["screenHeight"]) ?? extent(of: y + fingerY).upperBound
    )
    let start = x.first ?? 0
    let moves = x.contains { ($0 - start).magnitude > 0.5 }
    isPlanar = moves || header["scenario"]?.asText == "pip"
    let sizes = (own("width").first { $0 > 0 }, own("height").first { $0 > 0 })
    if let width = sizes.0, let height = sizes.1 {
      window = (width, height)
    } else {
      window = nil
    }
  }

  /// The span of the frames; never empty.
  var duration: ClosedRange<Double> { 0...max(times.last(where: \.isFinite) ?? 0, 0.001) }

  /// A text of the header, without what a terminal might take as a command.
  func headerText(_ key: String) -> String? {
    guard let text = LogValue.fields(run.header)[key]?.asText else { return nil }
    return printable(text, most: 40)
  }

  /// What the run is a run of, as `sheet · flickbook`.
  var title: String {
    [headerText("scenario") ?? "surface", headerText("preset")].compactMap { $0 }
      .joined(separator: " · ")
  }

  private static func length(_ value: LogValue?) -> Double? {
    guard let number = value?.asNumber, number >= 1, number < 1e9 else { return nil }
    return number
  }

  private static func rests(in events: [RunEvent]) -> [Rest] {
    var known: Set<Rest> = []
    var result: [Rest] = []
    for event in events where event.kind == .decision {
      guard case .list(let candidates)? = LogValue.fields(event.payload)["candidates"] else {
        continue
      }
      for candidate in candidates {
        guard let name = candidate["target"]?.asText, let x = candidate["x"]?.asNumber,
          let y = candidate["y"]?.asNumber, x.isFinite, y.isFinite, result.count < 100
        else { continue }
        let rest = Rest(name: printable(name, most: 20), x: bounded(x), y: bounded(y))
        if known.insert(rest).inserted { result.append(rest) }
      }
    }
    return result
  }

  private static func spans(of frames: [Frame]) -> [Span] {
    var spans: [Span] = []
    for frame in frames {
      let time = bounded(frame.time.value)
      if let last = spans.last {
        spans[spans.count - 1].end = time
        if last.phase == frame.phase { continue }
      }
      spans.append(Span(phase: frame.phase, start: time, end: time))
    }
    return spans.filter { $0.start.isFinite && $0.end.isFinite }
  }
}

/// `number` within what pictures can show.
func bounded(_ number: Double) -> Double { min(max(number, -1e9), 1e9) }

/// `text` without control characters, and not longer than `most` characters.
func printable(_ text: String, most: Int) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
      }
    ).prefix(most))
}
