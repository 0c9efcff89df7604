import Flickbook
import Videos

/// The motion that was read from a video: its table, and a report about the frames.
struct VideoReport {
  let reading: VideoReading
  let region: VideoRegion
  let edge: EdgeMotion
  let rows: [EdgeMotion.Sample]

  /// The time between two frames counts as a gap if it is longer than this factor times the median interval.
  private static let gap = 1.5
  /// The difference of intervals, in seconds, up to which the frame rate counts as constant.
  ///
  /// Some formats round the times of frames to milliseconds.
  private static let rounding = 0.0011

  /// The table, with notes about the software and the video.
  func table(of source: ObservationSource) -> String {
    let area = [region.x, region.y, region.width, region.height].map(\.description)
    var notes = [("software", source.software), ("date", source.date)].filter { !$0.1.isEmpty }
    if let clock = source.clock { notes.append(("clock", clock.rawValue)) }
    notes += [
      ("video", lastPart(of: reading.path)),
      ("region", area.joined(separator: ",")),
      ("pixels-per-point", plain(reading.pixelsPerPoint)),
      ("repeated-frames", edge.repeated.count.description),
    ]
    return edge.table(
      axis: reading.axis.rawValue, pixelsPerPoint: reading.pixelsPerPoint,
      notes: notes.map { (key: $0.0, value: $0.1) })
  }

  /// The intervals between the frames in seconds, the shortest first.
  private var intervals: [Double] { edge.intervals.sorted() }
  private var median: Double { Self.middle(of: edge.intervals) }
  private var isConstant: Bool {
    intervals.allSatisfy { ($0 - median).magnitude <= Self.rounding }
  }
  /// The indices of the frames before a gap.
  private var gaps: [Int] {
    guard !isConstant else { return [] }
    return edge.intervals.indices.filter { edge.intervals[$0] > Self.gap * median }
  }
  private var positions: [Double] { rows.map { $0.position / reading.pixelsPerPoint } }
  private var errors: [Double] { rows.map { $0.standardError / reading.pixelsPerPoint } }

  private static func middle(of numbers: [Double]) -> Double {
    numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
  }

  /// The report, one line for each subject.
  var lines: [String] {
    let axis = reading.axis.rawValue
    let first = edge.samples.first?.time ?? 0
    let last = edge.samples.last?.time ?? 0
    let (shortest, longest) = (intervals.first ?? 0, intervals.last ?? 0)
    var lines = [
      "\(count(edge.samples.count, "frame")) from \(decimals(first, 3)) to \(decimals(last, 3)) s, "
        + (isConstant
          ? "one each \(decimals((last - first) / Double(edge.samples.count - 1), 4)) s"
          : "\(decimals(shortest, 4)) to \(decimals(longest, 4)) s apart, most \(decimals(median, 4)) s")
    ]
    if let repeated = edge.repeated.first {
      lines.append(
        "\(count(edge.repeated.count, "frame")) left out that repeat a picture while the edge moves, the "
          + "first at \(decimals(edge.samples[repeated].time, 3)) s")
    }
    if let gap = gaps.max(by: { edge.intervals[$0] < edge.intervals[$1] }) {
      lines.append(
        "\(count(gaps.count, "gap")) between frames, the longest \(decimals(edge.intervals[gap], 3)) s from "
          + "\(decimals(edge.samples[gap].time, 3)) s")
    }
    lines.append(
      "\(axis) from \(decimals(positions[0], 2)) to \(decimals(positions[positions.count - 1], 2)) pt, within "
        + "\(decimals(positions.min() ?? 0, 2)) to \(decimals(positions.max() ?? 0, 2)) pt; standard error "
        + "\(decimals(Self.middle(of: errors), 3)) pt, at most \(decimals(errors.max() ?? 0, 3)) pt"
    )
    return lines
  }

  /// A warning if the edge is at rest in all frames.
  var warning: String? {
    let range = (positions.max() ?? 0) - (positions.min() ?? 0)
    guard range * reading.pixelsPerPoint < 1 else { return nil }
    return
      "\(reading.path): the edge moves by less than 1 pixel; check that --region contains the edge "
      + "that moves, or choose the edge with --near."
  }

  var report: Report {
    [
      .data("frames", edge.samples.count), .data("rows", rows.count),
      .data("repeatedAt", edge.repeated.map { edge.samples[$0].time }),
      .data("gapsAt", gaps.map { edge.samples[$0].time }),
      .data("from", edge.samples.first?.time ?? 0), .data("to", edge.samples.last?.time ?? 0),
      .data("shortestInterval", intervals.first ?? 0), .data("medianInterval", median),
      .data("longestInterval", intervals.last ?? 0), .data("axis", reading.axis.rawValue),
      .data("first", positions[0]), .data("last", positions[positions.count - 1]),
      .data("smallest", positions.min() ?? 0), .data("largest", positions.max() ?? 0),
      .data("standardError", Self.middle(of: errors)), .data("largestError", errors.max() ?? 0),
    ] + Report(lines.map { .note($0) })
  }
}
