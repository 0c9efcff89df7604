extension TouchReader {
  /// Receives all events of a recording, and cancels a touch that is still down at its end.
  ///
  /// The events of libinput count only if the recording has no events of the device, from which they were derived.
  ///
  /// - Parameter recording: The recording, whose times are used as they are; see ``Recording/clockCorrection``.
  /// - Returns: The touches and pans, in order.
  /// - Complexity: O(n) in the events.
  public mutating func receive(allOf recording: Recording) -> [TimedHandEvent] {
    var events: [TimedHandEvent] = []
    // A report of a device usually has about four events, and results in about one `TouchEvent`.
    events.reserveCapacity(recording.events.count / 4 + 16)
    for event in recording.events { receive(event, &events) }
    if recording.hasOnlyGestures {
      for event in recording.gestures { events += receive(event) }
    }
    events += finish()
    return events
  }
}
