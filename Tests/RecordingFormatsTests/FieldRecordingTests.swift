import FieldData
import Foundation
import RecordingFormats
import Testing
import TouchInput
import YAMLNodes

@Suite(
  "Field recordings",
  // The recordings belong to other projects and are not part of the package.
  .enabled(
    if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
struct FieldRecordingTests {
  @Test(
    "every file is read without a warning",
    arguments: FieldRecordings.libinput + FieldRecordings.splitFrames + FieldRecordings.evemu)
  func reads(path: String) throws {
    let file = try FieldRecordings.read(path)
    #expect(file.recordings.count == 1)
    #expect(!file.recordings[0].events.isEmpty)
    #expect(!file.recordings[0].device.axes.isEmpty)
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }

  @Test(
    "a recording contains the same data as a YAML parser finds in the file",
    arguments: FieldRecordings.libinput + FieldRecordings.splitFrames)
  func sameAsWholeParser(path: String) throws {
    let recording = try FieldRecordings.read(path).recordings[0]
    let text = String(decoding: try FieldRecordings.bytes(path), as: UTF8.self)
    let device = try #require(try compose(yaml: text)?["devices"]?[0])
    let evdev = try #require(device["evdev"])
    #expect(recording.device.name == evdev["name"]?.string)
    #expect(recording.device.node == device["node"]?.string)
    let id = recording.device.identity
    #expect(
      [id.bus, id.vendor, id.product, id.version].map(Int.init) == evdev["id"]?.numbers)
    #expect(
      recording.device.properties.map(Int.init) == evdev["properties"]?.numbers)
    for codes in recording.device.codes {
      #expect(codes.codes.map(Int.init) == evdev["codes"]?[Int(codes.type)]?.numbers)
    }
    #expect(recording.device.codes.count == evdev["codes"]?.mapping?.count)
    for axis in recording.device.axes {
      #expect(
        [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution].map(Int.init)
          == evdev["absinfo"]?[Int(axis.code)]?.numbers)
    }
    #expect(recording.device.axes.count == evdev["absinfo"]?.mapping?.count)
    let events = try #require(device["events"]?.sequence).flatMap { item in
      try #require(item["evdev"]?.sequence).map { try #require($0.numbers) }
    }
    #expect(
      recording.events.map {
        [Int($0.microseconds), Int($0.type), Int($0.code), Int($0.value)]
      } == events.map { [$0[0] * 1_000_000 + $0[1], $0[2], $0[3], $0[4]] })
  }

  // `libinput record` differs in two ways. Its times start with the first event, and libevdev
  // discards events that the device does not declare (code 0x1d of "ELAN CANDO Windows7", 322
  // times).
  @Test("an evemu recording equals its libinput counterpart", arguments: FieldRecordings.twins)
  func twins(libinput: String, evemu: String) throws {
    let converted = try FieldRecordings.read(libinput).recordings[0]
    let original = try FieldRecordings.read(evemu).recordings[0]
    let start = try #require(original.events.first).microseconds
    let expected = original.events
      .filter { original.device.sends(type: $0.type, code: $0.code) }
      .map {
        RawEvent(
          microseconds: $0.microseconds - start, type: $0.type, code: $0.code, value: $0.value)
      }
    #expect(converted.events == expected)
    var device = converted.device
    device.node = ""
    #expect(device == original.device)
  }

  @Test(
    "every file is read back after it was written as a libinput recording",
    arguments: FieldRecordings.libinput + FieldRecordings.splitFrames + FieldRecordings.evemu)
  func rewritten(path: String) throws {
    let file = try FieldRecordings.read(path)
    let again = try RecordingFile(in: libinputText(of: file), named: "again")
    #expect(again.recordings == file.recordings)
    #expect(again.preserved == file.preserved || file.format != .libinput)
    #expect(again.warnings.isEmpty)
  }

  @Test(
    "Android recordings are read, although they do not describe the device",
    arguments: FieldRecordings.getevent)
  func getevent(path: String) throws {
    let file = try FieldRecordings.read(path)
    #expect(file.format == .getevent)
    #expect(file.recordings.count == 1)
    #expect(!file.recordings[0].events.isEmpty)
    #expect(file.recordings[0].device.sends(type: EventType.synchronization, code: 0))
    #expect(!file.warnings.contains { $0.kind != .cut && $0.kind != .assumedTouchscreen })
    #expect(file.recordings[0].device.kind == .touchscreen)
  }

  @Test(
    "every recording is read back from every format, to the microsecond",
    arguments: [RecordingFormat.libinput, .evemu])
  func converted(format: RecordingFormat) throws {
    for path in FieldRecordings.all {
      let file = try FieldRecordings.read(path)
      let again = try RecordingFile(in: file.text(as: format), named: "again")
      var device = file.recordings[0].device
      #expect(again.format == format, "\(path)")
      #expect(again.recordings[0].events == file.recordings[0].events, "\(path)")
      device.node = again.recordings[0].device.node
      // evemu does not read a device without a name, so such a device gets one.
      if format == .evemu, device.name.isEmpty { device.name = "unknown" }
      #expect(again.recordings[0].device == device, "\(path)")
    }
  }

  @Test(
    "contacts, pans and kind of a recording are read back from every format that has a device",
    arguments: FieldRecordings.all)
  func replaysTheSame(path: String) throws {
    let file = try FieldRecordings.read(path)
    for format in [RecordingFormat.libinput, .evemu] {
      let written = try file.text(as: format)
      #expect(differences(readingBack: written, of: file) == [], "\(format) of \(path)")
    }
    // A table has no finger count and no pointer, which a semi-multitouch touchpad uses for its
    // pans.
    let table = differences(readingBack: try file.text(as: .csv), of: file)
    let device = file.recordings[0].device
    let countsFingers =
      device.isSemiMultitouch
      || device.sends(type: EventType.key, code: TouchButton.toolDoubleTap)
    #expect(table.isEmpty || (countsFingers && table == ["some pans"]), "\(table) of \(path)")
  }

  @Test(
    "the contacts of every recording are read back from a touch table",
    arguments: FieldRecordings.all)
  func tabulated(path: String) throws {
    let table = try FieldRecordings.read(path).text(as: .csv)
    let again = try RecordingFile(in: table, named: "again").text(as: .csv)
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    #expect(String(decoding: again, as: UTF8.self).split(separator: "\n") == lines)
    #expect(lines.count > 4)
  }
}

extension Node {
  /// The value of a key, or the item at an index of a list.
  fileprivate subscript(key: String) -> Node? { mapping?[key] }

  fileprivate subscript(index: Int) -> Node? {
    if let sequence { return sequence.indices.contains(index) ? sequence[index] : nil }
    return mapping?["\(index)"]
  }

  /// The integers of a list.
  fileprivate var numbers: [Int]? {
    sequence.map { $0.compactMap { $0.string.flatMap { Int($0) } } }
  }
}
