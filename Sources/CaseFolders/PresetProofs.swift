package import InteractionScenarios
import Quantities
package import ReleaseRules
import Scenarios

extension PresetFile.Entry {
  /// Returns the target that the preset picks for each release of its proofs, and whether this is the expected target.
  ///
  /// - Throws: `SettingError` if the scenario has no release rule, or for the first value that cannot be applied.
  package func decidedReleases()
    throws(SettingError) -> [(row: PresetProof.Row, target: String, isRight: Bool)]
  {
    let type = try InteractionScenarios.scenario(named: scenario)
    var releases: [(row: PresetProof.Row, target: String, isRight: Bool)] = []
    for proof in proofs {
      guard let policy = try type.releasePolicy(preset: preset, applying: proof.values) else {
        throw .contradiction(
          scenario: scenario, found: "it has no release rule to test", remedy: "remove 'proof'")
      }
      releases += proof.targets(of: policy)
    }
    return releases
  }

  /// Returns the numbers of the preset that no proof notices: neither 5 % more nor 5 % less makes a proof fail.
  ///
  /// A cap at the end of its range stands for software without a cap, so it is not a constant of this software.
  ///
  /// - Returns: Settings and choices with their values, such as `slop 15 pt`. A number outside its range is not tried.
  /// - Complexity: For each number, up to two replays of all recordings of the proofs.
  package func unnoticedNumbers() -> [String] {
    var found: [String] = []
    for list in [\Preset.choices, \Preset.values] {
      for (index, pair) in preset[keyPath: list].enumerated() {
        var (isTried, isNoticed) = (false, false)
        for factor in [1.05, 0.95] where !isNoticed {
          guard let value = scaled(pair.value, by: factor) else { continue }
          var varied = self
          varied.preset[keyPath: list][index].value = value
          guard let holds = varied.holds else {
            if pair.key == "release.cap", factor > 1 { break }
            continue
          }
          (isTried, isNoticed) = (true, !holds)
        }
        if isTried, !isNoticed { found.append("\(pair.key) \(pair.value)") }
      }
    }
    return found
  }

  /// Whether the proofs hold; nil if they cannot be tested, because a value of the preset is outside its range.
  private var holds: Bool? {
    do {
      guard try decidedReleases().allSatisfy(\.isRight) else { return false }
      return try observed.allSatisfy { try $0.result(of: preset, in: scenario).holds }
    } catch { return nil }
  }
}

/// Returns the value with its number multiplied by `factor`; nil if the value has no number, or if the number is zero.
private func scaled(_ value: String, by factor: Double) -> String? {
  var words = value.split(separator: " ").map(String.init)
  guard let index = words.firstIndex(where: { Double($0) != nil }),
    let number = Double(words[index]), number != 0
  else { return nil }
  words[index] = plain(number * factor)
  return words.joined(separator: " ")
}
