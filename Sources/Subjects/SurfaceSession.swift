import FrameLogs
import GestureReplay
import Quantities

/// A conversation with a running surface: what it has answered so far in the current run.
struct SurfaceSession {
  private let process: SubjectProcess
  private let program: SubjectProgram
  private let description: SubjectDescription
  private let rate: FrameRate
  /// The answers to `frames` lines, in order.
  private(set) var frames: [SubjectFrame] = []
  /// The events that the subject has reported, in the order in which it reported them.
  private(set) var events: [RunEvent] = []

  /// The limit for the number of events in one run.
  ///
  /// We chose 100,000 because a run has at most a few events for each touch.
  private static let mostEvents = 100_000
  /// The upper limit for the magnitude of coordinates in points, and of velocities in points per second.
  ///
  /// No surface is larger, and sums of such numbers cannot overflow.
  private static let largest = 1e7
  /// The number of frames that are asked for at once after the last input.
  ///
  /// The frames after the first one at rest are not needed. A page takes some milliseconds for each frame, so it is
  /// asked for fewer frames at once than a program. A program with its own clock is asked for each frame at its time.
  private var batch: Int {
    switch description.clock {
    case .lines: 60
    case .driven: 10
    case .own: 1
    }
  }

  init(
    _ process: SubjectProcess, _ program: SubjectProgram, _ description: SubjectDescription,
    rate: FrameRate
  ) {
    (self.process, self.program) = (process, program)
    (self.description, self.rate) = (description, rate)
  }

  /// Begins a run whose last input has the time `lastInput`, in microseconds.
  func reset(_ screen: Planar<Points>, seed: Int, settings: [LogField], lastInput: Int64) {
    process.send([
      LogField("type", .text("reset")),
      LogField("screen", .list([.number(screen.x.value), .number(screen.y.value)])),
      LogField("rate", .number(rate.framesPerSecond)), LogField("seed", .integer(seed)),
      LogField("settings", .fields(settings)), LogField("lastInput", .integer(Int(lastInput))),
    ])
  }

  /// Sends the input of a run and reads the answers.
  ///
  /// If the subject has its own clock, each part is sent at its time.
  mutating func play(_ script: SubjectScript) throws(SubjectError) {
    if description.clock == .own {
      let begin = SubjectProcess.now
      for part in script.parts {
        SubjectProcess.wait(until: begin + part.microseconds / 1e6)
        process.send(part.lines.bytes)
        try read(part.frames)
      }
      return
    }
    for part in script.parts { process.send(part.lines.bytes) }
    try read(0..<script.frameCount)
  }

  /// Reads frames after the last input until the surface is at rest or the time limit of a replay is over.
  mutating func settle(after lastInput: Seconds) throws(SubjectError) -> Run.Ending {
    let end = lastInput + ReplayRequest.longestSettling
    let begin = SubjectProcess.now
    while rate.time(ofFrame: frames.count) <= end {
      let first = frames.count
      let asked = first..<first + batch
      if description.clock == .own {
        let wait = rate.time(ofFrame: first) - lastInput
        SubjectProcess.wait(until: begin + wait.value)
      }
      process.send(SubjectScript.line(askingFor: asked, rate))
      try read(asked)
      for index in asked {
        if let ending = frames[index].ending {
          frames.removeSubrange((index + 1)...)
          return ending
        }
        guard rate.time(ofFrame: index + 1) <= end else {
          frames.removeSubrange((index + 1)...)
          return .timeLimit
        }
      }
    }
    return .timeLimit
  }

  /// Ends the run: the subject must answer nothing else.
  mutating func end() throws(SubjectError) {
    process.send([LogField("type", .text("end"))])
    let answer = try answer()
    guard LogValue.fields(answer)["type"]?.asText == "end" else {
      throw process.failure(
        "it answered more frames than the \(frames.count) that were asked for",
        "answer each 'frames' line with one frame for each of its times")
    }
    // Events after the last frame belong to frames that were not asked for.
    let last = rate.time(ofFrame: max(0, frames.count - 1))
    events.removeAll { $0.time > last }
  }

  private mutating func read(_ asked: Range<Int>) throws(SubjectError) {
    frames.reserveCapacity(asked.upperBound)
    for index in asked {
      let answer = try answer()
      let values = LogValue.fields(answer)
      guard values["type"]?.asText == "frame" else {
        throw process.failure(
          "it answered '\(excerpt(of: values["type"]?.asText ?? ""))' in place of frame \(index)",
          "answer each 'frames' line with one frame for each of its times")
      }
      let time = SubjectScript.microseconds(ofFrame: index, rate)
      guard let told = values["time"]?.asNumber, (told - time).magnitude < 0.01 else {
        let told = values["time"]?.asNumber.map { "the time \(plain($0)) µs" } ?? "no time"
        throw process.failure(
          "frame \(index) has \(told)", "give it the time that was asked for, \(plain(time)) µs")
      }
      frames.append(try frame(values, index))
    }
  }

