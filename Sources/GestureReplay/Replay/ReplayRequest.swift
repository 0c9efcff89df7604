public import FrameLogs
import Quantities
public import ReleaseRules
public import Scenarios
public import Surfaces
public import TouchInput
public import VelocityEstimation

/// The scenario and the settings with which a recording is replayed.
public struct ReplayRequest: Sendable {
  /// The name of the scenario; ``subjectName`` for a program under test.
  public var scenario: String
  /// The program under test, which is the surface if ``scenario`` is ``subjectName``, and otherwise the release rule.
  public var subject: ScenarioKind?
  /// The name of the preset; nil for the scenario's own values.
  public var preset: String?
  /// Presets from a file, which take precedence over the scenario's presets with the same name.
  public var ownPresets: [Preset] = []
  /// The path of the file with the preset; nil for a bundled preset.
  public var presetPath: String?
  /// Values of settings that are applied after the preset, in order; the last value of a setting is used.
  public var assignments: [Assignment]
  /// The frame rate.
  public var rate: FrameRate
  /// The estimator, in the form that `Estimator.named(_:)` reads.
  ///
  /// Assigning a value marks it as an explicit choice, which takes precedence over the preset's estimator.
  public var estimator: String {
    didSet { origins["estimator"] = origins["estimator"] ?? .caller }
  }
  /// The screen on which the surface of the scenario moves.
  public var screen: Screen
  /// The options that determine which touches are pans.
  public var pans: PanOptions
  /// Points per millimetre of a touchpad, or of a touchscreen that has another shape than the screen.
  public var pointsPerMillimeter: Double
  /// The kind of the device; nil uses the kind in the recording.
  public var deviceKind: DeviceKind?
  /// The rotation of positions; nil uses the rotation in the recording.
  public var rotation: PanelOrientation.Rotation?
  /// The axis that is mirrored; nil uses the axis in the recording.
  public var flip: PanelOrientation.Flip?
  /// Commands that a program sends to the surface during the replay.
  public var commands: [TimedCommand] = []
  /// The only pan to replay, counted from 1; nil for all.
  public var onlyPan: Int?
  /// The release velocities of the first pans, in order, which replace the results of the estimator.
  ///
  /// All later pans use the estimator. With these velocities, a recording can be replayed with the release velocities
  /// of another run.
  public var givenVelocities: [VelocityEstimate] = []

  /// The name of the scenario in runs of a program under test.
  public static let subjectName = "subject"

  /// The default estimator, which is used unless a preset or the request names another.
  public static let standardEstimator = "bayes"

  /// The origins of the options whose values are not defaults, and of the preset, by the name of the option in `run.json`.
  public var origins: [String: SettingOrigin] = [:]

  /// Creates a request with default values for everything except the scenario.
  public init(scenario: String) {
    self.scenario = scenario
    assignments = []
    rate = FrameRate(framesPerSecond: 120)
    estimator = Self.standardEstimator
    screen = Screen()
    pans = PanOptions()
    pointsPerMillimeter = SurfaceMapping.defaultPointsPerMillimeter
  }
}

extension ReplayRequest {
  /// Returns the scenario of the request.
  ///
  /// - Throws: `SettingError.unknownScenario` with the nearest name.
  package func kind() throws(SettingError) -> ScenarioKind {
    if let subject, scenario == Self.subjectName { return subject }
    return try ScenarioKind.named(scenario)
  }
}

/// The reason why a recording could not be replayed.
public enum ReplayError: Error, Hashable, Sendable {
  /// A setting, preset or scenario is unknown or invalid.
  case setting(SettingError)
  /// The estimator is unknown or invalid.
  case estimator(EstimatorError)
  /// Positions on the device cannot be converted to points.
  case surface(SurfaceError)
  /// The recording has no touches.
  case noTouches(device: String)
  /// The recording has only gestures of libinput, and the recognizer needs contacts.
  case noContacts(device: String, recognizer: String)
  /// The touchpad never has `needed` fingers down at once, but at most `most`.
  case tooFewFingers(device: String, most: Int, needed: Int)
  /// The touchpad has up to `most` fingers down at once, but never exactly `needed`.
  case otherFingers(device: String, most: Int, needed: Int)
  /// libinput recognizes no scroll or swipe by `needed` fingers on the touchpad; `seen` is what it recognizes instead.
  ///
  /// Other recognizers can be used only if the recording has contacts.
  case noGesture(device: String, needed: Int, seen: String, hasContacts: Bool)
  /// The requested pan number is greater than the number of pans.
  case noSuchPan(asked: Int, pans: Int)
  /// The recording is too long to replay at this frame rate.
  case tooLong(seconds: Double, longest: Double)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setting(let error): error.description
    case .estimator(let error): error.description
    case .surface(let error): error.description
    case .noTouches(let device):
      "device '\(excerpt(of: device))': the recording has no touches; "
        + "'flickbook inspect' shows its contents."
    case .noContacts(let device, let recognizer):
      "device '\(excerpt(of: device))': the recording has the gestures that libinput recognized and no contacts, which "
        + "the recognizer \(recognizer) needs; choose another recognizer, such as libinput."
    case .tooFewFingers(let device, let most, let needed):
      "device '\(excerpt(of: device))': at most \(most) of \(needed) fingers touch the touchpad at once; "
        + "set 'touchpad-fingers' to \(most)."
    case .otherFingers(let device, let most, let needed):
      "device '\(excerpt(of: device))': up to \(most) fingers touch the touchpad at once, but never exactly "
        + "\(needed); set 'touchpad-fingers' to another number, or 'finger-match' to 'at-least'."
    case .noGesture(let device, let needed, let seen, let hasContacts):
      "device '\(excerpt(of: device))': libinput recognizes no pan by \(count(needed, "finger")), but "
        + "\(seen.isEmpty ? "no gesture" : seen); set 'touchpad-fingers' to another number"
        + (hasContacts ? ", or set 'recognizer' to 'immediate' to use the contacts." : ".")
    case .noSuchPan(let asked, let pans):
      "pan \(asked): the recording has \(count(pans, "pan")); "
        + "'flickbook inspect' lists them."
    case .tooLong(let seconds, let longest):
      """
      the events span \(seconds) s, but at most \(longest) s can be replayed at this frame rate; \
      replay a single pan, or use a lower frame rate.
      """
    }
  }
}
