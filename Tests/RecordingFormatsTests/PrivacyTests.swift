import FieldData
import Testing
import TouchInput

@testable import RecordingFormats

@Suite("Privacy of recordings")
struct RecordingPrivacyTests {
  /// Every kind of secret that a file can contain, each with a word to search for.
  static let secrets: [(kind: PrivateDetail.Kind, word: String)] = [
    (.device, "Hers"), (.device, "1234"), (.system, "ThinkPad"), (.hardware, "SERIAL77"),
    (.time, "2001-09-09"), (.touchCount, "4242"), (.keys, "KEY_A"), (.words, "my note"),
    (.words, "my source"), (.text, "future"), (.abilities, "KEY_POWER"), (.time, "Current time"),
  ]

  static let text = """
    # libinput record
    version: 1
    ndevices: 1
    system:
      dmi: "ThinkPad X"
    flickbook:
      schema: 1
      intent: "half"
      note: "my note"
      source: "my source"
      future: "plan"
      initial:
      - device: 0
        slot: 0
        slots:
        - [0, 4241, {53: 1}]
        values: {0: 1}
        buttons: [116]
    devices:
    - node: /dev/input/event7
      evdev:
        # Name: Hers
        name: "Hers"
        id: [24, 4660, 2, 3]
        codes:
          0: [0]
          1: [30, 116, 330]
          3: [0, 1, 47, 53, 54, 57]
        absinfo:
          0: [0, 1079, 0, 0, 10]
          47: [0, 9, 0, 0, 0]
          53: [0, 1079, 0, 0, 10]
          54: [-5, 1919, 0, 0, 10]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      udev:
        properties:
        - ID_INPUT=1
        - ID_SERIAL=SERIAL77
      quirks:
      events:
      - evdev:
        - [1000000000,      0,   1,  30,   1]
        - [1000000000,      0,   0,   0,   0]
      # Current time is 01:46:40
      - evdev:
        - [1000000000,   8000,   3,  57,    4242]
        - [1000000000,   8000,   3,  53,     930]
        - [1000000000,   8000,   3,  54,     100]
        - [1000000000,   8000,   1, 330,   1]
        - [1000000000,   8000,   0,   0,   0]
      - evdev:
        - [1000000000,  16000,   3,  57,      -1]
        - [1000000000,  16000,   1, 330,   0]
        - [1000000000,  16000,   0,   0,   0]

    """

  private func file() throws -> RecordingFile {
    try RecordingFile(in: Array(Self.text.utf8), named: "mine.yml")
  }

  @Test("every secret is found", arguments: secrets.indices)
  func found(index: Int) throws {
    let secret = Self.secrets[index]
    let details = privateDetails(of: try file(), in: Array(Self.text.utf8))
    #expect(
      details.contains { $0.kind == secret.kind && $0.found.contains(secret.word) && $0.isDropped },
      "\(secret) is not among \(details)")
  }

  @Test("removed details do not occur in any format", arguments: RecordingFormat.allCases)
  func dropped(format: RecordingFormat) throws {
    guard format.isWritable else { return }
    let plain = try file().anonymized
    let bytes = try plain.text(as: format)
    let text = String(decoding: bytes, as: UTF8.self)
    for secret in Self.secrets { #expect(!text.contains(secret.word), "\(secret.word)") }
    guard format != .csv else { return }
    let again = try RecordingFile(in: bytes, named: "plain")
    let left = privateDetails(of: again, in: bytes).filter(\.isDropped)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("making an anonymous recording anonymous again changes nothing")
  func idempotent() throws {
    let once = try file().anonymized
    #expect(once.anonymized == once)
    #expect(once.recordings.first?.intent == "half")
    #expect(once.recordings.first?.events.first?.microseconds == 0)
    let ids = once.recordings.first?.events.filter { $0.type == 3 && $0.code == 57 }.map(\.value)
    #expect(ids == [0, -1])
    #expect(once.recordings.first?.initial?.slots.first?.trackingID == 1)
  }

  @Test("the source of a synthetic recording is kept, but not one that only begins in the same way")
  func source() throws {
    for (source, kept) in [
      ("synthetic: flick, seed 7", true), ("synthetic: slow-drag-and-hold, seed 0", true),
      ("synthetic: Anna's, seed 7", false), ("synthetic: flick, seed 7 by Anna", false),
      ("Anna, synthetic: flick, seed 7", false), ("synthetic: flick, seed -1", false),
    ] {
      var recording = try #require(try file().recordings.first)
      recording.source = source
      #expect(recording.anonymized.source == (kept ? source : "device"), "\(source)")
    }
  }

  @Test(
    "the contacts of a real recording are unchanged, except for their ids and times",
    .enabled(
      if: FieldFolder.recordings != nil, "needs the recordings in FLICKBOOK_FIELD_DATA"))
  func field() throws {
    for path in FieldRecordings.all {
      guard let file = try? FieldRecordings.read(path) else { continue }
      for (recording, plain) in zip(file.recordings, file.anonymized.recordings) {
        let origin = recording.events.first?.microseconds ?? 0
        let before = contacts(of: recording, from: origin)
        #expect(contacts(of: plain, from: 0) == before, "\(path)")
      }
    }
  }

  /// The frames that a reader finds in a recording, without the tracking ids of the contacts.
  private func contacts(of recording: Recording, from origin: Int64) -> [String] {
    var reader = ContactReader(device: recording.device, initial: recording.initial)
    return recording.events.compactMap { reader.receive($0) }.map { frame in
      let places = frame.contacts.map { "\($0.slot) \($0.phase) \($0.x) \($0.y)" }
      return "\(frame.microseconds - origin) \(frame.fingerCount) \(places)"
    }
  }
}
