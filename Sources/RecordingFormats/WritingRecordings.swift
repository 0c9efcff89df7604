import TouchInput

extension RecordingFile {
  /// Returns the content of the file in a given format.
  ///
  /// All formats keep the events and their timestamps in microseconds, except ``RecordingFormat/csv``, which stores
  /// contacts instead of events. Only ``RecordingFormat/libinput`` keeps everything; see ``losses(as:)``.
  ///
  /// - Parameter format: The format to write.
  /// - Returns: The content of the file.
  /// - Throws: ``RecordingError/notWritable(format:reason:)`` if the format cannot be written, or if the file has
  ///   several devices and the format can hold only one.
  public func text(as format: RecordingFormat) throws(RecordingError) -> [UInt8] {
    guard format.isWritable else {
      throw .notWritable(format: format, reason: "Flickbook only reads this format")
    }
    guard format != .libinput else { return libinputText(of: self) }
    guard let recording = recordings.first, recordings.count == 1 else {
      throw .notWritable(
        format: format,
        reason: "the format holds one device, and the recording has \(recordings.count)")
    }
    guard !recording.hasOnlyGestures else {
      throw .notWritable(
        format: format, reason: "the recording has the gestures of libinput and no contacts")
    }
    return format == .csv ? touchTableText(of: recording) : evemuText(of: recording)
  }

  /// Lists the information that is lost if the file is written in a given format.
  ///
  /// - Parameter format: The format to write.
  /// - Returns: The lost information, as nouns for a message; empty if everything is kept.
  public func losses(as format: RecordingFormat) -> [String] {
    guard format != .libinput else { return [] }
    var losses: [String] = []
    if recordings.contains(where: { $0.device.orientation != PanelOrientation() }) {
      losses.append("how the panel is mounted")
    }
    if recordings.contains(where: { $0.initial != nil }) { losses.append("the state at the start") }
    if recordings.contains(where: { !$0.gaps.isEmpty }) { losses.append("the gap marks") }
    if recordings.contains(where: { $0.intent != nil }) { losses.append("the intent") }
    if recordings.contains(where: { $0.person != nil || $0.session != nil }) {
      losses.append("the person and the session")
    }
    if recordings.contains(where: { !$0.gestures.isEmpty }) {
      losses.append("the gestures of libinput")
    }
    if recordings.contains(where: { $0.start != nil }) {
      losses.append("the position of the surface at the start")
    }
    if recordings.contains(where: { $0.note != nil }) { losses.append("the note") }
    if recordings.contains(where: { $0.source != nil }) { losses.append("the source") }
    if recordings.contains(where: { $0.clock != nil }) { losses.append("the clock") }
    if !preserved.top.isEmpty || preserved.devices.contains(where: { !$0.isEmpty }) {
      losses.append("information about the system and the device")
    }
    if format == .csv { losses.append("everything but the contacts") }
    return losses
  }
}
