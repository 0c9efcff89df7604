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
