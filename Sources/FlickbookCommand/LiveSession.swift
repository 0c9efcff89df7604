import EvdevDevices
import Flickbook

/// The session of `flickbook replay --live`, which replays the events of a device as they arrive.
struct LiveSession {
  /// The device, as for `flickbook record`; `auto` means the only touch device.
  var device: String
  /// The path to which the recording is written; nil if the recording is not stored.
  var recordingPath: String?
  /// The length of the session; nil if only Ctrl-C ends the session.
  var duration: Seconds?
  /// Throws if the options of the command do not apply to the device.
  var check: (DeviceDescription) throws -> Void

  /// Follows the fingers until the session ends, and then replays the recording.
  ///
  /// - Throws: ``Failure`` if the device or the replay fails; the recording up to the failure is kept.
  func run(of request: ReplayRequest) throws -> Run {
    if let recordingPath, let fault = fault(ofRecordingName: recordingPath) {
      throw Failure(.usage, "--record: \(fault)")
    }
    let opened = try InputDevice(opening: pickedNode(named: device == "auto" ? nil : device))
    try check(opened.description)
    let stop = try StopSwitch()
    var live = try locating(device) {
      try LiveReplay(request, device: opened.description, initial: opened.initial)
    }
    stop.pressOnSignals()
    let session = RecordingSession(
      destination: recordingPath.map(RecordingDestination.file) ?? .nowhere,
      settings: Capture.Settings(),
      // If no events arrive, advance the surface 60 times per second, because it may move without a finger.
      limits: ReadingLimits(duration: limit(request), quietInterval: Seconds(1 / 60)))
    _ = try session.record(.devices([DeviceReader(opened)]), stop: stop) { _, signal, _ in
      if let signal { live.receive(signal) }
    }
    let run = try replayed(live.recording, request)
    if decidedTargets(run.events) != live.targets {
      printError(
        """
        \(device): the live display and the run have different decisions: \(live.targets) and \
        \(decidedTargets(run.events)); the run is authoritative.
        """)
    }
    return run
  }

  /// Replays the stored recording, or the recording in memory if it is not stored.
  private func replayed(_ recording: Recording, _ request: ReplayRequest) throws -> Run {
    try locating(recordingPath ?? device) {
      guard let recordingPath else { return try request.run(of: recording) }
      return try loadedRecording(at: recordingPath).run(request)
    }
  }

  /// Returns the length of the longest session whose recording can be replayed completely.
  private func limit(_ request: ReplayRequest) -> Seconds {
    let longest = Double(ReplayRequest.mostFrames) / request.rate.framesPerSecond
    return min(duration ?? Seconds(longest), Seconds(longest))
  }
}
