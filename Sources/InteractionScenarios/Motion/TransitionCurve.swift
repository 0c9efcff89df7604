/// How a transition runs through its time; each is a polynomial of the elapsed share p.
public enum TransitionCurve: String, Hashable, Sendable, CaseIterable {
  /// p.
  case linear
  /// p².
  case easeIn
  /// 1 − (1 − p)².
  case easeOut
  /// p² (3 − 2 p).
  case easeInOut

  /// The share of the way at the share `p` of the time; unitless, both 0 to 1.
  public func share(at p: Double) -> Double {
    switch self {
    case .linear: p
    case .easeIn: p * p
    case .easeOut: 1 - (1 - p) * (1 - p)
    case .easeInOut: p * p * (3 - 2 * p)
    }
  }

  /// The slope of the share at `p`; unitless.
  public func slope(at p: Double) -> Double {
    switch self {
    case .linear: 1
    case .easeIn: 2 * p
    case .easeOut: 2 * (1 - p)
    case .easeInOut: 6 * p * (1 - p)
    }
  }
}
