import Quantities
import Testing
import VelocityAccuracy

@testable import VelocityEstimation

/// Properties of estimators, over synthetic gestures of every class.
@Suite("Estimator laws") struct EstimatorLawsTests {
  static let names = allEstimators.map(\.name)

  /// Gestures of every class, with noise along both axes.
  static let trials = trials(of: GestureClass.allCases)

  private static func trials(of gestures: [GestureClass]) -> [GestureTrial] {
    gestures.flatMap { gesture in
      (0..<5).map { gesture.trial($0, sensor: Sensor(rate: 120, noise: 0.5)) }
    }
  }

  private func estimates(
    _ name: String, _ trial: GestureTrial, _ change: (Position) -> Position = { $0 },
    later shift: Int64 = 0
  ) throws -> (live: VelocityEstimate, release: VelocityEstimate) {
    var estimator = try Estimator.named(name)
    for sample in trial.samples {
      estimator.receive(
        PanSample(
          microseconds: sample.microseconds + shift, position: change(sample.position)))
    }
    return (
      estimator.live(), estimator.released(atMicroseconds: trial.releaseMicroseconds + shift)
    )
  }

  /// Records an issue unless the estimates for changed samples equal the estimates changed in the
  /// same way.
  private func expect(
    _ name: String, over trials: [GestureTrial] = Self.trials, _ change: (Position) -> Position,
    _ turned: (Velocity) -> Velocity, later shift: Int64 = 0
  ) throws {
    for trial in trials {
      let (live, release) = try estimates(name, trial)
      let (changedLive, changedRelease) = try estimates(name, trial, change, later: shift)
      for (plain, changed) in [(live, changedLive), (release, changedRelease)] {
        let wanted = turned(plain.velocity)
        let error = (changed.velocity - wanted).length.value
        #expect(error <= 1e-9 * max(wanted.length.value, 1), "\(name): \(changed), not \(wanted)")
        #expect(changed.reason == plain.reason)
        #expect(changed.samplesUsed == plain.samplesUsed)
      }
    }
  }

  /// GTK rounds to whole points, so shifts by fractions of a point change its estimate.
  @Test("shifting the samples does not change the velocity", arguments: names)
  func shift(name: String) throws {
    let by = Position(x: Points(1_024), y: Points(-512))
    guard name != "gtk.swipe" else { return }
    try expect(name, { $0 + by }, { $0 })
  }

  /// Mutter rounds to whole milliseconds, so shifts by fractions of a millisecond change its
  /// estimate.
  @Test("shifting the clock does not change the velocity", arguments: names)
  func clock(name: String) throws {
    try expect(name, { $0 }, { $0 }, later: 86_400_000_000)
  }

  /// Some estimators have an absolute scale and are excluded.
  ///
  /// ChromeOS has a lowest speed, the Kalman filter a noise in points, GTK whole points, and Hyprland a least movement. The
  /// Bayesian estimator models how far a finger trembles and how fast it rolls.
  @Test("scaling the samples scales the velocity", arguments: names)
  func scale(name: String) throws {
    guard !["bayes", "chromeos.lsq1", "kalman", "gtk.swipe", "hyprland.mean-delta"].contains(name)
    else { return }
    for factor in [0.25, 3] { try expect(name, { $0 * factor }, { $0 * factor }) }
  }

  @Test("reversing the samples reverses the velocity", arguments: names)
  func sign(name: String) throws {
    try expect(name, { -$0 }, { -$0 })
  }

  /// ChromeOS is excluded because it prefers one axis if both are equally long.
  @Test("swapping the axes swaps the axes of the velocity", arguments: names)
  func swap(name: String) throws {
    guard name != "chromeos.lsq1" else { return }
    try expect(name, { Position(x: $0.y, y: $0.x) }, { Velocity(x: $0.y, y: $0.x) })
  }

  /// The other estimators treat each axis separately or decide by the larger component.
  ///
  /// The Bayesian estimator models slow drags, which move by whole points along the axes.
  @Test(
    "rotating the samples rotates the velocity",
    arguments: [
      "bayes", "android.lsq1", "android.lsq2", "android.lsq3", "android.int1", "android.int2",
      "compose.lsq2", "flutter.lsq2", "chromium.lsq2_restricted", "apple.recognizer",
      "apple.scrollview", "gnome.swipe", "kalman", "last-sample",
    ])
  func rotation(name: String) throws {
    let trials = Self.trials(of: GestureClass.allCases.filter { $0 != .slowDrag })
    // The angle is that of the triangle with the sides 3, 4 and 5, so that its sine and cosine are
    // rational.
    try expect(
      name, over: trials, { Position(x: $0.x * 0.6 - $0.y * 0.8, y: $0.x * 0.8 + $0.y * 0.6) },
      { Velocity(x: $0.x * 0.6 - $0.y * 0.8, y: $0.x * 0.8 + $0.y * 0.6) })
  }

  // Qt's frames and whole milliseconds go on from the first touch-down.
  @Test(
    "a pan does not affect the estimates of the next pan",
    arguments: names.filter { $0 != "qt.flickable" })
  func reset(name: String) throws {
    var used = try Estimator.named(name)
    for trial in Self.trials.prefix(20) {
      var fresh = try Estimator.named(name)
      used.reset()
      for sample in trial.samples {
        used.receive(sample)
        fresh.receive(sample)
        #expect(used.live() == fresh.live())
      }
    }
  }

  @Test("reading the estimate does not change it", arguments: names)
  func asking(name: String) throws {
    for trial in Self.trials {
      var asked = try Estimator.named(name)
      for sample in trial.samples {
        asked.receive(sample)
        _ = asked.live()
        _ = asked.released(atMicroseconds: sample.microseconds)
      }
      let release = asked.released(atMicroseconds: trial.releaseMicroseconds)
      #expect(try estimates(name, trial).release == release)
    }
  }

  @Test("a steady motion without noise is read exactly at every rate", arguments: names)
  func steady(name: String) throws {
    // These estimators are inexact upstream, too: an extra step, a missing segment, whole points,
    // weights 0.2 + 0.8 = 1, a factor of 0.7, whole milliseconds, a mean per report, the time up to the lift, and at
    // least 16 ms for a shorter step.
    let inexact = [
      "mutter.pan", "niri.swipe", "gtk.swipe", "gtk.scroll", "gnome.touchpad", "adw.touchpad",
      "kalman",
      "hammer", "embla", "base-ui", "qt.flickable", "gala.swipe", "hyprland.mean-delta",
    ]
    guard !inexact.contains(name) else { return }
    // The cubic fit fails on 20 ms of samples, because the columns of its matrix are too small.
    for rate in [60.0, 120, 240] + (name.hasSuffix(".lsq3") ? [] : [1_000]) {
      let sensor = Sensor(rate: rate, noise: 0, isOneDimensional: true)
      for number in 0..<20 {
        let trial = GestureClass.constant.trial(number, sensor: sensor)
        // Timestamps are in whole microseconds, which is an error of up to 0.1 % of a millisecond.
        let allowed = 0.01 * trial.truth.x.value
        let release = try estimates(name, trial).release
        #expect((release.velocity.x - trial.truth.x).magnitude.value <= allowed, "\(rate) Hz")
      }
    }
  }
}
