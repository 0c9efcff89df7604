import Flickbook

/// The inspection report of one device of a recording.
struct InspectionReport {
  /// A pan and its release velocity.
  struct PanReport {
    var pan: Pan
    var beganMicroseconds: Int64
    var endedMicroseconds: Int64
    /// The release velocity; nil if the pan was cancelled.
    var velocity: VelocityEstimate?
  }

  /// The reason why a recording cannot be replayed, or why its replay has no pan.
  struct ReplayBlocker {
    var severity: Finding.Severity
    var message: String

    /// Creates the reason from the error of a replay; nil if a finding already states the same reason.
    init?(_ error: ReplayError) {
      switch error {
      case .noTouches, .surface: return nil
      case .tooFewFingers, .otherFingers, .noGesture, .noContacts: severity = .note
      case .setting, .estimator, .noSuchPan, .tooLong: severity = .problem
      }
      message = error.description
    }
  }

  var file: String
  var format: RecordingFormat
  /// The number of the device in the file, counted from 1.
  var device: Int
  /// The number of devices in the file.
  var devices: Int
  var recording: Recording
  var inspection: RecordingInspection
  /// Warnings about the text of the file.
  var warnings: [RecordingWarning]
  var pans: [PanReport]
  /// The version of libinput whose gestures are listed.
  var libinput: LibinputVersion
  /// The gestures that libinput recognizes; empty for a touchscreen.
  var gestures: [LibinputGesture]
  /// The reason why the recording cannot be replayed or has no pan; nil if there is none, or if a finding states it.
  var obstacle: ReplayBlocker?
  /// The start time of the recording, in microseconds of its clock.
  var originMicroseconds: Int64

  init(
    file: String, format: RecordingFormat, device: Int, devices: Int, recording: Recording,
    warnings: [RecordingWarning], request: ReplayRequest
  ) {
    self.file = file
    self.format = format
    self.device = device
    self.devices = devices
    self.recording = recording
    self.warnings = warnings
    libinput = request.pans.libinputVersion
    gestures = recording.libinputGestures(version: libinput)
    inspection = RecordingInspection(of: recording)
    originMicroseconds = recording.firstMicroseconds ?? 0
    pans = []
    do throws(ReplayError) {
      let hand = try request.handEvents(in: recording)
      pans = Self.pans(in: hand.events)
      originMicroseconds = hand.originMicroseconds
      if pans.isEmpty {
        obstacle = try request.missingGesture(in: recording).flatMap(ReplayBlocker.init)
      }
    } catch { obstacle = ReplayBlocker(error) }
  }

  /// Whether the recording may differ from the actual motion of the fingers.
  var isSuspicious: Bool {
    warnings.contains { $0.severity >= .warning }
      || (inspection.severity ?? .note) >= .warning
      || (obstacle?.severity ?? .note) >= .warning
  }

  private static func pans(in events: [TimedHandEvent]) -> [PanReport] {
    var pans: [PanReport] = []
    for timed in events {
      switch timed.event {
      case .panBegan(let pan):
        pans.append(
          PanReport(
            pan: pan, beganMicroseconds: timed.microseconds,
            endedMicroseconds: timed.microseconds))
      case .panEnded(let pan, let velocity):
        guard let last = pans.indices.last else { continue }
        pans[last].pan = pan
        pans[last].velocity = velocity
        pans[last].endedMicroseconds = timed.microseconds
      case .panCancelled(let pan, _):
        guard let last = pans.indices.last else { continue }
        pans[last].pan = pan
        pans[last].endedMicroseconds = timed.microseconds
      default: break  // Only the begin and the end of a pan matter here.
      }
    }
    return pans
  }

  /// Whether the times of the recording count from 1970, instead of from the start of a machine.
  ///
  /// The limit of 10⁹ s is our choice. Times from 1970 have exceeded it since 2001, and no machine runs for 31 years.
  var isSince1970: Bool { originMicroseconds >= 1_000_000_000_000_000 }

  /// Returns a time in seconds since the start of the recording; infinity if the difference overflows.
  func seconds(at microseconds: Int64) -> Double {
    let (elapsed, overflows) = microseconds.subtractingReportingOverflow(originMicroseconds)
    return overflows ? .infinity : Double(elapsed) / 1e6
  }

  /// Returns the time at which a pan began, since the start of the recording, and its duration, both in seconds.
  func measures(of pan: PanReport) -> (began: Double, lasted: Double) {
    let began = seconds(at: pan.beganMicroseconds)
    return (began, seconds(at: pan.endedMicroseconds) - began)
  }
}

