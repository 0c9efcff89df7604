import TouchInput

/// What a streaming writer puts between the events of a file.
///
///     flickbook: {gap: [2, 151234], resynchronized: 7}
///     flickbook: {end: true}
///
/// Only this spelling is understood; marks of later versions are passed over.
enum StreamMark {
  /// Events were dropped, and made good by the item that the mark is in.
  case gap(Recording.Gap)
  /// The recording is whole.
  case end

  /// Reads a mark; nil when it is of another kind.
  init?(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let end = range.upperBound
    guard let open = bytes.skipping("flickbook:", at: range.lowerBound, to: end),
      let first = bytes.skipping("{", at: open, to: end)
    else { return nil }
    if bytes.has("end: true}", at: first, before: end) {
      self = .end
      return
    }
    guard var index = bytes.skipping("gap: [", at: first, to: end),
      let seconds = bytes.decimal(at: &index, before: end),
      let comma = bytes.skipping(",", at: index, to: end)
    else { return nil }
    index = comma
    guard let fraction = bytes.decimal(at: &index, before: end), fraction < 1_000_000,
      let time = microseconds(seconds: seconds, microseconds: fraction),
      let count = bytes.skipping("], resynchronized:", at: index, to: end)
    else { return nil }
    index = count
    guard let number = bytes.decimal(at: &index, before: end), let number = Int(exactly: number),
      bytes.has("}", at: index, before: end)
    else { return nil }
    self = .gap(Recording.Gap(microseconds: time, resynchronizedEvents: number))
  }
}
