import Foundation
import RecordingFormats
import Testing
import TouchInput

@Suite("Round trips")
struct RoundTripTests {
  /// The recordings that the package bundles.
  static let bundled: [URL] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = package.appending(path: "Recordings")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var result: [URL] = []
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == "recording.yml" { result.append(file) }
    }
    return result.sorted { $0.path < $1.path }
  }()

  @Test(
    "all data that a replay uses are read back from every format",
    arguments: [RecordingFormat.libinput, .evemu, .csv])
  func bundledRecordings(format: RecordingFormat) throws {
    try #require(Self.bundled.count >= 100)
    for path in Self.bundled {
      let file = try RecordingFile(
        in: [UInt8](try Data(contentsOf: path)), named: path.lastPathComponent)
      let written = try file.text(as: format)
      let found = differences(readingBack: written, of: file)
      // Other formats cannot mark a gap, so the gap is read without its resynchronization. They
      // cannot store fingers that were already down either, and a table cannot store fingers that
      // are only counted.
      let recording = file.recordings[0]
      let hasFingers = recording.initial?.slots.contains { $0.trackingID >= 0 } ?? false
      let isCounted = recording.device.codes.contains {
        $0.codes.contains(TouchButton.toolDoubleTap)
      }
      guard recording.gaps.isEmpty && !hasFingers || format == .libinput else { continue }
      if format == .csv, isCounted { continue }
      #expect(found == [], "\(path.path)")
    }
  }

  /// A recording of a touchpad on which a resting finger in slot 0 reports only Y at first.
  private static let unsaid: Recording = {
    var device = DeviceDescription(name: "Pad")
    device.axes = [
      .init(code: AbsoluteAxis.slot, minimum: 0, maximum: 4),
      .init(code: AbsoluteAxis.positionX, minimum: 0, maximum: 1_280, resolution: 12),
      .init(code: AbsoluteAxis.positionY, minimum: 0, maximum: 720, resolution: 12),
    ]
    device.codes = [
      .init(type: EventType.synchronization, codes: Array(Synchronization.all)),
      .init(type: EventType.key, codes: [TouchButton.toolFinger, TouchButton.touch]),
      .init(type: EventType.absolute, codes: [47, 53, 54, 57]),
    ]
    var events: [RawEvent] = []
    func frame(_ time: Int64, _ values: [(UInt16, Int32)]) {
      for (code, value) in values {
        events.append(.init(microseconds: time, type: 3, code: code, value: value))
      }
      events.append(.init(microseconds: time, type: 0, code: 0, value: 0))
    }
    frame(0, [(57, 4), (54, 300), (47, 1), (57, 5), (53, 600), (54, 310)])
    for step in 1...10 {
      let y = Int32(step * 9)
      frame(Int64(step) * 8_000, [(54, 310 + y), (47, 0), (54, 300 + y), (47, 1)])
    }
    // Here the finger in slot 0 moves sideways for the first time.
    frame(88_000, [(47, 0), (53, 196)])
    frame(96_000, [(53, 210)])
    frame(104_000, [(57, -1), (47, 1), (57, -1)])
    return Recording(device: device, events: events)
  }()

  @Test("a missing coordinate is replaced by a later one, and the replacement is marked")
  func guesses() throws {
    let file = RecordingFile(format: .evemu, recordings: [Self.unsaid])
    let table = try file.text(as: .csv)
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.contains("# properties: 0"))
    #expect(lines.contains("microseconds,contact,phase,x,y,pressure,guessed"))
    #expect(lines.contains("0,1,began,196,300,,x"))
    #expect(lines.contains("0,2,began,600,310,,"))
    #expect(
      lines.contains("88000,1,moved,196,390,,") || lines.contains("88000,1,stationary,196,390,,"))
    #expect(differences(readingBack: table, of: file) == [])
    #expect(
      error(reading: "microseconds,contact,phase,x,y,guessed\n0,1,began,1,2,z\n")?.description
        .contains("test:2:") == true)
  }

  @Test("frames with equal times stay separate in a table")
  func sameTime() throws {
    var recording = Self.unsaid
    for index in recording.events.indices where recording.events[index].microseconds > 50_000 {
      recording.events[index].microseconds = 50_000
    }
    let file = RecordingFile(format: .evemu, recordings: [recording])
    #expect(differences(readingBack: try file.text(as: .csv), of: file) == [])
  }

  @Test(
    "the native format keeps the start and the orientation; for other formats, a loss is reported")
  func startAndPanel() throws {
    var recording = Self.unsaid
    recording.start = "half"
    recording.device.properties = [DeviceProperty.direct]
    recording.device.orientation = PanelOrientation(rotation: .quarter, flip: .y)
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let back = try RecordingFile(in: try file.text(as: .libinput), named: "panel.yml")
    #expect(back.recordings[0].start == "half")
    #expect(back.recordings[0].device.orientation == recording.device.orientation)
    let losses = file.losses(as: .evemu)
    #expect(losses.contains("the position of the surface at the start"))
    #expect(losses.contains("how the panel is mounted"))
    #expect(file.anonymized.recordings[0].device.orientation == recording.device.orientation)
  }

  @Test("a part of a recording that begins after the first gesture does not keep the start")
  func laterPart() {
    var recording = Self.unsaid
    recording.start = "half"
    #expect(recording.part(0..<recording.events.count).start == "half")
    #expect(recording.part(recording.events.count..<recording.events.count).start == nil)
  }

  @Test("data that a round trip loses are reported")
  func losses() throws {
    var file = RecordingFile(format: .evemu, recordings: [Self.unsaid])
    let written = try file.text(as: .evemu)
    #expect(differences(readingBack: written, of: file) == [])
    file.recordings[0].device.codes[1].codes = [TouchButton.touch]
    #expect(differences(readingBack: written, of: file).contains("the kind of the device"))
    file.recordings[0].events.removeLast(4)
    #expect(differences(readingBack: written, of: file).contains("some contacts"))
    #expect(differences(readingBack: [], of: file) == ["anything that can be read back"])
  }

  @Test("a device without properties is written with the udev property of its kind")
  func udev() throws {
    var recording = Self.unsaid
    func says() throws -> String {
      let text = libinputText(of: RecordingFile(format: .getevent, recordings: [recording]))
      return String(decoding: text, as: UTF8.self)
    }
    #expect(try says().contains("ID_INPUT_TOUCHPAD=1"))
    recording.device.codes[1].codes = [TouchButton.touch]
    #expect(try says().contains("ID_INPUT_TOUCHSCREEN=1"))
  }
}
