import Quantities

/// A named set of values with which a scenario behaves like an existing product.
public struct Preset: Sendable {
  /// The name, such as `android`, by which a request selects the preset.
  public var name: String
  /// Other names by which a request can select the preset; empty if there are none.
  public var otherNames: [String]
  /// The product that the preset reproduces, in one sentence.
  public var meaning: String
  /// The source of the numbers; empty if unknown.
  ///
  /// The text names a product, if possible with the commit and the file, or is "our choice; " followed by a reason.
  public var source: String
  /// The kind of the ``source``; nil if the values are our own choice, or if the kind is unknown.
  public var known: Evidence?
  /// The observations of the running product with which the preset agrees; empty if there are none.
  public var observations: [PresetObservation]
  /// The products whose code picked the same targets as the preset in a comparison, each with the number of random
  /// releases.
  public var decisions: [(software: String, releases: Int)]
  /// Known behaviour of the product that the preset does not reproduce; empty if there is no such behaviour.
  public var notReproduced: String
  /// The name of the preset on which this preset is based; nil if this preset is based on the defaults of the scenario.
  public var extends: String?
  /// Choices that are not settings of the scenario, such as the estimator, with their keys in a replay request.
  ///
  /// The choices include the choices of the preset that this preset extends.
  public var choices: [(key: String, value: String)]
  /// The keys of choices for which the product's value is unknown.
  public var unknown: [String]
  /// The values of settings, including the values from the preset that this preset extends.
  public var values: [(key: String, value: String)]

  /// Creates a preset; `choices` and `values` must include the choices and values of the preset that it extends.
  public init(
    _ name: String, _ meaning: String, source: String = "", known: Evidence? = nil,
    observations: [PresetObservation] = [],
    decisions: KeyValuePairs<String, Int> = [:], otherNames: [String] = [],
    notReproduced: String = "", extends: String? = nil,
    choices: KeyValuePairs<String, String> = [:], unknown: [String] = [],
    _ values: KeyValuePairs<String, String>
  ) {
    self.name = name
    self.otherNames = otherNames
    self.meaning = meaning
    self.source = source
    self.known = known
    self.observations = observations
    self.decisions = decisions.map { ($0.key, $0.value) }
    self.notReproduced = notReproduced
    self.extends = extends
    self.choices = choices.map { ($0.key, $0.value) }
    self.unknown = unknown
    self.values = values.map { ($0.key, $0.value) }
  }

  /// The strongest evidence for the preset: `observed`, `source` or `documented`; nil for a preset of our own.
  public var strongestEvidence: String? {
    observations.isEmpty ? known?.rawValue : "observed"
  }

  /// The evidence for the preset in words, the strongest first; empty for a preset of our own.
  ///
  /// For an observation, the words include the number of recordings that agree, and the largest accepted differences in
  /// the position of rest and in the path.
  public var evidence: [String] {
    var words = observations.map { seen in
      var text = "observed"
      if seen.recordings > 0 {
        text += " \(seen.recordings - seen.failures) of \(seen.recordings)"
      }
      for (stage, name) in [("target", "rest"), ("path", "path")] {
        if let worst = seen.worst.first(where: { $0.stage == stage }) {
          text += ", \(name) \(readable(worst.difference)) pt"
        }
      }
      return text
    }
    for decision in decisions {
      let count = "\(decision.releases) of \(decision.releases)"
      words.append("decided like \(decision.software), \(count)")
    }
    return words + (known.map { [$0.rawValue] } ?? [])
  }

  /// The defaults of the scenario as a preset.
  public static let flickbook = Preset(
    "flickbook", "The default values of the scenario.",
    source: "our choice; the source of each setting is listed with the setting", [:])

  /// Whether `name` is one of the names of the preset.
  public func isCalled(_ name: String) -> Bool { self.name == name || otherNames.contains(name) }

  /// Returns this preset extended by the choices and values of `base`; values of this preset take precedence.
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
