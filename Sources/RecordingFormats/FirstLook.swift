/// The format of a file, told by its beginning alone.
///
/// It lets a caller refuse a large file that is no recording before reading all of it.
///
/// - Parameters:
///   - bytes: The beginning of the file, at least a megabyte unless the file is smaller.
///   - file: The name to put in errors.
/// - Returns: The format that the whole file will be read as.
/// - Throws: ``RecordingError`` when no recording begins like that.
package func recordingFormat(
  ofBeginning bytes: [UInt8], named file: String
) throws(RecordingError) -> RecordingFormat {
  let span = bytes.span
  return try Wrapping.found(in: span, from: contentStart(of: span), file: file).format
}
