package import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
package import TouchInput

/// The values of one frame for one curve of a chart; values that are unknown are nil.
package struct CurvePoint: Hashable, Sendable {
  /// The value that the curve displays.
  package var value: Double?
  /// The value that the curve would have at the frame's target.
  package var target: Double?
  /// The position of the finger, in the unit of the curve.
  package var finger: Double?
  /// The change of the value per second.
  package var rate: Double?
}

/// A surface that follows the touches of a live device and can be displayed at any time.
///
/// A live run is only for display; the stored run is computed from the recording. Both runs have the same decisions,
/// because a motion does not depend on the times at which it is displayed.
package protocol LiveRun: AnyObject {
  /// Receives events of the device.
  func receive(_ events: [RawEvent])

  /// Advances to the time `microseconds` on the clock of the events; has no effect if the run is past that time.
  func goOn(toMicroseconds microseconds: Int64)

  /// The current frame, its scene, and its values for each curve; nil before the first event.
  var now: (frame: Frame, scene: Scene, curves: [CurvePoint])? { get }

  /// The surface before it is touched, as a run of one frame.
  var untouched: Run { get }

  /// The events so far.
  var events: [RunEvent] { get }

  /// Whether the surface does not move until the next touch.
  var isAtRest: Bool { get }
}

/// A live run of one scenario.
final class FollowedSurface<S: Scenario>: LiveRun {
  private let rate: FrameRate
  private let header: [LogField]
  private let surface: S
  private let scenery: Scenery
  private var reader: TouchReader
  private var replay: Replay<S>?
  private var latest = Int64.min

  init(
    _ request: ReplayRequest, _ device: DeviceDescription, _ initial: Recording.InitialState?
  ) throws(ReplayError) {
    rate = request.rate
    do throws(SettingError) {
      let resolved = try S.resolved(request)
      let tuning = resolved.tuning
      header = try request.withPresetChoices(S.self).header(resolved, scenario: S.name)
      surface = try S(tuning: tuning, screen: request.screen)
      scenery = S.scenery(tuning, on: request.screen)
    } catch { throw .setting(error) }
    var options = request
    options.pans.reportsForce = S.usesForce
    reader = try options.handReader(for: device, initial: initial)
  }

  func receive(_ events: [RawEvent]) {
    for event in events {
      if replay == nil {
        replay = Replay(
          surface, rate: rate, originMicroseconds: event.microseconds)
      }
      latest = max(latest, event.microseconds)
      for timed in reader.receive(event) { replay?.receive(timed) }
    }
  }

  func goOn(toMicroseconds microseconds: Int64) {
    guard microseconds > latest else { return }
    latest = microseconds
    replay?.move(toMicroseconds: microseconds)
  }

  var now: (frame: Frame, scene: Scene, curves: [CurvePoint])? {
    guard let replay else { return nil }
    let frame = replay.scenario.frame(replay.frames.count, at: replay.lastInput)
    let curves = scenery.curves.map { curve in
      CurvePoint(
        value: curve.value(frame), target: curve.target(frame), finger: curve.finger(frame),
        rate: curve.rate(frame))
    }
    return (frame, scenery.scene(frame), curves)
  }

  var untouched: Run {
    Run(
      header: header, rate: rate, ownFields: S.ownFields, frames: [surface.frame(0, at: .zero)],
      events: [], ending: .rested)
  }

  var events: [RunEvent] { replay?.events ?? [] }

  var isAtRest: Bool {
    guard let replay else { return true }
    return replay.scenario.isAtRest || replay.scenario.isGone
  }
}

extension ReplayRequest {
  /// Returns a surface that follows `device`, which is in the state `initial`.
  ///
  /// - Throws: ``ReplayError`` if the scenario, the estimator or a setting is unknown or invalid.
  package func following(
    _ device: DeviceDescription, initial: Recording.InitialState?
  ) throws(ReplayError) -> any LiveRun {
    let kind: ScenarioKind
    do { kind = try self.kind() } catch { throw .setting(error) }
    return try kind.surface.following(self, device, initial)
  }
}
