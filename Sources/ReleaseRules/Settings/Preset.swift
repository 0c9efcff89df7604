import Quantities

/// A named set of values that makes a scenario behave like something that ships.
public struct Preset: Sendable {
  /// The name.
  public var name: String
  /// Other names by which it may be asked for.
  public var otherNames: [String]
  /// What it reproduces, in one sentence.
  public var meaning: String
  /// Where its numbers are from; empty when nobody says.
  ///
  /// A product, where possible with the commit and the file, or "ours; " and the reason.
  public var source: String
  /// What that system does and this does not; empty for nothing that is known.
  public var notReproduced: String
  /// The preset with whose values it begins; nil when it begins with those of the scenario.
  public var extends: String?
  /// What it chooses besides the settings of the scenario, such as the estimator: by the keys of a
  /// request, those of the preset that it extends among them.
  public var choices: [(key: String, value: String)]
  /// The choices of that system that are not known, by the same keys.
  public var unknown: [String]
  /// The values, those of the preset that it extends among them.
  public var values: [(key: String, value: String)]

  /// Creates a preset; `choices` and `values` include those of the preset that it extends.
  public init(
    _ name: String, _ meaning: String, source: String = "", otherNames: [String] = [],
    notReproduced: String = "", extends: String? = nil,
    choices: KeyValuePairs<String, String> = [:], unknown: [String] = [],
    _ values: KeyValuePairs<String, String>
  ) {
    self.name = name
    self.otherNames = otherNames
    self.meaning = meaning
    self.source = source
    self.notReproduced = notReproduced
    self.extends = extends
    self.choices = choices.map { ($0.key, $0.value) }
    self.unknown = unknown
    self.values = values.map { ($0.key, $0.value) }
  }

  /// The scenario's own values, under a name.
  public static let flickbook = Preset(
    "flickbook", "The default: no setting differs from it.",
    source: "ours; where each number is from stands beside it", [:])

  /// Whether it is called `name`.
  public func isCalled(_ name: String) -> Bool { self.name == name || otherNames.contains(name) }

  /// The preset with the choices and values of `base` before its own, of which those for the same
  /// settings win.
  public func extending(_ base: Preset) -> Preset {
    var preset = self
    preset.extends = base.name
    preset.choices = Self.merged(base.choices, choices)
    preset.unknown += base.unknown.filter { key in
      !unknown.contains(key) && !choices.contains { $0.key == key }
    }
    preset.values = Self.merged(base.values, values)
    return preset
  }

  private static func merged(
    _ base: [(key: String, value: String)], _ own: [(key: String, value: String)]
  ) -> [(key: String, value: String)] {
    var merged = base
    for pair in own {
      if let index = merged.firstIndex(where: { $0.key == pair.key }) {
        merged[index] = pair
      } else {
        merged.append(pair)
      }
    }
    return merged
  }
}
