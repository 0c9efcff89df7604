import Quantities
import SyntheticHands
import TouchInput

/// What a hand does in one go, in numbers that a search may move.
///
/// Several after each other, with a pause before each, make one recording.
struct HandStroke: Hashable, Sendable {
  /// What the hand does.
  enum Kind: String, Hashable, Sendable {
    /// It goes down, rests, and lifts.
    case tap
    /// It lets go at full speed.
    case flick
    /// It goes there, rests, and lifts.
    case drag
    /// It lets go at full speed, and then taps what moves.
    case flickAndTap = "flick-and-tap"
    /// It lets go at full speed, catches what moves, and drags that half the way back.
    case flickAndCatch = "flick-and-catch"
    /// It lets go at full speed, and once more.
    case flickAgain = "flick-again"
    /// It drags away, and flicks back past where it began.
    case flickBack = "flick-back"
    /// It flicks, but slows down to a third before it lifts.
    case slowingFlick = "slowing-flick"
    /// It drags, and then creeps on at a speed of its own, at which it lets go.
    case creep
    /// It flicks, but the device takes it for a palm.
    case palmFlick = "palm-flick"
  }

  /// What the hand does.
  var kind: Kind
  /// Where it goes down.
  var from: Position
  /// How far it goes.
  var displacement: Position
  /// How fast it flicks, or drags on average.
  var speed: PointsPerSecond
  /// How long it rests where it rests.
  var rest = Seconds(0.2)
  /// How long after the one before it goes down.
  var pause = Seconds(0.6)

  /// The touches.
  var touches: [SyntheticTouch] {
    let end = from + displacement
    switch kind {
    case .tap: return [touch { $0.hold(for: rest) }]
    case .flick: return [touch { $0.flick(to: end, speed: speed) }]
    case .drag:
      return [
        touch {
          $0.reach(end, in: dragTime)
          $0.hold(for: rest)
        }
      ]
    case .flickAndTap: return [flick, touch(after: rest) { $0.hold(for: Seconds(0.06)) }]
    case .flickAndCatch:
      return [
        flick,
        touch(from: end, after: rest) {
          $0.hold(for: Seconds(0.06))
          $0.reach(end - displacement / 2, in: dragTime)
          $0.hold(for: Seconds(0.15))
        },
      ]
    case .flickAgain: return [flick, touch(after: rest) { $0.flick(to: end, speed: speed) }]
    case .flickBack:
      return [
        touch {
          $0.reach(end, in: dragTime)
          $0.flick(to: from - displacement / 4, speed: speed)
        }
      ]
    case .slowingFlick:
      return [
        touch {
          $0.flick(to: end, speed: speed)
          $0.turn(to: $0.endVelocity / 3, in: Seconds(0.03))
        }
      ]
    case .creep:
      let far = displacement.length
      let velocity = Velocity(
        x: speed * (displacement.x / far), y: speed * (displacement.y / far))
      return [
        touch {
          $0.flick(to: end, speed: PointsPerSecond(900))
          $0.turn(to: velocity, in: Seconds(0.05))
          $0.turn(to: velocity, in: rest)
        }
      ]
    case .palmFlick: return [touch(ending: .palm) { $0.flick(to: end, speed: speed) }]
    }
  }

  private var flick: SyntheticTouch { touch { $0.flick(to: from + displacement, speed: speed) } }

  /// How long a drag takes that is as fast on average.
  private var dragTime: Seconds {
    max(displacement.length / min(speed, PointsPerSecond(1_200)), Seconds(0.08))
  }

  private func touch(
    from start: Position? = nil, after pause: Seconds? = nil,
    ending: SyntheticTouch.Ending = .lift, _ move: (inout HandPath) -> Void
  ) -> SyntheticTouch {
    var path = HandPath(from: start ?? from)
    move(&path)
    return SyntheticTouch(after: pause ?? self.pause, path: path, ending: ending)
  }

  /// What the hand does, as a part of a name.
  var name: String {
    guard kind != .tap else { return "tap" }
    let (x, y) = (displacement.x, displacement.y)
    let direction =
      x.magnitude > y.magnitude ? (x > .zero ? "right" : "left") : (y > .zero ? "down" : "up")
    return "\(kind.rawValue)-\(direction)"
  }
}

// Strokes with which a search begins.
extension HandStroke {
  private static let middle = SurfaceMapping.defaultScreen / 2

  /// A stroke the way of (x, y), of `length` about the middle of the screen.
  private init(
    _ kind: Kind, _ x: Double, _ y: Double, length: Double, speed: Double, rest: Double = 0.2
  ) {
    let displacement = Position(x: Points(x * length), y: Points(y * length))
    self.init(
      kind: kind, from: Self.middle - displacement / 2, displacement: displacement,
      speed: PointsPerSecond(speed), rest: Seconds(rest))
  }

