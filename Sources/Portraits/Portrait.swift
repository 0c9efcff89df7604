package import FrameLogs
import Quantities

/// The data from which pictures of a run are drawn: the frames as columns of plain numbers, and the scenery.
///
/// Numbers are clamped to ±10⁹. A missing number is stored as NaN, and pictures do not draw it.
package struct Portrait {
  /// A position at which the surface may rest, in points.
  package struct Rest: Hashable {
    package var name: String
    package var x: Double
    package var y: Double
  }

  /// The time span of consecutive frames with the same phase; the start and the end are in seconds.
  package struct Span {
    package var phase: Phase
    package var start: Double
    package var end: Double
  }

  /// A quantity of the surface over all frames, such as the position of an edge.
  package struct Curve {
    /// The name of the quantity with its unit.
    package var title: String
    /// The name of the rate of change with its unit.
    package var rateTitle: String
    /// True if the unit is points or degrees; false if the quantity is a fraction.
    package var isInPoints: Bool
    package var growsDown: Bool
    package var isEdge: Bool
    package var values: [Double]
    package var targets: [Double]
    package var fingers: [Double]
    package var rates: [Double]
    /// The candidates of the decisions, in the unit of the curve.
    package var rests: [(name: String, value: Double)]

    /// The smallest range that the axis of the curve shows, in the unit of the curve.
    ///
    /// Without this minimum, tiny movements would look large.
    package var least: Double { isInPoints ? 20 : 0.4 }

    /// The numbers that the axis of the curve must include.
    ///
    /// These are all drawn values, and zero if the area between the curve and zero is filled. A rest position is
    /// included only if its distance from the range of the drawn values is at most the width of this range.
    package var extent: [Double] {
      let drawn = values + targets + fingers + (isEdge && !growsDown ? [0] : [])
      let range = Portraits.extent(of: drawn, margin: 1, least: least)
      return drawn + rests.map { $0.value }.filter { range.contains($0) }
    }
  }

  package let run: Run
  package let scenery: Scenery
  package let times: [Double]
  /// The x coordinate of the surface, in the coordinates of the frames.
  package let x: [Double]
  /// The y coordinate of the surface, in the coordinates of the frames.
  package let y: [Double]
  package let fingerX: [Double]
  package let fingerY: [Double]
  /// The curves to draw, at most two.
  package let curves: [Curve]
  /// The candidates of the run's decisions, without repetition.
  package let rests: [Rest]
  package let spans: [Span]
  /// The fingers on a touchpad; nil on a touchscreen, whose frames have positions of the finger.
  package let touchpad: Touchpad?

  package init(_ run: Run, _ scenery: Scenery? = nil) {
    self.run = run
    let scenery = scenery ?? .plain(of: run)
    self.scenery = scenery
    func column(_ value: (Frame) -> Double) -> [Double] { run.frames.map { bounded(value($0)) } }
    times = column { $0.time.value }
    x = column { $0.position.x.value }
    y = column { $0.position.y.value }
    fingerX = column { $0.number("fingerX", or: .nan) }
    fingerY = column { $0.number("fingerY", or: .nan) }
    let rests = Self.rests(in: run.events)
    self.rests = rests
    spans = Self.spans(of: run.frames)
    curves = scenery.curves.prefix(2).map { Self.curve($0, of: run, rests) }
    touchpad = Touchpad(run, fingerX + fingerY)
  }

  private static func curve(_ curve: SceneCurve, of run: Run, _ rests: [Rest]) -> Curve {
    func column(_ value: (Frame) -> Double?) -> [Double] {
      run.frames.map { bounded(value($0) ?? .nan) }
    }
    func title(_ name: String, _ unit: String) -> String {
      unit.isEmpty ? name : "\(name), \(unit)"
    }
    let values = column(curve.value)
    let target = run.summary().decidedTarget
    var rates = column(curve.rate)
    if !rates.contains(where: { $0.isFinite }) { rates = slopes(of: values, at: run.rate) }
    return Curve(
      title: title(curve.name, curve.unit), rateTitle: title(curve.rateName, curve.rateUnit),
      isInPoints: ["pt", "°"].contains(curve.unit), growsDown: curve.growsDown,
      isEdge: curve.isEdge, values: values,
      targets: column(curve.target), fingers: column(curve.finger), rates: rates,
      // If several rest positions have the same value, pictures label only the first. The final target is sorted to the
      // front, so that pictures label it.
      rests: rests.sorted { $0.name == target && $1.name != target }.compactMap { rest in
        let restPosition = Position(x: Points(rest.x), y: Points(rest.y))
        return curve.atPosition(restPosition).map { (rest.name, bounded($0)) }
      })
  }

  /// Returns the rate of change per second at each frame, computed from the values in the frames before and after it.
  private static func slopes(of values: [Double], at rate: FrameRate) -> [Double] {
    values.indices.map { index in
      let (first, last) = (max(index - 1, 0), min(index + 1, values.count - 1))
      guard last > first else { return 0 }
      return (values[last] - values[first]) * rate.framesPerSecond / Double(last - first)
    }
  }

  /// The rates of change of all curves, per second.
  package var rates: [Double] { Array(curves.map { $0.rates }.joined()) }

  /// The time from 0 to the last frame in seconds; at least 1 ms.
  package var duration: ClosedRange<Double> {
    0...max(times.last { $0.isFinite } ?? 0, 0.001)
  }

  /// The size of the screen in the first frame; each side is 1 to 10⁹ pt.
  package var screen: (width: Double, height: Double) { size(of: scene(0)) }

  /// Returns the size of the screen of `scene`; each side is 1 to 10⁹ pt.
  package func size(of scene: Scene?) -> (width: Double, height: Double) {
    func length(_ side: Points?) -> Double {
      guard let side, side.value >= 1 else { return 1 }
      return min(side.value, 1e9)
    }
    return (length(scene?.screen.x), length(scene?.screen.y))
  }

  /// Returns the scene of frame `index`; nil if there is no such frame.
  package func scene(_ index: Int) -> Scene? {
    run.frames.indices.contains(index) ? scenery.scene(run.frames[index]) : nil
  }

  /// The layer that draws the surface at each rest position, with the name of the position.
  ///
  /// Empty if the surface looks the same at all rest positions.
  package var restLayers: [(name: String, layer: SceneLayer)] {
    guard let first = run.frames.first else { return [] }
    func surface(_ frame: Frame) -> SceneLayer? {
      scenery.scene(frame).layers.first { $0.role == .surface }
    }
    var layers: [(name: String, layer: SceneLayer)] = []
    for rest in rests {
      var frame = first
      frame.position = Position(x: Points(rest.x), y: Points(rest.y))
      if let layer = surface(frame) { layers.append((rest.name, layer)) }
    }
    let boxes = Set(layers.map { $0.layer.box } + (surface(first).map { [$0.box] } ?? []))
    return boxes.count > 1 ? layers : []
  }

  /// Returns the centre of the surface on the screen in each frame of `indices`; NaN if the surface is not drawn.
  package func surfaceCentres(_ indices: [Int]) -> [(x: Double, y: Double)] {
    indices.map { index in
      let layer = scene(index)?.layers.first { $0.role == .surface }
      return (
        bounded(layer?.box.centre.x.value ?? .nan), bounded(layer?.box.centre.y.value ?? .nan)
      )
    }
  }

  /// Returns the path of the surface's centre in the frames of `indices`.
  ///
  /// The path is empty unless the surface moves by more than 0.5 pt along each axis.
  package func path(_ indices: [Int]) -> [(x: Double, y: Double)] {
    let surfaceCentres = surfaceCentres(indices)
    let isPlanar = [surfaceCentres.map { $0.x }, surfaceCentres.map { $0.y }].allSatisfy {
      numbers in
      let range = extent(of: numbers, margin: 0, least: 0)
      return range.upperBound - range.lowerBound > 0.5
    }
    return isPlanar ? surfaceCentres : []
  }

  /// Returns the text of the header field `key` without control characters, cut after 40 characters; nil if missing.
  package func headerText(_ key: String) -> String? {
    guard let text = LogValue.fields(run.header)[key]?.asText else { return nil }
    return printable(text, most: 40)
  }

  /// The scenario and the preset of the run, such as `sheet · flickbook`.
  package var title: String {
    [headerText("scenario") ?? "surface", headerText("preset")].compactMap { $0 }
      .joined(separator: " · ")
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

/// The positions at which pictures draw the finger on a touchpad.
///
/// Frames do not contain the position of a finger on a touchpad. Each touch is therefore drawn as if it began in the
/// middle of the pad. From there, the drawn finger moves by the same distance as the target of the surface.
package struct Touchpad {
  /// The size of the drawn pad, in mm; Flickbook also assumes this size for a touchpad that does not report its size.
  package static let size = (width: 69.0, height: 50.0)

  /// The horizontal distance of the finger from the middle of the pad, in mm, limited to the pad; NaN without a touch.
  package let x: [Double]
  /// The vertical distance of the finger from the middle of the pad, in mm, limited to the pad; NaN without a touch.
  package let y: [Double]

  /// Creates the touchpad of `run`; nil if a finger has a position on the screen, or if no finger touches the device.
  package init?(_ run: Run, _ fingers: [Double]) {
    let isOnScreen = fingers.contains { $0.isFinite }
    guard !isOnScreen, run.frames.contains(where: { $0.touching }) else { return nil }
    let told = LogValue.fields(run.header)["pointsPerMillimeter"]?.asNumber ?? 6.4
    let pointsPerMillimeter = told > 0 && told.isFinite ? told : 6.4
    var begin: Position?
    var (xs, ys) = ([Double](), [Double]())
    func within(_ displacement: Points, _ half: Double) -> Double {
      max(-half, min(displacement.value / pointsPerMillimeter, half))
    }
    for frame in run.frames {
      guard frame.touching else {
        begin = nil
        xs.append(.nan)
        ys.append(.nan)
        continue
      }
      let held = frame.phase == .pressed || begin == nil ? frame.position : begin ?? .zero
      begin = held
      let displacement = frame.phase == .pressed ? .zero : frame.target - held
      // The drawn finger stays at least 3 mm inside the edge of the pad.
      xs.append(within(displacement.x, Self.size.width / 2 - 3))
      ys.append(within(displacement.y, Self.size.height / 2 - 3))
    }
    (x, y) = (xs, ys)
  }
}

extension Scenery {
  /// Returns the scenery for a run of an unknown scenario.
  package static func plain(of run: Run) -> Scenery {
    let header = LogValue.fields(run.header)
    func length(_ key: String, _ numbers: [Double]) -> Points {
      let told = header[key]?.asNumber ?? .nan
      return Points(
        told >= 1 && told < 1e9 ? told : max(1, extent(of: numbers.map(bounded)).upperBound))
    }
    let start = run.frames.first?.position.x.value ?? 0
    let isPlanar = run.frames.contains { ($0.position.x.value - start).magnitude > 0.5 }
    return plain(
      Planar(
        x: length("screenWidth", run.frames.map { $0.position.x.value }),
        y: length("screenHeight", run.frames.map { $0.position.y.value })), isPlanar: isPlanar)
  }
}

/// Returns `number` clamped to ±10⁹, the range of pictures.
package func bounded(_ number: Double) -> Double { min(max(number, -1e9), 1e9) }

/// Returns `text` without control characters, cut after `most` Unicode scalars.
package func printable(_ text: String, most: Int) -> String {
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

/// Returns the range of the finite `numbers`, extended at both ends by the fraction `margin` of its width.
///
/// The range is at least `least` wide. Without finite numbers, it is `0...least`.
package func extent(
  of numbers: some Sequence<Double>, margin: Double = 0.05, least: Double = 1
) -> ClosedRange<Double> {
  var low = Double.infinity
  var high = -Double.infinity
  for number in numbers where number.isFinite {
    low = min(low, number)
    high = max(high, number)
  }
  guard low <= high else { return 0...least }
  let room = max((high - low) * margin, (least - (high - low)) / 2)
  return (low - room)...(high + room)
}

/// Returns a caption that describes the last decision of the run, and how the run ended.
package func caption(_ run: Run) -> String {
  let summary = run.summary()
  var parts: [String] = []
  if let decision = run.events.last(where: { $0.kind == .decision }) {
    let payload = LogValue.fields(decision.payload)
    func word(_ key: String) -> String { printable(payload[key]?.asText ?? "?", most: 20) }
    let velocity = Velocity(
      x: PointsPerSecond(payload["velocityX"]?.asNumber ?? 0),
      y: PointsPerSecond(payload["velocityY"]?.asNumber ?? 0))
    parts.append("\(word("from")) → \(word("target")) (\(word("reason")))")
    parts.append("released at \(decimals(velocity.length.value, 0)) pt/s")
  }
  switch summary.ending {
  case .rested: parts.append("at rest")
  case .gone: parts.append("dismissed")
  case .timeLimit: parts.append("still moving at the end")
  }
  if let time = summary.settleTime { parts.append("after \(decimals(time.value, 3)) s") }
  if summary.overshoot > Points(0.05) {
    parts.append("\(decimals(summary.overshoot.value, 1)) pt past the target")
  }
  return parts.joined(separator: " · ")
}

/// Returns `number` with at most `digits` decimals, without trailing zeros.
package func brief(_ number: Double, _ digits: Int) -> String {
  var text = decimals(number, digits)
  guard text.contains("."), !text.contains("e") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}
