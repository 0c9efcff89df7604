import Quantities
import ReleaseRules
import Scenarios
public import TouchInput

extension ReplayRequest {
  /// The setting that says where the surface stands at first.
  static let startKey = "start"

  /// The request with the surface where `recording` says that it stood at the start.
  ///
  /// The request is returned unchanged if it sets `start` itself, if the recording does not say where
  /// the surface stood, and if the scenario cannot begin there.
  public func started(by recording: Recording) -> ReplayRequest {
    started(by: recording) { request throws(SettingError) in try request.check() }
  }

  /// The same for a scenario that need not be one of ``allScenarios``.
  func started<S: Scenario>(by recording: Recording, _ type: S.Type) -> ReplayRequest {
    started(by: recording) { request throws(SettingError) in try request.check(type) }
  }

  private func started(
    by recording: Recording, check: (ReplayRequest) throws(SettingError) -> Void
  ) -> ReplayRequest {
    guard let start = recording.start, givenStart == nil else { return self }
    let request = starting(at: start)
    do throws(SettingError) { try check(request) } catch { return self }
    return request
  }

  /// How the request contradicts what `recording` says about the start, and what to do; a clause with a
  /// full stop, or nil if it does not.
  public func startContradiction(with recording: Recording) -> String? {
    guard let start = recording.start else { return nil }
    let said = "the recording says that the surface stood at '\(excerpt(of: start))' at the start"
    if let given = givenStart {
      guard given != start else { return nil }
      return "\(said), and the settings say '\(excerpt(of: given))'; leave start out of the "
        + "settings, or correct the recording with 'flickbook corpus label --start'."
    }
    // What is wrong with the settings themselves is reported where they are used.
    do throws(SettingError) { try check() } catch { return nil }
    do throws(SettingError) {
      try starting(at: start).check()
      return nil
    } catch {
      switch error {
      // A scenario that always begins at the same place contradicts nothing.
      case .unknownSetting, .settingWithoutMeaning, .unknownScenario, .unknownPreset: return nil
      case .invalidValue, .contradiction: break
      }
      return "\(said), where \(scenario) cannot begin; it begins elsewhere; correct the "
        + "recording with 'flickbook corpus label --start'."
    }
  }

  /// The value that the request itself gives to `start`, but not what a preset gives.
  private var givenStart: String? {
    assignments.last { $0.key == Self.startKey && $0.origin != .recording }?.value
  }

  /// Leaves it to the preset where the surface stands if it cannot stand where the recording says.
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
