import ArgumentParser
import Flickbook

struct PolicySchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Lists every key of a release rule.",
    discussion: """
      Key, unit, default, range, meaning and the source of the default as tables in Markdown, or as \
      JSON, one line for each key.

      Example: flickbook policy schema
      """)

  @Flag(help: "Prints one line of JSON for each key.")
  var json = false

  func run() {
    guard json else { return print(policySchema, terminator: "") }
    let policy = ReleasePolicy()
    for setting in ReleasePolicy.settings { printJSON(fields(of: setting, in: policy)) }
  }

  private func fields(of setting: Setting<ReleasePolicy>, in policy: ReleasePolicy) -> [LogField] {
    var (kind, values) = ("text", LogValue.none)
    var standard = LogValue.text(setting.text(in: policy))
    switch setting.access {
    case .number(let range, let get, _):
      kind = "number"
      values = .list([.number(range.lowerBound), .number(range.upperBound)])
      standard = .number(get(policy))
    case .flag(let get, _):
      kind = "flag"
      standard = .flag(get(policy))
    case .word(let choices, _, _):
      kind = "word"
      values = .list(choices.map { .text($0) })
    case .text: break
    }
    return [
      LogField("key", .text(setting.key)), LogField("kind", .text(kind)),
      LogField("unit", setting.unit.isEmpty ? .none : .text(setting.unit)),
      LogField("default", standard), LogField("values", values),
      LogField("meaning", .text(setting.meaning)), LogField("source", .text(setting.source)),
    ]
  }
}
