public import FrameLogs
import Quantities
public import ReleaseRules
public import Scenarios
public import Surfaces
public import TouchInput
public import VelocityEstimation

/// What to replay a recording through, and how.
public struct ReplayRequest: Sendable {
  /// The name of the scenario.
  public var scenario: String
  /// The name of the preset; nil for the scenario's own values.
  public var preset: String?
  /// Presets besides those of the scenario, which come before these: those of a file.
  public var ownPresets: [Preset] = []
  /// The path of the file that the preset is from; nil for one that comes with Flickbook.
  public var presetPath: String?
  /// Values on top of the preset, the weakest first.
  public var assignments: [Assignment]
  /// The frame rate.
  public var rate: FrameRate
  /// The estimator, as `Estimator.named(_:)` reads it; whoever assigns one gives it explicitly, so
  /// that it wins over the preset's.
  public var estimator: String { didSet { origins[.estimator] = origins[.estimator] ?? .caller } }
  /// Where the scenario plays.
  public var stage: Stage
  /// What makes a touch a pan.
  public var pans: PanOptions
  /// Points in a millimetre of a touchpad, or of a touchscreen that has another shape than the screen.
  public var pointsPerMillimeter: Double
  /// What the device is, where it says nothing or the wrong thing.
  public var deviceKind: DeviceKind?
  /// By how much positions are turned; nil for what the recording says.
  public var rotation: PanelOrientation.Rotation?
  /// Which axis is mirrored; nil for what the recording says.
  public var flip: PanelOrientation.Flip?
  /// What programs ask of the surface while the hand is at it.
  public var commands: [TimedCommand] = []
  /// The only pan to replay, counted from 1; nil for all.
  public var onlyPan: Int?
  /// The velocities with which the hand lets go, pan by pan, instead of what the estimator says; pans
  /// beyond them have the estimator's.
  ///
  /// So the rest of the chain can be run on the velocities of another run.
  public var givenVelocities: [VelocityEstimate] = []

  /// The estimator of a replay when nobody says otherwise.
  public static let standardEstimator = "bayes"

  /// What a request says besides the scenario and its settings, as `run.json` calls it.
  public enum Choice: String, CaseIterable, Sendable {
    case preset, estimator, framesPerSecond, screen, recognizer, slop, touchpadFingers
    case fingerMatch, fingerChange
    case pointsPerMillimeter, deviceKind, rotate, flip, pan
  }

  /// Who said what is not as by default.
  public var origins: [Choice: SettingOrigin] = [:]

  /// Creates a request with everything at its default but the scenario.
  public init(scenario: String) {
    self.scenario = scenario
    assignments = []
    rate = FrameRate(framesPerSecond: 120)
    estimator = Self.standardEstimator
    stage = Stage()
    pans = PanOptions()
    pointsPerMillimeter = SurfaceMapping.defaultPointsPerMillimeter
  }
}

/// Why a recording could not be replayed.
public enum ReplayError: Error, Hashable, Sendable {
  /// A setting, preset or scenario is not there.
  case setting(SettingError)
  /// The estimator cannot be made.
  case estimator(EstimatorError)
  /// The positions on the device cannot be turned into points.
  case surface(SurfaceError)
  /// Nothing ever touched the device.
  case noTouches(device: String)
  /// Fingers touch the touchpad, but never as many at once as pan on it.
  case tooFewFingers(device: String, most: Int, needed: Int)
  /// Fingers touch the touchpad, but never the number that pans on it, and sometimes more.
  case otherFingers(device: String, most: Int, needed: Int)
  /// The recording has fewer pans than the one asked for.
  case noSuchPan(asked: Int, pans: Int)
  /// The recording is longer than can be replayed at once.
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
      "device '\(excerpt(of: device))': nothing touches it in this recording; "
        + "'flickbook inspect' shows what there is."
    case .tooFewFingers(let device, let most, let needed):
      "device '\(excerpt(of: device))': at most \(most) of \(needed) fingers touch this touchpad at once; "
        + "set touchpad-fingers to \(most)."
    case .otherFingers(let device, let most, let needed):
      "device '\(excerpt(of: device))': up to \(most) fingers touch this touchpad at once, and never exactly "
        + "\(needed); set touchpad-fingers to another number, or finger-match to at-least."
    case .noSuchPan(let asked, let pans):
      "pan \(asked): the recording has \(pans == 1 ? "1 pan" : "\(pans) pans"); "
        + "'flickbook inspect' lists them."
    case .tooLong(let seconds, let longest):
      """
      the events span \(seconds) s and at most \(longest) s can be replayed at this frame rate; \
      replay one pan of it, or fewer frames per second.
      """
    }
  }
}
