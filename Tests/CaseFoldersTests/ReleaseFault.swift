import CaseFolders
import FrameLogs
import InteractionScenarios
import TouchInput

/// A fault in one setting of a release rule: the setting is switched off, scaled, or replaced.
struct ReleaseFault: Hashable {
  /// How a setting is broken.
  enum Kind: String, CaseIterable {
    /// A number is 0, which disables nearly all of these settings.
    case off
    /// A number is halved or doubled.
    case scaled
    /// A switch is inverted, or a word is replaced.
    case other
  }

  /// The rule of the setting: the word of `release.choice`, or the scenario if it lacks that
  /// setting.
  var rule: String
  /// The key of the setting, without `release.`.
  var setting: String
  var kind: Kind

  /// The key in the list of faults.
  var name: String { "\(rule): \(setting) \(kind.rawValue)" }
}

/// A bundled case, read once, with the faults that its settings can have.
struct BreakableCase: Sendable {
  let bundled: RecordingCase
  let rule: String
  private let request: ReplayRequest
  private let loaded: LoadedRecording
  private let run: Run
  private let faults: [ReleaseFault: [Assignment]]

  /// All bundled cases whose scenario has a release rule.
  static let all: [BreakableCase] = BundledCases.all.compactMap { BreakableCase($0) }

  private init?(_ bundled: RecordingCase) {
    guard let request = try? bundled.request().request,
      let scenario = try? scenario(named: request.scenario),
      let loaded = try? loadedRecording(at: bundled.recordingPath),
      let run = try? loaded.run(request)
    else { return nil }
    (self.bundled, self.request, self.loaded, self.run) = (bundled, request, loaded, run)
    guard let (rule, faults) = Self.faults(scenario, request), !faults.isEmpty else { return nil }
    (self.rule, self.faults) = (rule, faults)
  }

  /// The settings that, if broken, may change the run of the case.
  var settings: Set<String> { Set(faults.keys.map(\.setting)) }

  /// The faults of `setting`.
  func faults(of setting: String) -> [ReleaseFault] {
    faults.keys.filter { $0.setting == setting }
  }

  /// Whether any variant of the fault changes the run.
  func notices(_ fault: ReleaseFault) -> Bool {
    (faults[fault] ?? []).contains { assignment in
      var broken = request
      broken.assignments.append(assignment)
      guard let other = try? loaded.run(broken) else { return true }
      return other.events != run.events || other.frames != run.frames
    }
  }

  private static func faults<S: Scenario>(
    _ scenario: S.Type, _ request: ReplayRequest
  ) -> (rule: String, faults: [ReleaseFault: [Assignment]])? {
    guard let resolved = try? S.resolved(preset: request.preset, applying: request.assignments)
    else { return nil }
    let settings = resolved.settings.map { $0.setting }
    let choice = settings.first { $0.key == "release.choice" }
    let rule = choice.map { $0.text(in: resolved.tuning) } ?? S.name
    var faults: [ReleaseFault: [Assignment]] = [:]
    for setting in settings where setting.key.hasPrefix("release.") {
      let name = String(setting.key.dropFirst("release.".count))
      for (kind, value) in broken(setting, in: resolved.tuning) {
        let fault = ReleaseFault(rule: rule, setting: name, kind: kind)
        faults[fault, default: []].append(Assignment(key: setting.key, value: value))
      }
    }
    return (rule, faults)
  }

  /// The values that break a setting; empty if a number is to be switched off and is 0 already.
  private static func broken<Tuning>(
    _ setting: Setting<Tuning>, in tuning: Tuning
  ) -> [(ReleaseFault.Kind, String)] {
    let text = setting.text(in: tuning)
    switch setting.access {
    case .number(let range, _, _):
      guard let number = Double(text), number != 0 else { return [] }
      let off = range.contains(0) ? [(ReleaseFault.Kind.off, "0")] : []
      return off
        + [number / 2, number * 2].filter(range.contains).map { (.scaled, String($0)) }
    case .flag: return [(.other, text == "true" ? "false" : "true")]
    case .word(let choices, _, _): return choices.filter { $0 != text }.map { (.other, $0) }
    case .text: return []
    }
  }
}
