/// Reads a recording in whatever format it is; the format is told by the content.
///
/// Time and memory grow linearly with the size of the file.
///
/// - Parameters:
///   - bytes: The whole file; this function does not touch the disk.
///   - file: The name to put in errors.
///   - description: The content of an evemu `.desc` file, for files that do not say which device
///     they are of: required for those that ``needsDescription(_:)``, useful for
///     ``RecordingFormat/raw`` and for evtest and getevent output without its head.
/// - Returns: The recordings of the file, at least one.
/// - Throws: ``RecordingError`` at the first thing that cannot be read.
public func recordingFile(
  in bytes: [UInt8], named file: String, description: [UInt8]? = nil
) throws(RecordingError) -> RecordingFile {
  let span = bytes.span
  let start = contentStart(of: span)
  switch try detectedFormat(of: span, from: start, file: file) {
  case .libinput:
    return try LibinputReader.file(in: span, from: start, named: file)
  case .evemu:
    return try EvemuReader.file(in: span, from: start, named: file, description: description)
  case .evtest:
    return try EvtestReader.file(in: span, from: start, named: file, description: description)
  case .getevent:
    return try GeteventReader.file(in: span, from: start, named: file, description: description)
  case .raw:
    return try RawEventReader.file(in: span, named: file, description: description)
  case .chromeOS:
    return try ActivityLogReader.file(in: span, from: start, named: file)
  case .csv:
    return try TouchTableReader.file(in: span, from: start, named: file)
  }
}

/// Whether a file is an evemu recording without a device, whose `.desc` file must be given too.
public func needsDescription(_ bytes: [UInt8]) -> Bool {
  let span = bytes.span
  let start = contentStart(of: span)
  guard let format = try? detectedFormat(of: span, from: start, file: ""), format == .evemu else {
    return false
  }
  var line = span.line(at: start, number: 1)
  while line.start < span.count {
    let first = span.skippingBlanks(from: line.start, to: line.end)
    if span.has("N:", at: first, before: line.end) { return false }
    if span.has("E:", at: first, before: line.end) { return true }
    line = span.line(after: line)
  }
  return false
}
