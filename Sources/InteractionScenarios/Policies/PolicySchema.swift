import Quantities

/// Every key of a release rule, as Markdown.
///
/// Made of ``ReleasePolicy/settings``, so that it has all of them, with the ranges that hold and
/// where the defaults come from.
public var policySchema: String {
  let policy = ReleasePolicy()
  let rows = ReleasePolicy.settings.map { setting in
    let unit = setting.unit.isEmpty ? "" : setting.unit
    return "| `\(setting.key)` | \(unit) | \(setting.text(in: policy)) | \(range(of: setting)) "
      + "| \(setting.meaning) | \(setting.source) |"
  }
  let head = ["| key | unit | default | values | meaning | source |", "|---|---|---|---|---|---|"]
  let words = [
    words("release.choice", ReleasePolicy.Choice.self),
    words("release.neighbour", ReleasePolicy.Neighbour.self),
    words("release.tie", ReleasePolicy.Tie.self),
    words("release.dismissal", ReleasePolicy.Dismissal.self),
    words("release.source", ReleasePolicy.VelocitySource.self),
    words("release.point", ReleasePolicy.ProjectedPoint.self),
    words("release.cancelled", ReleasePolicy.Cancellation.self),
  ]
  return ([(head + rows).joined(separator: "\n")] + words).joined(separator: "\n\n") + "\n"
}

private func range(of setting: Setting<ReleasePolicy>) -> String {
  switch setting.access {
  case .number(let range, _, _): "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
  case .flag: "true, false"
  case .word: "a word, see below"
  case .text(let form, _, _): form
  }
}

private func words<Word: SettingWord>(_ key: String, _ type: Word.Type) -> String {
  (["| `\(key)` | meaning |", "|---|---|"]
    + Word.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |" }).joined(separator: "\n")
}
