/// A word that may be given to a setting, which says what it means.
public protocol SettingWord: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// What it means, in one sentence.
  var meaning: String { get }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.ProjectedPoint: SettingWord {
  public var meaning: String {
    switch self {
    case .surface: "The surface, where the hand has put it within its limits."
    case .unlimited: "The surface, where the hand would have put it without limits."
    case .touch: "The finger, held within the screen."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocitySource: SettingWord {
  public var meaning: String {
    switch self {
    case .estimate: "What the estimator says."
    case .mean: "The whole way of the touch by its whole time, as in vaul."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.Choice: SettingWord {
  public var meaning: String {
    switch self {
    case .nearest: "The candidate nearest to the projected point."
    case .quadrant: "The candidate in the same quarter of the screen as the projected point."
    case .progress:
      "The last candidate when the projected progress from the first is above the threshold, else "
        + "the first; for a flick the end in its direction."
    case .half:
      "The first or the last candidate, whichever half of the way the projection is in, and the last "
        + "without a velocity, as in Android."
    case .flingLine:
      "Where the line of the throw meets the edge, or the corner near to that, as in Android 8 to 10."
    case .segment:
      "The end of the segment between two candidates that the projected progress within it is "
        + "nearer to, as in FloatingPanel."
    case .neighbour:
      "The next candidate in the direction of a flick, else whichever the positional threshold "
        + "says, as in Compose, Flutter and smooth_sheets."
    case .halfExpanded:
      "By thirds and halves of an expanded, a half expanded and a collapsed place, as in Material."
    case .swipe:
      "Nearest to a projection that grows with the square of the speed, at least one on from the "
        + "start, as in libadwaita."
    case .page:
      "One on from the start for a flick, back to it for one that takes the way back, else the nearest."
    case .roundedPage:
      "The candidate that the place rounds to, half a gap on for a flick, as in Flutter's pages."
    case .direction: "The end that the velocity points to; without one, on to where it was going."
    case .gates: "The neighbour on the side of the way, the end when faster, as in vaul."
    case .farFlick: "The end on the side of the way for a flick, else the nearest, as in astryx."
    case .pull: "Out when pulled or thrown far or fast enough, else back, as a modal."
    case .toss:
      "Out the way that it is thrown or carried, else back to the start, as a card."
    case .carried:
      "Nearest to the place carried on by the way times the speed, as in react-spring-bottom-sheet."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.Neighbour: SettingWord {
  public var meaning: String {
    switch self {
    case .atOrBeyond:
      "The first at the place of the release or beyond it, both ways, as in Compose."
    case .beyondDownwards:
      "The same upwards; downwards the first strictly beyond it, as in Flutter's sheets."
    case .afterNearest: "The one after the nearest, as in smooth_sheets."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.Tie: SettingWord {
  public var meaning: String {
    switch self {
    case .start: "The one that does not lead back, and then the one nearer to the start."
    case .higher: "The higher, or later, one."
    case .lower: "The lower, or earlier, one."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.Dismissal: SettingWord {
  public var meaning: String {
    switch self {
    case .thrownOrPulled:
      "When thrown out fast enough, or projected past half of the way out."
    case .thrown: "When thrown out fast enough, as in FloatingPanel."
    case .candidate: "When the place where it is gone is the target among the candidates."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.Cancellation: SettingWord {
  public var meaning: String {
    switch self {
    case .withoutVelocity: "It has no velocity, and dismisses nothing."
    case .asLift: "The same as one that is lifted, with the velocity of the hand, as in Wave."
    }
  }
}
