import MotionPhysics
import Quantities
import Testing

@Suite("Spring animation")
struct SpringAnimationTests {
  static let frame = Seconds(1.0 / 60)
  static let spring = Spring(dampingRatio: 0.5, response: Seconds(0.4))

  static func animation(
    from value: Double = 0, to target: Double = 100, velocity: Double = 0
  ) -> SpringAnimation<Double> {
    SpringAnimation(from: value, to: target, velocity: velocity, spring: spring)
  }

  /// Runs until the end and returns the events and the values of all frames.
  static func run<Value>(
    _ animation: inout SpringAnimation<Value>, frames: Int = 2_000
  ) -> (events: [AnimationEvent<Value>], values: [Value]) {
    var events: [AnimationEvent<Value>] = []
    var values: [Value] = []
    for _ in 0..<frames {
      if let event = animation.advance(by: frame) { events.append(event) }
      values.append(animation.value)
    }
    return (events, values)
  }

  @Test("the value does not change before the start or in a pause")
  func waits() {
    var animation = Self.animation()
    animation.advance(by: Self.frame)
    #expect(animation.value == 0)
    animation.start()
    animation.pause()
    animation.advance(by: Seconds(9))
    animation.resume()
    animation.advance(by: Self.frame)
    let start = Spring.Motion(offset: Points(-100), velocity: .zero)
    let expected = 100 + Self.spring.motion(after: Self.frame, from: start).offset.value
    #expect((animation.value - expected).magnitude < 1e-12)
  }

