public import TouchInput

extension Recording {
  /// The recording with as many frames of the device left out as can be, so that `holds` is still true
  /// of it; each frame that is left is needed.
  ///
  /// The first frame and the last stay, so that the times do. What `holds` says of the recording itself
  /// is not asked.
  ///
  /// - Parameters:
  ///   - progress: Called after each try with the number of frames that are left.
  ///   - holds: Whether a smaller recording still shows what it is for.
  /// - Returns: The smaller recording; itself where nothing can be left out.
  /// - Complexity: O(frames · log frames) tries where most can be left out, O(frames²) at worst.
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

  private func with(_ frames: [[RawEvent]]) -> Recording {
    var recording = self
    recording.events = frames.flatMap { $0 }
    return recording
  }
}
