public import TouchInput

extension Recording {
  /// Returns the touches of the recording as JSON lines, in points of a screen, for programs that play them elsewhere.
  ///
  /// On a touchscreen, each line is a change of a contact. `phase` is `down`, `move`, `up` or `cancel`:
  ///
  ///     {"time":0.009065,"phase":"move","contact":1,"x":195.123,"y":610.2}
  ///
  /// On a touchpad, each line is a change of a pan, with the distance from its start. `phase` is `began`, `changed`,
  /// `ended` or `cancelled`:
  ///
  ///     {"time":0.009065,"phase":"changed","fingers":2,"dx":0.0,"dy":-3.5}
  ///
  /// `time` counts from the first event of the recording, in seconds. Lines with the same time belong to one report of
  /// the device. Positions are rounded to 0.001 pt.
  ///
  /// - Parameter mapping: The mapping from device positions to points.
  /// - Returns: The lines; empty if the recording has no touches.
  public func touchLines(on mapping: SurfaceMapping) -> [String] {
    let recording = timed(for: PanOptions(), on: mapping.kind)
    guard
      let first = recording.events.first?.boundedMicroseconds
        ?? recording.gestures.first?.microseconds
    else { return [] }
    func head(_ microseconds: Int64, _ phase: String) -> String {
      #"{"time":\#(seconds(microseconds)),"phase":"\#(phase)","#
    }
    switch mapping.kind {
    case .touchscreen:
      return ScreenGesture(of: self, on: mapping).reports.flatMap { report in
        report.touches.map { touch in
          head(report.microseconds, touch.phase.rawValue)
            + #""contact":\#(touch.contact),"x":\#(touch.x),"y":\#(touch.y)}"#
        }
      }
    case .touchpad:
      return recording.pans(on: mapping).map { time, phase, pan in
        head(time - first, phase)
          + #""fingers":\#(pan.fingers),"dx":\#(thousandths(pan.translation.x.value)),"#
          + #""dy":\#(thousandths(pan.translation.y.value))}"#
      }
    }
  }

  private func pans(
    on mapping: SurfaceMapping
  ) -> [(microseconds: Int64, phase: String, pan: Pan)] {
    // Two fingers pan, as in a replay; if two fingers are never down at once, one finger pans.
    let most =
      hasOnlyGestures
      ? gestures.map(\.fingers).max() ?? 0 : contactReports().map(\.fingerCount).max() ?? 0
    var reader = TouchReader(
      of: self, mapping: mapping, options: PanOptions(touchpadFingers: max(1, min(2, most))),
      estimator: SampleRecorder())
    return reader.receive(allOf: self).compactMap { timed in
      switch timed.event {
      case .panBegan(let pan): (timed.microseconds, "began", pan)
      case .panChanged(let pan, _): (timed.microseconds, "changed", pan)
      case .panEnded(let pan, _): (timed.microseconds, "ended", pan)
      case .panCancelled(let pan, _): (timed.microseconds, "cancelled", pan)
      case .touchDown, .force, .touchMoved, .touchUp, .touchCancelled, .gap: nil
      }
    }
  }
}
