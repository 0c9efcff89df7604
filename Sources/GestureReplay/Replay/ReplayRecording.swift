public import FrameLogs
import Quantities
import ReleaseRules
public import Scenarios
import Surfaces
public import TouchInput

extension ReplayRequest {
  /// The limit for the number of frames in one run; longer recordings are refused, to bound memory use.
  public static let mostFrames = 500_000

  /// Returns the touches and pans of `recording`, and the time of its first event.
  ///
  /// The recording is read with the options of the preset, such as its estimator. If ``onlyPan`` is set, only the touch
  /// of that pan is returned, and times count from its touch-down. If a recording of a touchpad always has fewer than
  /// `PanOptions.touchpadFingers` fingers down at once, the greatest number of fingers that are down at once is used
  /// instead, unless the caller set the number.
  ///
  /// - Throws: ``ReplayError`` if the device's positions cannot be used, the recording has no touches, or
  ///   the requested pan does not exist.
  public func handEvents(
    in recording: Recording
  ) throws(ReplayError) -> (events: [TimedHandEvent], originMicroseconds: Int64) {
    var request = try readingRequest()
    return try request.resolveHandEvents(of: recording)
  }

  /// Returns the pan options with which `recording` is read, including the actual number of fingers that pan.
  ///
  /// - Throws: ``ReplayError``, like ``handEvents(in:)``.
  public func panOptions(for recording: Recording) throws(ReplayError) -> PanOptions {
    var request = try readingRequest()
    _ = try request.resolveHandEvents(of: recording)
    return request.pans
  }

  /// The request with the choices of its preset, which is used to read recordings.
  private func readingRequest() throws(ReplayError) -> ReplayRequest {
    do throws(SettingError) {
      var request = try withPresetChoices()
      if request.pans.recognizer.usesAxis {
        request.pans.axis = try kind().surface.panAxis(in: request)
      }
      return request
    } catch { throw .setting(error) }
  }

  /// Returns the touches and pans, and stores the actual number of fingers that pan in `pans.touchpadFingers`.
  fileprivate mutating func resolveHandEvents(
    of recording: Recording
  ) throws(ReplayError) -> (events: [TimedHandEvent], originMicroseconds: Int64) {
    do throws(ReplayError) { return try readHand(of: recording) } catch {
      guard case .tooFewFingers(_, let most, _) = error, !areFingersChosen else { throw error }
      pans.touchpadFingers = most
      origins["touchpadFingers"] = .recording
      return try readHand(of: recording)
    }
  }

  /// Whether the caller set the number of fingers that pan on a touchpad.
  private var areFingersChosen: Bool {
    switch origins["touchpadFingers"] {
    case nil: pans.touchpadFingers != PanOptions().touchpadFingers
    case .preset: false
    default: true
    }
  }

  /// Returns why no touch of `recording` becomes a pan: libinput recognizes gestures, but no scroll or swipe by the
  /// required number of fingers.
  ///
  /// - Returns: ``ReplayError/noGesture(device:needed:seen:hasContacts:)``; nil on a touchscreen, with a recognizer that
  ///   reads contacts, for the motion of the pointer, and if there is a scroll or a swipe.
  /// - Throws: ``ReplayError``, like ``handEvents(in:)``.
  public func missingGesture(in recording: Recording) throws(ReplayError) -> ReplayError? {
    let options = try panOptions(for: recording)
    guard (deviceKind ?? recording.device.kind) == .touchpad, options.recognizer.usesLibinput,
      options.touchpadFingers > 1
    else { return nil }
    let gestures = recording.libinputGestures(version: options.libinputVersion)
    let isFound = gestures.contains {
      ($0.kind == .scroll || $0.kind == .swipe) && options.pans(with: $0.fingers, on: .touchpad)
    }
    return isFound ? nil : noGesture(options, gestures, in: recording)
  }

  private func noGesture(
    _ options: PanOptions, _ gestures: [LibinputGesture], in recording: Recording
  ) -> ReplayError {
    .noGesture(
      device: recording.device.name, needed: options.touchpadFingers, seen: list(of: gestures),
      hasContacts: !recording.hasOnlyGestures)
  }

  private func readHand(
    of recording: Recording
  ) throws(ReplayError) -> (events: [TimedHandEvent], originMicroseconds: Int64) {
    let recording = recording.timed(for: pans, on: deviceKind ?? recording.device.kind)
    var reader = try handReader(for: recording)
    let events = reader.receive(allOf: recording)
    guard let first = recording.firstMicroseconds, !events.isEmpty else {
      throw noTouchError(recording)
    }
    guard let onlyPan else { return (events, min(first, events[0].microseconds)) }
    let touch = try touch(ofPan: onlyPan, in: events)
    return (touch, touch[0].microseconds)
  }

