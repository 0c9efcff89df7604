import ArgumentParser
import Flickbook

struct RuleSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "List every setting of release rules.",
    discussion: HelpDetail.text(
      """
      The output is Markdown tables of key, unit, default, range, meaning and source of the default: \
      first the settings that all rules share, then the settings of each rule. With --json, there is \
      one line for each setting; the field 'only' lists the values of other settings with which the \
      setting has an effect.
      """,
      example: """
        flickbook rule schema
        """,
      readOn: "docs/rules.md"))

  @Flag(help: "Print one line of JSON for each setting.")
  var json = false

  func run() {
    guard json else { return say(policySchema, terminator: "") }
    let policy = ReleasePolicy()
    for setting in ReleasePolicy.allSettings { printJSON(report(on: setting, in: policy).fields) }
  }

  private func report(on setting: Setting<ReleasePolicy>, in policy: ReleasePolicy) -> Report {
    let kind = SettingKind(of: setting)
    let standard: LogValue =
      switch setting.access {
      case .number(_, let get, _): .number(get(policy))
      case .flag(let get, _): .flag(get(policy))
      case .word, .text: .text(setting.text(in: policy))
      }
    return [
      .data("key", setting.key), .data("kind", kind.name),
      .data("unit", setting.unit.isEmpty ? nil : setting.unit), .data("default", standard),
      .data("values", kind.values), .data("meaning", setting.meaning),
      .data("source", setting.source), .data("only", setting.conditionValue),
    ]
  }
}
