import Quantities
import ReleaseRules
import Scenarios
public import TouchInput

extension ReplayRequest {
  /// The key of the setting for the position at which the surface starts.
  static let startKey = "start"

  /// Returns the request with `start` set to the position at which the surface started according to `recording`.
  ///
  /// The request is returned unchanged if it sets `start` itself, if the recording has no start, or if the
  /// scenario cannot begin there.
  public func started(by recording: Recording) -> ReplayRequest {
    do throws(SettingError) { return started(by: recording, try kind().surface) } catch {
      return self
    }
  }

  /// Does the same as ``started(by:)``, for a surface that need not be in the table of scenarios.
  func started(by recording: Recording, _ surface: any ReplayedSurface) -> ReplayRequest {
    guard let start = recording.start, givenStart == nil else { return self }
    let request = starting(at: start)
    do throws(SettingError) { try surface.check(request) } catch { return self }
    return request
  }

  /// Returns a message if the start in `recording` contradicts the request, with a way to correct it.
  ///
  /// The message ends with a full stop. It does not begin with the name of the file, which the caller adds. Returns nil
  /// if there is no contradiction.
  public func startContradiction(with recording: Recording) -> String? {
    guard let start = recording.start else { return nil }
    let said = "according to the recording, the surface started at '\(excerpt(of: start))'"
    if let given = givenStart {
      guard given != start else { return nil }
      return "\(said), but the settings have '\(excerpt(of: given))'; remove 'start' from the "
        + "settings, or correct the recording with 'flickbook corpus label --start'."
    }
    // Ignore errors in the settings here, because they are reported when the settings are used.
    do throws(SettingError) { try check() } catch { return nil }
    do throws(SettingError) {
      try starting(at: start).check()
      return nil
    } catch {
      switch error {
      // A scenario without a setting for its start cannot contradict the recording.
      case .unknownSetting, .wordOfSpring, .settingWithoutEffect, .unknownScenario, .unknownPreset:
        return nil
      case .invalidValue, .contradiction: break
      case .program: return nil
      }
      return "\(said), where \(scenario) cannot begin, so another start is used; correct the "
        + "recording with 'flickbook corpus label --start'."
    }
  }

  /// The value of `start` that the request itself sets; presets do not count.
  private var givenStart: String? {
    assignments.last { $0.key == Self.startKey && $0.origin != .recording }?.value
  }

  /// Removes the recording's start if the surface cannot begin there, so that the preset's start is used.
  package mutating func dropImpossibleStart() {
    do throws(SettingError) { try check() } catch {
      assignments.removeAll { $0.key == Self.startKey && $0.origin == .recording }
    }
  }

  private func starting(at start: String) -> ReplayRequest {
    var request = self
    request.assignments.removeAll { $0.key == Self.startKey }
    request.assignments.insert(
      Assignment(key: Self.startKey, value: start, origin: .recording), at: 0)
    return request
  }
}
