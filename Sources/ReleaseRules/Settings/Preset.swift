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
  /// The values, those of the preset that it extends among them.
  public var values: [(key: String, value: String)]

  /// Creates a preset; `values` has those of the preset that it extends, too.
  public init(
    _ name: String, _ meaning: String, source: String = "", otherNames: [String] = [],
    notReproduced: String = "", extends: String? = nil, _ values: KeyValuePairs<String, String>
  ) {
    self.name = name
    self.otherNames = otherNames
    self.meaning = meaning
    self.source = source
    self.notReproduced = notReproduced
    self.extends = extends
    self.values = values.map { ($0.key, $0.value) }
  }

  /// The scenario's own values, under a name.
  public static let flickbook = Preset(
    "flickbook", "The default: no setting differs from it.",
    source: "ours; where each number is from stands beside it", [:])

  /// Whether it is called `name`.
  public func isCalled(_ name: String) -> Bool { self.name == name || otherNames.contains(name) }

  /// The preset with the values of `base` before its own, of which those for the same settings win.
  public func extending(_ base: Preset) -> Preset {
    var preset = self
    preset.extends = base.name
    preset.values = base.values
    for own in values {
      if let index = preset.values.firstIndex(where: { $0.key == own.key }) {
        preset.values[index] = own
      } else {
        preset.values.append(own)
      }
    }
    return preset
  }
}
