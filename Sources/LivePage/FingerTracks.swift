import FrameLogs
import Portraits
import Quantities
import TouchInput

/// The positions of the fingers of a recording on its device, for drawing them in a page.
private struct FingerTracks {
  /// A finger: times in seconds after the first event, positions as fractions of the device.
  ///
  /// `x` increases to the right and `y` downwards.
  struct Track {
    var id: Int
    var times: [Double] = []
    var x: [Double] = []
    var y: [Double] = []
  }

  private(set) var tracks: [Track] = []

  /// Reads the fingers of a recording with corrected times.
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

  /// Returns the index of the track of a contact, and adds a track for a new contact.
  ///
  /// The search starts at the end, because the last tracks are the likeliest.
  private mutating func index(of contact: Int) -> Int {
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

  /// The length of the axis in mm; `none` if the device has no resolution.
  fileprivate var length: LogValue { resolution > 0 ? .number(span / Double(resolution)) : .none }
}

extension Recording {
  /// The fields that a page shows: duration, device, labels, and the tracks of the fingers.
  var viewFields: [LogField] {
    let corrected = clockCorrection.recording
    let events = corrected.events
    let start = events.first?.microseconds ?? 0
    let end = events.last?.microseconds ?? start
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
      LogField("width", device.across?.length ?? .none),
      LogField("height", device.down?.length ?? .none),
      LogField("intent", text(intent, most: 80)), LogField("note", text(note, most: 10_000)),
      LogField("source", text(source, most: 200)), LogField("fingers", .list(fingers)),
    ]
  }
}
