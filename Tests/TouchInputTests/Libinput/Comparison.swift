import Quantities
import TouchInput

/// The pans that Flickbook finds in a recording, frame by frame, and those of libinput.
struct Comparison: Sendable {
  /// One `SYN_REPORT` of the recording, with the state of Flickbook's pan.
  struct Frame: Sendable {
    var microseconds: Int64
    /// The number of the active pan; nil if no pan is active.
    var pan: Int?
    var fingers = 0
    /// The distance that all fingers have moved in this recording so far.
    var travel = Planar<Points>.zero
  }

  /// One of Flickbook's pans: the frames in which it began and ended.
  struct Pan: Sendable {
    var began: Int
    var ended: Int
  }

  /// One of libinput's pans: the lines of its report, and the frame in which its end was reported.
  struct Run: Sendable {
    var lines: [PlacedLine]
    var end: Int

    var start: Int { lines.first?.frame ?? end }
  }

  let frames: [Frame]
  let pans: [Pan]
  let lines: [PlacedLine]
  /// The largest time between a line of the report and the line's frame, in milliseconds.
  let misfit: Double

  init(_ gesture: FieldGestures.Gesture, touchpadFingers: Int) throws {
    let recording = gesture.recording
    var reader = TouchReader(
      of: recording, mapping: try SurfaceMapping(device: recording.device),
      options: PanOptions(recognizer: .immediate, touchpadFingers: touchpadFingers),
      estimator: LastTwoSamples())
    var frames: [Frame] = []
    var pans: [Pan] = []
    var travel = Planar<Points>.zero
    var last = Planar<Points>.zero
    var pan: Int?
    var fingers = 0
    for event in recording.events {
      for timed in reader.receive(event) {
        switch timed.event {
        case .panBegan(let new), .panChanged(let new, _):
          if pan == nil {
            last = .zero
            pans.append(Pan(began: frames.count, ended: frames.count))
          }
          pan = new.number
          fingers = new.fingers
          travel = travel + (new.translation - last)
          last = new.translation
        case .panEnded, .panCancelled:
          pans[pans.count - 1].ended = frames.count
          pan = nil
          fingers = 0
        case .touchDown, .force, .touchMoved, .touchUp, .touchCancelled, .gap: break
        }
      }
      guard event.type == EventType.synchronization, event.code == Synchronization.report else {
        continue
      }
      frames.append(
        Frame(microseconds: event.microseconds, pan: pan, fingers: fingers, travel: travel))
    }
    if pan != nil { pans[pans.count - 1].ended = frames.count - 1 }
    self.frames = frames
    self.pans = pans
    let report = LibinputReport(gesture.report)
    let times = frames.map(\.microseconds)
    lines = report.placed(on: times)
    misfit = report.ahead(of: times).worst
  }

  /// The time from one frame to another, in milliseconds.
  func milliseconds(from start: Int, to end: Int) -> Double {
    Double(frames[end].microseconds - frames[start].microseconds) / 1000
  }

  /// libinput's two-finger pans, reported as scrolling or as a pinch.
  var runs: [Run] {
    var runs: [Run] = []
    var open: [PlacedLine] = []
    for (line, frame) in lines {
      switch line.kind {
      case .scroll, .pinch: open.append((line, frame))
      case .scrollStop, .pinchStop:
        if !open.isEmpty { runs.append(Run(lines: open, end: frame)) }
        open = []
      case .pointer: break
      }
    }
    return runs
  }

  /// The frames in which one finger pans, split where a pan ends or another finger is down.
  var oneFingerStretches: [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    for end in 1...max(frames.count, 1) {
      let isSame =
        end < frames.count && frames[end].pan == frames[start].pan
        && frames[end].fingers == frames[start].fingers
      if isSame { continue }
      if start < frames.count, frames[start].fingers == 1 { stretches.append(start..<end) }
      start = end
    }
    return stretches
  }

  /// The distances of libinput and of Flickbook along an axis, both measured since just before the
  /// first of `lines`.
  ///
  /// With `onlyTheirs`, frames in which libinput reports no movement along the axis are ignored.
  func distances(
    _ lines: [PlacedLine], _ axis: Axis, onlyTheirs: Bool = false
  ) -> [Agreement.Pair] {
    guard let first = lines.first else { return [] }
    var pair = Agreement.Pair(theirs: 0, ours: 0)
    var pairs = [pair]
    var before = max(first.frame - 1, 0)
    for (line, frame) in lines {
      if onlyTheirs { before = max(frame - 1, 0) }
      let step = frames[frame].travel - frames[before].travel
      let theirs = axis == .x ? line.x : line.y
      before = frame
      if onlyTheirs && theirs == 0 { continue }
      pair.theirs += theirs
      pair.ours += axis == .x ? step.x.value : step.y.value
      pairs.append(pair)
    }
    return pairs
  }
}

/// A line of libinput's report, with the index of its frame.
typealias PlacedLine = (line: LibinputReport.Line, frame: Int)

/// One of the two axes of a touchpad.
enum Axis: String, Sendable, CaseIterable {
  case x
  case y
}
