/// The kinds of gestures that estimators are compared on.
public enum GestureClass: String, CaseIterable, Sendable {
  /// A steady 300 to 3000 pt/s.
  case constant
  /// From rest with 6,000 to 20,000 pt/s² for 150 to 280 ms.
  case accelerating
  /// Slowing by 6,000 to 20,000 pt/s² to 180 to 800 pt/s.
  case decelerating
  /// A minimum-jerk stroke, released between its middle and three quarters of its time.
  case minimumJerk
  /// A touch-down and two moves at 2000 to 4000 pt/s.
  case shortFlick
  /// A steady motion whose last one or two samples are slowed or turned by the lift.
  case hook
  /// A motion, then 50 to 150 ms without samples.
  case silentStop
  /// A motion, then 25 to 38 ms without samples.
  case briefSilentStop
  /// A motion, a brake of 25 ms, then 60 ms of samples that only tremble.
  case chatteringStop
  /// A motion that turned back 50 to 90 ms before the release.
  case reversal
  /// A steady motion whose timestamps are off by 1.5 ms.
  case timestampJitter
  /// A steady motion delivered in pairs of samples 1 ms apart.
  case bursts
  /// A steady motion of which every fifth sample is lost.
  case drops
  /// A steady motion with one sample 15 to 30 pt off.
  case outlier
  /// A drag at 20 to 80 pt/s on a device that counts whole points.
  case slowDrag

  /// Whether the true velocity is zero, so that errors are counted instead of measured.
  public var isStop: Bool {
    switch self {
    case .silentStop, .briefSilentStop, .chatteringStop: true
    case .constant, .accelerating, .decelerating, .minimumJerk, .shortFlick, .hook, .reversal,
      .timestampJitter, .bursts, .drops, .outlier, .slowDrag:
      false
    }
  }
}
