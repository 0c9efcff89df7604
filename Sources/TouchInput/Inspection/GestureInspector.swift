import Quantities
import VelocityEstimation

/// Reads the events of libinput in a recording that has no events of the device.
struct GestureInspector {
  /// The gestures that one event begins and a later event ends.
  private enum Gesture {
    case scroll, swipe, pinch, hold
  }

  private let recording: Recording
  private var intervals: [Int64] = []
  private var standstills = 0
  /// The number of gestures without a beginning or an end, and the time of the first such gesture.
  private var incomplete: (count: Int, first: Int64?) = (0, nil)

  init(_ recording: Recording) {
    self.recording = recording
    var open: (gesture: Gesture, last: Int64)?
    // Motion of the pointer cancels a hold, but may come before the event that ends the hold.
    for event in recording.gestures where event.kind != .pointerMotion {
      let (gesture, begins, ends) = Self.role(of: event.kind)
      let continues = open != nil && open?.gesture == gesture && !begins
      if let open, !continues { miss(at: open.last) }
      if let open, continues, !ends { note(event.microseconds - open.last) }
      if !continues, gesture != nil, !begins, event.kind != .scroll {
        miss(at: event.microseconds)
      }
      open = ends ? nil : gesture.map { ($0, event.microseconds) }
    }
    if let open { miss(at: open.last) }
  }

  /// The gesture to which an event belongs, and whether the event begins or ends the gesture.
  ///
  /// libinput sends no event at the beginning of a scroll, so every event of a scroll may be the first.
  private static func role(of kind: LibinputEvent.Kind) -> (Gesture?, begins: Bool, ends: Bool) {
    switch kind {
    case .pointerMotion: (nil, false, false)
    case .scroll: (.scroll, false, false)
    case .scrollEnd: (.scroll, false, true)
    case .swipeBegin: (.swipe, true, false)
    case .swipeUpdate: (.swipe, false, false)
    case .swipeEnd: (.swipe, false, true)
    case .pinchBegin: (.pinch, true, false)
    case .pinchUpdate: (.pinch, false, false)
    case .pinchEnd: (.pinch, false, true)
    case .holdBegin: (.hold, true, false)
    case .holdEnd: (.hold, false, true)
    }
  }

  private mutating func note(_ interval: Int64) {
    intervals.append(interval)
    if interval == 0 { standstills += 1 }
  }

  private mutating func miss(at microseconds: Int64) {
    incomplete = (incomplete.count + 1, incomplete.first ?? microseconds)
  }

  var inspection: RecordingInspection {
    let times = recording.gestures.map { $0.microseconds }
    var findings = [Finding(.noContacts)]
    if recording.gestures.allSatisfy({ $0.fingers == 1 }) {
      findings.append(Finding(.acceleratedPointer))
    }
    if standstills > 0 { findings.append(Finding(.timeStoodStill(count: standstills))) }
    if incomplete.count > 0 {
      findings.append(
        Finding(.incompleteGestures(count: incomplete.count), microseconds: incomplete.first))
    }
    let hand = HandCounts(
      of: recording, try? SurfaceMapping(device: recording.mappedDevice),
      mostFingers: recording.gestures.map { $0.fingers }.max() ?? 1)
    return RecordingInspection(
      kind: .touchpad, events: times.count, frames: 0,
      duration: .microseconds((times.max() ?? 0) - (times.min() ?? 0)),
      timing: ReportTiming(ofIntervals: intervals), contacts: [], touches: hand.touches,
      pans: hand.pans, findings: findings)
  }
}
