public import Quantities
public import TouchInput

private let announcement = "true release velocity:"

/// Returns the line for a recording's note with the intended release velocity of each touch.
///
/// `Recording.trueReleaseVelocities` reads this line, for example `true release velocity: x=0.0 y=-1200.0 pt/s; none`.
func releaseVelocityNote(_ velocities: [Velocity?]) -> String {
  let said = velocities.map { velocity in
    velocity.map { "x=\(noted($0.x)) y=\(noted($0.y)) pt/s" } ?? "none"
  }
  return "\(announcement) \(said.joined(separator: "; "))"
}

/// Returns a velocity in points per second; a value so near zero that it can only be a rounding error becomes 0.
private func noted(_ velocity: PointsPerSecond) -> Double {
  velocity.value.magnitude < 1e-9 ? 0 : velocity.value
}

extension Recording {
  /// The intended release velocities of the touches, in their order, from the note of a synthetic recording.
  ///
  /// An element is nil if its touch did not end with a lift. The list is empty if the note has no velocities.
  public var trueReleaseVelocities: [Velocity?] {
    for line in (note ?? "").split(separator: "\n") where line.hasPrefix(announcement) {
      return line.dropFirst(announcement.count).split(separator: ";").map(Self.velocity)
    }
    return []
  }

  private static func velocity(_ text: Substring) -> Velocity? {
    let words = text.split(separator: " ")
    guard words.count == 3, words[0].hasPrefix("x="), words[1].hasPrefix("y="),
      words[2] == "pt/s", let x = Double(words[0].dropFirst(2)),
      let y = Double(words[1].dropFirst(2))
    else { return nil }
    return Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y))
  }
}
