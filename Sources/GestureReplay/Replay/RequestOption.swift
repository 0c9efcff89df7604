package import FrameLogs
import Quantities
public import ReleaseRules
import Surfaces
import TouchInput
import VelocityEstimation

/// An option of a replay request: a value other than the scenario, the preset and the settings of the scenario.
///
/// The table ``all`` is the only list of options. The command line and its help, `case.yml`, `run.json`, presets, studies,
/// pages and the search for the cause of a change use this table. To add an option, add an entry here, and the code that uses
/// its value.
public struct RequestOption: Sendable {
  /// The part of a replay that an option affects.
  public enum Part: Sendable {
    /// The surface and its frames.
    case model
    /// The conversion of contacts to pans, and the velocity of pans.
    case gesture
    /// The conversion of positions on the device to points.
    case device
  }

  /// The type of the values of an option in `run.json`.
  enum Form {
    case text, number, integer
  }

  /// The option as a setting of the request; `case.yml` and the command line use the key of this setting.
  public let setting: Setting<ReplayRequest>
  /// The name in `run.json`, such as `framesPerSecond`.
  public let name: String
  /// The part of a replay that the option affects.
  public let part: Part
  /// Whether a preset may set the option.
  ///
  /// The other options, such as the size of the screen, do not depend on the system that a preset models.
  public let isOfSystem: Bool
  /// Whether the option has an effect only on touchpads.
  public let isForTouchpads: Bool
  /// The fields of `run.json` with the value; a value with several parts, such as `390x844`, has a field for each.
  package let fields: [String]
  private let form: Form
  private let suggested: @Sendable () -> [String]

  /// Creates an option.
  init(
    _ name: String, _ part: Part, fields: [String] = [], as form: Form = .text,
    isOfSystem: Bool = false, isForTouchpads: Bool = false,
    suggestions: @escaping @Sendable () -> [String] = { [] }, _ setting: Setting<ReplayRequest>
  ) {
    self.setting = setting
    self.name = name
    self.part = part
    self.isOfSystem = isOfSystem
    self.isForTouchpads = isForTouchpads
    suggested = suggestions
    self.fields = fields.isEmpty ? [name] : fields
    self.form = form
  }

  /// The key in `case.yml` and on the command line, such as `hz`.
  public var key: String { setting.key }

  /// Values to choose from, for an option whose values are texts, such as the names of all estimators.
  ///
  /// The option can also have other values.
  public var suggestions: [String] { suggested() }

  /// Returns the option with the key `key`; nil if the key is unknown.
  public static func named(_ key: String) -> RequestOption? {
    all.first { $0.key == key }
  }

  /// Sets the option in `request` from `text`, and its origin; returns false if the value is not allowed.
  public func set(
    _ text: String, in request: inout ReplayRequest, origin: SettingOrigin?
  ) -> Bool {
    guard !text.isEmpty, setting.set(text, in: &request) else { return false }
    request.origins[name] = origin
    return true
  }

  /// Copies the value of the option from `other`.
  package func copy(from other: ReplayRequest, to request: inout ReplayRequest) {
    switch setting.access {
    case .number(_, let get, let set): set(&request, get(other))
    case .flag(let get, let set): set(&request, get(other))
    case .word(_, let get, let set): set(&request, get(other))
    case .text(_, let get, let set): _ = set(&request, get(other))
    }
  }

  /// Returns the fields of `run.json` with the value in `request`; null for an option without a value.
  func logFields(in request: ReplayRequest) -> [LogField] {
    let parts = setting.text(in: request).split(separator: "x")
    guard parts.count == fields.count, form != .text else {
      let text = setting.text(in: request)
      return fields.map { LogField($0, text.isEmpty ? .none : .text(text)) }
    }
    return zip(fields, parts).map { field, part in
      LogField(
        field, form == .integer ? .integer(Int(part) ?? 0) : .number(Double(part) ?? 0))
    }
  }

