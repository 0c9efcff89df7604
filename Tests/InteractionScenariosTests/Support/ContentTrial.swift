import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

extension Trial {
  /// A random hand on a sheet with random content that scrolls.
  ///
  /// With `detents` it has those; with `isPlain` it follows the finger itself, without limits, and a
  /// hand anywhere may move the content.
  static func randomWithContent(
    seed: UInt64, detents: String? = nil, isPlain: Bool = false
  ) throws -> Trial {
    var trial = try random("sheet", seed: seed)
    var random = SeededRandom(seed: seed ^ 0xc0_47e2)
    if let detents { trial.settings.append((key: "detents", value: detents)) }
    let text = trial.settings.last { $0.key == "detents" }?.value ?? ""
    let names = (Detent.list(from: text) ?? []).map(\.name)
    trial.settings += [
      (key: "start", value: random.one(of: names)),
      (key: "content.height", value: random.one(of: ["900", "2000", "2000"])),
      (key: "content.start", value: random.one(of: ["0", "0", "40", "150"])),
      (key: "content.expandsFirst", value: random.one(of: ["true", "true", "false"])),
      (key: "content.header", value: random.one(of: ["0", "0", "60"])),
    ]
    if isPlain {
      trial.settings += [
        (key: "tracking.response", value: "0"), (key: "limits", value: "free"),
        (key: "content.header", value: "0"),
      ]
    }
    return trial
  }

  /// The text of a setting of this trial.
  func text(_ key: String) -> String? { settings.last { $0.key == key }?.value }
}

extension Frame {
  /// How far the content of a sheet is scrolled down.
  var contentOffset: Double { own["contentOffset"]?.asNumber ?? .nan }

  /// Whether the content of a sheet is locked.
  var isScrollLocked: Bool { own["scrollLocked"] == .flag(true) }

  /// How dark it is behind a sheet.
  var backdrop: Double { own["backdrop"]?.asNumber ?? .nan }
}

extension Snapshot {
  /// Gives the surface other settings, or another screen, at the instant, and returns what that
  /// brings about.
  mutating func adapt(
    to settings: [(key: String, value: String)], _ stage: Stage = Stage()
  ) throws -> [RunEvent] {
    var journal = Journal()
    try surface.adapt(to: settings, stage, at: time, &journal)
    return journal.events
  }
}

extension Scenario {
  fileprivate mutating func adapt(
    to settings: [(key: String, value: String)], _ stage: Stage, at time: Seconds,
    _ journal: inout Journal
  ) throws {
    let resolved = try Self.resolved(
      preset: nil, applying: settings.map { Assignment(key: $0.key, value: $0.value) })
    try adapt(to: resolved.tuning, stage: stage, at: time, into: &journal)
  }
}
