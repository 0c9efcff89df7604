import Quantities

extension Recording {
  /// The finding that Flickbook recognizes other gestures than libinput did when the recording was made.
  ///
  /// Nil if the gestures of any modelled version are equal to the recorded gestures. Also nil unless the recording has
  /// events both of a touchpad and of libinput. Scrolls, swipes and pinches are compared; `libinput record` writes no
  /// holds.
  var libinputDifference: Finding? {
    guard device.kind == .touchpad, !events.isEmpty, !gestures.isEmpty else { return nil }
    var collection = LibinputGestures()
    collection.take(gestures, isTouched: false)
    let recorded = collection.gestures.filter { $0.isCompared }
    var finding: Finding?
    for version in LibinputVersion.allCases {
      let own = libinputGestures(version: version).filter { $0.isCompared }
      let index = (0..<max(recorded.count, own.count)).first { index in
        guard index < recorded.count, index < own.count else { return true }
        return !recorded[index].isAlike(own[index])
      }
      guard let index else { return nil }
      let pair = (
        index < recorded.count ? recorded[index] : nil, index < own.count ? own[index] : nil
      )
      finding = Finding(
        .libinputDiffers(recorded: pair.0, recognized: pair.1),
        microseconds: (pair.0 ?? pair.1)?.beganMicroseconds)
    }
    return finding
  }
}

extension LibinputGesture {
  fileprivate var isCompared: Bool { kind == .scroll || kind == .swipe || kind == .pinch }

  /// Whether two gestures are the same, apart from rounded numbers and the delay of timers.
  ///
  /// The limits are our choice: 20 ms, the time of two reports, and 1 % of the distance. In addition, each movement may
  /// differ by half a hundredth of libinput's unit, because libinput prints hundredths.
  fileprivate func isAlike(_ other: LibinputGesture) -> Bool {
    func isNear(_ one: Int64, _ other: Int64) -> Bool {
      let (difference, overflows) = one.subtractingReportingOverflow(other)
      return !overflows && difference.magnitude <= 20_000
    }
    let difference = (unaccelerated - other.unaccelerated).length
    let rounding = Points(Double(max(updates, other.updates)) * 0.01)
    return kind == other.kind && fingers == other.fingers
      && isNear(beganMicroseconds, other.beganMicroseconds)
      && isNear(endedMicroseconds, other.endedMicroseconds)
      && difference <= unaccelerated.length * 0.01 + rounding
  }

  /// The gesture in words, such as `a swipe by 3 fingers (-297.1, 3.0 units)`.
  var summary: String {
    func tenths(_ number: Points) -> Double { (number.value * 10).rounded() / 10 }
    let (x, y) = (tenths(unaccelerated.x), tenths(unaccelerated.y))
    return
      "a \(kind.rawValue) by \(count(fingers, "finger")) (\(x), \(y) units)"
  }
}
