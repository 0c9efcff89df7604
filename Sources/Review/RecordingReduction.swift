package import FrameLogs
package import GestureReplay
public import TouchInput

/// The part of the result of a replay that must not change when the recording is made smaller.
package enum KeptResult: String, CaseIterable, Sendable {
  /// The events with their targets and reasons, and the order of the phases.
  case behaviour
  /// The target at which the surface comes to rest.
  case target
}

extension Recording {
  /// Returns the recording with as many reports removed as possible while `holds` returns true.
  ///
  /// A report consists of the events up to a `SYN_REPORT`. The result is minimal: without any single report, `holds`
  /// would return false. The first and the last report are always kept, so that the times do not change. `holds` is not
  /// called for the original recording.
  ///
  /// - Parameters:
  ///   - progress: Called after each try with the number of reports that remain.
  ///   - holds: Returns whether a smaller recording still shows the behaviour in question.
  /// - Returns: The smaller recording, or the same one if nothing can be removed.
  /// - Complexity: With n reports, O(n log n) tries if most reports can be removed, and O(n²) tries in the worst case.
  public func reduced(
    progress: (Int) -> Void = { _ in }, while holds: (Recording) -> Bool
  ) -> Recording {
    var frames: [[RawEvent]] = [[]]
    for event in events {
      frames[frames.count - 1].append(event)
      if event.isReport { frames.append([]) }
    }
    if frames.last?.isEmpty ?? false { frames.removeLast() }
    guard frames.count > 2 else { return self }
    var size = frames.count / 2
    while size >= 1 {
      var start = 1
      while start < frames.count - 1 {
        let end = min(start + size, frames.count - 1)
        var fewer = frames
        fewer.removeSubrange(start..<end)
        if holds(with(fewer)) { frames = fewer } else { start = end }
        progress(frames.count)
      }
      size /= 2
    }
    return with(frames)
  }

  /// Returns the recording with as many reports removed as possible while its replay keeps a part of its result.
  ///
  /// - Parameters:
  ///   - request: The request for each replay.
  ///   - kept: The part of the result to keep.
  ///   - run: The run of the whole recording.
  ///   - progress: Called after each try with the number of reports that remain.
  /// - Returns: The smaller recording, as ``reduced(progress:while:)`` returns it.
  package func reduced(
    through request: ReplayRequest, keeping kept: KeptResult, of run: Run,
    progress: (Int) -> Void = { _ in }
  ) -> Recording {
    let (outline, target) = (RunOutline(RunRows(run)), run.summary().finalTarget)
    return reduced(progress: progress) { part in
      let run: Run
      do throws(ReplayError) { run = try request.run(of: part) } catch { return false }
      return switch kept {
      case .behaviour: RunOutline(RunRows(run)) == outline
      case .target: run.ending != .timeLimit && run.summary().finalTarget == target
      }
    }
  }

  private func with(_ frames: [[RawEvent]]) -> Recording {
    var recording = self
    recording.events = frames.flatMap { $0 }
    return recording
  }
}
