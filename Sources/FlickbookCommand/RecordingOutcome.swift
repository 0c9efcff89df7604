import EvdevDevices
import Flickbook

extension RecordingSession.Outcome {
  /// Prints the files and what they contain, and warns about lost events; `path` names the devices.
  func report(on path: String) {
    for file in paths { say(singleLine(file)) }
    say(
      """
      \(count(progress.gestures, "gesture")), \(count(progress.frames, "frame")), \
      \(count(progress.events, "event")) in \
      \(decimals(Double(progress.spanMicroseconds / 1_000) / 1_000, 3)) s
      """)
    if progress.drops > 0 {
      printError(
        """
        \(path): the kernel dropped events \(count(progress.drops, "time")), because they were \
        not read in time; \(count(progress.resynchronizedEvents, "value")) were read again from the \
        state of the device; find the gap with: flickbook inspect \(paths.first ?? "FILE")
        """)
    }
    if progress.unfinishedGestures > 0 {
      printError("\(path): a finger was still down at the end; the last gesture is cut short.")
    }
    if case .device(.unplugged) = end, departures.isEmpty {
      printError("\(path): the device was disconnected; all events before that are recorded.")
    }
    if case .device(.failed(let error)) = end, departures.isEmpty {
      printError(error.description)
    }
    for departure in departures {
      if case .failed(let error) = departure.end { printError(error.description) }
    }
  }
}
