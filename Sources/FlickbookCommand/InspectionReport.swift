import Flickbook

/// The inspection report of one device of a recording, as text and JSON.
struct InspectionReport {
  /// A pan and its release velocity.
  struct PanReport {
    var pan: Pan
    var beganMicroseconds: Int64
    var endedMicroseconds: Int64
    /// The release velocity; nil if the pan was cancelled.
    var velocity: VelocityEstimate?
  }

  /// The reason why a recording cannot be replayed.
  struct ReplayBlocker {
    var severity: Finding.Severity
    var message: String

    /// Creates the reason from the error of a replay; nil if a finding already states the same reason.
    init?(_ error: ReplayError) {
      switch error {
      case .noTouches, .surface: return nil
      case .tooFewFingers, .otherFingers: severity = .note
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
  /// The reason why the recording cannot be replayed; nil if it can be replayed, or if a finding states the reason.
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
    inspection = RecordingInspection(of: recording)
    originMicroseconds = recording.events.first?.microseconds ?? 0
    pans = []
    do throws(ReplayError) {
      let hand = try request.handEvents(in: recording)
      pans = Self.pans(in: hand.events)
      originMicroseconds = hand.originMicroseconds
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
  /// The largest number of contacts, of pans or of findings that the text lists; the JSON lists all.
  ///
  /// The limit is our choice. Nobody reads more lines than fit on a screen.
  private static let mostLines = 20

  /// The report as text, without a newline at the end.
  var text: String {
    var lines = [device == 1 ? singleLine(file) : "", deviceLine, rateLine, clockLine]
      .filter { !$0.isEmpty }
    lines += listed(
      "contacts", inspection.contacts.map(line(of:)), empty: "no contacts")
    lines += listed("pans", pans.map(line(of:)), empty: "no pans")
    lines += listed("findings", findingLines, empty: nil)
    lines.append("  " + verdict)
    return lines.joined(separator: "\n")
  }

  private var deviceLine: String {
    let number = devices > 1 ? "device \(device) of \(devices), " : ""
    let name =
      recording.device.name.isEmpty ? "without a name" : "'\(singleLine(recording.device.name))'"
    var size = "size unknown"
    if let width = inspection.widthMillimeters, let height = inspection.heightMillimeters {
      size = "\(decimals(width, 0)) × \(decimals(height, 0)) mm"
    }
    return "  \(number)\(inspection.kind.rawValue) \(name), \(size), \(format.title)"
  }

  private var rateLine: String {
    var line =
      "  \(count(inspection.events, "event")), \(count(inspection.frames, "frame")) in "
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

  private func line(of contact: ContactSummary) -> String {
    let path = contact.pathMillimeters.map { ", path \(decimals($0, 1)) mm" } ?? ""
    let end = contact.end == .cancelled ? "cancelled" : "lifted"
    return "\(padded("\(contact.id)", 5))  slot \(contact.slot) at "
      + "\(decimals(seconds(at: contact.beganMicroseconds), 3)) s, duration "
      + "\(decimals(contact.duration.value, 3)) s, \(end), \(count(contact.frames, "frame")) at "
      + "\(decimals(contact.timing.rate, 0)) Hz\(path)"
  }

  private func line(of report: PanReport) -> String {
    let (began, lasted) = measures(of: report)
    let moved = report.pan.translation
    var line =
      "\(padded("\(report.pan.number)", 5))  at \(decimals(began, 3)) s, duration "
      + "\(decimals(lasted, 3)) s, moved by \(decimals(moved.x.value, 1)), "
      + "\(decimals(moved.y.value, 1)) pt"
    if let velocity = report.velocity {
      let error = velocity.covariance.map {
        " ± \(decimals($0.error(along: velocity.velocity).value, 0))"
      }
      line +=
        ", released at \(decimals(velocity.velocity.length.value, 0))\(error ?? "") pt/s"
        + "\(arrow(velocity.velocity)) (\(velocity.reason.rawValue))"
    } else {
      line += ", cancelled"
    }
    return line
  }

  private var findingLines: [String] {
    warnings.map { "    \($0.severity.rawValue): \(singleLine("\($0)"))" }
      + inspection.findings.map {
        "    \($0.severity.rawValue): \(singleLine($0.description(from: originMicroseconds)))"
      }
      + (obstacle.map { ["    \($0.severity.rawValue): \(singleLine($0.message))"] } ?? [])
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

  private func listed(_ title: String, _ lines: [String], empty: String?) -> [String] {
    guard !lines.isEmpty else { return empty.map { ["  \($0)"] } ?? [] }
    let rest = lines.count - Self.mostLines
    return ["  \(title)"] + lines.prefix(Self.mostLines)
      + (rest > 0 ? ["    and \(rest) more; --json lists all"] : [])
  }

  private func milliseconds(_ time: Seconds) -> String { "\(decimals(time.value * 1000, 1)) ms" }
}

extension InspectionReport {
  /// The fields of the JSON report.
  var logFields: [LogField] {
    [
      LogField("file", .text(file)), LogField("format", .text(format.rawValue)),
      LogField("deviceNumber", .integer(device)), LogField("device", .text(recording.device.name)),
      LogField("kind", .text(inspection.kind.rawValue)),
      LogField("widthMillimeters", inspection.widthMillimeters.map(LogValue.number) ?? .none),
      LogField("heightMillimeters", inspection.heightMillimeters.map(LogValue.number) ?? .none),
      LogField("intent", recording.intent.map(LogValue.text) ?? .none),
      LogField("start", recording.start.map(LogValue.text) ?? .none),
      LogField("events", .integer(inspection.events)),
      LogField("frames", .integer(inspection.frames)),
      LogField("duration", .number(inspection.duration.value)),
      LogField("rate", .number(inspection.timing.rate)),
      LogField("jitter", .number(inspection.timing.jitter.value)),
      LogField("longestInterval", .number(inspection.timing.longest.value)),
      LogField("isSince1970", .flag(isSince1970)),
      LogField("contacts", .list(inspection.contacts.map { .fields(fields(of: $0)) })),
      LogField("pans", .list(pans.map { .fields(fields(of: $0)) })),
      LogField("findings", .list(findingFields.map { .fields($0) })),
      LogField("suspicious", .flag(isSuspicious)),
    ]
  }

  private func fields(of contact: ContactSummary) -> [LogField] {
    [
      LogField("contact", .integer(contact.id)), LogField("slot", .integer(Int(contact.slot))),
      LogField("time", .number(seconds(at: contact.beganMicroseconds))),
      LogField("duration", .number(contact.duration.value)),
      LogField("end", .text(contact.end.rawValue)), LogField("frames", .integer(contact.frames)),
      LogField("rate", .number(contact.timing.rate)),
      LogField("pathMillimeters", contact.pathMillimeters.map(LogValue.number) ?? .none),
    ]
  }

  private func fields(of report: PanReport) -> [LogField] {
    let (began, lasted) = measures(of: report)
    let velocity = report.velocity?.velocity
    let covariance = report.velocity?.covariance
    return [
      LogField("pan", .integer(report.pan.number)), LogField("time", .number(began)),
      LogField("duration", .number(lasted)),
      LogField("translationX", .number(report.pan.translation.x.value)),
      LogField("translationY", .number(report.pan.translation.y.value)),
      LogField("velocityX", velocity.map { .number($0.x.value) } ?? .none),
      LogField("velocityY", velocity.map { .number($0.y.value) } ?? .none),
      LogField("velocityErrorX", covariance.map { .number($0.errorX.value) } ?? .none),
      LogField("velocityErrorY", covariance.map { .number($0.errorY.value) } ?? .none),
      LogField("velocityReason", .text((report.velocity?.reason ?? .cancelled).rawValue)),
    ]
  }

  private var findingFields: [[LogField]] {
    warnings.map { warning in
      [
        LogField("finding", .text("file")), LogField("severity", .text(warning.severity.rawValue)),
        LogField("line", .integer(warning.line)), LogField("message", .text("\(warning)")),
      ]
    }
      + inspection.findings.map { finding in
        [
          LogField("finding", .text(finding.name)),
          LogField("severity", .text(finding.severity.rawValue)),
          LogField("contact", finding.contact.map(LogValue.integer) ?? .none),
          LogField("time", finding.microseconds.map { .number(seconds(at: $0)) } ?? .none),
          LogField("message", .text(finding.description(from: originMicroseconds))),
        ]
      }
      + (obstacle.map { error in
        [
          [
            LogField("finding", .text("not-replayable")),
            LogField("severity", .text(error.severity.rawValue)),
            LogField("message", .text(error.message)),
          ]
        ]
      } ?? [])
  }
}
