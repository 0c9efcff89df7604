internal import Quantities

/// The newest samples of a pan, if the lift bent them, as seen from the newest.
///
/// Times are in the units of a ``FitSearch``, places in points.
struct Bend {
  /// How many they are; zero where none is bent.
  let count: Int
  /// When and where the sample before them was taken.
  let t: Double
  let x: Double
  let y: Double
  /// How long they have been bent, as the middle of when that may have begun.
  let time: Double
  /// How far the finger came until the sample before them in as long as a roll takes, and that time.
  let recent: (t: Double, x: Double, y: Double)
  /// The velocity from the first of these samples to the newest, and the time between; from the one before
  /// where there is one, and zero where there is none.
  let after: (t: Double, x: Double, y: Double)

  /// How long before the newest sample they began to be bent, if what came before that and what came after
  /// it are two steady motions that meet.
  func age(_ reading: GrowingFit.Reading) -> Double {
    let squared = reading.x * reading.x + reading.y * reading.y
    let kept = after.x * reading.x + after.y * reading.y
    guard count > 1, kept < squared else { return time }
    let way = -(x * reading.x + y * reading.y)
    return min(max((squared * -t - way) / (squared - kept), after.t), -t)
  }

  /// Whether these samples did not come as far along a motion as it would have gone.
  func slows(_ reading: GrowingFit.Reading) -> Bool {
    guard count > 0 else { return false }
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    return -(x * reading.x + y * reading.y) <= squaredSpeed * -t
  }

  /// Whether the finger had lately come along a motion at no less than a part of the speed that it is
  /// said to have.
  func movedLately(_ reading: GrowingFit.Reading, atLeast part: Double) -> Bool {
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    return recent.x * reading.x + recent.y * reading.y >= part * squaredSpeed * recent.t
  }
}

/// What a finger keeps of its velocity after a change of it.
struct KeptVelocity {
  /// What it keeps straight on and what it goes aside, over the speed before; unitless.
  private let onward: Double
  private let aside: Double
  /// The standard deviation of both.
  private let deviation: Double
  /// Whether the samples would tell if it went aside.
  private let isInPlane: Bool

  /// Takes the velocities before and after a change, of which the latter is known with a variance; there
  /// has to be one before.
  init(
    before: (x: Double, y: Double), after: (x: Double, y: Double), variance: Double, isInPlane: Bool
  ) {
    self.isInPlane = isInPlane
    let squared = before.x * before.x + before.y * before.y
    onward = (after.x * before.x + after.y * before.y) / squared
    aside = (after.x * before.y - after.y * before.x).magnitude / squared
    deviation = (variance / squared).squareRoot()
  }

  /// How surely that is more straight on than a roll keeps, and how surely where only its being straight
  /// tells, from 0 to 1; few rolls go aside by nothing, so that what does is no roll with less.
  func isMore(_ tuning: AdaptiveTuning) -> (surely: Double, asStraight: Double) {
    let excess = onward - tuning.mostKept
    guard isInPlane, excess + tuning.lessStraight > deviation else {
      return (surely(excess, tuning), 0)
    }
    let odds = straightOdds(mostAside: tuning.mostAside, tuning)
    let straightness = odds / (odds + tuning.straightOdds)
    let surely = surely(excess + tuning.lessStraight * straightness, tuning)
    return (surely, surely * straightness)
  }

  /// How surely the newest sample alone tells that a hand became slower and no lift bent it, from 0 to 1.
  ///
  /// For how much of its interval a roll went on is not known, so that it goes aside by a part of what
  /// it loses.
  func isSlower(_ tuning: AdaptiveTuning) -> Double {
    let lost = 1 - onward
    guard isInPlane, lost > 0, onward - tuning.mostKept > deviation else { return 0 }
    let odds = straightOdds(mostAside: tuning.mostAside * lost, tuning)
    return odds / (odds + tuning.straightOddsOfOne) * surely(onward - tuning.mostKept, tuning)
  }

  /// How many times likelier a hand goes aside by this than a roll, which may go as far as any.
  private func straightOdds(mostAside: Double, _ tuning: AdaptiveTuning) -> Double {
    let variance = deviation * deviation + tuning.straight * tuning.straight
    return 2 * mostAside / (2 * Double.pi * variance).squareRoot()
      * exponential(-aside * aside / (2 * variance))
  }

  /// How surely that is further aside than a roll goes, from 0 to 1.
  func isTurn(_ tuning: AdaptiveTuning) -> Double { surely(aside - tuning.widestRoll, tuning) }

  private func surely(_ excess: Double, _ tuning: AdaptiveTuning) -> Double {
    min(max((excess - deviation) / tuning.sureMargin, 0), 1)
  }
}