  /// Returns a reader for the events of a live device, with the options of this request.
  ///
  /// - Throws: ``ReplayError`` if the estimator is unknown or the device's positions cannot be used.
  public func handReader(
    for device: DeviceDescription, initial: Recording.InitialState?
  ) throws(ReplayError) -> TouchReader {
    let request = try readingRequest()
    let parts = try request.readerParts(device)
    return TouchReader(
      device: device, initial: initial, mapping: parts.mapping, options: request.pans,
      estimator: parts.estimator)
  }

  /// Returns a reader for a complete recording, which can use coordinates that are sent after a contact begins.
  private func handReader(for recording: Recording) throws(ReplayError) -> TouchReader {
    let parts = try readerParts(recording.mappedDevice)
    return TouchReader(
      of: recording, mapping: parts.mapping, options: pans, estimator: parts.estimator)
  }

  /// Stores the kind and the mounting that this request sets in the device of `recording`.
  package func correct(_ recording: inout Recording) {
    if let deviceKind { recording.device.declare(deviceKind) }
    orient(&recording.device)
  }

  /// Stores the mounting that this request sets in `device`.
  package func orient(_ device: inout DeviceDescription) {
    if let rotation { device.orientation.rotation = rotation }
    if let flip { device.orientation.flip = flip }
  }

  /// Returns the mapping from positions on a device to positions on the screen of this request.
  ///
  /// - Throws: `SurfaceError` if the positions of the device cannot be used.
  public func mapping(of device: DeviceDescription) throws(SurfaceError) -> SurfaceMapping {
    var device = device
    orient(&device)
    return try SurfaceMapping(
      device: device, screen: screen.size, pointsPerMillimeter: pointsPerMillimeter,
      kind: deviceKind)
  }

  /// Returns the number of points per millimetre of a finger in the pans of `recording`; nil on a touchscreen.
  ///
  /// - Throws: ``ReplayError``, like ``handEvents(in:)``.
  package func pointsPerMillimeter(
    of recording: Recording
  ) throws(ReplayError) -> Double? {
    let options = try panOptions(for: recording)
    guard (deviceKind ?? recording.device.kind) == .touchpad else { return nil }
    return options.recognizer.usesLibinput
      ? LibinputEvent.pointsPerMillimeter(fingers: options.touchpadFingers) : pointsPerMillimeter
  }

  private func readerParts(
    _ device: DeviceDescription
  ) throws(ReplayError) -> (mapping: SurfaceMapping, estimator: Estimator) {
    let mapping: SurfaceMapping
    do throws(SurfaceError) { mapping = try self.mapping(of: device) } catch {
      throw .surface(error)
    }
    do { return (mapping, try Estimator.named(estimator)) } catch {
      throw .estimator(error)
    }
  }

  /// Returns the error for a recording without touches: no finger is down, or the number of fingers is wrong.
  private func noTouchError(_ recording: Recording) -> ReplayError {
    var contacts = ContactReader(device: recording.device, initial: recording.initial)
    var most = 0
    for event in recording.events {
      if let frame = contacts.receive(event) { most = max(most, frame.fingerCount) }
    }
    if recording.hasOnlyGestures {
      for event in recording.gestures { most = max(most, event.fingers) }
    }
    let (device, needed) = (recording.device.name, pans.touchpadFingers)
    if recording.hasOnlyGestures, !pans.recognizer.usesLibinput {
      return .noContacts(device: device, recognizer: pans.recognizer.rawValue)
    }
    if most == 0 { return .noTouches(device: device) }
    if (deviceKind ?? recording.device.kind) == .touchpad, pans.recognizer.usesLibinput,
      most >= needed
    {
      let gestures = recording.libinputGestures(version: pans.libinputVersion)
      return noGesture(pans, gestures, in: recording)
    }
    return most < needed
      ? .tooFewFingers(device: device, most: most, needed: needed)
      : .otherFingers(device: device, most: most, needed: needed)
  }

  /// Returns the numbers of gestures of each kind, such as `2 pinches and 1 hold`.
  private func list(of gestures: [LibinputGesture]) -> String {
    let counts = LibinputGesture.Kind.allCases.compactMap { kind -> String? in
      let count = gestures.count { $0.kind == kind }
      guard count > 0 else { return nil }
      let plural = count == 1 ? "" : kind == .pinch ? "es" : "s"
      return "\(count) \(kind.rawValue)\(plural)"
    }
    guard let last = counts.last, counts.count > 1 else { return counts.first ?? "" }
    return counts.dropLast().joined(separator: ", ") + " and " + last
  }

