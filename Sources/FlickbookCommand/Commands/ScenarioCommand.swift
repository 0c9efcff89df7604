import ArgumentParser
import Flickbook

struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Lists the scenarios, or explains one.",
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the scenarios.")

    @Flag(help: "Prints them as JSON, one line each.")
    var json = false

    func run() {
      if json {
        for type in allScenarios { printJSON(type.descriptionFields) }
        return
      }
      for type in allScenarios {
        let name = type.name
        print("\(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(type.meaning)")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the states, settings, presets and frame fields of a scenario.")

    @Argument(help: "The name of the scenario.")
    var name: String

    @Flag(help: "Prints it as JSON.")
    var json = false

    func run() throws {
      do throws(SettingError) {
        let type = try scenario(named: name)
        if json { printJSON(type.descriptionFields) } else { show(type) }
      } catch { throw Failure(error) }
    }

    private func show<S: Scenario>(_ type: S.Type) {
      print("\(S.name): \(S.meaning)\n\nPhases, and what leads from one to the next:\n")
      print(S.machine.diagram)
      print("\nSettings, for --set key=value:")
      let tuning = S.standardTuning
      for setting in S.settings {
        let value = setting.text(in: tuning)
        print(
          """
            \(setting.key) = \(value.isEmpty ? "''" : value)\(setting.unit.isEmpty ? "" : " ")\
          \(setting.unit)
              \(setting.meaning) Give \(setting.expectation).
          """)
      }
      print("\nPresets, for --preset:")
      for preset in S.presets { print("  \(preset.name)  \(preset.meaning)") }
      print("\nFields of a frame besides the common ones:")
      for field in S.ownFields { print("  \(field.key)  \(field.meaning)") }
      let events = S.kindEvents + S.ownEvents
      guard !events.isEmpty else { return }
      print("\nEvents, and what common ones say besides:")
      for event in events {
        let keys = event.payload.map(\.key).joined(separator: ", ")
        print("  \(event.kind.rawValue) (\(keys))  \(event.meaning)")
      }
    }
  }
}

extension Scenario {
  /// What there is to know about the scenario, as named values.
  static var descriptionFields: [LogField] {
    let tuning = standardTuning
    func list(_ items: [[LogField]]) -> LogValue { .list(items.map(LogValue.fields)) }
    return [
      LogField("scenario", .text(name)),
      LogField("meaning", .text(meaning)),
      LogField(
        "transitions",
        list(
          machine.transitions.map { step in
            [
              LogField("from", .text(step.from.rawValue)),
              LogField("trigger", .text(step.trigger)), LogField("to", .text(step.to.rawValue)),
            ]
          })),
      LogField(
        "settings",
        list(
          settings.map { setting in
            [
              LogField("key", .text(setting.key)),
              LogField("default", .text(setting.text(in: tuning))),
              LogField("unit", setting.unit.isEmpty ? .none : .text(setting.unit)),
              LogField("allowed", .text(setting.expectation)),
              LogField("meaning", .text(setting.meaning)),
            ]
          })),
      LogField(
        "presets",
        list(
          presets.map { preset in
            [
              LogField("preset", .text(preset.name)), LogField("meaning", .text(preset.meaning)),
            ]
          })),
      LogField(
        "fields",
        list(
          ownFields.map { field in
            [
              LogField("key", .text(field.key)),
              LogField("unit", field.unit.isEmpty ? .none : .text(field.unit)),
              LogField("meaning", .text(field.meaning)),
            ]
          })),
      LogField(
        "events",
        list(
          events.map { event in
            [
              LogField("event", .text(event.kind.rawValue)),
              LogField("meaning", .text(event.meaning)),
              LogField("fields", .list(event.payload.map { .text($0.key) })),
            ]
          })),
    ]
  }
}
