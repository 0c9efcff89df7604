/// The digests at the end of `run.json`, by which the files of a run tell whether they are as they were
/// written.
///
/// `framesSHA256`, `eventsSHA256` and `summarySHA256` are of the three other files; `headerSHA256`, the
/// last, is of all bytes of `run.json` before it. They guard against accidents, not against forgers.
public enum RunSeal {
  /// The keys of the digests of other files, by the names of these.
  public static let digestKeys: KeyValuePairs = [
    "frames.jsonl": "framesSHA256", "events.jsonl": "eventsSHA256", "summary.json": "summarySHA256",
  ]

  /// The keys in `run.json` that are no property of the run.
  public static let keys: Set = [
    "framesSHA256", "eventsSHA256", "summarySHA256", "headerSHA256",
  ]

  /// The text of a `run.json` with these fields, sealed.
  static func header(_ fields: [LogField], digests: [LogField]) -> [UInt8] {
    var text = JSONText()
    text.appendDocument(fields + digests)
    let body = Array(text.bytes.dropLast(closing.count))
    return body + opening + Array(SHA256.hexadecimal(of: body).utf8) + quote + closing
  }

  /// Whether a `run.json` is as it was written; nil when it has no seal, as those of 0.1.0 have none.
  public static func isUnbroken(_ header: [UInt8]) -> Bool? {
    let ending = quote + closing
    let count = opening.count + 64 + ending.count
    guard header.count > count, header.suffix(ending.count).elementsEqual(ending),
      header[(header.count - count)...].starts(with: opening)
    else { return containsKey(header) ? false : nil }
    let body = Array(header[..<(header.count - count)])
    let told = header[(header.count - count + opening.count)...].prefix(64)
    return told.elementsEqual(SHA256.hexadecimal(of: body).utf8)
  }

  /// Whether two sealed `run.json` are of one schema and tell the same digests, so that the three other
  /// files of their runs are the same; what else they say may differ.
  public static func tellsSame(_ header: [UInt8], as other: [UInt8]) -> Bool {
    // Each digest is a line such as `,\n  "framesSHA256": "…"`.
    let digests = digestKeys.reduce(0) { $0 + $1.value.utf8.count + 64 + 10 }
    let seal = opening.count + 64 + quote.count + closing.count
    let first = Array("{\n  \"schema\": \"\(Run.schema)\",\n".utf8)
    return [header, other].allSatisfy { $0.starts(with: first) && isUnbroken($0) == true }
      && header.dropLast(seal).suffix(digests) == other.dropLast(seal).suffix(digests)
  }

  /// Whether the last key stands anywhere, so that a seal that was touched is not taken for none.
  private static func containsKey(_ header: [UInt8]) -> Bool {
    let key = Array("SHA256".utf8)
    var index = 0
    var count = 0
    while index + key.count <= header.count {
      if header[index..<index + key.count].elementsEqual(key) { count += 1 }
      index += 1
    }
    // One is the digest of the recording, which every version writes.
    return count > 1
  }

  private static let opening = Array(",\n  \"headerSHA256\": \"".utf8)
  private static let quote = Array("\"".utf8)
  private static let closing = Array("\n}\n".utf8)
}
