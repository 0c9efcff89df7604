import FrameLogs
import GestureReplay
import Quantities
import ReleaseRules
import Scenarios
import TouchInput

/// The lines that a surface receives for one recording, up to the last input.
struct SubjectScript {
  /// A part of the lines: the input at one time, and the request for the frames after it.
  struct Part {
    /// The time of the input, in microseconds from the first event.
    var microseconds: Double
    /// The lines.
    var lines = JSONText()
    /// The numbers of the frames that the lines ask for.
    var frames: Range<Int>
  }

  /// The parts, in order.
  private(set) var parts: [Part] = []
  /// The number of frames that the lines ask for.
  private(set) var frameCount = 0
  /// The time of the last input, in microseconds.
  private(set) var lastMicroseconds: Int64 = 0
  /// The time of the last input.
  var lastInput: Seconds { .microseconds(lastMicroseconds) }
  private let rate: FrameRate

  /// Creates the script for `inputs`, which are in the order of their times.
  init(_ inputs: [SubjectInput], rate: FrameRate) {
    self.rate = rate
    for input in inputs {
      lastMicroseconds = max(lastMicroseconds, input.microseconds)
      askForFrames(before: lastInput)
      let time = Double(input.microseconds)
      if parts.last?.frames.isEmpty != true {
        parts.append(Part(microseconds: time, frames: frameCount..<frameCount))
      }
      parts[parts.count - 1].lines.appendLine(input.logFields)
    }
    askForFrames(before: lastInput)
  }

  private mutating func askForFrames(before time: Seconds) {
    let first = frameCount
    while rate.time(ofFrame: frameCount) < time { frameCount += 1 }
    guard first < frameCount else { return }
    if parts.isEmpty { parts.append(Part(microseconds: 0, frames: 0..<0)) }
    parts[parts.count - 1].frames = first..<frameCount
    parts[parts.count - 1].lines.appendLine(Self.line(askingFor: first..<frameCount, rate))
  }

  /// Returns the line that asks for `frames`.
  static func line(askingFor frames: Range<Int>, _ rate: FrameRate) -> [LogField] {
    [
      LogField("type", .text("frames")),
      LogField("times", .list(frames.map { .number(microseconds(ofFrame: $0, rate)) })),
    ]
  }

  /// Returns the time of a frame in microseconds.
  static func microseconds(ofFrame index: Int, _ rate: FrameRate) -> Double {
    Double(index) * 1e6 / rate.framesPerSecond
  }
}

/// A line of input for a surface: its time, its type and its further keys.
struct SubjectInput {
  /// The time in microseconds from the first event, 0 or more.
  var microseconds: Int64
  /// The type of the line, such as `touch`.
  var type: String
  /// The keys after `time`.
  var fields: [LogField]

  /// The whole line.
  var logFields: [LogField] {
    [LogField("type", .text(type)), LogField("time", .integer(Int(microseconds)))] + fields
  }
}

/// The input of one recording: the lines for the subject, and the touches and pans for the log.
struct SubjectInputs {
  /// The lines, in the order of their times.
  var lines: [SubjectInput]
  /// The touches and pans.
  var hand: [TimedHandEvent]
  /// The time on the clock of the recording at which the run begins.
  var originMicroseconds: Int64

  /// Reads the input of `recording` for `request`.
  ///
  /// - Throws: `ReplayError` if the recording cannot be replayed.
  init(
    of recording: Recording, _ request: ReplayRequest, settings: [Setting<SubjectValues>]
  ) throws(ReplayError) {
    let read = try request.handEvents(in: recording)
    try request.checkLength(read.events, read.originMicroseconds)
    (hand, originMicroseconds) = (read.events, read.originMicroseconds)
    lines = []
    let mapping: SurfaceMapping
    do throws(SurfaceError) { mapping = try request.mapping(of: recording.mappedDevice) } catch {
      throw .surface(error)
    }
    switch mapping.kind {
    case .touchscreen: addTouches(of: recording.clockCorrection.recording, mapping, request)
    case .touchpad: addPans(fingers: try request.panOptions(for: recording).touchpadFingers)
    }
    let commands = request.commands.map { command in
      SubjectInput(
        microseconds: Int64((command.time.value * 1e6).rounded()), type: "command",
        fields: [Self.field(of: command, settings)])
    }
    // A command at the time of a touch comes before the touch, as in a replay through a scenario.
    lines = (commands + lines).enumerated().sorted {
      ($0.element.microseconds, $0.offset) < ($1.element.microseconds, $1.offset)
    }.map(\.element)
  }

