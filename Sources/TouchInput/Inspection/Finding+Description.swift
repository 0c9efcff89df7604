import Quantities

extension Finding: CustomStringConvertible {
  /// A message with the place, the problem, and its effect or fix; times are on the recording's clock.
  public var description: String { message(at: microseconds.map { "\($0) µs" }) }

  /// Returns the message with times in seconds from the beginning of the recording.
  ///
  /// - Parameter originMicroseconds: The beginning of the recording, in microseconds of its clock.
  /// - Returns: The message.
  public func description(from originMicroseconds: Int64) -> String {
    message(
      at: microseconds.map { time in
        let (elapsed, overflows) = time.subtractingReportingOverflow(originMicroseconds)
        return overflows ? "an unknown time" : "\(thousandths(elapsed)) s"
      })
  }

  private func message(at time: String?) -> String {
    let location = [contact.map { "contact \($0)" }, time.map { "at \($0)" }]
      .compactMap { $0 }.joined(separator: " ")
    return "\(location.isEmpty ? "recording" : location): \(explanation)"
  }

  /// Returns a time in seconds, with three decimal places.
  private func thousandths(_ microseconds: Int64) -> String {
    let rounded = (microseconds.magnitude + 500) / 1000
    let sign = microseconds < 0 && rounded > 0 ? "-" : ""
    return "\(sign)\(rounded / 1000).\(String(rounded % 1000 + 1000).dropFirst())"
  }

  private var explanation: String {
    switch kind {
    case .noTouches: "the recording has no touches; record again, or choose another device"
    case .noContacts:
      """
      the recording has the gestures that libinput recognized, and no contacts; the positions, the pressure and the \
      number of reports of the fingers are unknown
      """
    case .acceleratedPointer:
      """
      the resolution of the device is unknown, so pans of one finger are as long as the accelerated motion of the pointer
      """
    case .libinputDiffers(let recorded, let recognized):
      """
      libinput recognized \(recorded?.summary ?? "no more gesture") when this was recorded, and Flickbook recognizes \
      \(recognized?.summary ?? "no more gesture"); the settings or the version of libinput may differ from the modelled \
      ones
      """
    case .incompleteGestures(let count):
      """
      \(count == 1 ? "a gesture has" : "\(count) gestures have") no beginning or no end, so events may be missing; \
      copy the whole output of libinput
      """
    case .oneReportContacts(let count, let total):
      """
      \(count) of \(total) contacts last only one report, as taps can; if these fingers moved, the device loses them \
      between its reports; check the device and its driver
      """
    case .unusableSurface(let error): error.description
    case .sizeUnknown:
      "the device does not report its size; millimetres are based on an assumed size"
    case .sizeImpossible(let width, let height):
      """
      the device reports a size of \(rounded(width)) × \(rounded(height)) mm, which no such device has, so its \
      resolution is ignored and millimetres are based on an assumed size; correct the resolution in the device \
      description
      """
    case .kindAssumed(let text): text
    case .otherShape(let size):
      """
      the touchscreen has another shape than the screen, so one scale is used for both axes, and the centre \
      of the touchscreen is the centre of the screen; if the screen is as large as the touchscreen, use \
      --screen \(text(of: size))
      """
    case .unequalScales(let unit):
      """
      the size of the device is unknown, so its axes span the screen: a unit of the x axis is \
      \(hundredths(unit.x.value)) pt and a unit of the y axis is \(hundredths(unit.y.value)) pt; if the \
      units are square, use a --screen with the shape of the touchscreen
      """
    case .liesAcross(let rotation):
      """
      all pans are horizontal; if you moved up or down, the panel is mounted rotated: add --rotate \
      \(rotation.rawValue), with which the first pan goes up, or --rotate \
      \(rotation == .quarter ? 270 : 90)
      """
    case .boundingBoxOnly:
      "the device reports only a bounding box of the fingers; only its centre is reliable"
    case .dropped(let count):
      """
      events were dropped; \(count) synthesized events restored the state, and contacts begin again
      """
    case .clockStepped(let count, let furthest):
      """
      the clock was set \(count == 1 ? "once" : "\(count) times") during the recording, by up to \
      \(rounded(furthest.value)) s; times continue at the report rate of the device
      """
    case .deviceClock(let jitter):
      """
      the kernel's timestamps have a jitter of \(milliseconds(jitter)) ms on average, so the device's own \
      clock is used
      """
    case .timeStoodStill(let count):
      "\(count) frames have the time of the previous frame, which they replace in velocity estimates"
    case .slotOutOfRange(let count):
      "\(count) events select a slot that the device does not have; they are ignored"
    case .outsideAxis(let axis, let count, let furthest):
      """
      \(count == 1 ? "a value of" : "\(count) values of") \(axis.contactName) \
      \(count == 1 ? "is" : "are") outside the range \(axis.minimum) to \(axis.maximum), \
      up to \(furthest); correct the range in the device description, or \
      record again
      """
    case .tooManyContacts:
      "the device reports more contacts than any device supports; some are ignored"
    case .unfinishedFrame(let count):
      "the last \(count) events have no SYN_REPORT; they are ignored"
    case .startedMidTouch:
      "a finger was already down before the first event; record again without touching at the start"
    case .unterminated: "the contact is still down at the end; it is cancelled and has no velocity"
    case .palm: "the device reports the contact as a palm; it is cancelled"
    case .coordinateMissing:
      "the contact begins without a coordinate; a guess is used until the device sends the coordinate"
    case .jump(let distance, let time):
      "the contact jumps \(rounded(distance)) mm in \(milliseconds(time)) ms; check the device"
    case .exchanged(let other, let distance):
      """
      this contact and contact \(other) exchange positions, which makes their paths \(rounded(distance)) mm \
      longer; rotations and pinches are wrong from here on
      """
    case .trackingIDSplit(let next):
      "the contact ends while it moves, and contact \(next) continues it; the pan is cut in two"
    case .trackingIDReplaced(let slot):
      "slot \(slot) changes from one tracking id to another without a lift; its contact ends here"
    case .stuck(let time):
      """
      the contact rests for \(rounded(time.value)) s while other contacts begin and end; its slot may be stuck
      """
    case .reversedAtLift(let distance):
      "the contact moves back \(rounded(distance)) mm at the lift; the release may seem slower"
    case .missingScans(let time):
      "the contact moves on after \(milliseconds(time)) ms without a scan"
    }
  }

  private func text(of size: Planar<Points>) -> String {
    let (width, height) = (size.x.value.rounded(), size.y.value.rounded())
    guard width >= 1, width <= 1e6, height >= 1, height <= 1e6 else { return "WIDTHxHEIGHT" }
    return "\(Int(width))x\(Int(height))"
  }

  private func hundredths(_ value: Double) -> Double {
    Double(Int64(min(max(value * 100, 0), 1e15) + 0.5)) / 100
  }

  private func milliseconds(_ time: Seconds) -> Double { rounded(time.value * 1000) }

  /// Returns the value rounded to one decimal place.
  private func rounded(_ value: Double) -> Double {
    let tenths = min(max(value.magnitude * 10, 0), 1e15)
    return Double(Int64(tenths + 0.5)) / (value < 0 ? -10 : 10)
  }
}

extension DeviceDescription.Axis {
  /// The name of a position axis.
  fileprivate var contactName: String {
    switch code {
    case AbsoluteAxis.positionX: "ABS_MT_POSITION_X"
    case AbsoluteAxis.positionY: "ABS_MT_POSITION_Y"
    case AbsoluteAxis.x: "ABS_X"
    case AbsoluteAxis.y: "ABS_Y"
    default: "axis \(code)"
    }
  }
}
