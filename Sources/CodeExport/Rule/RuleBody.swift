import GestureReplay

/// The body of a release rule in the neutral language while it is written.
struct RuleBody {
  private let source: CodeSource
  /// The keys of the settings that the body expresses.
  var keys = ["release.choice"]
  /// The lines, each with a comment or nil.
  var lines: [(code: String, comment: String?)] = []

  init(_ source: CodeSource) { self.source = source }

  /// Adds lines without comments.
  mutating func add(_ lines: [String]) { self.lines += lines.map { ($0, nil) } }

  /// Adds the constant `name` with the value of the setting `key`.
  mutating func constant(_ name: String, _ key: String) {
    let setting = source.settings.first { $0.key == key }
    let unit = setting.map { $0.unit.isEmpty ? "" : ", \($0.unit)" } ?? ""
    lines.append(("let \(name) = \(codeText(source.number(key) ?? 0))", "\(key)\(unit)"))
    keys.append(key)
  }

  /// Whether the setting `key` is a number above zero, or true.
  func isSet(_ key: String) -> Bool {
    source.number(key).map { $0 > 0 } ?? (source.word(key) == "true")
  }
}