  @Test(
    "each component of a vector has the same bits as a separate animation",
    arguments: [0.3, 0.8, 1, 1.7])
  func likeOne(ratio: Double) {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.4))
    var numbers = SeededGenerator(seed: 3)
    func vector(_ size: Double) -> SIMD8<Double> {
      var vector = SIMD8<Double>.zero
      for index in 0..<7 { vector[index] = Double.random(in: -size...size, using: &numbers) }
      return vector
    }
    let (from, to, velocity) = (vector(400), vector(400), vector(5_000))
    var all = SpringAnimation(from: from, to: to, velocity: velocity, spring: spring)
    var each = (0..<8).map {
      SpringAnimation(from: from[$0], to: to[$0], velocity: velocity[$0], spring: spring)
    }
    all.start()
    for index in each.indices { each[index].start() }
    for frame in 0..<180 {
      all.advance(by: Self.frame)
      for index in each.indices {
        each[index].advance(by: Self.frame)
        #expect(all.value[index] == each[index].value, "number \(index) in frame \(frame)")
        #expect(all.velocity[index] == each[index].velocity)
      }
    }
    #expect(all.value == to && all.phase == .ended)
  }

  @Test("components that are too large for vector arithmetic are computed separately")
  func largeNumbers() {
    var animation = SpringAnimation(
      from: SIMD4(1e308, -1e308, 1, 1e200), to: SIMD4(-1e308, 1e308, 0, 0),
      velocity: SIMD4(repeating: 1e308), spring: Self.spring)
    animation.start()
    for _ in 0..<300 {
      animation.advance(by: Self.frame)
      for index in 0..<4 {
        #expect(!animation.value[index].isNaN && animation.velocity[index].isFinite)
      }
    }
  }

  @Test("an animation finishes once, on its target")
  func finishes() {
    var animation = Self.animation()
    animation.start()
    let (events, values) = Self.run(&animation)
    #expect(events == [.finished(at: 100)])
    #expect(values.last == 100)
    #expect(animation.velocity == 0)
    #expect(animation.stop() == nil)
  }

  @Test("a stopped animation is cancelled once, and keeps its velocity if requested")
  func stops() {
    var animation = Self.animation()
    animation.start()
    animation.advance(by: Seconds(0.05))
    let (value, velocity) = (animation.value, animation.velocity)
    var dropped = animation
    #expect(animation.stop(keepingVelocity: true) == .cancelled(at: value))
    #expect((animation.velocity - velocity).magnitude < 1e-12)
    #expect(animation.stop() == nil)
    #expect(animation.advance(by: Self.frame) == nil)
    #expect(animation.value == value)
    #expect(dropped.stop(keepingVelocity: false) == .cancelled(at: value))
    #expect(dropped.velocity == 0)
  }

  @Test("a new target keeps position and velocity, and is reported once")
  func retargets() {
    var animation = Self.animation()
    animation.start()
    for frame in 0..<40 {
      animation.advance(by: Self.frame)
      let (value, velocity) = (animation.value, animation.velocity)
      let old = animation.target
      let next = old + Double(frame % 5 - 2)
      let event = animation.retarget(to: next)
      #expect(event == (next == old ? nil : .retargeted(from: old, to: next)))
      #expect((animation.value - value).magnitude < 1e-12)
      #expect((animation.velocity - velocity).magnitude < 1e-10)
    }
  }

  @Test("reversing returns to the start without a jump")
  func reverses() {
    var animation = Self.animation(from: 10)
    animation.start()
    animation.advance(by: Seconds(0.1))
    let (value, velocity) = (animation.value, animation.velocity)
    #expect(animation.reverse() == .retargeted(from: 100, to: 10))
    #expect((animation.value - value).magnitude < 1e-12)
    #expect((animation.velocity - velocity).magnitude < 1e-10)
    #expect(Self.run(&animation).events == [.finished(at: 10)])
    #expect(animation.reverse() == nil)
    #expect(animation.target == 100)
  }

  @Test("the motion does not depend on the frame rate")
  func frameRate() {
    var coarse = Self.animation(velocity: 3_000)
    var fine = coarse
    coarse.start()
    fine.start()
    for _ in 0..<200 {
      coarse.advance(by: Self.frame)
      for _ in 0..<4 { fine.advance(by: Self.frame / 4) }
      #expect((coarse.value - fine.value).magnitude < 1e-9)
    }
  }

  @Test("without animation, a spring is at its target in the first frame")
  func nonAnimated() {
    var animation = Self.animation()
    animation.isAnimated = false
    animation.start()
    #expect(animation.advance(by: Self.frame) == .finished(at: 100))
    var instant = SpringAnimation(
      from: 0.0, to: 100, spring: Spring(dampingRatio: 1, response: .zero))
    instant.start()
    #expect(instant.advance(by: Self.frame) == .finished(at: 100))
  }

  @Test("each component of a value moves as a separate animation does", arguments: [0.3, 1, 2])
  func components(ratio: Double) {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.4))
    var four = SpringAnimation(
      from: SIMD4(0, 10, 20, 30), to: SIMD4(100, 0, 20, -30), velocity: SIMD4(0, 50, -80, 0),
      spring: spring)
    var ones = (0..<4).map {
      SpringAnimation(
        from: four.value[$0], to: four.target[$0], velocity: four.velocity[$0], spring: spring)
    }
    four.start()
    for index in ones.indices { ones[index].start() }
    for _ in 0..<30 {
      four.advance(by: Self.frame)
      for index in ones.indices {
        ones[index].advance(by: Self.frame)
        #expect(four.value[index] == ones[index].value)
      }
    }
  }

  @Test("points, sizes and rectangles can be animated, and rounded to pixels")
  func shapes() {
    let start = Rectangle(
      origin: Position(x: Points(0), y: Points(1)),
      extent: Extent(width: Points(10), height: Points(20)))
    let end = Rectangle(
      origin: Position(x: Points(50), y: Points(-1)),
      extent: Extent(width: Points(30), height: Points(2)))
    var animation = SpringAnimation(from: start, to: end, spring: Self.spring)
    animation.start()
    #expect(Self.run(&animation).events == [.finished(at: end)])
    let position = Position(x: Points(1.24), y: Points(-0.26)).integralized(scale: 2)
    #expect(position == Position(x: Points(1), y: Points(-0.5)))
  }

  @Test("integral values are rounded down to pixels, and rounded values to the nearest pixel")
  func pixels() {
    // At a scale of 2, the position is 2.96 pixels and −0.24 pixels.
    let position = Position(x: Points(1.48), y: Points(-0.12))
    #expect(position.integralized(scale: 2) == Position(x: Points(1), y: Points(-0.5)))
    #expect(position.roundedToPixels(scale: 2) == Position(x: Points(1.5), y: Points(0)))
    for number in stride(from: -3.0, through: 3, by: 0.07) {
      #expect(number.integralized(scale: 3) <= number)
      #expect(number - number.integralized(scale: 3) < 1.0 / 3)
    }
  }

  @Test("an animation ends at its predicted time", arguments: [60.0, 120, 37])
  func remaining(rate: Double) throws {
    var animation = Self.animation(velocity: -500)
    let time = try #require(animation.remainingTime)
    animation.start()
    var frames = 0
    while animation.advance(by: Seconds(1 / rate)) == nil, frames < 5_000 { frames += 1 }
    #expect(frames + 1 == Int((time.value * rate).rounded(.up)))
  }
}
