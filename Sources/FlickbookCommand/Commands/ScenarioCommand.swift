import ArgumentParser
import Flickbook

struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Lists the scenarios, or explains one.",
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the scenarios.")

    func run() {
      for type in allScenarios {
        let name = type.name
        print("\(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(type.meaning)")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows the settings, presets and frame fields of a scenario.")

    @Argument(help: "The name of the scenario.")
    var name: String

    func run() throws {
      do throws(SettingError) {
        show(try scenario(named: name))
      } catch { throw Failure(error) }
    }

    private func show<S: Scenario>(_ type: S.Type) {
      print("\(S.name): \(S.meaning)\n\nSettings, for --set key=value:")
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
    }
  }
}