  private func touch(
    ofPan number: Int, in events: [TimedHandEvent]
  ) throws(ReplayError) -> [TimedHandEvent] {
    var pans = 0
    var start = 0
    for (index, timed) in events.enumerated() {
      if case .touchDown = timed.event { start = index }
      guard case .panBegan = timed.event else { continue }
      pans += 1
      guard pans == number else { continue }
      let end = events[index...].firstIndex { $0.event.isLift }
      return Array(events[start...(end ?? events.count - 1)])
    }
    throw .noSuchPan(asked: number, pans: pans)
  }

  /// Replays `recording` through the scenario.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - origin: Fields about the recording for the header of the run, such as the digest of its file.
  /// - Returns: The run.
  /// - Throws: ``ReplayError`` if the request is invalid or the recording cannot be replayed.
  public func run(
    of recording: Recording, origin: [LogField] = []
  ) throws(ReplayError) -> Run {
    let kind: ScenarioKind
    do { kind = try self.kind() } catch { throw .setting(error) }
    return try kind.surface.run(self, of: recording, origin: origin)
  }

  #if !$Embedded
    /// Replays `recording` through a scenario that need not be registered.
    ///
    /// The scenario name in the request is ignored.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - type: The scenario.
    ///   - origin: Fields about the recording for the header of the run.
    /// - Returns: The run.
    /// - Throws: ``ReplayError`` if the request is invalid or the recording cannot be replayed.
    public func run<S: Scenario>(
      of recording: Recording, through type: S.Type, origin: [LogField] = []
    ) throws(ReplayError) -> Run {
      try OwnScenario<S>().run(self, of: recording, origin: origin)
    }
  #endif

  /// Replaces the release velocities of the pans with ``givenVelocities``.
  fileprivate func replaceVelocities(to events: inout [TimedHandEvent]) {
    var pan = 0
    for index in events.indices where pan < givenVelocities.count {
      guard let ended = events[index].event.ended(with: givenVelocities[pan]) else { continue }
      events[index].event = ended
      pan += 1
    }
  }

  fileprivate func run<S: Scenario>(
    _ type: S.Type, _ resolved: ResolvedTuning<S.Tuning>, _ events: [TimedHandEvent],
    originMicroseconds: Int64, origin: [LogField]
  ) throws(SettingError) -> Run {
    var replay = Replay(
      try S(tuning: resolved.tuning, screen: screen), rate: rate,
      originMicroseconds: originMicroseconds)
    if let last = events.last { replay.reserveFrames(toMicroseconds: last.microseconds) }
    try replay.receive(events, try steps(type, from: resolved.tuning))
    let ending = replay.finish()
    return Run(
      header: origin + (try header(resolved, scenario: S.name)), rate: rate, ownFields: S.ownFields,
      frames: replay.frames, events: replay.events, ending: ending)
  }

  package func checkLength(
    _ events: [TimedHandEvent], _ originMicroseconds: Int64
  ) throws(ReplayError) {
    guard let last = events.last else { return }
    let span = max(
      Double(last.microseconds) / 1e6 - Double(originMicroseconds) / 1e6,
      commands.map { $0.time.value }.max() ?? 0)
    let longest = Double(Self.mostFrames) / rate.framesPerSecond
    guard span <= longest else { throw .tooLong(seconds: span, longest: longest) }
  }
}

extension ScenarioSurface {
  func run(
    _ request: ReplayRequest, of recording: Recording, origin: [LogField]
  ) throws(ReplayError) -> Run {
    // Report errors in the recording before errors in the settings.
    let started = request.started(by: recording, self)
    let resolved = Result { () throws(SettingError) in try S.resolved(started) }
    let chosen = Result { () throws(SettingError) in try started.withPresetChoices(S.self) }
    var request = started
    if case .success(let known) = chosen { request = known }
    request.pans.reportsForce = S.usesForce
    if case .success(let known) = resolved {
      request.pans.axis = S.panAxis(known.tuning, on: request.screen)
    }
    var hand = try request.resolveHandEvents(of: recording)
    if !request.givenVelocities.isEmpty { request.replaceVelocities(to: &hand.events) }
    try request.checkLength(hand.events, hand.originMicroseconds)
    do {
      _ = try chosen.get()
      return try request.run(
        S.self, resolved.get(), hand.events, originMicroseconds: hand.originMicroseconds,
        origin: origin + [LogField("device", .text(recording.device.name))])
    } catch { throw .setting(error) }
  }
}
