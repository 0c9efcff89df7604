import Flickbook

/// A recording with its new label.
struct NewLabel {
  var given: GivenRecording
  /// The words of the label to set; the other words keep their values.
  var label: RecordingLabel
  /// The line of the table that sets the label, such as `labels.csv:3`; nil if an option or an answer sets it.
  var line: String?

  private var status: Failure.Status { line == nil ? .usage : .badInput }

  /// Checks that the recording can be read and that the label fits it; call this before any file is written.
  ///
  /// - Parameter description: The path of the description of the device; nil for a recording that needs none.
  /// - Throws: ``Failure`` for the first fault.
  func check(description: String? = nil) throws {
    for case (let key, let word?) in label.entries {
      let isPlain = word.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0.value < 0x10_ff80
      }
      guard isPlain, !word.isEmpty, word.unicodeScalars.count <= 200 else {
        throw Failure(
          status, at: line ?? "--\(key)", "found '\(word)'",
          "give one or a few words, on one line of at most 200 characters")
      }
    }
    _ = try loadedRecordingFile(
      at: given.path, description: description, within: given.root)
    if let start = label.start, let request = given.request { try checkStart(start, of: request) }
    guard let intent = label.intent else { return }
    guard let request = given.request else {
      throw Failure.missingScenario(
        "no scenario was given for \(given.path), so the intent cannot be checked")
    }
    try checkIntent(intent, of: request, called: request.scenario, at: line)
  }

  /// Throws if the scenario does not have the given start position.
  private func checkStart(_ start: String, of request: ReplayRequest) throws {
    var request = request
    request.assignments.removeAll { $0.key == "start" }
    request.assignments.append(
      Assignment(key: "start", value: start, location: line ?? "flickbook corpus label"))
    do { try request.check() } catch { throw Failure(status, "\(error)") }
  }

  /// Writes the label; `isCleared` removes the present label first.
  func write(description: String? = nil, isCleared: Bool = false) throws -> LabelChange {
    try relabel(given.path, description: description, within: given.root) { present in
      if isCleared { present = RecordingLabel() }
      present.intent = label.intent ?? present.intent
      present.person = label.person ?? present.person
      present.session = label.session ?? present.session
      present.start = label.start ?? present.start
    }
  }
}

extension LabelTable {
  /// Returns the labels of the table in the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the table; `-` is standard input.
  ///   - given: The recordings that the table may label.
  ///   - folders: The folders from which a row may count the path of a recording.
  /// - Returns: The labels, in the order of the table.
  /// - Throws: ``Failure`` if a row does not name exactly one recording, or if two rows name the same recording.
  static func labels(
    at path: String, of given: [GivenRecording], in folders: [String]
  ) throws -> [NewLabel] {
    let table = try LabelTable(try fileBytes(at: path, atMost: 1 << 26), named: inputName(path))
    var indices: [String: [Int]] = [:]
    for (index, recording) in given.enumerated() {
      for name in recording.names(in: folders) { indices[name, default: []].append(index) }
    }
    var lines: [Int: Int] = [:]
    return try table.rows.map { row in
      let location = "\(inputName(path)):\(row.line)"
      guard let found = indices[row.recording] else {
        let near = nearestName(to: row.recording, in: indices.keys.sorted())
        throw Failure(
          .badInput,
          "\(location): there is no recording '\(row.recording)'; "
            + (near.map { "did you mean '\($0)'?" }
              ?? "'flickbook corpus list' lists the recordings."))
      }
      try require(
        found.count == 1, .badInput, at: location,
        "'\(row.recording)' is the name of \(found.count) recordings",
        "give a path")
      if let line = lines.updateValue(row.line, forKey: found[0]) {
        throw Failure(
          .badInput, at: location, "'\(row.recording)' is in line \(line) already",
          "keep one of the lines")
      }
      return NewLabel(given: given[found[0]], label: row.label, line: location)
    }
  }
}

extension GivenRecording {
  /// Returns the names by which a table may refer to the recording.
  ///
  /// These are its path, its path relative to one of `folders`, its name, and the name of its file.
  fileprivate func names(in folders: [String]) -> Set<String> {
    var names: Set = [path, name]
    for folder in folders.map({ $0.hasSuffix("/") ? $0 : "\($0)/" }) where path.hasPrefix(folder) {
      names.insert(String(path.dropFirst(folder.count)))
    }
    let file = lastPart(of: path)
    if file != "recording.yml" { names.insert(file) }
    return names
  }
}

extension LabelChange {
  private var isChange: Bool { before != after }

  /// Returns the report on the change of the label of the recording at `path`.
  func report(on path: String) -> Report {
    let was =
      !isChange ? ", as before" : before.words.isEmpty ? "" : " (was \(before.words))"
    let now = after.words.isEmpty ? "no label" : after.words
    return [
      .data("recording", path), .data("location", location), .data("changed", isChange),
      .note(singleLine("\(path): \(now)\(was)")),
    ] + Report(after.entries.map { .data($0.key, $0.value) })
  }
}

extension RecordingLabel {
  fileprivate var words: String {
    [
      intent.map { "intent \($0)" }, person.map { "by \($0)" }, session.map { "in session \($0)" },
      start.map { "from \($0)" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
