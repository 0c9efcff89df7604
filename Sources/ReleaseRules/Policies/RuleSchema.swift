import Quantities

/// The settings of release rules as Markdown: first the common settings, then the settings of each rule.
///
/// The text contains the allowed values and the sources of the defaults. The text is generated from
/// ``ReleasePolicy/settings``, so that no setting is missing.
public var policySchema: String {
  let common = ReleasePolicy.settings.filter { setting in
    !ReleaseRule.kinds.contains { $0.settings.contains { $0.key == setting.key } }
  }
  var parts = [
    "### Velocity, projection, dismissal and hand-off", table(common),
    table(of: "release.source", ReleasePolicy.VelocityFilter.Source.self),
    table(of: "release.cancelled", ReleasePolicy.VelocityFilter.Cancellation.self),
    table(of: "release.point", ReleasePolicy.ProjectedPoint.self),
    table(of: "release.dismissal", ReleasePolicy.DismissalRule.Kind.self),
  ]
  for kind in ReleaseRule.allKinds {
    parts += ["### `release.choice: \(kind.name)`", kind.meaning]
    if !kind.settings.isEmpty { parts.append(table(kind.settings)) }
    parts += kind.words
  }
  return parts.joined(separator: "\n\n") + "\n"
}

private func table(_ settings: [Setting<ReleasePolicy>]) -> String {
  let policy = ReleasePolicy()
  let rows = settings.map { setting in
    "| `\(setting.key)` | \(setting.unit) | \(setting.text(in: policy)) | \(range(of: setting)) "
      + "| \(setting.meaning)\(condition(of: setting)) | \(setting.source) |"
  }
  let head = ["| key | unit | default | values | meaning | source |", "|---|---|---|---|---|---|"]
  return (head + rows).joined(separator: "\n")
}

/// Returns the conditions of a setting as text, except the condition that the rule of the setting is chosen.
private func condition(of setting: Setting<ReleasePolicy>) -> String {
  // A condition on `release.choice` with a single value only repeats the rule, which the heading already names.
  let conditions = setting.conditions.filter { $0.key != "release.choice" || $0.words.count > 1 }
  return conditions.map { condition in
    " Used only if `\(condition.key)` is \(condition.words.joined(separator: ", "))."
  }.joined()
}

private func range(of setting: Setting<ReleasePolicy>) -> String {
  switch setting.access {
  case .number(let range, _, _): "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
  case .flag: "true, false"
  case .word(let choices, _, _):
    choices.count > 6 ? "a rule, see below" : choices.joined(separator: ", ")
  case .text(let form, _, _): form
  }
}

/// Returns the values of the setting `key` with their meanings as a Markdown table.
func table<Word: SettingWord>(of key: String, _ type: Word.Type) -> String {
  (["| `\(key)` | meaning |", "|---|---|"]
    + Word.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }).joined(separator: "\n")
}
