public import Quantities

/// Where a hand is while it touches: pieces of the smoothest movement there is.
///
/// Each piece is the minimum-jerk movement between its ends, a polynomial of degree 5 in `s = t / T`
/// with no acceleration at either end:
///
///     p(s) = p₀ + v₀T s + (10Δ − 6v₀T − 4v₁T) s³ + (−15Δ + 8v₀T + 7v₁T) s⁴ + (6Δ − 3v₀T − 3v₁T) s⁵
///
/// with `Δ = p₁ − p₀`. Place and velocity are continuous from piece to piece.
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

  /// Where the hand goes down.
  public let start: Position
  /// How long the hand touches.
  public private(set) var duration = Seconds.zero
  /// Where the hand is at the end.
  public private(set) var end: Position
  /// How fast the hand moves at the end.
  public private(set) var endVelocity = Velocity.zero

  private var pieces: [Piece] = []

  /// Creates a path that begins at rest, and has no length yet.
  public init(from start: Position) {
    self.start = start
    end = start
  }

  /// Rests where the hand is; it must be at rest already, and `time` is above zero.
  public mutating func hold(for time: Seconds) {
    precondition(endVelocity == .zero, "a hand in movement stops before it holds still")
    append(to: end, velocity: .zero, in: time)
  }

  /// Moves to a place and comes to rest there; `time` is above zero.
  public mutating func reach(_ place: Position, in time: Seconds) {
    append(to: place, velocity: .zero, in: time)
  }

  /// Moves to a place so as to be fastest there, at `speed` straight away from where it started.
  ///
  /// This is the first half of a minimum-jerk movement of twice the length, which is fastest in the
  /// middle, at 1.875 times its mean speed; so it takes `1.875 · distance / speed`. A hand that
  /// already moves takes as long.
  ///
  /// - Parameters:
  ///   - place: Where the hand is fastest; not where it is now.
  ///   - speed: How fast; above zero.
  public mutating func flick(to place: Position, speed: PointsPerSecond) {
    let way = place - end
    let distance = way.length
    precondition(distance > .zero, "a flick of no length has no direction")
    precondition(speed > .zero, "a flick at \(speed.value) pt/s never ends")
    let velocity = Velocity(
      x: speed * (way.x / distance), y: speed * (way.y / distance))
    append(to: place, velocity: velocity, in: Seconds(1.875 * distance.value / speed.value))
  }

  /// Changes the velocity evenly, wherever that leads; `time` is above zero.
  public mutating func turn(to velocity: Velocity, in time: Seconds) {
    let mean = (endVelocity + velocity) / 2
    let way = Position(x: mean.x * time, y: mean.y * time)
    append(to: end + way, velocity: velocity, in: time)
  }

  /// Where the hand is, `time` after it went down; at its ends before and after them.
  public func position(at time: Seconds) -> Position {
    guard let (piece, share) = piece(at: time) else { return end }
    return Position(
      x: Points(place(piece.x, at: share)), y: Points(place(piece.y, at: share)))
  }

  /// How fast the hand moves, `time` after it went down.
  public func velocity(at time: Seconds) -> Velocity {
    guard let (piece, share) = piece(at: time) else { return endVelocity }
    return Velocity(
      x: PointsPerSecond(slope(piece.x, at: share)), y: PointsPerSecond(slope(piece.y, at: share)))
  }

  private mutating func append(to place: Position, velocity: Velocity, in time: Seconds) {
    precondition(time > .zero, "a movement that takes \(time.value) s")
    pieces.append(
      Piece(
        duration: time, from: end, to: place, startVelocity: endVelocity, endVelocity: velocity))
    end = place
    endVelocity = velocity
    duration += time
  }

  /// One coordinate of a piece, in plain numbers: pt, s and pt/s.
  private struct Coordinate {
    var from: Double
    var way: Double
    var startVelocity: Double
    var endVelocity: Double
    var duration: Double
  }

  private func piece(at time: Seconds) -> (piece: (x: Coordinate, y: Coordinate), share: Double)? {
    var begin = Seconds.zero
    for piece in pieces {
      if time < begin + piece.duration {
        let share = max(0, (time - begin) / piece.duration)
        let (way, seconds) = (piece.to - piece.from, piece.duration.value)
        let x = Coordinate(
          from: piece.from.x.value, way: way.x.value, startVelocity: piece.startVelocity.x.value,
          endVelocity: piece.endVelocity.x.value, duration: seconds)
        let y = Coordinate(
          from: piece.from.y.value, way: way.y.value, startVelocity: piece.startVelocity.y.value,
          endVelocity: piece.endVelocity.y.value, duration: seconds)
        return ((x, y), share)
      }
      begin += piece.duration
    }
    return nil
  }

  private func place(_ piece: Coordinate, at s: Double) -> Double {
    let v0 = piece.startVelocity * piece.duration
    let v1 = piece.endVelocity * piece.duration
    let third = 10 * piece.way - 6 * v0 - 4 * v1
    let fourth = -15 * piece.way + 8 * v0 + 7 * v1
    let fifth = 6 * piece.way - 3 * v0 - 3 * v1
    return piece.from + s * (v0 + s * s * (third + s * (fourth + s * fifth)))
  }

  private func slope(_ piece: Coordinate, at s: Double) -> Double {
    let v0 = piece.startVelocity * piece.duration
    let v1 = piece.endVelocity * piece.duration
    let third = 10 * piece.way - 6 * v0 - 4 * v1
    let fourth = -15 * piece.way + 8 * v0 + 7 * v1
    let fifth = 6 * piece.way - 3 * v0 - 3 * v1
    return (v0 + s * s * (3 * third + s * (4 * fourth + s * 5 * fifth))) / piece.duration
  }
}
