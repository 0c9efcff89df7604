import EvdevDevices
import Flickbook

/// The status line during a recording, which shows the fingers that the device reports; it is drawn only on a terminal.
struct RecordingStatus {
  /// The shortest interval between two redraws.
  ///
  /// The interval is our choice. People cannot read a line that changes faster.
  private static let redrawInterval = Duration.milliseconds(100)

  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastDrawing: ContinuousClock.Instant?
  private var framesAtLastDrawing = 0
  private let mapping: SurfaceMapping?
  private var estimator: (any VelocityEstimator)?
  private var followedContact: Int?
  private var lastFrame: ContactReport?
  private var position: Position?

  /// Creates the status line for a device.
  init(_ device: DeviceDescription) {
    isShown = Terminal.isError
    start = clock.now
    mapping = try? SurfaceMapping(device: device)
    estimator = allEstimators.first?.estimator()
  }

  /// The interval at which to call ``show(_:of:)`` while no events arrive; nil if the line is not drawn.
  var interval: Seconds? { isShown ? Seconds(0.1) : nil }

  /// Draws the line, unless it was drawn less than 100 ms ago.
  ///
  /// - Parameters:
  ///   - progress: The state of the recording.
  ///   - names: The names of the devices; empty if there is only one.
  mutating func show(_ progress: CaptureProgress, of names: [String] = []) {
    guard isShown else { return }
    if let frame = progress.lastContacts, frame != lastFrame {
      lastFrame = frame
      follow(frame)
    }
    let now = clock.now
    if let lastDrawing, now - lastDrawing < Self.redrawInterval { return }
    draw(progress, of: names, at: now)
    lastDrawing = now
    framesAtLastDrawing = progress.frames
  }

  private mutating func follow(_ frame: ContactReport) {
    guard let contact = frame.contacts.first(where: \.isDown), let mapping else {
      followedContact = nil
      position = nil
      return
    }
    if contact.id != followedContact { estimator?.reset() }
    followedContact = contact.id
    let here = mapping.position(of: contact)
    position = here
    estimator?.receive(PanSample(microseconds: frame.microseconds, position: here))
  }

  private func draw(
    _ progress: CaptureProgress, of names: [String], at now: ContinuousClock.Instant
  ) {
    let elapsed = (now - start) / .milliseconds(100)
    var parts = ["\(Int(elapsed) / 10).\(Int(elapsed) % 10) s"]
    if !names.isEmpty { parts.append(names.joined(separator: " + ")) }
    parts.append(count(progress.fingerCount, "finger"))
    if let position, let velocity = estimator?.live().velocity {
      parts.append("at \(rounded(position.x.value)), \(rounded(position.y.value)) pt")
      parts.append("moving \(rounded(velocity.x.value)), \(rounded(velocity.y.value)) pt/s")
    }
    if let lastDrawing {
      let seconds = (now - lastDrawing) / .seconds(1)
      parts.append("\(rounded(Double(progress.frames - framesAtLastDrawing) / seconds)) Hz")
    }
    parts.append(count(progress.gestures, "gesture"))
    if progress.drops > 0 { parts.append("dropped \(progress.drops)×") }
    printProgress(parts.joined(separator: " · "))
  }

  private func rounded(_ number: Double) -> String {
    guard number.magnitude < 1e9 else { return "–" }
    return "\(Int(number.rounded()))"
  }
}

/// What the terminal shows during a recording: the status line, and messages about gestures and devices.
struct RecordingDisplay {
  private let devices: [(path: String, device: DeviceDescription)]
  private let names: [String]
  private var statuses: [RecordingStatus]
  private var listeners: [GestureListener]

  /// Creates the display for devices; `panel` is the orientation of their panels.
  init(_ devices: [(path: String, device: DeviceDescription)], orientedBy panel: ReplayRequest) {
    self.devices = devices
    names = devices.count > 1 ? devices.map(\.device.name) : []
    statuses = devices.map { _, device in
      var device = device
      panel.orient(&device)
      return RecordingStatus(device)
    }
    listeners = devices.map { GestureListener($0.device) }
  }

  /// The interval at which to call ``show(_:_:ofDevice:)`` while no events arrive; nil if no line is drawn.
  var interval: Seconds? { statuses.first?.interval }

  /// The devices in words.
  var title: String {
    devices.map { "'\(singleLine($0.device.name))' (\(singleLine($0.path)))" }
      .joined(separator: " and ")
  }

  /// The paths of the devices, for messages.
  var paths: String { devices.map(\.path).joined(separator: ", ") }

  /// Shows the state of the recording after a signal of a device, or while no events arrive.
  mutating func show(_ signal: DeviceSignal?, _ progress: CaptureProgress, ofDevice index: Int) {
    if case .ended(.unplugged)? = signal, !names.isEmpty {
      clear()
      printError(
        "\(devices[index].path): \(names[index]) was disconnected; all events before that are recorded."
      )
    }
    if case .frame(let events)? = signal {
      for text in listeners[index].receive(events) {
        clear()
        printError("libinput: \(text)")
      }
    }
    statuses[index].show(progress, of: names)
  }

  /// Removes the status line.
  func clear() { printProgress("") }
}
