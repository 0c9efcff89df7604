import Flickbook

/// What there is to say about one device of a recording.
struct InspectionReport {
  /// A pan from its beginning to its end.
  struct PanReport {
    var pan: Pan
    var beganMicroseconds: Int64
    var endedMicroseconds: Int64
    /// Nil when the pan was cancelled.
    var velocity: VelocityEstimate?
  }

  /// Why a recording cannot be replayed as it is, where the findings do not say so.
  struct Obstacle {
    var severity: Finding.Severity
    var message: String

    /// Creates it of the error of a replay; nil when findings say it already.
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
  /// How many devices the file has.
  var devices: Int
  var recording: Recording
  var inspection: RecordingInspection
  /// What is odd about the file as text.
  var warnings: [RecordingWarning]
  var pans: [PanReport]
  /// Why the recording cannot be replayed as it is; nil when it can.
  var obstacle: Obstacle?
  /// When the recording begins, in microseconds of its clock.
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
    } catch { obstacle = Obstacle(error) }
  }

  /// Whether the hand may have done something else than the recording shows.
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
      default: break  // Only where a pan begins and ends counts.
      }
    }
    return pans
  }

  /// Whether the clock of the recording counts from 1970, and not from the start of a machine.
  ///
  /// Source: ours; a thousand million seconds were over in 2001, and no machine ran for 31 years.
  var isSince1970: Bool { originMicroseconds >= 1_000_000_000_000_000 }

  /// Seconds from the beginning of the recording.
  func seconds(at microseconds: Int64) -> Double {
    let (elapsed, overflows) = microseconds.subtractingReportingOverflow(originMicroseconds)
    return overflows ? .infinity : Double(elapsed) / 1e6
  }

  /// How far the pan went, when it began and how long it took, in points and seconds.
  func measures(of pan: PanReport) -> (began: Double, lasted: Double) {
    let began = seconds(at: pan.beganMicroseconds)
    return (began, seconds(at: pan.endedMicroseconds) - began)
  }
}

extension RecordingWarning {
  /// How much it matters; an assumption that is usually right is a note.
  var severity: Finding.Severity { kind == .assumedTouchscreen ? .note : .warning }
}
