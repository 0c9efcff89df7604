import Quantities

/// The path of a touch: the average movement of its fingers, which does not jump when a finger joins or leaves.
///
/// When the set of fingers changes, the displacement so far becomes the base. Until the next change, the path is
/// the base plus the displacement of the fingers' midpoint since the change, so rounding errors do not accumulate
/// from frame to frame. In the frame of the change, only fingers that are also in the previous frame count.
struct FingerPath: Hashable, Sendable {
  /// A finger that was down in the last frame.
  private struct Finger: Hashable, Sendable {
    let id: Int
    let isGuessedX: Bool
    let isGuessedY: Bool
    var anchor: Position
    var position: Position
  }

  /// The displacement of the path since the touch-down.
  private(set) var moved = Planar<Points>.zero

  private var base = Planar<Points>.zero
  private var fingers: [Finger] = []

  /// The number of fingers that were down in the last frame.
  var fingerCount: Int { fingers.count }

  /// Starts a path at the fingers that are down in `contacts`.
  mutating func begin(with contacts: [Contact], on surface: SurfaceMapping) {
    moved = .zero
    anchor(contacts, on: surface)
  }

  /// Follows the fingers to the next frame.
  ///
  /// If `holds` is true, the path stays the same, because positions have changed although no finger moved.
  mutating func follow(_ contacts: [Contact], on surface: SurfaceMapping, holds: Bool) {
    guard !holds, moveTogether(contacts, on: surface) else {
      if !holds { moveShared(contacts, on: surface) }
      return anchor(contacts, on: surface)
    }
  }

  /// The midpoint of the fingers that are down.
  var middle: Position {
    guard !fingers.isEmpty else { return .zero }
    return fingers.reduce(.zero) { $0 + $1.position } / Double(fingers.count)
  }

  private mutating func anchor(_ contacts: [Contact], on surface: SurfaceMapping) {
    base = moved
    fingers.removeAll(keepingCapacity: true)
    for contact in contacts where contact.isDown {
      let position = surface.position(of: contact)
      fingers.append(
        Finger(
          id: contact.id, isGuessedX: contact.isGuessedX, isGuessedY: contact.isGuessedY,
          anchor: position, position: position))
    }
  }

  /// Moves the path by the mean displacement of all fingers.
  ///
  /// Returns false, without moving the path, if the set of fingers has changed. The set also counts as changed
  /// when a real coordinate replaces a guess, because the difference between guess and coordinate is not a movement.
  private mutating func moveTogether(_ contacts: [Contact], on surface: SurfaceMapping) -> Bool {
    var index = 0
    for contact in contacts where contact.isDown {
      guard index < fingers.count, fingers[index].id == contact.id,
        fingers[index].isGuessedX == contact.isGuessedX,
        fingers[index].isGuessedY == contact.isGuessedY
      else { return false }
      index += 1
    }
    guard index == fingers.count, index > 0 else { return false }
    index = 0
    var sum = Planar<Points>.zero
    for contact in contacts where contact.isDown {
      let position = surface.position(of: contact)
      fingers[index].position = position
      sum = sum + (position - fingers[index].anchor)
      index += 1
    }
    moved = base + sum / Double(index)
    return true
  }

  /// Moves the path by the mean displacement of the fingers that are in this frame and in the previous frame.
  ///
  /// A finger counts on an axis only if its coordinate is known in both frames.
  private mutating func moveShared(_ contacts: [Contact], on surface: SurfaceMapping) {
    var sum = Planar<Points>.zero
    var countX = 0
    var countY = 0
    for contact in contacts where contact.isDown {
      guard let finger = fingers.first(where: { $0.id == contact.id }) else { continue }
      let movement = surface.position(of: contact) - finger.position
      if !finger.isGuessedX && !contact.isGuessedX {
        sum.x += movement.x
        countX += 1
      }
      if !finger.isGuessedY && !contact.isGuessedY {
        sum.y += movement.y
        countY += 1
      }
    }
    if countX > 0 { moved.x += sum.x / Double(countX) }
    if countY > 0 { moved.y += sum.y / Double(countY) }
  }
}
