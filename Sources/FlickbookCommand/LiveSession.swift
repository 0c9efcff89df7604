import EvdevDevices
import Flickbook

/// `flickbook replay --live`: a device instead of a recording.
struct LiveSession {
  /// The device, as `flickbook record` takes it; `auto` is the only one.
  var device: String
  /// Where to keep the recording; nil keeps none.
  var recordingPath: String?
  /// How long to go on; nil means until Ctrl-C.
  var duration: Seconds?
  /// Refuses a device that the options mean nothing for.
  var check: (DeviceDescription) throws(Failure) -> Void

  /// Follows the hand until something ends it, and then replays what was recorded.
  ///
  /// - Throws: ``Failure``; what had been recorded is kept all the same.
  func run(of request: ReplayRequest) throws(Failure) -> Run {
    if let recordingPath, let fault = fault(ofRecordingName: recordingPath) {
      throw Failure(.usage, "--record: \(fault)")
    }
    let type: any Scenario.Type
    do throws(SettingError) { type = try scenario(named: request.scenario) } catch {
      throw Failure(error)
    }
    return try follow(type, request)
  }

  private func follow<S: Scenario>(
    _ type: S.Type, _ request: ReplayRequest
  ) throws(Failure) -> Run {
    let opened = try orDeviceFailure { () throws(DeviceError) in
      try InputDevice(opening: pickedNode(named: device == "auto" ? nil : device))
    }
    try check(opened.description)
    let stop = try orDeviceFailure { () throws(DeviceError) in try StopSwitch() }
    var live: LiveReplay<S>
    do throws(ReplayError) {
      live = try LiveReplay(
        type, request, device: opened.description, initial: opened.initial)
    } catch { throw Failure(error, path: device) }
    stop.pressOnSignals()
    let session = RecordingSession(
      destination: recordingPath.map(RecordingDestination.file) ?? .nowhere,
      settings: Capture.Settings(),
      limits: ReadingLimits(duration: limit(request), quietInterval: Seconds(1 / 60)))
    do throws(RecordingOutputError) {
      _ = try session.record(.devices([DeviceReader(opened)]), stop: stop) { _, signal, _ in
        if let signal { live.receive(signal) }
      }
    } catch { throw Failure(.inputOutput, error.description) }
    let run = try replayed(live.recording, request)
    if decidedTargets(run.events) != live.targets {
      printError(
        """
        \(device): what was shown live decided otherwise than the run: \(live.targets) and \
        \(decidedTargets(run.events)); the run counts.
        """)
    }
    return run
  }

  /// The run of what was recorded: of the file, where there is one.
  private func replayed(
    _ recording: Recording, _ request: ReplayRequest
  ) throws(Failure) -> Run {
    let loaded: LoadedRecording?
    do throws(LoadError) {
      if let recordingPath {
        loaded = try loadedRecording(at: recordingPath)
      } else {
        loaded = nil
      }
    } catch { throw Failure(error) }
    do throws(ReplayError) {
      if let loaded { return try loaded.run(request) }
      return try request.run(of: recording)
    } catch { throw Failure(error, path: recordingPath ?? device) }
  }

  /// How long may be recorded so that it can be replayed as a whole.
  private func limit(_ request: ReplayRequest) -> Seconds {
    let longest = Double(ReplayRequest.mostFrames) / request.rate.framesPerSecond
    return min(duration ?? Seconds(longest), Seconds(longest))
  }
}
