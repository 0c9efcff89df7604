import Quantities
import TouchInput

/// The intention of a person to move a surface to a goal, from which a touch of that person is generated.
struct SyntheticIntention {
  let person: SyntheticPerson
  /// The person's speed in this session, as a fraction of the person's usual speed.
  let sessionSpeedFactor: Double
  /// The displacement from the position of the surface to the position that the person wants.
  let goal: Position

  /// The opposite corners of the rectangle in which fingers stay, away from the edges of the screen.
  ///
  /// We chose a margin of 45 pt on the sides and 60 pt above and below: half the width of a thumb, and some room for
  /// the movement of a finger while it lifts.
  private static let room = (
    lowest: Position(x: Points(45), y: Points(60)),
    highest: SurfaceMapping.defaultScreen - Position(x: Points(45), y: Points(60))
  )

  /// The shortest distance to the goal for which a person drags or flicks the surface.
  ///
  /// If the goal is nearer, the person wants the surface to stay. We chose 40 pt, which is a few times the slop of a
  /// touchscreen.
  private static let leastDistance = Points(40)

  /// Returns a touch that tries to reach the goal, and the name of its gesture.
  func touch(_ random: inout SeededGenerator) -> (touch: SyntheticTouch, name: String) {
    if goal.length < Self.leastDistance { return staying(&random) }
    if random.happens(person.throwing) || !fits(goal) { return thrown(&random) }
    return dragged(&random)
  }

  /// Returns a touch of a person who wants the surface to stay.
  ///
  /// The person pulls the surface a little. Then the person either releases it, or pulls it partly back and releases
  /// it.
  private func staying(_ random: inout SeededGenerator) -> (SyntheticTouch, String) {
    let angle = random.uniform(in: -0.3...0.3)
    let length = random.uniform(in: 15...90) * (random.happens(0.5) ? 1 : -1)
    let displacement = Position(x: Points(length * angle), y: Points(length))
    var path = HandPath(from: start(of: displacement, &random))
    if random.happens(0.25) {
      // A person in a hurry lifts before the finger rests.
      path.flick(
        to: path.start + displacement * 0.5,
        speed: PointsPerSecond(random.uniform(in: 60...350) * sessionSpeedFactor))
      leave(&path, &random)
      return (SyntheticTouch(path: path, meaning: .zero), "corpus-stay")
    }
    path.reach(path.start + displacement, in: time(displacement))
    if random.happens(0.5) {
      path.hold(for: Seconds(random.uniform(in: 0.03...0.15)))
      path.reach(path.start + displacement * random.uniform(in: 0...0.5), in: time(displacement))
    }
    return (lifted(&path, after: 0.05...0.4, &random), "corpus-stay")
  }

  /// Returns a touch that drags the surface to the goal, with the error of the person's aim, and rests there.
  private func dragged(_ random: inout SeededGenerator) -> (SyntheticTouch, String) {
    let error = Position(x: person.aim * random.normal(), y: person.aim * random.normal())
    // An impatient person stops early and expects the surface to continue to the goal.
    let fraction = person.patience + (1 - person.patience) * random.uniform()
    let displacement = goal * fraction + error
    var path = HandPath(from: start(of: displacement, &random))
    let time = time(displacement)
    if random.happens(0.3) {
      // Some people overshoot, notice, and come back.
      path.reach(path.start + displacement * random.uniform(in: 1.02...1.1), in: time)
      path.reach(path.start + displacement, in: time * 0.4)
    } else {
      path.reach(path.start + displacement, in: time)
    }
    return (lifted(&path, after: 0.02...0.35, &random), "corpus-drag")
  }

  /// Returns a touch that drags the surface for a part of the distance and flicks it.
  ///
  /// The person lifts the finger at the speed that the person believes is needed for the rest of the distance.
  private func thrown(_ random: inout SeededGenerator) -> (SyntheticTouch, String) {
    let length = goal.length
    let fraction = random.uniform(in: 0.06...0.5)
    let most = min(length * fraction, Points(420))
    let rest = length - most
    let speed =
      rest.value / person.expectedGlideTime.value * sessionSpeedFactor
      * max(0.25, 1 + 0.35 * random.normal())
    let direction = goal / length.value
    let across = Position(x: .zero - direction.y, y: direction.x) * (0.08 * random.normal())
    let displacement = (direction + across) * most.value
    var path = HandPath(from: start(of: displacement, &random))
    path.flick(
      to: path.start + displacement, speed: PointsPerSecond(min(max(speed, 120), 6_000)))
    let meant = path.endVelocity
    leave(&path, &random)
    return (SyntheticTouch(path: path, meaning: meant), "corpus-throw")
  }

  /// Ends a drag by holding still and with the person's usual movement at the lift, and returns the touch.
  private func lifted(
    _ path: inout HandPath, after rest: ClosedRange<Double>, _ random: inout SeededGenerator
  ) -> SyntheticTouch {
    path.hold(for: Seconds(random.uniform(in: rest)))
    if person.liftOff == .drifting, random.happens(person.habit) {
      let speed = random.uniform(in: 30...160) * (random.happens(0.5) ? 1 : -1)
      path.turn(
        to: Velocity(x: PointsPerSecond(speed * 0.2), y: PointsPerSecond(speed)),
        in: Seconds(random.uniform(in: 0.02...0.04)))
    }
    return SyntheticTouch(path: path, meaning: .zero)
  }

  /// Ends a flick with the person's usual movement at the lift.
  private func leave(_ path: inout HandPath, _ random: inout SeededGenerator) {
    guard random.happens(person.habit) else { return }
    let time = Seconds(random.uniform(in: 0.012...0.03))
    let velocity = path.endVelocity
    switch person.liftOff {
    case .clean, .drifting: break
    case .slowing: path.turn(to: velocity * random.uniform(in: 0.35...0.8), in: time)
    case .hooked: path.turn(to: velocity * random.uniform(in: -0.15...0.3), in: time)
    }
  }

  private func time(_ displacement: Position) -> Seconds {
    max(Seconds(0.08), displacement.length / (person.dragSpeed * sessionSpeedFactor))
  }

  /// Whether a drag of this displacement fits on the screen, including the error of the person's aim.
  private func fits(_ displacement: Position) -> Bool {
    let room = Self.room.highest - Self.room.lowest
    let past = person.aim * 6
    return displacement.x.magnitude + past <= room.x && displacement.y.magnitude + past <= room.y
  }

  /// Returns a start position from which the displacement stays on the screen.
  private func start(of displacement: Position, _ random: inout SeededGenerator) -> Position {
    func position(_ low: Points, _ high: Points, _ displacement: Points) -> Points {
      let (from, to) = (
        low - min(displacement, .zero) * 1.12, high - max(displacement, .zero) * 1.12
      )
      let fraction = random.uniform()
      guard from < to else { return (from + to) / 2 }
      return from + (to - from) * fraction
    }
    let x = position(Self.room.lowest.x, Self.room.highest.x, displacement.x)
    return Position(x: x, y: position(Self.room.lowest.y, Self.room.highest.y, displacement.y))
  }
}