extension RecordingWarning {
  /// The severity of the warning; an assumption that is usually right is only a note.
  var severity: Finding.Severity { kind == .assumedTouchscreen ? .note : .warning }
}

extension InspectionReport {
  /// The limit for the number of contacts, of pans and of findings that the text lists; the JSON lists all.
  ///
  /// The limit is our choice. Nobody reads more lines than fit on a screen.
  private static let mostLines = 20

  var report: Report {
    let head = [device == 1 ? singleLine(file) : "", deviceLine, rateLine, clockLine]
    var report: Report = [
      .data("file", file), .data("format", format.rawValue), .data("deviceNumber", device),
      .data("device", recording.device.name), .data("kind", kind),
      .data("widthMillimeters", inspection.widthMillimeters),
      .data("heightMillimeters", inspection.heightMillimeters),
      .data("intent", recording.intent), .data("start", recording.start),
      .data("events", inspection.events), .data("frames", inspection.frames),
      .data("duration", inspection.duration), .data("rate", inspection.timing.rate),
      .data("jitter", inspection.timing.jitter),
      .data("longestInterval", inspection.timing.longest), .data("isSince1970", isSince1970),
      .note(head.filter { !$0.isEmpty }.joined(separator: "\n")),
    ]
    report += list("contacts", inspection.contacts.map(row))
    report += list("pans", pans.map(row))
    report += libinputPart
    report += list("findings", findings)
    return report + [.data("suspicious", isSuspicious), .note("\n  \(verdict)")]
  }

  private var deviceLine: String {
    let number = devices > 1 ? "device \(device) of \(devices), " : ""
    let name =
      recording.device.name.isEmpty ? "without a name" : "'\(singleLine(recording.device.name))'"
    var size = recording.hasOnlyGestures ? "gestures only" : "size unknown"
    if let width = inspection.widthMillimeters, let height = inspection.heightMillimeters {
      size = "\(decimals(width, 0)) × \(decimals(height, 0)) mm"
    }
    return "  \(number)\(kind) \(name), \(size), \(format.title)"
  }

  private var kind: String { recording.device.isMouse ? "mouse" : inspection.kind.rawValue }

  private var rateLine: String {
    let frames =
      recording.hasOnlyGestures ? " of libinput" : ", \(count(inspection.frames, "frame"))"
    var line =
      "  \(count(inspection.events, "event"))\(frames) in "
      + "\(decimals(inspection.duration.value, 3)) s"
    let timing = inspection.timing
    if timing.intervals > 0 {
      line +=
        "; \(decimals(timing.rate, 1)) Hz, jitter \(milliseconds(timing.jitter)), "
        + "longest interval \(milliseconds(timing.longest))"
    }
    if let intent = recording.intent { line += "; intent: \(singleLine(intent))" }
    if let start = recording.start { line += "; start: \(singleLine(start))" }
    return line
  }

  /// The line about the clock of a recording whose times count from 1970; empty for any other recording.
  private var clockLine: String {
    device == 1 && isSince1970
      ? "  the times in the file are seconds since 1970; the times below count from the start of the file"
      : ""
  }

  private func row(_ contact: ContactSummary) -> Report {
    [
      .value("contact", contact.id), .value("slot", Int(contact.slot)),
      .value("time", seconds(at: contact.beganMicroseconds), "s", digits: 3),
      .value("duration", contact.duration, "s", digits: 3), .value("end", contact.end.rawValue),
      .value("frames", contact.frames), .value("rate", contact.timing.rate, "Hz"),
      .value("pathMillimeters", title: "path", contact.pathMillimeters, "mm", digits: 1),
    ]
  }

  private func row(_ pan: PanReport) -> Report {
    let (began, lasted) = measures(of: pan)
    let moved = pan.pan.translation
    let (velocity, covariance) = (pan.velocity?.velocity, pan.velocity?.covariance)
    let error = velocity.flatMap { velocity in
      covariance.map { " ± \(decimals($0.error(along: velocity).value, 0))" }
    }
    let released = velocity.map { velocity in
      "\(decimals(velocity.length.value, 0))\(error ?? "") pt/s\(arrow(velocity))"
    }
    return [
      .value("pan", pan.pan.number), .value("time", began, "s", digits: 3),
      .value("duration", lasted, "s", digits: 3),
      .value("translationX", title: "x", moved.x, "pt", digits: 1),
      .value("translationY", title: "y", moved.y, "pt", digits: 1),
      .shown("released at", released ?? Terminal.dash),
      .data("velocityX", velocity?.x), .data("velocityY", velocity?.y),
      .data("velocityErrorX", covariance?.errorX), .data("velocityErrorY", covariance?.errorY),
      .value("velocityReason", title: "reason", (pan.velocity?.reason ?? .cancelled).rawValue),
    ]
  }