  /// Returns the next answer that is neither an event nor unknown.
  private mutating func answer() throws(SubjectError) -> [LogField] {
    let deadline = SubjectProcess.now + program.timeLimit.value
    while true {
      let fields = try process.answer(by: deadline)
      switch fields.first(where: { $0.key == "type" })?.value.asText {
      case "frame", "end", "hello", "target": return fields
      case "event": try note(fields)
      default: continue
      }
    }
  }

  private mutating func note(_ fields: [LogField]) throws(SubjectError) {
    let values = LogValue.fields(fields)
    guard let name = values["event"]?.asText, !name.isEmpty, let time = values["time"]?.asNumber,
      time >= 0, time < 1e12
    else {
      throw process.failure(
        "it wrote an event without a name or a time", "give the keys 'event' and 'time'")
    }
    let kind = RunEvent.Kind(rawValue: name)
    guard !RunEvent.Kind.ofHand.contains(kind) else {
      throw process.failure(
        "it wrote the event '\(name)', which Flickbook writes itself", "give it another name")
    }
    let seconds = Seconds(time / 1e6)
    if let last = events.last, seconds < last.time {
      throw process.failure(
        "its event '\(excerpt(of: name))' at \(plain(time)) µs comes after an event at "
          + "\(plain(last.time.value * 1e6)) µs", "report events in the order of their times")
    }
    guard events.count < Self.mostEvents else {
      throw process.failure(
        "it wrote more than \(Self.mostEvents) events in one run", "report fewer events")
    }
    events.append(
      RunEvent(
        time: seconds, kind: kind,
        payload: fields.filter { !["type", "event", "time", "frame"].contains($0.key) }))
  }

  private func frame(
    _ values: LogValue, _ index: Int
  ) throws(SubjectError) -> SubjectFrame {
    func number(_ key: String, isNeeded: Bool = false) throws(SubjectError) -> Double {
      let number = values[key]?.asNumber
      if number == nil, !isNeeded, values[key]?.isNull ?? true { return .nan }
      guard let number, number.magnitude < Self.largest else {
        throw process.failure(
          "frame \(index) has \(number.map { "\(key) = \(plain($0))" } ?? "no number '\(key)'")",
          "give '\(key)' as a number between ±\(plain(Self.largest))")
      }
      return number
    }
    guard let phase = values["phase"]?.asText, !phase.isEmpty else {
      throw process.failure(
        "frame \(index) has no 'phase'", "give a word such as resting, dragging or settling")
    }
    var frame = Frame(
      index: index, time: rate.time(ofFrame: index), phase: Phase(rawValue: phase),
      touching: false, position: .zero, velocity: .zero, target: .zero,
      progress: try number("progress"))
    frame.position.x = Points(try number("x", isNeeded: description.hasX))
    frame.position.y = Points(try number("y", isNeeded: description.hasY))
    if !description.hasX, frame.position.x.value.isNaN { frame.position.x = .zero }
    if !description.hasY, frame.position.y.value.isNaN { frame.position.y = .zero }
    frame.velocity.x = PointsPerSecond(try number("vx"))
    frame.velocity.y = PointsPerSecond(try number("vy"))
    frame.target.x = Points(try number("targetX"))
    frame.target.y = Points(try number("targetY"))
    return SubjectFrame(
      frame: frame, target: values["target"]?.asText,
      own: description.fields.map { values[$0.key] ?? .none })
  }
}

/// A frame as a subject has answered it.
struct SubjectFrame {
  /// The fields of every frame; numbers that the subject did not report are NaN.
  var frame: Frame
  /// The name of the target.
  var target: String?
  /// The values of the fields that the subject has declared.
  var own: [LogValue]

  /// How the run ends at this frame; nil if the run continues.
  var ending: Run.Ending? {
    switch frame.phase {
    case .resting: .rested
    case .gone: .gone
    default: nil
    }
  }
}

extension RunEvent.Kind {
  /// The events of a hand, which Flickbook reports itself.
  static let ofHand: Set<RunEvent.Kind> = [
    .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
  ]
}

/// The answers of a surface to the input of one run.
struct SurfaceAnswers {
  /// The frames, up to the first frame at rest after the last input.
  var frames: [SubjectFrame]
  /// The reported events, in the order of their times.
  var events: [RunEvent]
  /// How the run ended.
  var ending: Run.Ending
}

extension Subject {
  /// Returns the answers of the surface to `lines`, which are in the order of their times.
  func answers(
    to lines: [SubjectInput], rate: FrameRate, screen: Planar<Points>, settings: [LogField]
  ) throws(SubjectError) -> SurfaceAnswers {
    let script = SubjectScript(lines, rate: rate)
    return try using { (process, known) throws(SubjectError) in
      var session = SurfaceSession(process, program, known, rate: rate)
      session.reset(
        screen, seed: 0, settings: settings, lastInput: script.lastMicroseconds)
      try session.play(script)
      let ending = try session.settle(after: script.lastInput)
      try session.end()
      return SurfaceAnswers(frames: session.frames, events: session.events, ending: ending)
    }
  }
}
