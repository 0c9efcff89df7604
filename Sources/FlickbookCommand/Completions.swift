import ArgumentParser
import Flickbook

/// Shell completions that call the program itself, so that they include the program's own scenarios.
extension CompletionKind {
  /// The names of scenarios.
  static let scenarios = custom { _, _, _ in allScenarios.map { $0.name } }

  /// The names of the presets of the scenario on the command line; without a scenario, of all scenarios.
  static let presets = custom { words, _, _ in unique(meant(by: words).flatMap { presetNames($0) })
  }

  /// The settings of the scenario on the command line, each with an equals sign; without a scenario, of all scenarios.
  static let settings = custom { words, _, _ in
    unique(meant(by: words).flatMap { settingNames($0) }.map { "\($0)=" })
  }

  /// The names of spring engines.
  static let engines = custom { _, _, _ in allEngines.map { $0.name } }

  /// The names of velocity estimators.
  static let estimators = custom { _, _, _ in allEstimators.map { $0.name } }

  /// The names of synthetic gestures.
  static let gestures = custom { _, _, _ in allGestures.map { $0.name } }

  /// The words that `flickbook explain` explains.
  static let words = custom { _, _, _ in
    unique(((try? Explanation.all()) ?? []).map { $0.word })
  }

  private static func meant(by words: [String]) -> [any Scenario.Type] {
    let index = words.lastIndex(of: "--scenario").map { $0 + 1 } ?? words.endIndex
    let named = allScenarios.filter { index < words.endIndex && $0.name == words[index] }
    return named.isEmpty ? allScenarios : named
  }

  private static func presetNames<S: Scenario>(_ type: S.Type) -> [String] {
    type.presets.map { $0.name }
  }

  /// The settings of a scenario.
  static func settingNames<S: Scenario>(_ type: S.Type) -> [String] {
    type.allSettings.map { $0.key }
  }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }
}