  /// The gestures that libinput recognizes; null for a touchscreen.
  private var libinputPart: Report {
    guard inspection.kind == .touchpad else { return [.data("libinput", LogValue.none)] }
    let data: Report = [
      .data("version", libinput.rawValue), .data("refused", isRefused),
      .table("gestures", gestures.map(row)),
    ]
    let rest = gestures.count - Self.mostLines
    let sent =
      isRefused
      ? "nothing, because only one of the axes has a resolution"
      : gestures.isEmpty ? "nothing" : "these gestures:"
    let verb = recording.hasOnlyGestures ? "sent" : "\(libinput.rawValue) sends"
    let lines =
      ["\n  libinput \(verb) \(sent)"]
      + gestures.prefix(Self.mostLines).map(line)
      + (rest > 0 ? ["  and \(rest) more gestures; --json lists all"] : [])
    return [.data("libinput", data), .note(lines.joined(separator: "\n"))]
  }

  private func row(_ gesture: LibinputGesture) -> Report {
    [
      .data("kind", gesture.kind.rawValue), .data("fingers", gesture.fingers),
      .data("time", seconds(at: gesture.beganMicroseconds)), .data("duration", gesture.duration),
      .data("updates", gesture.updates), .data("unacceleratedX", gesture.unaccelerated.x),
      .data("unacceleratedY", gesture.unaccelerated.y),
      .data("acceleratedX", gesture.accelerated.x), .data("acceleratedY", gesture.accelerated.y),
      .data("scale", gesture.scale), .data("angle", gesture.degrees),
      .data("cancelled", gesture.isCancelled),
    ]
  }

  private var isRefused: Bool {
    LibinputTouchpad(device: recording.device, version: libinput).isRefused
  }

  private func line(_ gesture: LibinputGesture) -> String {
    "    \(decimals(seconds(at: gesture.beganMicroseconds), 3)) s: \(gesture.text)"
  }

  private var findings: [Report] {
    func severity(_ severity: Finding.Severity) -> Report.Part {
      .value("severity", severity.rawValue)
    }
    func message(_ text: String) -> Report.Part { .value("message", text) }
    return warnings.map { warning in
      [
        .data("finding", "file"), severity(warning.severity), .data("line", warning.line),
        message("\(warning)"),
      ]
    }
      + inspection.findings.map { finding in
        [
          .data("finding", finding.name), severity(finding.severity),
          .data("contact", finding.contact),
          .data("time", finding.microseconds.map { seconds(at: $0) }),
          message(finding.description(from: originMicroseconds)),
        ]
      }
      + (obstacle.map { obstacle in
        [
          [
            .data("finding", "not-replayable"), severity(obstacle.severity),
            message(obstacle.message),
          ]
        ]
      } ?? [])
  }

  private var verdict: String {
    let severities =
      inspection.findings.map(\.severity) + warnings.map(\.severity) + [obstacle?.severity ?? .note]
    let problems = severities.count { $0 == .problem }
    let others = severities.count { $0 == .warning }
    if problems > 0 {
      return "verdict: not reliable; \(count(problems, "problem"))"
        + (others > 0 ? " and \(count(others, "warning"))" : "")
    }
    if others > 0 { return "verdict: replayable, with \(count(others, "warning"))" }
    return pans.isEmpty && !inspection.contacts.isEmpty
      ? "verdict: good, but no touch becomes a pan, so a replay moves little or nothing"
      : "verdict: good"
  }

  private func list(_ key: String, _ rows: [Report]) -> Report {
    let rest = rows.count - Self.mostLines
    return [
      .note(rows.isEmpty ? "  no \(key)" : ""), .table(key, rows, most: Self.mostLines),
    ] + (rest > 0 ? [.note("  and \(rest) more \(key); --json lists all")] : [])
  }

  private func milliseconds(_ time: Seconds) -> String { "\(decimals(time.value * 1000, 1)) ms" }
}
