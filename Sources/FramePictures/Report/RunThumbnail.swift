import FrameLogs
import Portraits
import Quantities

/// A small looping picture of a run in a report, in front of the run with which it is compared.
///
/// The picture shows only the part of the runs in which they differ, in at most ``mostSamples`` positions. It is
/// therefore small enough for a page with hundreds of pictures.
public struct RunThumbnail: Hashable, Sendable {
  /// The largest number of positions that a picture stores; the page interpolates between them.
  ///
  /// The limit is our choice. 48 positions in the longest loop, 3 s, are one for each 1/16 s.
  static let mostSamples = 48
  /// The largest number of frames that are searched for differences, so that a very long run takes little time.
  private static let mostCompared = 20_000
  /// The length of the longest loop in seconds.
  private static let longestLoop = 3.0
  /// The length of the shortest loop in seconds.
  private static let shortestLoop = 0.6
  /// The part of a loop before the first and after the last difference, in seconds.
  private static let margin = 0.25

  /// The time span that a picture shows, and the time of the picture that stands still, in seconds.
  private struct Span {
    var start: Double
    var end: Double
    var still: Double
  }

  /// The data for the script of the page.
  let data: LogValue
  /// The index of the first frame in which the runs differ; without a difference, the first frame after the last
  /// decision; 0 if there is neither.
  let firstDifference: Int

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - run: The run in front; a run without frames gives an empty picture.
  ///   - expected: The run behind it, drawn as an outline; nil for a picture of `run` alone.
  public init(of run: PlottedRun, over expected: PlottedRun? = nil) {
    let front = Portrait(run.run, run.scenery)
    let back = expected.map { Portrait($0.run, $0.scenery) }
    let (first, span) = Self.difference(front, back)
    firstDifference = first
    let rate = run.run.rate.framesPerSecond
    let from = Int((span.start * rate).rounded(.down))
    let count = max(1, Int(((span.end - span.start) * rate).rounded(.up)) + 1)
    let step = max(1, (count + Self.mostSamples - 1) / Self.mostSamples)
    let times = stride(from: from, to: from + count, by: step).map { Double($0) / rate }
    let runs = [front, back].compactMap { $0 }.map { Self.sampled($0, at: times) }
    let tracks = runs.map { SceneTracks($0) }
    data = .fields([
      LogField("screen", tracks[0].screen),
      LogField("start", .number(Self.rounded(times[0]))),
      LogField("step", .number(Self.rounded(Double(step) / rate))),
      LogField("count", .integer(times.count)),
      LogField("still", .number(Self.rounded(span.still))),
      LogField("runs", .list(tracks.map(\.layers))),
      LogField("fingers", .list([runs[0].fingerX, runs[0].fingerY].map(Self.numbers))),
    ])
  }

  private static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }

  /// Returns coordinates of the finger, rounded to points; an empty list if there are none.
  private static func numbers(_ column: [Double]) -> LogValue {
    guard column.contains(where: { $0.isFinite }) else { return .list([]) }
    return .list(column.map { .number($0.rounded()) })
  }

  /// Returns the frames of a run at `times`, in seconds; after its end, a run keeps its last frame.
  private static func sampled(_ portrait: Portrait, at times: [Double]) -> Portrait {
    var run = portrait.run
    let frames = run.frames
    run.frames = frames.isEmpty ? [] : times.map { frames[portrait.frame(at: $0)] }
    return Portrait(run, portrait.scenery)
  }

  /// Returns the first frame of `front` that differs from `back`, and the time span to show.
  ///
  /// The span contains the frames that differ visibly: by at least 1 % of the longer side of the screen. If there are
  /// none, it contains all frames that differ. If no frame differs, or if there is only one run, it begins at the last
  /// decision.
  private static func difference(_ front: Portrait, _ back: Portrait?) -> (first: Int, span: Span) {
    let rate = front.run.rate.framesPerSecond
    let frames = [front, back].compactMap { $0?.run }.map {
      Double($0.frames.count) * rate / $0.rate.framesPerSecond
    }
    let count = Int(max(1, min(frames.max() ?? 1, Double(mostCompared))))
    let end = Double(count - 1) / rate
    var any: (first: Int, last: Int)?
    var visible: (first: Int, last: Int)?
    let limit = 0.01 * max(front.screen.width, front.screen.height)
    for index in 0..<(back == nil ? 0 : count) {
      guard let back, !front.run.frames.isEmpty, !back.run.frames.isEmpty else { break }
      let time = Double(index) / rate
      let scenes = [front, back].map { $0.scene($0.frame(at: time)) }
      let distance = distance(scenes[0], scenes[1])
      if distance > 0.001 { any = (any?.first ?? index, index) }
      if distance >= limit { visible = (visible?.first ?? index, index) }
    }
    let decided =
      front.run.events.last { $0.kind == .decision && $0.time.isFinite }.map { $0.time.value } ?? 0
    let isAlone = any == nil
    let shown = visible ?? any
    let first = shown.map { Double($0.first) / rate } ?? min(max(decided, 0), end)
    let last = shown.map { Double($0.last) / rate } ?? end
    let start = max(0, first - (isAlone ? 2 * margin : margin))
    let finish = min(max(last + margin, start + shortestLoop), start + longestLoop, end)
    return (
      any?.first ?? Int((first * rate).rounded(.up)),
      Span(start: start, end: max(finish, start), still: first)
    )
  }

  /// Returns the greatest distance between the boxes of two scenes, in points.
  ///
  /// A change of the opacity by 1 counts as 100 pt. The distance is infinite if a layer exists in only one of the
  /// scenes.
  private static func distance(_ one: Scene?, _ other: Scene?) -> Double {
    guard let one, let other, one.layers.count == other.layers.count else { return .infinity }
    var greatest = 0.0
    for (layer, other) in zip(one.layers, other.layers) {
      guard layer.role == other.role else { return .infinity }
      greatest = max(greatest, 100 * (layer.opacity - other.opacity).magnitude)
      // A layer without opacity is not drawn.
      guard layer.opacity > 0 || other.opacity > 0 else { continue }
      guard let box = layer.part, let second = other.part else {
        if layer.part == nil, other.part == nil { continue }
        return .infinity
      }
      let across = (box.centre.x - second.centre.x).magnitude
      let down = (box.centre.y - second.centre.y).magnitude
      let wider = (box.width - second.width).magnitude / 2
      let higher = (box.height - second.height).magnitude / 2
      let turned = (box.angle - second.angle).magnitude * (Double.pi / 180) * box.width / 2
      greatest = max(greatest, across + wider, down + higher, turned)
    }
    return greatest
  }
}
