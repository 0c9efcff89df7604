public import FrameLogs
import Glibc
import Yams

extension RecordingCase {
  /// Makes `run` the expected one and keeps the reason in `case.yml`.
  ///
  /// - Throws: ``FileError``; the case is then as it was.
  public func accept(_ run: Run, because reason: String) throws(FileError) {
    let before = try fileBytes(at: settingsPath)
    let text = String(decoding: before, as: UTF8.self)
    let after = try addingReason(reason, to: text, path: settingsPath)
    _ = try requestMapping(in: after, path: settingsPath)
    try writeFile(Array(after.utf8), at: settingsPath)
    do throws(FileError) { try writeRun(run, at: expectedPath) } catch {
      try writeFile(before, at: settingsPath)
      throw error
    }
  }
}

/// The settings of a case with `reason` as the last item of the list `accepted`.
///
/// All other lines stay as they are, comments included.
func addingReason(
  _ reason: String, to text: String, path: String
) throws(FileError) -> String {
  // By scalars, for a carriage return and a line feed are one character.
  var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0) }
  if lines.last == "" { lines.removeLast() }
  let mapping = try requestMapping(in: text, path: path)
  guard let mapping, let index = mapping.keys.firstIndex(where: { $0.string == "accepted" }) else {
    return (lines + ["accepted:", "  - \(quotedYAML(reason))", ""]).joined(separator: "\n")
  }
  let keys = Array(mapping.keys)
  let first = (keys[index].mark?.line ?? 1) - 1
  let next = keys.indices.contains(index + 1) ? keys[index + 1].mark?.line : nil
  var last = next.map { $0 - 1 } ?? lines.count
  while last > first + 1, isBlankOrComment(lines[last - 1]) { last -= 1 }
  let list = mapping["accepted"]
  let besideKey = lines[first].drop { $0 != ":" }.dropFirst()
  if let items = list?.sequence, !items.isEmpty, isBlankOrComment(besideKey) {
    let indentation = lines[first + 1..<last].first { !isBlankOrComment($0) }?.prefix { $0 == " " }
    lines.insert("\(indentation ?? "  ")- \(quotedYAML(reason))", at: last)
  } else {
    let kept = (list?.sequence.map(Array.init) ?? [list].compactMap { $0 }).compactMap(\.string)
    let items = (kept.filter { !$0.isEmpty } + [reason]).map { "  - \(quotedYAML($0))" }
    lines.replaceSubrange(first..<last, with: ["accepted:"] + items)
  }
  return (lines + [""]).joined(separator: "\n")
}

private func isBlankOrComment(_ line: some StringProtocol) -> Bool {
  let content = line.drop(while: \.isWhitespace)
  return content.isEmpty || content.hasPrefix("#")
}

/// `text` between double quotes, with what YAML does not allow there escaped.
public func quotedYAML(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\" + String(scalar)
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{2029}", "\u{feff}",
      "\u{fffe}"..."\u{ffff}":
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// Makes the folder of a new case at `folder`, whole or not at all.
///
/// - Parameters:
///   - recording: The bytes of its recording.
///   - settings: The text of its `case.yml`.
///   - folder: The path, at which there is nothing yet.
/// - Throws: ``FileError`` when it cannot be written.
public func writeCase(
  recording: [UInt8], settings: String, at folder: String
) throws(FileError) {
  if let slash = folder.lastIndex(of: "/") { try makeFolder(at: String(folder[..<slash])) }
  let aside = placeAside(folder)
  do throws(FileError) {
    try makeFolder(at: aside)
    try writeNew(recording, at: "\(aside)/recording.yml")
    try writeNew(Array(settings.utf8), at: "\(aside)/case.yml")
    guard rename(aside, folder) == 0 else { throw writingError(folder) }
  } catch {
    for name in ["recording.yml", "case.yml"] { unlink("\(aside)/\(name)") }
    rmdir(aside)
    throw error.renamed(to: folder)
  }
}
