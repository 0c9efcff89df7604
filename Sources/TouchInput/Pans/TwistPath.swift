import Quantities

/// The turning of a hand: how far the line between its two fingers has turned, without jumps when a
/// finger joins or leaves.
///
/// While the same two fingers are down, each frame adds the angle between their line in the frame
/// before and now, which is less than half a turn. With more fingers it is the line between the two
/// that the device lists first; with one there is nothing to turn.
struct TwistPath: Hashable, Sendable {
  /// The two fingers whose line turns.
  private struct Pair: Hashable, Sendable {
    var first: Int
    var second: Int
  }

  /// The angle that the hand has turned, clockwise, in radians; more than a turn counts on.
  private(set) var angle = 0.0
  /// How far a fingertip has gone about the hand's middle.
  private(set) var arc = Points.zero
  /// The distance of a fingertip from the middle; nil without two fingers.
  private(set) var radius: Points?

  private var pair: Pair?
  private var line = Planar<Points>.zero

  /// Follows the fingers to the next frame; with `holds`, positions have changed without a movement, so
  /// that none counts.
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

  /// The first two fingers that are down, if the device knows where they are.
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
