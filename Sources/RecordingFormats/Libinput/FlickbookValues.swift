import TouchInput
import YAMLNodes

/// The values that occur in `flickbook:` entries, with errors that name the line.
struct FlickbookValues {
  let text: YAMLSection

  func line(of node: Node) -> Int {
    text.line(of: node)
  }

  func malformed(_ node: Node, _ expected: String) -> RecordingError {
    text.malformed(at: line(of: node), expected: expected)
  }

  func integer<Value: FixedWidthInteger>(
    _ node: Node, _ expected: String
  ) throws(RecordingError) -> Value {
    guard let text = node.scalar?.string,
      let value = RecordingFormats.integer(text, as: Value.self)
    else { throw malformed(node, expected) }
    return value
  }

  /// The elements of a list; none when it is missing or null.
  func sequence(_ node: Node?, _ expected: String) throws(RecordingError) -> [Node] {
    guard let node, node.scalar.map({ $0.string.isEmpty || $0.string == "null" }) != true else {
      return []
    }
    guard let sequence = node.sequence else { throw malformed(node, expected) }
    return Array(sequence)
  }

  /// The values of `{axis: value}`, by ascending axis.
  func axisValues(_ node: Node?) throws(RecordingError) -> [Recording.AxisValue] {
    guard let node else { return [] }
    guard let mapping = node.mapping else { throw malformed(node, "{axis: value}") }
    var result: [Recording.AxisValue] = []
    for (key, value) in mapping {
      result.append(
        Recording.AxisValue(
          code: try integer(key, "an axis code of 16 bits"),
          value: try integer(value, "a value of 32 bits")))
    }
    return result.sorted { $0.code < $1.code }
  }

  /// The gap whose time is the value of `timeKey`.
  func gap(_ node: Node, timeKey: String) throws(RecordingError) -> Recording.Gap {
    guard let entry = node.mapping, let time = entry[timeKey] else {
      throw malformed(node, "a gap with '\(timeKey): [seconds, microseconds]'")
    }
    var count = 0
    if let node = entry["resynchronized"] { count = try integer(node, "a number of events") }
    guard count >= 0 else { throw malformed(node, "a number of events") }
    return Recording.Gap(microseconds: try microseconds(time), resynchronizedEvents: count)
  }

  private func microseconds(_ node: Node) throws(RecordingError) -> Int64 {
    let expected = "[seconds, microseconds]"
    guard let parts = node.sequence, parts.count == 2 else { throw malformed(node, expected) }
    let seconds: UInt64 = try integer(parts[0], expected)
    let fraction: UInt64 = try integer(parts[1], expected)
    guard fraction < 1_000_000,
      let time = RecordingFormats.microseconds(seconds: seconds, microseconds: fraction)
    else { throw malformed(node, expected) }
    return time
  }
}
