package import TouchInput

/// Reads what `getevent -lt` prints while it prints it.
///
/// What is kept between two pieces is one unfinished line.
package struct GeteventStream {
  /// The longest line; those of events have about a hundred bytes.
  ///
  /// Source: ours.
  private static let longestLine = 4_096

  private var reader: GeteventReader
  private var rest: [UInt8] = []
  private var number = 1

  /// Creates a reader; `name` is what to call the stream in errors.
  package init(named name: String) { reader = GeteventReader(file: name) }

  /// Takes the next piece and adds the events of the lines that it ends to `events`.
  ///
  /// Lines that are no events are passed over.
  ///
  /// - Throws: ``RecordingError`` at a line that begins like an event and is none, or is too long; the
  ///   events before it are in `events` all the same.
  package mutating func receive(
    _ piece: some Sequence<UInt8>, into events: inout [RawEvent]
  ) throws(RecordingError) {
    defer { events += reader.takenEvents() }
    let all = rest + piece
    let bytes = all.span
    var line = bytes.line(at: 0, number: number)
    while line.isTerminated {
      try reader.take(line, of: bytes)
      line = bytes.line(after: line)
    }
    guard line.end - line.start <= Self.longestLine else {
      throw .tooMuch(
        file: reader.file, line: line.number, what: "bytes in a line", limit: Self.longestLine)
    }
    number = line.number
    rest = Array(all[line.start...])
  }
}
