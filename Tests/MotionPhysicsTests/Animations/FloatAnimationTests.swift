import MotionPhysics
import Quantities
import Testing

/// Animations of `Float` and of vectors of `Float`, compared with `Double`.
@Suite("Animations of Float")
struct FloatAnimationTests {
  static let spring = Spring(dampingRatio: 0.6, response: Seconds(0.5))

  @Test("in every animation, a Float equals the Double rounded to the nearest Float")
  func nearest() {
    var spring = SpringAnimation(from: Float(3), to: 320, velocity: -900, spring: Self.spring)
    var wideSpring = SpringAnimation(from: 3.0, to: 320, velocity: -900, spring: Self.spring)
    var decay = DecayAnimation(from: Float(3), velocity: 1_200)
    var wideDecay = DecayAnimation(from: 3.0, velocity: 1_200)
    var basic = BasicAnimation(from: Float(3), to: 320, duration: Seconds(0.7))
    var wideBasic = BasicAnimation(from: 3.0, to: 320, duration: Seconds(0.7))
    spring.start()
    wideSpring.start()
    decay.start()
    wideDecay.start()
    basic.start()
    wideBasic.start()
    for _ in 0..<300 {
      #expect(spring.value == Float(wideSpring.value))
      #expect(spring.velocity == Float(wideSpring.velocity))
      #expect(decay.value == Float(wideDecay.value))
      #expect(decay.velocity == Float(wideDecay.velocity))
      #expect(basic.value == Float(wideBasic.value))
      #expect(basic.velocity == Float(wideBasic.velocity))
      let interval = Seconds(1.0 / 60)
      #expect((spring.advance(by: interval) == nil) == (wideSpring.advance(by: interval) == nil))
      #expect((decay.advance(by: interval) == nil) == (wideDecay.advance(by: interval) == nil))
      #expect((basic.advance(by: interval) == nil) == (wideBasic.advance(by: interval) == nil))
    }
    #expect(spring.value == 320 && basic.value == 320)
  }

  /// Springs, decays and timed animations of a vector move each component as a separate animation
  /// does.
  static func expectIndependent<Value: AnimatableValue>(
    _ type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func vector(_ number: (Double) -> Double) -> Value {
      var value = Value.zero
      for index in 0..<Value.componentCount { value[component: index] = number(Double(index + 1)) }
      return value
    }
    let (from, to) = (vector { $0 }, vector { 300 - 2 * $0 })
    let velocity = vector { 500 - 90 * $0 }
    var spring = SpringAnimation(from: from, to: to, velocity: velocity, spring: Self.spring)
    var decay = DecayAnimation(from: from, velocity: velocity)
    var basic = BasicAnimation(from: from, to: to, duration: Seconds(0.5))
    spring.start()
    decay.start()
    basic.start()
    for animation in 0..<12 {
      spring.advance(by: Seconds(1.0 / 120))
      decay.advance(by: Seconds(1.0 / 120))
      basic.advance(by: Seconds(1.0 / 120))
      guard animation == 11 else { continue }
      for index in 0..<Value.componentCount {
        let (x, y) = (Float(from[component: index]), Float(to[component: index]))
        let v = Float(velocity[component: index])
        var alone = SpringAnimation(from: x, to: y, velocity: v, spring: Self.spring)
        var coasting = DecayAnimation(from: x, velocity: v)
        var timed = BasicAnimation(from: x, to: y, duration: Seconds(0.5))
        alone.start()
        coasting.start()
        timed.start()
        for _ in 0..<12 {
          alone.advance(by: Seconds(1.0 / 120))
          coasting.advance(by: Seconds(1.0 / 120))
          timed.advance(by: Seconds(1.0 / 120))
        }
        #expect(
          spring.value[component: index] == Double(alone.value), sourceLocation: sourceLocation)
        #expect(
          decay.value[component: index] == Double(coasting.value), sourceLocation: sourceLocation)
        #expect(
          basic.value[component: index] == Double(timed.value), sourceLocation: sourceLocation)
      }
    }
  }

  @Test("each component of a vector of Float moves as a separate animation does")
  func vectors() {
    Self.expectIndependent(SIMD2<Float>.self)
    Self.expectIndependent(SIMD3<Float>.self)
    Self.expectIndependent(SIMD4<Float>.self)
    Self.expectIndependent(SIMD8<Float>.self)
    Self.expectIndependent(SIMD16<Float>.self)
    Self.expectIndependent(SIMD32<Float>.self)
    Self.expectIndependent(SIMD64<Float>.self)
  }

  @Test("after many catches and new targets, a Float still equals the rounded Double")
  func retargeted() {
    var narrow = SpringAnimation(from: SIMD2<Float>(0, 9), to: SIMD2(100, 0), spring: Self.spring)
    var wide = SpringAnimation(from: SIMD2<Double>(0, 9), to: SIMD2(100, 0), spring: Self.spring)
    narrow.start()
    wide.start()
    for turn in 1...200 {
      let next = Double(turn * 37 % 400)
      narrow.advance(by: Seconds(0.011))
      wide.advance(by: Seconds(0.011))
      narrow.retarget(to: SIMD2(Float(next), Float(-next)))
      wide.retarget(to: SIMD2(next, -next))
      #expect(narrow.value == SIMD2<Float>(wide.value))
      #expect(narrow.velocity == SIMD2<Float>(wide.velocity))
    }
  }

  @Test("values beyond the range of Float are clamped to its end, never infinite")
  func saturates() {
    let decay = DecayAnimation(from: Float.greatestFiniteMagnitude, velocity: 1e38)
    #expect(decay.destination == .greatestFiniteMagnitude)
    var spring = SpringAnimation(
      from: Float.greatestFiniteMagnitude, to: -.greatestFiniteMagnitude, velocity: 3e38,
      spring: Spring(dampingRatio: 0, response: Seconds(1)))
    spring.start()
    for _ in 0..<60 {
      spring.advance(by: Seconds(1.0 / 60))
      #expect(spring.value.isFinite && spring.velocity.isFinite)
    }
  }

  @Test("a Float can be rounded to whole pixels")
  func pixels() {
    // As in Wave, a value is rounded down to the pixel: 10.4 pt are 20.8 pixels at a scale of 2,
    // and 0.2 pt are 0.6 pixels at a scale of 3.
    #expect(Float(10.4).integralized(scale: 2) == 10)
    #expect(SIMD2<Float>(0.2, -0.3).integralized(scale: 3) == SIMD2<Float>(0, -1.0 / 3))
  }
}
