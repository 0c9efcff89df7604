import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import RecordingFormats
import Testing
import TouchInput

@Suite("Anonymous recordings")
struct AnonymousFrameTests {
  /// The folders of the bundled cases.
  static let cases: [RecordingCase] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    do { return try recordingCases(in: package.appending(path: "Recordings").path) } catch {
      fatalError("Recordings: \(error)")
    }
  }()

  /// The recording as a computer with a long uptime and a keyboard would have made it.
  static func disguised(_ recording: Recording) -> Recording {
    var recording = recording
    recording.device.name = "Somebody's"
    recording.device.identity.vendor = 0x1234
    recording.note = "a note"
    for index in recording.events.indices {
      recording.events[index].microseconds += 987_654_321
      let isID =
        recording.events[index].type == EventType.absolute
        && recording.events[index].code == AbsoluteAxis.trackingID
      if isID, recording.events[index].value >= 0 { recording.events[index].value += 4_000 }
    }
    for index in recording.gaps.indices { recording.gaps[index].microseconds += 987_654_321 }
    for index in recording.initial?.slots.indices ?? 0..<0
    where (recording.initial?.slots[index].trackingID ?? -1) >= 0 {
      recording.initial?.slots[index].trackingID += 4_000
    }
    // A key event with its scan code is added within a frame.
    if let time = recording.events.last?.microseconds {
      let keys = [(EventType.miscellaneous, UInt16(4), Int32(30)), (EventType.key, 30, 1)]
      for (type, code, value) in keys {
        recording.events.insert(
          RawEvent(microseconds: time, type: type, code: code, value: value),
          at: recording.events.count - 1)
      }
    }
    return recording
  }

  @Test("an anonymous recording has byte-identical frames and events", arguments: cases)
  func frames(of found: RecordingCase) throws {
    let request = try found.request().request
    let recording = try loadedRecording(at: found.recordingPath).recording
    let disguised = Self.disguised(recording)
    let plain = RecordingFile(format: .libinput, recordings: [disguised]).anonymized
    let again = try RecordingFile(in: libinputText(of: plain), named: "plain").recordings[0]
    #expect(again.device.name != disguised.device.name && again.note == nil)
    #expect(again.events.count == recording.events.count)
    let before = try request.run(of: disguised).files()
    let after = try request.run(of: again).files()
    // Compared outside the expectation, which would otherwise print thousands of bytes if it fails.
    let isSame = (frames: before.frames == after.frames, events: before.events == after.events)
    #expect(isSame.frames && isSame.events)
  }
}
