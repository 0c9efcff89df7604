extension RecordingFile {
  /// Reads a recording in any supported format; the content determines the format.
  ///
  /// Time and memory grow linearly with the size of the file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; this initializer does not access the disk.
  ///   - file: The name to put in errors.
  ///   - description: The content of an evemu `.desc` file, or the output of `getevent -lp`, for files without a device
  ///     description. The description is required for evemu events without a device. It is optional for
  ///     ``RecordingFormat/raw``, and for evtest and getevent output that lacks the description at its beginning.
  /// - Throws: ``RecordingError`` for the first part that cannot be read.
  public init(
    in bytes: [UInt8], named file: String, description: [UInt8]? = nil
  ) throws(RecordingError) {
    self = try readFile(in: bytes, more: nil, named: file, description: description)
  }

  /// Reads a recording piece by piece, so that a large file does not have to fit in memory.
  ///
  /// Only the events are kept in memory, with 16 bytes for each event. A ChromeOS activity log is read as a whole,
  /// because it is one JSON document and never large.
  ///
  /// - Parameters:
  ///   - beginning: The beginning of the file, at least a megabyte unless the file is smaller.
  ///   - file: The name to put in errors.
  ///   - description: The content of a description; see ``init(in:named:description:)``.
  ///   - more: Returns the following bytes, in pieces of any size; an empty array at the end.
  /// - Throws: ``RecordingError`` for the first part that cannot be read.
  public init(
    beginning: [UInt8], named file: String, description: [UInt8]? = nil, more: () -> [UInt8]
  ) throws(RecordingError) {
    do {
      self = try withoutActuallyEscaping(more) { more in
        try readFile(in: beginning, more: more, named: file, description: description)
      }
    } catch let error as RecordingError {
      throw error
    } catch { throw .empty(file: file) }  // Never happens: all errors are `RecordingError`s.
  }
}

private func readFile(
  in bytes: [UInt8], more: (() -> [UInt8])?, named file: String, description: [UInt8]?
) throws(RecordingError) -> RecordingFile {
  let start = contentStart(of: bytes.span)
  let wrapping = try Wrapping.found(in: bytes.span, from: start, file: file)
  var windows = TextWindows(bytes, from: start, named: file, wrapping: wrapping, more: more)
  switch wrapping.format {
  case .libinput: return try LibinputReader.file(in: windows, named: file)
  case .evemu: return try EvemuReader.file(in: &windows, named: file, description: description)
  case .getevent:
    return try GeteventReader.file(in: &windows, named: file, description: description)
  case .debugEvents: return try DebugEventsReader.file(in: &windows, named: file)
  case .csv: return try TouchTableReader.file(in: &windows, named: file)
  case .evtest: return try EvtestReader.file(in: &windows, named: file, description: description)
  case .raw:
    return try RawEventReader.file(
      beginning: bytes, more: more, named: file, description: description)
  case .chromeOS: return try ActivityLogReader.file(in: &windows, named: file)
  }
}

/// Whether the beginning of a recording describes the device and its axis ranges.
///
/// Such a recording needs no separate description.
package func describesItself(_ bytes: [UInt8]) -> Bool {
  let start = contentStart(of: bytes.span)
  guard let wrapping = try? Wrapping.found(in: bytes.span, from: start, file: "") else {
    return false
  }
  let sign: StaticString
  switch wrapping.format {
  case .libinput, .csv, .chromeOS, .debugEvents: return true
  case .raw: return false
  case .evemu: return !needsDescription(bytes)
  case .evtest: sign = "Event type "
  case .getevent: sign = ", max "
  }
  var windows = TextWindows(bytes, from: start, named: "", wrapping: wrapping)
  guard let window = try? windows.next(fromLine: 1) else { return false }
  let span = windows.bytes.span
  var line = span.line(at: window.lowerBound, number: 1)
  while line.start < span.count {
    let first = span.skippingBlanks(from: line.start, to: line.end)
    // Lines after the first event do not describe the device.
    if first < line.end, span[first] == ASCII.openBracket { return false }
    if span.has("Event: ", at: first, before: line.end) { return false }
    if span.index(of: sign, in: first..<line.end) != nil { return true }
    line = span.line(after: line)
  }
  return false
}

/// Whether a file is an evemu recording without a device, which can be read only with a `.desc` file.
package func needsDescription(_ bytes: [UInt8]) -> Bool {
  let start = contentStart(of: bytes.span)
  guard let wrapping = try? Wrapping.found(in: bytes.span, from: start, file: ""),
    wrapping.format == .evemu
  else { return false }
  var windows = TextWindows(bytes, from: start, named: "", wrapping: wrapping)
  guard let window = try? windows.next(fromLine: 1) else { return false }
  let span = windows.bytes.span
  var line = span.line(at: window.lowerBound, number: 1)
  while line.start < span.count {
    let first = span.skippingBlanks(from: line.start, to: line.end)
    if span.has("N:", at: first, before: line.end) { return false }
    if span.has("E:", at: first, before: line.end) { return true }
    line = span.line(after: line)
  }
  return false
}

/// Detects the format of a file from its beginning.
///
/// A caller can use this function to reject a large file that is not a recording, without reading all of it.
///
/// - Parameters:
///   - bytes: The beginning of the file, at least a megabyte unless the file is smaller.
///   - file: The name to put in errors.
/// - Returns: The format in which the whole file will be read.
/// - Throws: ``RecordingError`` if the file does not begin like a recording.
package func recordingFormat(
  ofBeginning bytes: [UInt8], named file: String
) throws(RecordingError) -> RecordingFormat {
  let span = bytes.span
  return try Wrapping.found(in: span, from: contentStart(of: span), file: file).format
}
