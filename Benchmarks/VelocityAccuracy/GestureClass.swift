/// The kinds of gestures on which estimators are compared.
public enum GestureClass: String, CaseIterable, Sendable {
  /// A constant velocity of 300 to 3000 pt/s.
  case constant
  /// An acceleration from rest with 6,000 to 20,000 pt/s² for 150 to 280 ms.
  case accelerating
  /// A deceleration with 6,000 to 20,000 pt/s² to 180 to 800 pt/s.
  case decelerating
  /// A minimum-jerk stroke, released between one half and three quarters of its duration.
  case minimumJerk
  /// A touch-down and two moves at 2000 to 4000 pt/s.
  case shortFlick
  /// A steady motion whose last one or two samples are slowed or reversed by the lift.
  case hook
  /// A motion, then 50 to 150 ms without samples.
  case silentStop
  /// A motion, then 25 to 38 ms without samples.
  case briefSilentStop
  /// A motion that brakes within 25 ms, then 60 ms of samples with noise only.
  case chatteringStop
  /// A motion that reversed 50 to 90 ms before the release.
  case reversal
  /// A steady motion with timestamp errors of 1.5 ms (standard deviation).
  case timestampJitter
  /// A steady motion delivered in pairs of samples 1 ms apart.
  case bursts
  /// A steady motion that loses 20 % of its samples.
  case drops
  /// A steady motion with one sample 15 to 30 pt off.
  case outlier
  /// A drag at 20 to 80 pt/s on a device that reports whole points.
  case slowDrag

  /// Whether the true velocity is zero, so that false flings are counted.
  public var isStop: Bool {
    switch self {
    case .silentStop, .briefSilentStop, .chatteringStop: true
    case .constant, .accelerating, .decelerating, .minimumJerk, .shortFlick, .hook, .reversal,
      .timestampJitter, .bursts, .drops, .outlier, .slowDrag:
      false
    }
  }
}
