package import InteractionScenarios
import Quantities
import TouchInput
package import YAMLNodes

/// Reads the nodes of a YAML file; every error has the path and the line.
package struct YAMLReader {
  package let path: String

  package init(path: String) { self.path = path }

  /// Returns the path of another file or folder that this file names; the name is relative to the folder of this file.
  ///
  /// - Throws: ``FileError`` if this file may not name the path; see ``checkNamedPath(_:in:line:)``.
  package func path(named name: String, line: Int?) throws(FileError) -> String {
    let named = relative(name)
    try checkNamedPath(named, in: path, line: line)
    return named
  }

  /// Returns the path `name`, which is relative to the folder of this file.
  func relative(_ name: String) -> String {
    guard path.contains("/"), !name.hasPrefix("/") else { return name }
    let own = folder(of: path)
    return name == "." ? own : own == "/" ? "/\(name)" : "\(own)/\(name)"
  }

  package func list(_ node: Node, _ expected: String) throws(FileError) -> Node.Sequence {
    guard let list = node.sequence else { throw wrong(node, expected) }
    return list
  }

  package func mapping(_ node: Node, _ expected: String) throws(FileError) -> Node.Mapping {
    guard let mapping = node.mapping else { throw wrong(node, expected) }
    return mapping
  }

  package func word(_ node: Node, _ expected: String) throws(FileError) -> String {
    guard let text = text(node), !text.isEmpty else { throw wrong(node, expected) }
    return text
  }

  /// Returns the text of a scalar; nil for a list, a mapping or a null value, such as `~` or `null`.
  package func text(_ node: Node) -> String? {
    guard let scalar = node.scalar, !scalar.isNullOrEmpty else { return nil }
    return scalar.string
  }

  package func number(_ node: Node, _ unit: String) throws(FileError) -> Double {
    guard let number = node.string.flatMap(Double.init), number.isFinite else {
      throw wrong(node, "a number, in \(unit)")
    }
    return number
  }

  /// Returns a number of `unit` in `range`.
  package func number(
    _ node: Node, in range: ClosedRange<Double>, _ unit: String
  ) throws(FileError) -> Double {
    guard let number = node.string.flatMap(Double.init), range.contains(number) else {
      throw wrong(node, "\(unit) from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return number
  }

  /// Returns the settings in a mapping, such as the value of `set`, with the line of each setting.
  ///
  /// The value of a setting is a word or a number. A spring may also be a mapping of parameters of another system, such
  /// as `{stiffness: 247, damping: 31.4}`.
  package func settings(
    _ node: Node
  ) throws(FileError) -> [(key: String, value: String, line: Int)] {
    let pairs = try pairs(node, value: settingText)
    for (index, one) in pairs.enumerated() {
      let own = Assignment(key: one.key, value: one.value)
      let sharing = pairs[..<index].first {
        Assignment.shareSpring(Assignment(key: $0.key, value: $0.value), own)
      }
      guard let sharing else { continue }
      throw .malformed(
        path: path, line: one.line,
        found: "'\(excerpt(of: sharing.key))' and '\(excerpt(of: one.key))'",
        expected: "one of them")
    }
    return pairs
  }

  /// Returns the names in a mapping with the text of their values, and the line of each name.
  func pairs(
    _ node: Node
  ) throws(FileError) -> [(key: String, value: String, line: Int)] {
    try pairs(node, value: text)
  }

  private func pairs(
    _ node: Node, value text: (Node) -> String?
  ) throws(FileError) -> [(key: String, value: String, line: Int)] {
    var pairs: [(key: String, value: String, line: Int)] = []
    for (key, value) in try mapping(node, "settings as key: value") {
      guard let name = key.string else { throw wrong(key, "the key of a setting") }
      guard let text = text(value) else {
        throw wrong(value, "a value of '\(excerpt(of: name))'")
      }
      pairs.append((name, text, key.mark?.line ?? 0))
    }
    return pairs
  }

  /// Returns the value of a setting as text; nil if it is neither a scalar nor a mapping of parameters of a spring.
  ///
  /// A mapping `{stiffness: 247, damping: 31.4}` becomes the text `stiffness:247,damping:31.4`.
  func settingText(_ node: Node) -> String? {
    guard let mapping = node.mapping else { return text(node) }
    var words: [(name: String, number: String)] = []
    for (key, value) in mapping {
      guard let name = key.string, let number = text(value) else { return nil }
      words.append((name, number))
    }
    guard Assignment.hasWordOfSpring(words.map(\.name)) else { return nil }
    return words.map { "\($0.name):\($0.number)" }.joined(separator: ",")
  }

  /// Returns the scenario `name`; the error for an unknown scenario has the line of `node`.
  package func scenario(_ name: String, at node: Node?) throws(FileError) -> any Scenario.Type {
    guard let type = allScenarios.first(where: { $0.name == name }) else {
      throw unknown("scenario", name, node, among: allScenarios.map { $0.name })
    }
    return type
  }

  /// Throws an error if the mapping has a key that is not in `keys`.
  package func check(_ mapping: Node.Mapping, keys: [String]) throws(FileError) {
    for key in mapping.keys where !keys.contains(key.string ?? "") {
      throw unknown("key", key.string ?? "", key, among: keys)
    }
  }

  /// Returns the file error for a setting that a scenario rejected, with the line of the setting in the mapping `node`.
  package func refused(_ error: SettingError, in node: Node?) -> FileError {
    let key: String? =
      switch error {
      case .unknownSetting(let key, _, _, _), .wordOfSpring(let key, _, _, _, _, _),
        .invalidValue(let key, _, _, _), .settingWithoutEffect(let key, _, _, _, _):
        key
      case .unknownScenario, .unknownPreset, .contradiction, .program: nil
      }
    let line = node?.mapping?.keys.first { $0.string == key }?.mark?.line ?? node?.mark?.line
    switch error {
    case .unknownSetting(let key, let scenario, _, let nearest):
      return .malformed(
        path: path, line: line, found: "the setting '\(key)', which \(scenario) does not have",
        expected: nearest.map { "'\($0)'" } ?? "a setting that 'flickbook scenario show' lists")
    case .wordOfSpring(let key, let scenario, _, let springs, let words, let others):
      return .malformed(
        path: path, line: line, found: "the setting '\(key)', which \(scenario) does not have",
        expected: SettingError.wholeSprings(springs, words, others, assign: ": "))
    case .invalidValue(let key, let value, _, let expected):
      return .malformed(
        path: path, line: line, found: "\(key) '\(value)'\(dimensionClause(of: value))",
        expected: expected)
    case .settingWithoutEffect(let key, let decider, let word, _, let own):
      return .malformed(
        path: path, line: line, found: "\(key), which has no effect with \(decider) '\(word)'",
        expected: own.isEmpty ? "no such key" : "one of \(own.joined(separator: ", "))")
    case .unknownScenario, .unknownPreset, .contradiction, .program:
      return .malformed(path: path, line: line, found: error.description, expected: "other values")
    }
  }

  package func unknown(
    _ kind: String, _ name: String, _ node: Node?, among names: [String]
  ) -> FileError {
    unknown(kind, name, line: node?.mark?.line, among: names)
  }

  package func unknown(
    _ kind: String, _ name: String, line: Int?, among names: [String]
  ) -> FileError {
    let near = nearestName(to: name, in: names).map { "'\($0)' or another \(kind)" }
    return .malformed(
      path: path, line: line, found: "the \(kind) '\(name)'",
      expected: near ?? "one of \(names.joined(separator: ", "))")
  }

  package func wrong(_ node: Node, _ expected: String) -> FileError {
    let found =
      switch node {
      case .scalar(let scalar): scalar.isNullOrEmpty ? "nothing" : "'\(scalar.string)'"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    return .malformed(path: path, line: node.mark?.line, found: found, expected: expected)
  }
}
