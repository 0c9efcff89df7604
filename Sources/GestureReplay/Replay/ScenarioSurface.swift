import FrameLogs
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput

/// A scenario that a request replays.
///
/// The compiler makes separate code for each class that conforms without type parameters. A generic class would share
/// code that looks up every operation on the scenario, which takes 1.5 times as long.
protocol ScenarioSurface: ReplayedSurface {
  associatedtype S: Scenario
}

#if !$Embedded
  /// A scenario that is not in the table of bundled scenarios.
  final class OwnScenario<S: Scenario>: ScenarioSurface {}
#endif

extension ScenarioSurface {
  var name: String { S.name }
  var meaning: String { S.meaning }
  var ownFields: [FieldDescription] { S.ownFields }
  var usesForce: Bool { S.usesForce }
  var presets: [Preset] { S.presets }
  var program: (command: String, folder: String)? { nil }
  #if !$Embedded
    var type: (any Scenario.Type)? { S.self }
    func choiceOfRule() -> Assignment? { nil }
  #endif

  func check(_ request: ReplayRequest) throws(SettingError) {
    _ = try request.withPresetChoices(S.self)
    let tuning = try S.resolved(request).tuning
    _ = try S(tuning: tuning, screen: request.screen)
    _ = try request.steps(S.self, from: tuning)
  }

  func header(of request: ReplayRequest) throws(SettingError) -> [LogField] {
    try request.withPresetChoices(S.self).header(try S.resolved(request), scenario: S.name)
  }

  func description(asked request: ReplayRequest?) throws(SettingError) -> [LogField] {
    try S.descriptionFields(asked: request)
  }

  func scenery(of run: Run) -> Scenery { S.scenery(of: run) }

  func following(
    _ request: ReplayRequest, _ device: DeviceDescription, _ initial: Recording.InitialState?
  ) throws(ReplayError) -> any LiveRun {
    try FollowedSurface<S>(request, device, initial)
  }

  func releaseMap(
    _ request: ReplayRequest, of recording: Recording, over grid: ReleaseGrid
  ) throws(ReplayError) -> ReleaseMap? {
    var request = request.started(by: recording, self)
    request.pans.reportsForce = S.usesForce
    let hand = try request.handEvents(in: recording)
    try request.checkLength(hand.events, hand.originMicroseconds)
    do {
      let tuning = try S.resolved(request).tuning
      let replay = Replay(
        try S(tuning: tuning, screen: request.screen), rate: request.rate,
        originMicroseconds: hand.originMicroseconds,
        keeping: false)
      return try replay.pendingRelease(
        ofDecision: grid.decision, hand.events, try request.steps(S.self, from: tuning)
      )?.map(of: grid)
    } catch { throw .setting(error) }
  }

  func panAxis(in request: ReplayRequest) throws(SettingError) -> PanAxis? {
    S.panAxis(try S.resolved(request).tuning, on: request.screen)
  }

  func targets(in request: ReplayRequest) throws(SettingError) -> [String] {
    var names: [String] = []
    let surface = try S(tuning: S.resolved(request).tuning, screen: request.screen)
    for name in surface.targets where !names.contains(name) { names.append(name) }
    return names
  }

  func restPositions(in request: ReplayRequest) throws(SettingError) -> RestPositions {
    let surface = try S(tuning: S.resolved(request).tuning, screen: request.screen)
    let end = ReplayRequest.longestSettling
    var eventLog = EventLog()
    let positions = surface.destinations.map { name in
      var sent = surface
      sent.receive(.settle(at: name), at: .zero, into: &eventLog)
      sent.advance(to: end, isFrame: true, into: &eventLog)
      return RestCandidate(name: name, position: sent.frame(0, at: end).position)
    }
    return RestPositions(
      start: surface.frame(0, at: .zero).position, positions: positions, exits: surface.exits)
  }

  func tunableSettings(in request: ReplayRequest) throws(SettingError) -> [TunableSetting] {
    let resolved = try S.resolved(request)
    return resolved.settings.map {
      TunableSetting($0.setting, in: resolved.tuning, standard: S.standardTuning)
    }
  }

  #if !PAGE_ENGINE
    var isSlow: Bool { false }

    func plainValues(of request: ReplayRequest) throws(SettingError) -> ReplayRequest {
      try request.withPlainValues(of: S.allSettings)
    }
  #endif
}