  private static let directions = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)]

  /// Few strokes, of all kinds of speed and length.
  static let probes: [Self] =
    [Self(.tap, 0, 1, length: 10, speed: 100)]
    + directions.flatMap { x, y in
      [
        Self(.flick, x, y, length: 100, speed: 1_500),
        Self(.flick, x, y, length: 300, speed: 9_000),
        Self(.drag, x, y, length: 220, speed: 500),
        Self(.flickAndCatch, x, y, length: 120, speed: 1_200, rest: 0.08),
      ]
    }

  /// The strokes among which a search looks.
  static let all: [Self] =
    probes + [Self(.tap, 0, 1, length: 10, speed: 100, rest: 0.7)]
    + directions.flatMap { x, y in
      [
        Self(.flick, x, y, length: 30, speed: 300), Self(.flick, x, y, length: 60, speed: 700),
        Self(.flick, x, y, length: 200, speed: 3_500), Self(.drag, x, y, length: 50, speed: 250),
        Self(.drag, x, y, length: 330, speed: 700), Self(.drag, x, y, length: 120, speed: 400),
        Self(.flickAgain, x, y, length: 100, speed: 1_500, rest: 0.1),
        Self(.flickAndTap, x, y, length: 100, speed: 1_500, rest: 0.12),
        Self(.flickBack, x, y, length: 140, speed: 900),
        Self(.slowingFlick, x, y, length: 150, speed: 1_200),
        Self(.creep, x, y, length: 100, speed: 60, rest: 0.25),
        Self(.palmFlick, x, y, length: 150, speed: 1_500),
      ]
    }
    + [(0.6, 0.8), (-0.6, 0.8), (0.6, -0.8), (-0.6, -0.8), (-0.9, -0.4)].flatMap { x, y in
      [
        Self(.flick, x, y, length: 150, speed: 1_500),
        Self(.flick, x, y, length: 200, speed: 5_000),
        Self(.drag, x, y, length: 250, speed: 500), Self(.flickBack, x, y, length: 140, speed: 900),
        Self(.flick, x, y, length: 200, speed: 1_000),
      ]
    }
}

// What a search moves of a stroke.
extension HandStroke {
  /// The same strokes at other speeds, lengths, rests, pauses and beginnings; one of them in each list,
  /// in the order of its size.
  var variations: [[Self]] {
    [
      varied([
        8, 15, 25, 40, 60, 100, 160, 250, 400, 600, 900, 1_400, 2_200, 3_500, 5_500, 8_500, 12_000,
      ]) {
        $0.speed = PointsPerSecond($1)
      },
      varied([6, 12, 20, 35, 60, 90, 130, 180, 240, 310, 370]) {
        $0.setLength(Points($1))
      },
      kind == .flick
        ? [] : varied([0.02, 0.05, 0.09, 0.15, 0.25, 0.4, 0.7]) { $0.rest = Seconds($1) },
      varied([0.02, 0.05, 0.1, 0.17, 0.3, 0.6, 1, 1.5]) { $0.pause = Seconds($1) },
      varied([3, 14, 30, 70, 130, 195, 260, 320, 360, 376, 387]) { $0.from.x = Points($1) },
      varied([3, 40, 100, 200, 320, 422, 520, 640, 740, 804, 841]) { $0.from.y = Points($1) },
    ]
  }

  private func varied(_ numbers: [Double], _ change: (inout Self, Double) -> Void) -> [Self] {
    numbers.map { number in
      var stroke = self
      change(&stroke, number)
      return stroke
    }.filter { $0.duration <= Self.longest }
  }

  /// The longest stroke of a search.
  ///
  /// Source: ours; nobody waits longer for a hand.
  private static let longest = Seconds(3)

  private var duration: Seconds {
    touches.reduce(.zero) { $0 + $1.pause + $1.path.duration }
  }

  private mutating func setLength(_ length: Points) {
    let longer = displacement * (length / max(displacement.length, Points(0.001)))
    from = from - (longer - displacement) / 2
    displacement = longer
  }

  /// The stroke in the middle between two.
  func middle(with other: Self) -> Self {
    var stroke = self
    stroke.from = (from + other.from) / 2
    stroke.displacement = (displacement + other.displacement) / 2
    stroke.speed = (speed + other.speed) / 2
    stroke.rest = (rest + other.rest) / 2
    stroke.pause = (pause + other.pause) / 2
    return stroke
  }
}
