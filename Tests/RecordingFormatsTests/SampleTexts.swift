import RecordingFormats
import TouchInput

/// Small recordings written for the tests.
enum SampleTexts {
  /// A libinput recording of one tap on a touchscreen, in two frames, with replaceable parts.
  static func libinput(
    name: String = "\"Panel\"", events: String = Self.tap, top: String = "", device: String = ""
  ) -> String {
    """
    # libinput record
    version: 1
    ndevices: 1
    \(top)devices:
    - node: /dev/input/event3
      evdev:
        # Name: Panel
        name: \(name)
        id: [24, 1, 2, 3]
        codes:
          0: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] # EV_SYN
          1: [330] # EV_KEY
          3: [0, 1, 47, 53, 54, 57] # EV_ABS
        absinfo:
          0: [0, 1079, 0, 0, 10]
          1: [-5, 1919, 0, 0, 10]
          47: [0, 9, 0, 0, 0]
          53: [0, 1079, 0, 0, 10]
          54: [-5, 1919, 0, 0, 10]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      udev:
        properties:
        - ID_INPUT=1
    \(device)  quirks:
      events:
    \(events)
    """
  }

  static let tap = """
      - evdev:
        - [  0,      0,   3,  57,      13] # EV_ABS / ABS_MT_TRACKING_ID       13
        - [  0,      0,   3,  53,     930] # EV_ABS / ABS_MT_POSITION_X       930 (+930)
        - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      # Current time is 01:30:28
      - evdev:
        - [  1,   7513,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
        - [  1,   7513,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +7ms
                                           # Touch device in neutral state

    """

  /// An evemu recording of the same tap.
  static let evemu = """
    # EVEMU 1.3
    # Input device name: "Panel"
    N: Panel
    I: 0018 0001 0002 0003
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 1079 0 0 10
    A: 01 -5 1919 0 0 10
    A: 2f 0 9 0 0 0
    A: 35 0 1079 0 0 10
    A: 36 -5 1919 0 0 10
    A: 39 0 65535 0 0 0
    ################################
    E: 0.000000 0003 0039 0013\t# EV_ABS / ABS_MT_TRACKING_ID   13
    E: 0.000000 0003 0035 0930\t# EV_ABS / ABS_MT_POSITION_X    930
    E: 0.000000 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------
    E: 1.007513 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
    E: 1.007513 0000 0000 0000\t# ------------ SYN_REPORT (0) ----------

    """

  /// The output of evtest for the same tap.
  static let evtest = """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x1 product 0x2 version 0x3
    Input device name: "Acme "Pro" \\ Pad: #1"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 0 (ABS_X)
          Min   0
          Max   1079
          Resolution 10
        Event code 1 (ABS_Y)
          Min   -5
          Max   1919
          Resolution 10
        Event code 47 (ABS_MT_SLOT)
          Min   0
          Max   9
        Event code 53 (ABS_MT_POSITION_X)
          Min   0
          Max   1079
          Resolution 10
        Event code 54 (ABS_MT_POSITION_Y)
          Min   -5
          Max   1919
          Resolution 10
        Event code 57 (ABS_MT_TRACKING_ID)
          Min   0
          Max   65535
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)
    Event: time 0.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 13
    Event: time 0.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 930
    Event: time 0.000000, -------------- SYN_REPORT ------------
    Event: time 1.007513, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 1.007513, -------------- SYN_REPORT ------------

    """

  /// The output of `getevent -lp` and of `getevent -lt` for the same tap.
  static let getevent = """
    add device 1: /dev/input/event3
      bus:     0018
      vendor   0001
      product  0002
      version  0003
      name:     "Acme "Pro" \\ Pad: #1"
      events:
        KEY (0001): BTN_TOUCH
        ABS (0003): ABS_X                 : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 10
                    ABS_Y                 : value 0, min -5, max 1919, fuzz 0, flat 0, resolution 10
                    ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 10
                    ABS_MT_POSITION_Y     : value 0, min -5, max 1919, fuzz 0, flat 0, resolution 10
                    ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    [       0.000000] /dev/input/event3: EV_ABS       ABS_MT_TRACKING_ID   0000000d
    [       0.000000] /dev/input/event3: EV_ABS       ABS_MT_POSITION_X    000003a2
    [       0.000000] /dev/input/event3: EV_SYN       SYN_REPORT           00000000
    [       1.007513] /dev/input/event3: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [       1.007513] /dev/input/event3: EV_SYN       SYN_REPORT           00000000

    """

  /// Two events as the kernel delivers them on 64-bit systems.
  static let raw: [UInt8] =
    [2, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x35, 0, 0xff, 0xff, 0xff, 0xff]
    + [2, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
}

extension SampleTexts {
  /// The events of both samples.
  static func events() throws -> [RawEvent] { try read(libinput()).recordings[0].events }
}

/// Reads text as a file named `test`.
func read(_ text: String) throws(RecordingError) -> RecordingFile {
  try RecordingFile(in: Array(text.utf8), named: "test")
}

/// The error of reading a text; nil if the text is read.
func error(reading text: String) -> RecordingError? {
  do {
    _ = try read(text)
    return nil
  } catch {
    return error
  }
}
