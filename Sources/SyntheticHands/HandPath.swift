public import Quantities

/// The path of a hand during a touch, made of minimum-jerk movements.
///
/// Each piece is the minimum-jerk movement between its ends. It is a polynomial of degree 5 in `s = t / T`, where `T`
/// is its duration, with no acceleration at either end:
///
///     p(s) = p₀ + v₀T s + (10Δ − 6v₀T − 4v₁T) s³ + (−15Δ + 8v₀T + 7v₁T) s⁴ + (6Δ − 3v₀T − 3v₁T) s⁵
///
/// Here `Δ = p₁ − p₀`. Position and velocity are continuous from piece to piece.
///
/// Source: Flash and Hogan, "The Coordination of Arm Movements", J. Neuroscience 5(7), 1985.
public struct HandPath: Hashable, Sendable {
  /// One minimum-jerk movement.
  private struct Piece: Hashable, Sendable {
    var duration: Seconds
    var from: Position
    var to: Position
    var startVelocity: Velocity
    var endVelocity: Velocity
  }

  /// The position at touch-down.
  public let start: Position
  /// The time from touch-down to the end of the path.
  public private(set) var duration = Seconds.zero
  /// The position at the end of the last piece; the start if there are no pieces.
  public private(set) var end: Position
  /// The velocity at the end of the last piece; zero if there are no pieces.
  public private(set) var endVelocity = Velocity.zero

  private var pieces: [Piece] = []

  /// Creates a path that begins at rest and has no pieces yet.
  public init(from start: Position) {
    self.start = start
    end = start
  }

  /// Rests at the current position for `time`.
  ///
  /// Traps if the hand moves or if `time` is not above zero.
  public mutating func hold(for time: Seconds) {
    precondition(endVelocity == .zero, "a hand in movement stops before it holds still")
    append(to: end, velocity: .zero, in: time)
  }

  /// Moves to `position` and comes to rest there; traps if `time` is not above zero.
  public mutating func reach(_ position: Position, in time: Seconds) {
    append(to: position, velocity: .zero, in: time)
  }

  /// Moves to `position` and reaches `speed` there, in the direction from the current position to `position`.
  ///
  /// A flick is the first half of a minimum-jerk movement of twice the length. Such a movement is fastest in its
  /// middle, at 1.875 times its mean speed, so the first half takes `1.875 · distance / speed`. The duration is the
  /// same if the hand already moves.
  ///
  /// - Parameters:
  ///   - position: The end of the flick; must differ from the current position.
  ///   - speed: The speed at the end of the flick; above zero.
  public mutating func flick(to position: Position, speed: PointsPerSecond) {
    let displacement = position - end
    let distance = displacement.length
    precondition(distance > .zero, "a flick of no length has no direction")
    precondition(speed > .zero, "a flick at \(speed.value) pt/s never ends")
    let velocity = Velocity(
      x: speed * (displacement.x / distance), y: speed * (displacement.y / distance))
    append(to: position, velocity: velocity, in: 1.875 * distance / speed)
  }

  /// Changes the velocity to `velocity` within `time`; traps if `time` is not above zero.
  ///
  /// During this time, the hand moves by the mean of the old and the new velocity, multiplied by `time`.
  public mutating func turn(to velocity: Velocity, in time: Seconds) {
    let mean = (endVelocity + velocity) / 2
    let displacement = Position(x: mean.x * time, y: mean.y * time)
    append(to: end + displacement, velocity: velocity, in: time)
  }

  /// Returns the position at `time` after touch-down.
  ///
  /// Returns ``start`` for times before the beginning of the path, and ``end`` for times after its end.
  public func position(at time: Seconds) -> Position {
    guard let (piece, fraction) = piece(at: time) else { return end }
    return Position(
      x: Points(position(piece.x, at: fraction)), y: Points(position(piece.y, at: fraction)))
  }

  /// Returns the velocity at `time` after touch-down; after the path ends, ``endVelocity``.
  public func velocity(at time: Seconds) -> Velocity {
    guard let (piece, fraction) = piece(at: time) else { return endVelocity }
    return Velocity(
      x: PointsPerSecond(slope(piece.x, at: fraction)),
      y: PointsPerSecond(slope(piece.y, at: fraction)))
  }

  private mutating func append(to position: Position, velocity: Velocity, in time: Seconds) {
    precondition(time > .zero, "a movement that takes \(time.value) s")
    pieces.append(
      Piece(
        duration: time, from: end, to: position, startVelocity: endVelocity, endVelocity: velocity))
    end = position
    endVelocity = velocity
    duration += time
  }

  /// One coordinate of a piece, in pt, s and pt/s.
  private struct Coordinate {
    var from: Double
    var displacement: Double
    var startVelocity: Double
    var endVelocity: Double
    var duration: Double
  }

  private func piece(at time: Seconds) -> (piece: (x: Coordinate, y: Coordinate), fraction: Double)?
  {
    var begin = Seconds.zero
    for piece in pieces {
      if time < begin + piece.duration {
        let fraction = max(0, (time - begin) / piece.duration)
        let (displacement, seconds) = (piece.to - piece.from, piece.duration.value)
        let x = Coordinate(
          from: piece.from.x.value, displacement: displacement.x.value,
          startVelocity: piece.startVelocity.x.value,
          endVelocity: piece.endVelocity.x.value, duration: seconds)
        let y = Coordinate(
          from: piece.from.y.value, displacement: displacement.y.value,
          startVelocity: piece.startVelocity.y.value,
          endVelocity: piece.endVelocity.y.value, duration: seconds)
        return ((x, y), fraction)
      }
      begin += piece.duration
    }
    return nil
  }

  private func position(_ piece: Coordinate, at s: Double) -> Double {
    let v0 = piece.startVelocity * piece.duration
    let v1 = piece.endVelocity * piece.duration
    let third = 10 * piece.displacement - 6 * v0 - 4 * v1
    let fourth = -15 * piece.displacement + 8 * v0 + 7 * v1
    let fifth = 6 * piece.displacement - 3 * v0 - 3 * v1
    return piece.from + s * (v0 + s * s * (third + s * (fourth + s * fifth)))
  }

  private func slope(_ piece: Coordinate, at s: Double) -> Double {
    let v0 = piece.startVelocity * piece.duration
    let v1 = piece.endVelocity * piece.duration
    let third = 10 * piece.displacement - 6 * v0 - 4 * v1
    let fourth = -15 * piece.displacement + 8 * v0 + 7 * v1
    let fifth = 6 * piece.displacement - 3 * v0 - 3 * v1
    return (v0 + s * s * (3 * third + s * (4 * fourth + s * 5 * fifth))) / piece.duration
  }
}
