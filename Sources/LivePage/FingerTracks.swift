import FrameLogs
import Portraits
import Quantities
import TouchInput

/// The positions of all fingers of a recording over time, from which a page draws the fingers.
private struct FingerTracks {
  /// The positions of one finger: times in seconds after the first event, and coordinates as fractions of the device.
  ///
  /// `x` is 0 at the left edge and 1 at the right edge, `y` is 0 at the top and 1 at the bottom.
  struct Track {
    var id: Int
    var times: [Double] = []
    var x: [Double] = []
    var y: [Double] = []
  }

  private(set) var tracks: [Track] = []

  /// Reads the fingers of a recording; the clock of the recording must already be corrected.
  init(_ recording: Recording) {
    var reader = ContactReader(device: recording.device, initial: recording.initial)
    let start = recording.events.first?.microseconds ?? 0
    let (across, down) = (recording.device.across, recording.device.down)
    for event in recording.events {
      guard let frame = reader.receive(event) else { continue }
      let time = Seconds.microseconds(frame.microseconds &- start).value
      for contact in frame.contacts {
        let index = index(of: contact.id)
        tracks[index].times.append(time)
        tracks[index].x.append(across.map { $0.fraction(contact.x) } ?? .nan)
        tracks[index].y.append(down.map { $0.fraction(contact.y) } ?? .nan)
      }
    }
  }

  /// Returns the index of the track of a contact; a new contact gets a new track.
  private mutating func index(of contact: Int) -> Int {
    // Search from the end, because the contacts that are still down began last.
    var index = tracks.count - 1
    while index >= 0 {
      if tracks[index].id == contact { return index }
      index -= 1
    }
    tracks.append(Track(id: contact))
    return tracks.count - 1
  }
}

extension DeviceDescription.Axis {
  private var span: Double { Double(maximum) - Double(minimum) }

  fileprivate func fraction(_ value: Double) -> Double {
    span > 0 ? (value - Double(minimum)) / span : .nan
  }
}

extension Recording {
  /// The fields of an answer that describe the recording: duration, device, labels, and the tracks of the fingers.
  var viewFields: [LogField] {
    let corrected = clockCorrection.recording
    let events = corrected.events
    let start = corrected.firstMicroseconds ?? 0
    let last = hasOnlyGestures ? gestures.last?.microseconds : events.last?.microseconds
    let end = last ?? start
    func text(_ words: String?, most: Int) -> LogValue {
      words.map { .text(printable($0, most: most)) } ?? .none
    }
    func list(_ numbers: [Double], scale: Double) -> LogValue {
      .list(numbers.map { .number(($0 * scale).rounded() / scale) })
    }
    let fingers = FingerTracks(corrected).tracks.map { track in
      LogValue.fields([
        LogField("times", list(track.times, scale: 1e6)), LogField("x", list(track.x, scale: 1e4)),
        LogField("y", list(track.y, scale: 1e4)),
      ])
    }
    return [
      LogField("duration", .number(Seconds.microseconds(end &- start).value)),
      LogField("device", text(device.name, most: 80)),
      LogField("kind", .text(device.kind.rawValue)),
      LogField("width", device.millimeters.map { .number($0.width) } ?? .none),
      LogField("height", device.millimeters.map { .number($0.height) } ?? .none),
      LogField("intent", text(intent, most: 80)), LogField("note", text(note, most: 10_000)),
      LogField("source", text(source, most: 200)), LogField("fingers", .list(fingers)),
    ]
  }
}
