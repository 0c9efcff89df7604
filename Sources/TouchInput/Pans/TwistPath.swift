import Quantities

/// The rotation of a touch: the angle by which the line between its two fingers has turned since the touch-down.
///
/// The angle does not jump when a finger joins or leaves. While the same two fingers are down, each frame adds the
/// angle from their line in the previous frame to their line in this frame, which is assumed to be less than half
/// a turn. With more fingers, the line is between the first two fingers that the device lists. With one finger,
/// the angle stays the same.
struct TwistPath: Hashable, Sendable {
  /// The two fingers whose line turns.
  private struct Pair: Hashable, Sendable {
    var first: Int
    var second: Int
  }

  /// The total angle, clockwise, in radians; not wrapped after a full turn.
  private(set) var angle = 0.0
  /// The arc length that a fingertip has moved around the midpoint.
  private(set) var arc = Points.zero
  /// The distance of a fingertip from the midpoint; nil without two fingers.
  private(set) var radius: Points?

  private var pair: Pair?
  private var line = Planar<Points>.zero

  /// Follows the fingers to the next frame.
  ///
  /// If `holds` is true, the angle stays the same, because positions have changed although no finger moved.
  mutating func follow(_ contacts: [Contact], on surface: SurfaceMapping, holds: Bool) {
    guard let (first, second) = Self.fingers(of: contacts) else {
      (pair, radius) = (nil, nil)
      return
    }
    let next = surface.position(of: second) - surface.position(of: first)
    let now = Pair(first: first.id, second: second.id)
    if pair == now, !holds {
      let turned = arctangent(y: line.cross(next), x: line.dot(next))
      angle += turned
      arc = arc + next.length * (turned / 2)
    }
    pair = now
    line = next
    radius = next.length / 2
  }

  /// Returns the first two fingers that are down; nil if fewer are down, or if one of their coordinates is a guess.
  private static func fingers(of contacts: [Contact]) -> (Contact, Contact)? {
    var first: Contact?
    for contact in contacts where contact.isDown {
      guard !contact.isGuessedX, !contact.isGuessedY else { return nil }
      guard let known = first else {
        first = contact
        continue
      }
      return (known, contact)
    }
    return nil
  }
}
