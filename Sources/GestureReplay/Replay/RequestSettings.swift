import FrameLogs
import Quantities
public import ReleaseRules
import Surfaces
import TouchInput
import VelocityEstimation

extension ReplayRequest {
  /// The options of a request: all of its settings except the scenario, the preset and the settings of the scenario.
  ///
  /// The keys are the same as in a `case.yml`, and the command-line options have the same names.
  public static let settings: [(choice: Choice, setting: Setting<ReplayRequest>)] = [
    (
      .framesPerSecond,
      Setting(
        "hz",
        .number(
          FrameRate.range, get: { $0.rate.framesPerSecond },
          set: { $0.rate = FrameRate(framesPerSecond: $1) }),
        "The number of frames per second.",
        source: "our choice; 120 Hz is the frame rate of a fast display")
    ),
    (
      .estimator,
      Setting(
        "estimator",
        .text(
          form: "an estimator and its parameters, such as android.lsq2:horizon=80",
          get: { $0.estimator }, set: { $0.setEstimator($1) }), "The velocity estimator.",
        source: "our choice; bayes has the smallest error of all estimators on real pans")
    ),
    (
      .screen,
      Setting(
        "screen",
        .text(
          form: "a size in points, such as 390x844",
          get: { "\(plain($0.stage.screen.x.value))x\(plain($0.stage.screen.y.value))" },
          set: { $0.setScreen($1) }), "The size of the screen.",
        source: "our choice; the most common phones have this size in points")
    ),
    (
      .recognizer,
      Setting(
        "recognizer",
        .word(
          choices: PanRecognizer.allCases.map { $0.rawValue },
          get: { $0.pans.recognizer.rawValue },
          set: { $0.pans.recognizer = PanRecognizer(rawValue: $1) ?? $0.pans.recognizer }),
        """
        When a touch becomes a pan: at its first movement, or when it has moved farther than the slop; or the rule \
        of a system, which may also refuse a touch across the axis of the surface.
        """,
        source: "our choice; the whole movement of the finger counts")
    ),
    (
      .slop,
      Setting(
        "slop", unit: "pt",
        .number(0...1_000, get: { $0.pans.slop.value }, set: { $0.pans.slop = Points($1) }),
        "The distance that a touch must move to become a pan; the recognizer 'immediate' does not use it.",
        source: "UIKit, the 10 pt of its pan and scroll gestures")
    ),
    (
      .touchpadFingers,
      Setting(
        "touchpad-fingers",
        .text(
          form: "a whole number from 1 to 10", get: { "\($0.pans.touchpadFingers)" },
          set: { $0.setNumber($1, 1...10) { $0.pans.touchpadFingers = $1 } }),
        "The number of fingers that pan on a touchpad.",
        source: "two-finger scrolling, the default of every desktop")
    ),
    (
      .fingerMatch,
      Setting(
        "finger-match",
        .word(
          choices: FingerMatch.allCases.map { $0.rawValue },
          get: { $0.pans.fingerMatch.rawValue },
          set: { $0.pans.fingerMatch = FingerMatch(rawValue: $1) ?? $0.pans.fingerMatch }),
        "Whether a pan on a touchpad needs at least, or exactly, the number of touchpad-fingers.",
        source: "our choice; an additional resting thumb must not stop a pan")
    ),
    (
      .fingerChange,
      Setting(
        "finger-change",
        .word(
          choices: FingerChange.allCases.map { $0.rawValue },
          get: { $0.pans.fingerChange.rawValue },
          set: { $0.pans.fingerChange = FingerChange(rawValue: $1) ?? $0.pans.fingerChange }),
        """
        What happens to a pan on a touchpad when a finger joins or leaves: it continues while enough fingers are \
        left, or, as in libinput, it pauses and after 100 ms ends or is cancelled.
        """, source: "our choice; libinput ends its gesture, and programs respond in different ways"
      )
    ),
    (
      .pointsPerMillimeter,
      Setting(
        "points-per-mm", unit: "pt/mm",
        .number(
          0.001...1_000_000, get: { $0.pointsPerMillimeter },
          set: { $0.pointsPerMillimeter = $1 }),
        "The number of points per millimetre on a touchpad, or on a touchscreen of another shape than the screen.",
        source: "our choice; 163 points per inch, as on the most common phones")
    ),
    (
      .deviceKind,
      Setting(
        "device-kind",
        .word(
          choices: DeviceKind.allCases.map { $0.rawValue }, get: { $0.deviceKind?.rawValue ?? "" },
          set: { $0.deviceKind = DeviceKind(rawValue: $1) }),
        "The kind of the device, if the device reports none or the wrong one.",
        source: "our choice; the kind that the device reports")
    ),
    (
      .rotate,
      Setting(
        "rotate",
        .word(
          choices: PanelOrientation.Rotation.allCases.map { "\($0.rawValue)" },
          get: { $0.rotation.map { "\($0.rawValue)" } ?? "" },
          set: { $0.rotation = Int($1).flatMap(PanelOrientation.Rotation.init(rawValue:)) }),
        "The clockwise rotation of positions in degrees, for a panel that is mounted rotated.",
        source: "our choice; the rotation that the recording stores")
    ),
    (
      .flip,
      Setting(
        "flip",
        .word(
          choices: PanelOrientation.Flip.allCases.map { $0.rawValue },
          get: { $0.flip?.rawValue ?? "" },
          set: { $0.flip = PanelOrientation.Flip(rawValue: $1) }),
        "The axis along which to mirror positions, after rotate.",
        source: "our choice; the flip that the recording stores")
    ),
    (
      .pan,
      Setting(
        "pan",
        .text(
          form: "a whole number from 1 to 1000000", get: { $0.onlyPan.map { "\($0)" } ?? "" },
          set: { $0.setNumber($1, 1...1_000_000) { $0.onlyPan = $1 } }),
        "The only pan to replay, counted from 1.", source: "our choice; all pans are replayed")
    ),
  ]

  /// Returns the setting with the key `key`; nil if the key is unknown.
  public static func setting(
    _ key: String
  ) -> (choice: Choice, setting: Setting<ReplayRequest>)? {
    settings.first { $0.setting.key == key }
  }

  private mutating func setEstimator(_ text: String) -> Bool {
    do throws(EstimatorError) { _ = try Estimator.named(text) } catch {
      return false
    }
    estimator = text
    return true
  }

  private mutating func setScreen(_ text: String) -> Bool {
    guard let size = Stage.size(from: text) else { return false }
    stage = Stage(screen: size)
    return true
  }

  private mutating func setNumber(
    _ text: String, _ range: ClosedRange<Int>, _ set: (inout Self, Int) -> Void
  ) -> Bool {
    guard let number = Int(text), range.contains(number) else { return false }
    set(&self, number)
    return true
  }
}
