import ArgumentParser
import Flickbook

struct PolicySchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "List every key of a release rule.",
    discussion: """
      Key, unit, default, range, meaning and the source of the default as tables in Markdown, first \
      what all rules have in common and then each rule's own; or as JSON, one line for each key of \
      each rule, where 'only' says with which words of other keys it means something.

      Example: flickbook policy schema
      """)

  @Flag(help: "Print one line of JSON for each key.")
  var json = false

  func run() {
    guard json else { return say(policySchema, terminator: "") }
    let policy = ReleasePolicy()
    for setting in ReleasePolicy.settings { printJSON(fields(of: setting, in: policy)) }
  }

  private func fields(of setting: Setting<ReleasePolicy>, in policy: ReleasePolicy) -> [LogField] {
    let kind = SettingKind(of: setting)
    let standard: LogValue =
      switch setting.access {
      case .number(_, let get, _): .number(get(policy))
      case .flag(let get, _): .flag(get(policy))
      case .word, .text: .text(setting.text(in: policy))
      }
    return [
      LogField("key", .text(setting.key)), LogField("kind", .text(kind.name)),
      LogField("unit", setting.unit.isEmpty ? .none : .text(setting.unit)),
      LogField("default", standard), LogField("values", kind.values),
      LogField("meaning", .text(setting.meaning)), LogField("source", .text(setting.source)),
      LogField("only", setting.conditionValue),
    ]
  }
}
