import RecordingFormats
import TouchInput

/// Writes the beginnings of the recordings at `paths` in every format, as seeds for the fuzzer.
func writeSeeds(into folder: String, from paths: [String]) {
  for (index, path) in paths.enumerated() {
    guard var file = try? RecordingFile(in: bytes(at: path), named: path) else { continue }
    for device in file.recordings.indices {
      file.recordings[device].events = Array(file.recordings[device].events.prefix(60))
    }
    for format in RecordingFormat.allCases where format.isWritable {
      guard let written = try? file.text(as: format) else { continue }
      write(written, at: "\(folder)/\(index).\(format.rawValue)")
    }
  }
  // Android's device list in front of events that do not name their device.
  let list = """
    add device 1: /dev/input/event2
      bus: 0018 vendor 0000 product 0000 version 0000
      name:     "touchscreen"
      events:
        KEY (0001): BTN_TOUCH
        ABS (0003): ABS_MT_SLOT  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X : value 5, min 0, max 1079, fuzz 0, flat 0, resolution 0
                    0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    [ 1.000001] 0003 0039 00000013
    [ 1.000002] 0000 0000 00000000

    """
  write(Array(list.utf8), at: "\(folder)/list.getevent")
  // Flickbook reads the following formats but does not write them, so the loop above gives no seeds.
  let evtest = """
    Input device ID: bus 0x18 vendor 0x1 product 0x2 version 0x3
    Input device name: "Panel"
    Supported events:
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH) state 1
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value 7
          Min   0
          Max   1079
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)
    Event: time 1.000001, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 930
    Event: time 1.000001, -------------- SYN_REPORT ------------

    """
  write(Array(evtest.utf8), at: "\(folder)/text.evtest")
  // A value of −1 for ABS_MT_TRACKING_ID at 2.000007 s, in the layout of 64-bit systems.
  write(
    [2, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x39, 0, 0xff, 0xff, 0xff, 0xff],
    at: "\(folder)/event.raw")
  let log = """
    {"hardwareProperties": {"left": 0, "right": 10, "xResolution": 1, "maxFingerCount": 5},
    "entries": [{"type": "hardwareState", "timestamp": 1.25, "buttonsDown": 1, "touchCount": 1,
    "fingers": [{"trackingId": 22, "positionX": 3.5, "positionY": 4, "pressure": 9}]}]}
    """
  write(Array(log.utf8), at: "\(folder)/log.chromeos")
}
