/// The readers of the release settings, and the faults that no bundled case notices.
enum ReleaseSettingReaders {
  /// The code that reads a setting.
  ///
  /// In this list, a rule is a word of `release.choice`, or a scenario that lacks this setting.
  struct Readers {
    /// Whether code that all rules share reads the setting; if so, one case that notices the fault
    /// is enough.
    var isCommon = false
    /// The rules with separate code for the setting; each needs a case that notices the fault.
    var rules: Set<String> = []
  }

  private static func common(_ rules: Set<String> = []) -> Readers {
    Readers(isCommon: true, rules: rules)
  }

  private static func read(by rules: Set<String>) -> Readers { Readers(rules: rules) }

  /// The settings, with the code that reads them.
  static let all: KeyValuePairs<String, Readers> = [
    "source": common(),
    "deadBand": common(["transition", "scroll", "refresh"]),
    "cap": common(["scroll", "refresh"]),
    "opposed": common(),
    "dampening": common(),
    "projection": common(["halfExpanded", "swipe", "transition", "embla"]),
    "page": read(by: ["swipe"]),
    "point": common(),
    "choice": read(by: [
      "nearest", "quadrant", "progress", "half", "flingLine", "segment", "neighbour",
      "halfExpanded", "swipe", "page", "roundedPage", "vaul", "farFlick", "pull",
      "reactSpringBottomSheet",
      "fling",
      "direction", "qtSwipeView", "cssSnap", "composePager", "swiper", "qtDrawer", "embla",
    ]),
    "turn": read(by: ["qtSwipeView"]),
    "stop": read(by: ["cssSnap"]),
    "shortTouch": read(by: ["swiper"]),
    "threshold": read(by: [
      "progress", "flingLine", "segment", "neighbour", "halfExpanded", "vaul", "farFlick", "pull",
      "reactSpringBottomSheet", "fling", "swiper", "qtDrawer",
    ]),
    "positional": read(by: ["neighbour", "pull", "fling", "composePager"]),
    "neighbour": read(by: ["neighbour"]),
    "adjacentOnly": read(by: ["nearest", "segment", "swipe", "page"]),
    "skip": read(by: ["nearest", "page", "vaul"]),
    "flick": common([
      "nearest", "progress", "neighbour", "halfExpanded", "page", "roundedPage", "vaul",
      "farFlick", "pull", "fling", "qtSwipeView", "cssSnap", "composePager", "qtDrawer", "embla",
    ]),
    "flickDistance": read(by: ["farFlick", "pull", "fling"]),
    "across": read(by: ["pull", "fling"]),
    "keepsSurfaceOnFlickBack": read(by: ["pull", "fling"]),
    "hysteresis": read(by: ["nearest", "page"]),
    "tie": read(by: ["nearest", "vaul", "farFlick", "reactSpringBottomSheet"]),
    "handOffFraction": common(),
    "handOffDistance": common(),
    "handOff": common(),
    "fitsContents": read(by: ["halfExpanded"]),
    "skipsCollapsed": read(by: ["halfExpanded"]),
    "cancelled": common(),
    "dismissal": common(),
    "dismissRate": common(),
  ]

  /// The faults that no bundled case notices, with the reason.
  static let unnoticed: [String: String] = [
    "qtSwipeView: turn off": "no slow drag of a bundled recording is shorter than 30 pt"
  ]

  /// The readers of `setting`; empty for an unknown setting.
  static func readers(of setting: String) -> Readers {
    all.first { $0.key == setting }?.value ?? Readers()
  }
}
