package import FrameLogs

/// The slider of a setting in a page.
///
/// A scenario declares sliders for the settings that change its feel most, and for settings whose number is not
/// proportional to what a user feels.
public struct SettingSlider: Hashable, Sendable {
  /// The relation between a position on the slider and the number of the setting.
  public enum SliderScale: String, Hashable, Sendable {
    /// The slider shows the number.
    case value
    /// The number is the fraction of a velocity that is left after a millisecond, and the slider shows the time in
    /// which the velocity halves, in milliseconds.
    ///
    /// A step near 1 changes a motion many times as much as the same step near 0.9, so the fraction itself cannot be
    /// tuned with a slider. Source: r^h = 1/2, so h = ln(1/2) / ln(r).
    case halfLife
  }

  /// The key of the setting.
  public var key: String
  /// The range of the slider, in the setting's unit or, for the scale `halfLife`, in milliseconds.
  ///
  /// The range is our choice: it covers the values that a user may want to compare. A user can enter every other
  /// allowed value as a number. If the range is nil, the page derives it from the default of the setting, as it does
  /// for settings without a declared slider.
  public var range: ClosedRange<Double>?
  /// The relation between a position on the slider and the number of the setting.
  public var scale: SliderScale
  /// Whether the setting is among the settings that change the feel of the surface most.
  public var changesFeel: Bool

  /// Creates a slider.
  public init(
    _ key: String, _ range: ClosedRange<Double>? = nil, scale: SliderScale = .value,
    changesFeel: Bool = true
  ) {
    (self.key, self.range, self.scale, self.changesFeel) = (key, range, scale, changesFeel)
  }

  /// The slider of a decay, from content that stops almost at once to content that coasts for seconds.
  static func decay(_ key: String, changesFeel: Bool = true) -> Self {
    Self(key, 20...1500, scale: .halfLife, changesFeel: changesFeel)
  }

  /// The slider as log fields, for the data of a page.
  package var logFields: [LogField] {
    [
      LogField("key", .text(key)),
      LogField("least", range.map { .number($0.lowerBound) } ?? .none),
      LogField("most", range.map { .number($0.upperBound) } ?? .none),
      LogField("scale", .text(scale.rawValue)), LogField("changesFeel", .flag(changesFeel)),
    ]
  }
}

extension [SettingSlider] {
  /// The sliders of surfaces that are released towards a target, which are the default of a scenario.
  ///
  /// A scenario that uses only some of the settings may still use this list.
  public static let ofRelease: Self = [
    SettingSlider("spring.response", 0...1.5), SettingSlider("spring.dampingRatio", 0...2),
    SettingSlider("release.projection", 0...1), SettingSlider("release.threshold"),
    SettingSlider("release.flick", 0...2000), SettingSlider("limits.stiffness", 0.05...1),
  ]
}