  private func time(_ microseconds: Int64) -> Int64 { max(0, microseconds &- originMicroseconds) }

  private mutating func addTouches(
    of recording: Recording, _ mapping: SurfaceMapping, _ request: ReplayRequest
  ) {
    let scale = ForceScale(of: recording.device)
    let span =
      request.onlyPan == nil
      ? nil : (hand.first?.microseconds ?? 0)...(hand.last?.microseconds ?? 0)
    var down: Set<Int> = []
    for report in recording.contactReports(cancelsPalms: request.pans.cancelsPalms)
    where span?.contains(report.microseconds) ?? true {
      let time = time(report.microseconds)
      if report.gap == .dropped {
        lines.append(SubjectInput(microseconds: time, type: "gap", fields: []))
      }
      for contact in report.contacts where contact.isDown || down.contains(contact.id) {
        let phase: String =
          switch contact.phase {
          case .ended: "ended"
          case .cancelled: "cancelled"
          case .began, .moved, .stationary: down.insert(contact.id).inserted ? "began" : "moved"
          }
        if !contact.isDown { down.remove(contact.id) }
        let position = mapping.position(of: contact)
        var fields = [
          LogField("contact", .integer(contact.id)), LogField("phase", .text(phase)),
          LogField("x", .number(position.x.value)), LogField("y", .number(position.y.value)),
        ]
        if let force = contact.pressure.flatMap({ scale?.fraction(of: $0) }) {
          fields.append(LogField("force", .number(force)))
        }
        lines.append(SubjectInput(microseconds: time, type: "touch", fields: fields))
      }
    }
  }

  private mutating func addPans(fingers: Int) {
    var moved = Planar<Points>.zero
    func add(
      _ phase: String, to translation: Planar<Points>, _ fingers: Int, at microseconds: Int64
    ) -> SubjectInput {
      defer { moved = translation }
      return SubjectInput(
        microseconds: time(microseconds), type: "pan",
        fields: [
          LogField("phase", .text(phase)),
          LogField("dx", .number((translation.x - moved.x).value)),
          LogField("dy", .number((translation.y - moved.y).value)),
          LogField("fingers", .integer(fingers)),
        ])
    }
    for timed in hand {
      let at = timed.microseconds
      switch timed.event {
      case .touchDown:
        moved = .zero
        lines.append(add("began", to: .zero, fingers, at: at))
      case .panBegan(let pan), .panChanged(let pan, _):
        lines.append(add("moved", to: pan.translation, pan.fingers, at: at))
      case .touchUp: lines.append(add("ended", to: moved, 0, at: at))
      case .touchCancelled: lines.append(add("cancelled", to: moved, 0, at: at))
      case .gap: lines.append(SubjectInput(microseconds: time(at), type: "gap", fields: []))
      case .force, .touchMoved, .panEnded, .panCancelled: break
      }
    }
  }

  private static func field(
    of command: TimedCommand, _ settings: [Setting<SubjectValues>]
  ) -> LogField {
    switch command.action {
    case .settle(let name): LogField("settle", .text(name))
    case .resize(let size):
      LogField("screen", .list([.number(size.x.value), .number(size.y.value)]))
    case .change(let assignment):
      LogField("settings", .fields([LogField(assignment.key, value(of: assignment, settings))]))
    }
  }

  /// Returns the value of a checked assignment in the type of its setting.
  private static func value(
    of assignment: Assignment, _ settings: [Setting<SubjectValues>]
  ) -> LogValue {
    var values = SubjectValues()
    guard let setting = settings.first(where: { $0.key == assignment.key }),
      setting.set(assignment.value, in: &values)
    else { return .text(assignment.value) }
    return setting.logValue(in: values)
  }
}
