import Foundation
import InteractionScenarios
import Testing

/// The sliders with which a page begins the settings of a scenario.
@Suite("Sliders of settings")
struct SliderTests {
  @Test(
    "each bundled scenario has four to six settings of feel that apply to its defaults, none of which is its situation",
    arguments: allScenarios.map { $0.name })
  func feel(name: String) throws {
    let scenario = try #require(allScenarios.first { $0.name == name })
    checkFeel(scenario)
  }

  private func checkFeel<S: Scenario>(_: S.Type) {
    let felt = S.sliders.filter(\.changesFeel).compactMap { slider in
      S.settings.first { $0.key == slider.key && $0.applies(in: S.standardTuning) }
    }
    #expect((4...6).contains(felt.count), "\(S.name) has \(felt.map(\.key))")
    #expect(felt.allSatisfy { !$0.describesSituation })
  }

  @Test(
    "the range of a slider is allowed, and contains the default",
    arguments: allScenarios.map { $0.name })
  func ranges(name: String) throws {
    let scenario = try #require(allScenarios.first { $0.name == name })
    checkRanges(scenario)
  }

  private func checkRanges<S: Scenario>(_: S.Type) {
    for slider in S.sliders {
      guard let range = slider.range else { continue }
      for setting in S.settings where setting.key == slider.key {
        guard case .number(let allowed, let get, _) = setting.access else {
          Issue.record("\(S.name) \(slider.key) has a range, but is no number")
          continue
        }
        // A decay is the fraction that is left after a millisecond, and its slider shows the time until one half is left.
        let decay = { (milliseconds: Double) in pow(0.5, 1 / milliseconds) }
        let isDecay = slider.scale == .halfLife
        let numbers =
          isDecay ? decay(range.lowerBound)...decay(range.upperBound) : range
        #expect(
          allowed.lowerBound <= numbers.lowerBound && numbers.upperBound <= allowed.upperBound,
          "\(S.name) \(slider.key)")
        #expect(numbers.contains(get(S.standardTuning)), "\(S.name) \(slider.key)")
      }
    }
  }
}
