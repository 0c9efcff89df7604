import Flickbook

extension Recording {
  /// Returns the time from the start to the end of the given contacts, in microseconds of the clock of the recording.
  func times(ofContacts text: String) throws -> ClosedRange<Int64> {
    let known = RecordingInspection(of: self).contacts
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let first = numbers[0],
      let last = numbers[numbers.count - 1], first <= last
    else {
      throw Failure(
        .usage, at: "--contacts", "found '\(text)'", "give a number or a range, such as 3 or 3-5")
    }
    let meant = known.filter { (first...last).contains($0.id) }
    try require(
      meant.contains(where: { $0.id == first }) && meant.contains(where: { $0.id == last }),
      at: "--contacts", "found '\(text)'",
      "the recording has \(count(known.count, "contact"))")
    let ends = meant.map { contact in
      contact.beganMicroseconds + Int64((contact.duration.value * 1e6).rounded())
    }
    let begin = meant.map(\.beganMicroseconds).min() ?? .min
    return begin...max(begin, ends.max() ?? .max)
  }
}

/// Returns the part of a recording between two times, in seconds from its first event.
///
/// The part is limited to `known`, in microseconds of the clock of the recording. If `from` is nil, the part begins
/// where `known` begins, and if `to` is nil, it ends where `known` ends. `path` is the path of the recording, for error
/// messages.
///
/// - Throws: ``Failure`` if a time is outside of its range, or if the part has no event.
func part(
  of recording: Recording, at path: String, from: Double?, to: Double?,
  within known: ClosedRange<Int64> = .min ... .max
) throws -> Recording {
  func time(_ option: String, _ seconds: Double) throws -> Int64 {
    let seconds = try checked(option, seconds, 0...1e9, "seconds")
    let zero = recording.firstMicroseconds ?? 0
    let (time, overflows) = zero.addingReportingOverflow(Int64((seconds * 1e6).rounded()))
    return overflows ? .max : time
  }
  var (first, last) = (known.lowerBound, known.upperBound)
  if let from { first = max(first, try time("--from", from)) }
  if let to { last = min(last, try time("--to", to)) }
  try require(
    first <= last, at: "--to", "the end is before the start", "swap --from and --to")
  let part = recording.trimmed(to: first...last)
  try require(
    part.firstMicroseconds != nil, at: path, "no event is between --from and --to",
    "'flickbook inspect' shows the times")
  return part
}
