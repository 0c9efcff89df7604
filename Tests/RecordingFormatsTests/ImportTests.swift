import RecordingFormats
import Testing
import TouchInput

@Suite("Import")
struct ImportTests {
  /// Output of evtest, quoted and wrapped by a mail program.
  static let quotedEvtest = """
    > Input driver version is 1.0.1
    > Input device ID: bus 0x18 vendor 0x1 product 0x2 version 0x3
    > Input device name: "Panel"
    > Supported events:
    >   Event type 0 (EV_SYN)
    >   Event type 1 (EV_KEY)
    >     Event code 330 (BTN_TOUCH)
    >   Event type 3 (EV_ABS)
    >     Event code 53 (ABS_MT_POSITION_X)
    >       Value      7
    >       Min        -3
    >       Max     1079
    >       Resolution      10
    >     Event code 0 (ABS_X)
    >       Value      12
    >       Min        0
    >       Max     1079
    > Properties:
    >   Property type 1 (INPUT_PROP_DIRECT)
    > Testing ... (interrupt to exit)
    > Event: time 1434.000001, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
    > Event: time 1434.000001, type 3 (Absolute), code 53
    > (ABS_MT_POSITION_X), value -13
    > Event: time 1434.000002, -------------- EV_SYN ------------
    > Event: time 1434.000003, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    > Event: time 1434.000004, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
    > Event: time 1434.000005, -------------- SYN_REPORT ------------
    Here it stopped working.
    """

