import Glibc
import RecordingFormats
import TouchInput

/// A recording of several devices into one file, in progress.
///
/// The file format lists all events of one device before the events of the next device, so events of several
/// devices cannot be appended as they arrive. The events of each device are therefore written to a separate file,
/// `NAME-1.yml.partial` and so on, and the files are joined at the end. The times of all devices count from the
/// same moment. If the process is killed, the separate files remain. Each of them is a readable recording of one
/// device, but commands report that its end is missing.
struct JointRecording: ~Copyable {
  private let path: String
  private let isShared: Bool
  private let gestureLimit: Int?
  private let names: [String]
  private var captures: [Capture]
  private var parts: [PartFile] = []
  private var origin: Int64?
  private var end = RecordingSession.End.device(.stopped)
  private var departures: [RecordingSession.Departure] = []
  private var latest = 0

  /// Creates the files of all devices.
  init(
    _ devices: [DeviceReader], _ session: RecordingSession, path: String
  ) throws(RecordingOutputError) {
    self.path = path
    isShared = session.isShared
    gestureLimit = session.settings.gestureLimit
    names = devices.map(\.path)
    var settings = session.settings
    // The limit applies to the gestures of all devices together, so `take` checks the limit instead of each capture.
    settings.gestureLimit = nil
    settings.isSplit = false
    let known = devices.map { $0.device.description.name }.joined(separator: ", ")
    settings.source = settings.source ?? "evdev: \(known)"
    captures = devices.map {
      Capture(
        device: $0.device.description, initial: $0.device.initial, clock: $0.device.clock,
        settings: settings)
    }
    // This throws if the joined file cannot be written, so that the user does not make a gesture in vain.
    try RecordingOutput(creating: path, isShared: isShared).discard()
    let destination = RecordingDestination.file(path)
    do throws(RecordingOutputError) {
      for index in captures.indices {
        parts.append(
          PartFile(
            try RecordingOutput(
              creating: destination.path(ofRecording: index + 1, isSplit: true),
              isShared: isShared)))
        try write(captures[index].begin(), index)
      }
    } catch {
      discardParts()
      throw error
    }
  }

  /// The progress of all devices together.
  var progress: CaptureProgress { CaptureProgress(captures.map(\.progress), latest: latest) }

  /// Records a signal of a device; returns false if the requested number of gestures has been made.
  mutating func take(_ index: Int, _ signal: DeviceSignal) throws(RecordingOutputError) -> Bool {
    switch signal {
    case .frame(let events): countTime(from: events.first)
    case .gap(let dropped): countTime(from: dropped.notice)
    case .quiet: break
    case .ended(let reason):
      end = .device(reason)
      switch reason {
      case .unplugged, .failed:
        departures.append(RecordingSession.Departure(path: names[index], end: reason))
      case .stopped, .elapsed: break
      }
    }
    try write(captures[index].receive(signal), index)
    latest = index
    guard let gestureLimit, progress.gestures >= gestureLimit else { return true }
    for index in captures.indices { try write(captures[index].finish(), index) }
    end = .gestures
    return false
  }

  /// Joins the files of the devices.
  ///
  /// - Throws: ``RecordingOutputError``; the files of the devices are then kept.
  consuming func finish() throws(RecordingOutputError) -> RecordingSession.Outcome {
    let partPaths = parts.map(\.partialPath)
    var recordings: [Recording] = []
    do {
      for part in parts {
        let bytes = try part.bytes()
        recordings += try RecordingFile(in: bytes, named: part.partialPath).recordings
      }
    } catch {
      throw .cannotJoin(path: path, parts: partPaths, message: "\(error)")
    }
    startAtZero(&recordings)
    let text = libinputText(of: RecordingFile(format: .libinput, recordings: recordings))
    var output = try RecordingOutput(creating: path, isShared: isShared)
    do throws(RecordingOutputError) { try output.write(text) } catch {
      output.discard()
      throw .cannotJoin(path: path, parts: partPaths, message: error.description)
    }
    try output.finish()
    discardParts()
    return RecordingSession.Outcome(
      paths: [path], progress: progress, end: end, departures: departures)
  }

  private mutating func countTime(from event: RawEvent?) {
    guard origin == nil, let event else { return }
    origin = event.microseconds
    for index in captures.indices { captures[index].countTime(from: event.microseconds) }
  }

  private func write(_ pieces: [Capture.Piece], _ index: Int) throws(RecordingOutputError) {
    for piece in pieces {
      switch piece {
      case .begin(let text), .more(let text), .end(let text): try parts[index].write(text)
      }
    }
  }

  private func discardParts() {
    for part in parts { part.discard() }
  }
}

/// Shifts all times by the same amount, so that the earliest event of all devices is at zero.
///
/// Until now, time zero is the first event that was read. Another device may have sent an earlier event that was read
/// later.
private func startAtZero(_ recordings: inout [Recording]) {
  let earliest = recordings.compactMap { $0.events.first?.microseconds }.min() ?? 0
  for index in recordings.indices {
    for event in recordings[index].events.indices {
      recordings[index].events[event].microseconds &-= earliest
    }
    for gap in recordings[index].gaps.indices {
      recordings[index].gaps[gap].microseconds &-= earliest
    }
  }
}

/// The open file of one of several devices.
private final class PartFile {
  let partialPath: String
  private var output: RecordingOutput?

  init(_ output: consuming RecordingOutput) {
    partialPath = RecordingOutput.partialPath(of: output.path)
    self.output = consume output
  }

  func write(_ text: [UInt8]) throws(RecordingOutputError) { try output?.write(text) }

  func discard() { output.take()?.discard() }

  /// Reads the bytes that have been written so far.
  func bytes() throws(RecordingOutputError) -> [UInt8] {
    let descriptor = open(partialPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return result }
      if count > 0 { result += piece[..<count] } else if errno != EINTR { throw failure() }
    }
  }

  private func failure() -> RecordingOutputError {
    .cannotCreate(path: partialPath, message: lastSystemMessage())
  }
}