  /// Returns the value in the header of a run as text; nil if the value is missing or null.
  package func text(in header: LogValue) -> String? {
    let parts = fields.compactMap { header[$0]?.asSetting }
    return parts.count == fields.count ? parts.joined(separator: "x") : nil
  }

  /// Returns the value in the header of a run; nil if it is missing or null.
  package func logValue(in header: LogValue) -> LogValue? {
    text(in: header).flatMap { fields.count == 1 ? header[fields[0]] : .text($0) }
  }

  /// Sets the option in `request` from the header of a run; returns false if the value is not allowed.
  ///
  /// An option that is missing or null keeps its default, as in headers of versions without the option.
  func read(_ header: LogValue, in request: inout ReplayRequest) -> Bool {
    guard let text = text(in: header) else { return true }
    return set(text, in: &request, origin: nil)
  }
}

extension RequestOption {
  /// All options in the order of `run.json`, which begins with the estimator.
  package static let inHeader =
    all.filter { $0.name == "estimator" } + all.filter { $0.name != "estimator" }

  /// All options, in the order in which they are listed.
  public static let all: [RequestOption] = [
    RequestOption(
      "framesPerSecond", .model, as: .number,
      Setting(
        "hz",
        .number(
          FrameRate.range, get: { $0.rate.framesPerSecond },
          set: { $0.rate = FrameRate(framesPerSecond: $1) }),
        "The number of frames per second.",
        source: "our choice; 120 Hz is the frame rate of a fast display")),
    RequestOption(
      "estimator", .gesture, isOfSystem: true, suggestions: { allEstimators.map { $0.name } },
      Setting(
        "estimator",
        .text(
          form: "an estimator and its parameters, such as android.lsq2:horizon=80",
          get: { $0.estimator }, set: { $0.setEstimator($1) }),
        "The velocity estimator.",
        source: "our choice; bayes has the smallest error of all estimators on real pans")),
    RequestOption(
      "screen", .model, fields: ["screenWidth", "screenHeight"], as: .number,
      Setting(
        "screen",
        .text(
          form: "a size in points, such as 390x844",
          get: { "\(plain($0.screen.size.x.value))x\(plain($0.screen.size.y.value))" },
          set: { $0.setScreen($1) }),
        "The size of the screen.",
        source: "our choice; the most common phones have this size in points")),
    RequestOption(
      "recognizer", .gesture, isOfSystem: true,
      Setting(
        "recognizer", .word { $1(&$0.pans.recognizer) },
        """
        When a touch becomes a pan: as libinput reports it; at its first movement; when it has moved farther than the \
        slop; or by the rule of a system, which may also refuse a touch across the axis of the surface. On a touchpad, \
        all except 'immediate' use libinput's scrolls and swipes.
        """,
        source:
          "libinput, which is between touchpads and the programs of a Linux desktop; it passes touches on unchanged"
      )),
    RequestOption(
      "slop", .gesture, as: .number, isOfSystem: true,
      Setting(
        "slop", unit: "pt", .number(0...1_000) { $1(&$0.pans.slop) },
        "The distance that a touch must move to become a pan; the recognizers 'libinput' and 'immediate' do not use it.",
        source: "UIKit, the 10 pt of its pan and scroll gestures")),
    RequestOption(
      "touchpadFingers", .gesture, as: .integer, isOfSystem: true, isForTouchpads: true,
      suggestions: { (1...5).map { "\($0)" } },
      Setting(
        "touchpad-fingers",
        .text(
          form: "a whole number from 1 to 10", get: { "\($0.pans.touchpadFingers)" },
          set: { $0.setNumber($1, 1...10) { $0.pans.touchpadFingers = $1 ?? 2 } }),
        "The number of fingers that pan on a touchpad; by default 1 if a recording never has two fingers.",
        source: "two-finger scrolling, the default of every desktop")),
    RequestOption(
      "fingerMatch", .gesture, isOfSystem: true, isForTouchpads: true,
      Setting(
        "finger-match", .word { $1(&$0.pans.fingerMatch) },
        "Whether a pan on a touchpad needs at least, or exactly, the number of fingers in 'touchpad-fingers'.",
        source: "our choice; an additional resting thumb must not stop a pan")),
    RequestOption(
      "fingerChange", .gesture, isOfSystem: true, isForTouchpads: true,
      Setting(
        "finger-change", .word { $1(&$0.pans.fingerChange) },
        """
        What happens to a pan on a touchpad when a finger joins or leaves: it continues while enough fingers are \
        left, or, as in libinput, it pauses and after 100 ms ends or is cancelled.
        """,
        source: "our choice; libinput ends its gesture, and programs respond in different ways")),
    RequestOption(
      "libinputVersion", .gesture, isForTouchpads: true,
      Setting(
        "libinput-version", .word { $1(&$0.pans.libinputVersion) },
        "The version of libinput that recognizes the gestures on a touchpad.",
        source: "our choice; the rules of the newest version that is modelled")),
    RequestOption(
      "pointsPerMillimeter", .device, as: .number,
      Setting(
        "points-per-mm", unit: "pt/mm", .number(0.001...1_000_000) { $1(&$0.pointsPerMillimeter) },
        """
        The number of points per millimetre on a touchpad with the recognizer 'immediate', or on a touchscreen of \
        another shape than the screen.
        """,
        source: "our choice; 163 points per inch, as on the most common phones")),
    RequestOption(
      "deviceKind", .device,
      Setting(
        "device-kind",
        .word(
          choices: DeviceKind.allCases.map { $0.rawValue }, get: { $0.deviceKind?.rawValue ?? "" },
          set: { $0.deviceKind = DeviceKind(rawValue: $1) }),
        "The kind of the device, if the device reports none or the wrong one.",
        source: "our choice; the kind that the device reports")),
    RequestOption(
      "rotate", .device, as: .integer,
      Setting(
        "rotate",
        .word(
          choices: PanelOrientation.Rotation.allCases.map { "\($0.rawValue)" },
          get: { $0.rotation.map { "\($0.rawValue)" } ?? "" },
          set: { $0.rotation = Int($1).flatMap(PanelOrientation.Rotation.init(rawValue:)) }),
        "The clockwise rotation of positions in degrees, for a panel that is mounted rotated.",
        source: "our choice; the rotation that the recording stores")),
    RequestOption(
      "flip", .device,
      Setting(
        "flip",
        .word(
          choices: PanelOrientation.Flip.allCases.map { $0.rawValue },
          get: { $0.flip?.rawValue ?? "" },
          set: { $0.flip = PanelOrientation.Flip(rawValue: $1) }),
        "The axis along which to mirror positions, after the rotation by 'rotate'.",
        source: "our choice; the flip that the recording stores")),
    RequestOption(
      "pan", .gesture, as: .integer,
      Setting(
        "pan",
        .text(
          form: "a whole number from 1 to 1000000", get: { $0.onlyPan.map { "\($0)" } ?? "" },
          set: { $0.setNumber($1, 1...1_000_000) { $0.onlyPan = $1 } }),
        "The only pan to replay, counted from 1.", source: "our choice; all pans are replayed")),
  ]
}

extension ReplayRequest {
  fileprivate mutating func setEstimator(_ text: String) -> Bool {
    do throws(EstimatorError) { _ = try Estimator.named(text) } catch {
      return false
    }
    estimator = text
    return true
  }

  fileprivate mutating func setScreen(_ text: String) -> Bool {
    guard let size = Screen.size(from: text) else { return false }
    screen = Screen(size: size)
    return true
  }

  /// Sets a whole number; an empty text means no number.
  fileprivate mutating func setNumber(
    _ text: String, _ range: ClosedRange<Int>, _ set: (inout Self, Int?) -> Void
  ) -> Bool {
    let number = Int(text)
    guard number.map(range.contains) ?? text.isEmpty else { return false }
    set(&self, number)
    return true
  }
}