  @Test("evtest output is read, also if a mail program has wrapped and quoted it")
  func evtest() throws {
    let file = try read(Self.quotedEvtest)
    let recording = file.recordings[0]
    #expect(file.format == .evtest)
    #expect(recording.device.name == "Panel")
    #expect(recording.device.identity == .init(bus: 24, vendor: 1, product: 2, version: 3))
    #expect(recording.device.axes.map(\.code) == [0, 53])
    #expect(
      recording.device.axis(53) == .init(code: 53, minimum: -3, maximum: 1079, resolution: 10))
    #expect(recording.device.properties == [1])
    #expect(
      recording.initial
        == .init(values: [.init(code: 0, value: 12)], heldButtons: [330], isComplete: false))
    #expect(
      recording.events == [
        .init(microseconds: 1_434_000_001, type: 4, code: 4, value: 0x90001),
        .init(microseconds: 1_434_000_001, type: 3, code: 53, value: -13),
        .init(microseconds: 1_434_000_002, type: 0, code: 0, value: 0),
        .init(microseconds: 1_434_000_003, type: 0, code: 2, value: 0),
        .init(microseconds: 1_434_000_004, type: 0, code: 3, value: 0),
        .init(microseconds: 1_434_000_005, type: 0, code: 0, value: 0),
      ])
    #expect(!file.isCut)
    #expect(
      error(reading: "Event: time 1.000001, type x\nEvent: time 1.1, type y\n")?.description
        .contains("test:1:") == true)
  }

  @Test(
    "the outputs of evtest and getevent equal the libinput recording of the same touches",
    arguments: [RecordingFormat.evtest, .getevent])
  func sameTouches(format: RecordingFormat) throws {
    let file = try read(format == .evtest ? SampleTexts.evtest : SampleTexts.getevent)
    var expected = try read(SampleTexts.libinput(name: #""Acme \"Pro\" \\ Pad: #1""#)).recordings[0]
    if format == .evtest { expected.device.node = "" }
    var found = try #require(file.recordings.first)
    // getevent always prints a value for each axis.
    if format == .getevent { found.initial = nil }
    // Neither program lists the codes of synchronization events.
    found.device.codes.removeAll { $0.type == EventType.synchronization }
    expected.device.codes.removeAll { $0.type == EventType.synchronization }
    #expect(file.format == format)
    #expect(found == expected)
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }

  @Test("getevent output is read with named or numbered codes, for one or several devices")
  func getevent() throws {
    let text = """
      could not get driver version for /dev/input/mice, Not a typewriter
      add device 1: /dev/input/event2
        name:     "touchscreen"
        events:
          KEY (0001): BTN_TOUCH*            KEY_HOME
          ABS (0003): ABS_MT_SLOT           : value 3, min 0, max 9, fuzz 0, flat 0, resolution 0
                      0035                 : value 0, min -5, max 1199, fuzz 1, flat 2, resolution 3
        input props:
          INPUT_PROP_DIRECT
      add device 2: /dev/input/event0
        name:     "power"
        events:
          KEY (0001): KEY_POWER
        input props:
          <none>
      [    2311.461360] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    0000013f
      [    2311.461360] /dev/input/event0: EV_KEY       KEY_POWER            DOWN
      [    2311.461361] /dev/input/event2: 0003 0039 ffffffff
      [    2311.461361] /dev/input/event2: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM
      [    2311.461361] /dev/input/event2: EV_KEY       KEY_ZENKAKUHANKAKU   DOWN
      [    2311.461361] /dev/input/event2: EV_SYN       SYN_REPORT           00000000    rate 70
      [    2311.461362] /dev/input/event0: EV_SYN       SYN_REPORT           00000000

      """
    let file = try read(text)
    #expect(file.format == .getevent)
    #expect(file.recordings.map(\.device.name) == ["touchscreen", "power"])
    #expect(file.recordings.map(\.device.node) == ["/dev/input/event2", "/dev/input/event0"])
    let screen = file.recordings[0]
    #expect(screen.device.properties == [1])
    #expect(screen.device.codes.first { $0.type == 1 }?.codes == [102, 330])
    #expect(
      screen.device.axes == [
        .init(code: 47, minimum: 0, maximum: 9),
        .init(code: 53, minimum: -5, maximum: 1199, fuzz: 1, flat: 2, resolution: 3),
      ])
    #expect(screen.initial?.currentSlot == 3)
    #expect(screen.initial?.heldButtons == [330])
    #expect(screen.initial?.slots.map(\.number) == [3])
    #expect(
      screen.events == [
        .init(microseconds: 2_311_461_360, type: 3, code: 53, value: 0x13f),
        .init(microseconds: 2_311_461_361, type: 3, code: 57, value: -1),
        .init(microseconds: 2_311_461_361, type: 3, code: 55, value: 2),
        .init(microseconds: 2_311_461_361, type: 0, code: 0, value: 0),
      ])
    #expect(file.warnings.map(\.line) == [20])
    #expect(file.recordings[1].events.count == 2)
  }

  @Test("keyboard keys and unknown lines are left out, with one warning")
  func leftOut() throws {
    let lines = (1...200).flatMap { time in
      [
        "[ \(time).000000] EV_KEY KEY_ZENKAKUHANKAKU DOWN",
        "[ \(time).000000] EV_KEY KEY_KATAKANA UP",
        "[ \(time).000000] EV_ABS ABS_NEW 00000001",
      ]
    }
    let text = "[ 0.000000] EV_ABS ABS_X 00000001\n" + lines.joined(separator: "\n") + "\n"
    var file = try read(text + "[ 300.000000] EV_SYN SYN_REPORT 00000000\n")
    file.warnings.removeAll { $0.kind == .assumedTouchscreen }
    #expect(file.recordings[0].events.count == 2)
    #expect(file.warnings.map(\.line) == [2, 4])
    #expect(file.warnings[0].kind == .keysLeftOut(count: 400))
    #expect("\(file.warnings[0])".contains("400 events of keys that are not touch buttons"))
    #expect(
      file.warnings[1].kind
        == .unknownName("[ 1.000000] EV_ABS ABS_NEW 00000001", count: 200))
  }

  @Test("getevent output without a device gives the codes and slots that occur, but no ranges")
  func geteventAlone() throws {
    let file = try read(
      """
      [ 1.000000] 0003 002f 00000004
      [ 1.000000] 0003 0035 00000258
      [ 1.000000] 0000 0000 00000000

      """)
    let device = file.recordings[0].device
    #expect(device.axes == [.init(code: 47, minimum: 0, maximum: 4)])
    #expect(device.codes.map(\.type) == [0, 3])
    #expect(device.sends(type: 3, code: 0x35))
    #expect(error(reading: "add device 1: /dev/input/event2\n  name: \"x\"\n") != nil)
    #expect(
      error(reading: "[ 1.000000] 0003 002f 00000004\n[ 1.0 0003\n")?.description
        .contains("test:2:") == true)
  }

  @Test("raw events are read in both layouts and are distinguished from other binary files")
  func raw() throws {
    let narrow: [UInt8] =
      [2, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0x35, 0, 0xff, 0xff, 0xff, 0xff]
      + [2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let expected = [
      RawEvent(microseconds: 2_000_007, type: 3, code: 0x35, value: -1),
      RawEvent(microseconds: 2_000_008, type: 0, code: 0, value: 0),
    ]
    for bytes in [SampleTexts.raw, narrow] {
      let file = try RecordingFile(in: bytes, named: "test")
      #expect(file.format == .raw)
      #expect(file.recordings[0].events == expected)
      #expect(!file.isCut)
      let cut = try RecordingFile(in: bytes.dropLast(3), named: "test")
      #expect(cut.recordings[0].events == Array(expected.prefix(1)))
      #expect(cut.isCut)
    }
    #expect(throws: RecordingError.binary(file: "test", offset: 0)) {
      try RecordingFile(in: [UInt8](repeating: 0, count: 240), named: "test")
    }
    #expect(throws: RecordingError.self) {
      try RecordingFile(in: (0..<240).map { UInt8($0) }, named: "test")
    }
  }

  @Test("a ChromeOS activity log gives the events of a device with slots")
  func activityLog() throws {
    let file = try read(
      """
      {"version": 1, "gesturesVersion": "1.2", "hardwareProperties": {"left": 0, "top": 0,
      "right": 100, "bottom": 60, "xResolution": 1, "yResolution": 1, "maxFingerCount": 5,
      "isButtonPad": true, "semiMt": false}, "properties": {}, "entries": [
      {"type": "hardwareState", "timestamp": 1354000000.123456, "buttonsDown": 0, "touchCount": 1,
       "fingers": [{"trackingId": 22, "positionX": 3, "positionY": 4, "pressure": 9.0}]},
      {"type": "timerCallback", "now": 2},
      {"type": "hardwareState", "timestamp": 1354000000.135, "buttonsDown": 1, "touchCount": 2,
       "fingers": [{"trackingId": 22, "positionX": 3.5, "positionY": 4, "pressure": 9},
                   {"trackingId": 23, "positionX": 7, "positionY": 8, "pressure": 1}]},
      {"type": "hardwareState", "timestamp": 1354000000.147, "buttonsDown": 1, "touchCount": 1,
       "fingers": [{"trackingId": 23, "positionX": 7, "positionY": 8, "pressure": 1}]}
      ]}
      """)
    let recording = file.recordings[0]
    #expect(file.format == .chromeOS)
    #expect(recording.device.properties == [0, 2])
    #expect(
      recording.device.axis(53) == .init(code: 53, minimum: 0, maximum: 100_000, resolution: 1_000))
    let times = recording.events.filter(\.isReport).map(\.microseconds)
    #expect(times == [1_354_000_000_123_456, 1_354_000_000_135_000, 1_354_000_000_147_000])
    let frames = recording.events.split { $0.isReport }.map { $0.map { [$0.type, $0.code] } }
    #expect(frames[0] == [[3, 57], [3, 53], [3, 54], [3, 58], [1, 330], [1, 325]])
    #expect(
      frames[1]
        == [
          [3, 53], [3, 47], [3, 57], [3, 53], [3, 54], [3, 58], [1, 272], [1, 325], [1, 333],
        ])
    #expect(frames[2] == [[3, 47], [3, 57], [1, 333], [1, 325]])
    #expect(recording.source == "ChromeOS activity log of 1.2")
    #expect(
      error(reading: "{\"hardwareProperties\": {}, \"entries\": [{\"type\": 3}]}")?.description
        .contains("at .entries[0].type: a value of another type") == true)
  }

  @Test(
    "a touch table gives the events of a device with slots, from which the same table is written")
  func touchTable() throws {
    let table = """
      # flickbook touches
      # name: Panel
      # properties: 1
      # x: 0 1079 10
      # y: -5 1919 10
      microseconds,contact,phase,x,y,pressure
      -5,1,began,930,547,40
      7513,1,moved,929,546,41
      7513,2,began,10,20,
      9000,1,stationary,929,546,41
      9000,2,moved,11,-3,
      15810,1,ended,929,546,41
      15810,2,stationary,11,-3,
      16000,2,cancelled,11,-3,

      """
    let file = try read(table)
    #expect(file.format == .csv)
    #expect(file.recordings[0].device.name == "Panel")
    let again = String(decoding: try file.text(as: .csv), as: UTF8.self)
    #expect(again.split(separator: "\n") == table.split(separator: "\n"))
    let plain = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    let tabbed = try read(plain.replacing(",", with: "\t"))
    #expect(tabbed.recordings[0].events == file.recordings[0].events)
    for (old, new, line) in [
      ("-5,1,began", "-5,1,moved", 7), ("7513,2,began", "7513,1,began", 9),
      ("929,546,41", "929.5,546,41", 8),
      ("929,546,41", "9290000000,546,41", 8), ("contact,phase", "phase,phase", 6),
      ("7513,1,moved", "7513,1,flown", 8), ("# x: 0 1079 10", "# x: 0 1079", 4),
    ] {
      let broken = table.replacing(old, with: new, maxReplacements: 1)
      #expect(error(reading: broken)?.description.contains("test:\(line):") == true, "\(new)")
    }
  }
}
