import Quantities

extension Finding: CustomStringConvertible {
  /// Where, what was found, and what it means or what to do next; when is told on the recording's clock.
  public var description: String { message(at: microseconds.map { "\($0) µs" }) }

  /// The same for a reader: when is told in seconds from the beginning of the recording.
  ///
  /// - Parameter originMicroseconds: When the recording begins, in microseconds of its clock.
  /// - Returns: The sentence.
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

  /// Seconds with three digits after the point.
  private func thousandths(_ microseconds: Int64) -> String {
    let rounded = (microseconds.magnitude + 500) / 1000
    let sign = microseconds < 0 && rounded > 0 ? "-" : ""
    return "\(sign)\(rounded / 1000).\(String(rounded % 1000 + 1000).dropFirst())"
  }

  private var explanation: String {
    switch kind {
    case .noTouches: "nothing touches the device; record again, or choose another device"
    case .unusableSurface(let error): error.description
    case .sizeUnknown: "the device does not say its size; millimetres rest on an assumed one"
    case .kindAssumed(let text): text
    case .otherShape(let size):
      """
      the touchscreen has another shape than the screen, so a millimetre counts for the same distance on \
      both axes and the middles coincide; for a screen as large as the surface, use --screen \
      \(text(of: size))
      """
    case .unequalScales(let unit):
      """
      the device does not report its resolution, and its axes span the screen: a unit of the x \
      axis is \(hundredths(unit.x.value)) pt and one of the y axis \(hundredths(unit.y.value)) pt; if the \
      units are square, use a --screen of the same shape
      """
    case .liesAcross(let rotation):
      """
      all pans go across; if the hand moved up or down, the panel is turned: add --rotate \
      \(rotation.rawValue), with which the first pan goes up, or --rotate \
      \(rotation == .quarter ? 270 : 90)
      """
    case .boundingBoxOnly: "the device tracks a box about the fingers; only its middle is right"
    case .dropped(let count): "events were dropped; contacts begin anew from \(count) others"
    case .clockStepped(let count, let furthest):
      """
      the clock of the recording is set \(count == 1 ? "once" : "\(count) times"), by up to \
      \(rounded(furthest.value)) s; time goes on at the rate of the device
      """
    case .deviceClock(let jitter):
      """
      intervals of the kernel's times differ by \(milliseconds(jitter)) ms on average; those of \
      the device's own clock are used
      """
    case .timeStoodStill(let count):
      "\(count) frames repeat the time of the one before, and replace it in velocities"
    case .slotOutOfRange(let count):
      "\(count) events name a slot that the device does not have; they are left out"
    case .outsideAxis(let axis, let count, let furthest):
      """
      \(count == 1 ? "a value of" : "\(count) values of") \(axis.contactName) \
      \(count == 1 ? "is" : "are") outside its range of \(axis.minimum) to \(axis.maximum), \
      as far as \(furthest); correct the range in the description of the device, or \
      record again
      """
    case .tooManyContacts: "more contacts are listed than any device has; some are left out"
    case .unfinishedFrame(let count):
      "the last \(count) events have no SYN_REPORT; they are left out"
    case .startedMidTouch: "a finger is down before the first event; record again with none down"
    case .unterminated: "it is still down at the end; it is cancelled and has no velocity"
    case .palm: "it is a palm to the device; it is cancelled"
    case .coordinateMissing:
      "it begins without a coordinate; a guess stands in until the device says it"
    case .jump(let distance, let time):
      "it jumps \(rounded(distance)) mm in \(milliseconds(time)) ms; check the device"
    case .exchanged(let other, let distance):
      """
      it and contact \(other) exchange their places, and their paths are \(rounded(distance)) mm \
      longer; rotations and pinches are wrong from there on
      """
    case .trackingIDSplit(let next):
      "it ends in full movement where contact \(next) goes on; its pan is cut in two"
    case .trackingIDReplaced(let slot):
      "slot \(slot) goes from one tracking id to another without a lift; one contact ends there"
    case .stuck(let time):
      "it rests for \(rounded(time.value)) s while others come and go; its slot may be stuck"
    case .reversedAtLift(let distance):
      "it moves back \(rounded(distance)) mm while it lifts; the release may seem slower"
    case .missingScans(let time): "it moves on after \(milliseconds(time)) ms without a scan"
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

  /// With one digit after the point, which is as much as anybody reads.
  private func rounded(_ value: Double) -> Double {
    let tenths = min(max(value.magnitude * 10, 0), 1e15)
    return Double(Int64(tenths + 0.5)) / (value < 0 ? -10 : 10)
  }
}

extension DeviceDescription.Axis {
  /// The name of an axis that tells where a finger is.
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
