import CSpringLoop
import MotionPhysics
import Quantities

/// A function to measure, with its name and its times.
struct Candidate {
  var name: String
  var run: () -> Void
  var nanoseconds: [Double] = []
}

/// Measures the candidates and prints nanoseconds per value and the ratio to the first candidate.
///
/// The candidates take turns in each round, so that changes of the machine's load affect all of them.
func compare(_ title: String, values: Int, rounds: Int = 40, _ candidates: [Candidate]) {
  var candidates = candidates
  let repeats = max(1, 2_000_000 / values)
  let clock = ContinuousClock()
  for round in 0..<rounds + 3 {
    for index in candidates.indices {
      let run = candidates[index].run
      let time = clock.measure { for _ in 0..<repeats { run() } }
      guard round >= 3 else { continue }
      let seconds =
        Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      candidates[index].nanoseconds.append(seconds * 1e9 / Double(values * repeats))
    }
  }
  print(
    "\(title), \(values) values: ns per value, minimum and median of \(rounds); ratio of minima")
  let base = candidates[0].nanoseconds.min() ?? 1
  for candidate in candidates {
    let sorted = candidate.nanoseconds.sorted()
    let (low, middle) = (sorted[0], sorted[sorted.count / 2])
    print("  \(padded(candidate.name)) \(shown(low)) \(shown(middle)) \(shown(low / base))x")
  }
}

func padded(_ name: String) -> String {
  name + String(repeating: " ", count: max(0, 34 - name.count))
}

func shown(_ number: Double) -> String {
  let thousandths = Int((number * 1000).rounded())
  let fraction = String(thousandths % 1000)
  let text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  return String(repeating: " ", count: max(0, 9 - text.count)) + text
}

/// The time of another library for the same operation, in nanoseconds.
///
/// All were measured on the same machine as Flickbook; on other machines only the ratios are valid.
struct Peer {
  /// The date of the measurements.
  static let date = "2026-11-22"
  var name: String
  var nanoseconds: Double

  static let motionSpring = Peer(name: "Motion, SpringAnimation<Double>", nanoseconds: 327)
  static let waveSpring = Peer(name: "Wave, SpringAnimator", nanoseconds: 224)
  static let motionVector = Peer(name: "Motion, SIMD16, a number", nanoseconds: 24)
  static let motionDecay = Peer(name: "Motion, DecayAnimation<Double>", nanoseconds: 127)
  static let motionSolver = Peer(name: "Motion, its solver for two values", nanoseconds: 42)
}

/// The time limits for an update, in nanoseconds.
enum Bar {
  static let spring = 70.0
  static let vectorNumber = 5.0
  static let decay = 80.0
  static let settleTime = 500.0
}

/// Measures one function and prints its minimum time, its limit and its peers.
///
/// Each run is short, so that other programs do not disturb the fastest run.
func measure(
  _ name: String, numbers: Int = 1, atMost bar: Double? = nil, peers: [Peer] = [],
  _ update: (Int) -> Double
) {
  let (rounds, updates) = (300, 1_000)
  var least = Double.infinity
  var sum = 0.0
  let clock = ContinuousClock()
  for _ in 0..<rounds {
    let time = clock.measure { for index in 0..<updates { sum += update(index) } }.components
    let seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
    least = min(least, seconds * 1e9 / Double(updates * numbers))
  }
  precondition(!sum.isNaN)
  print("  \(padded(name)) \(shown(least))\(bar.map { ", limit \($0)" } ?? "")")
  for peer in peers {
    print("    \(padded(peer.name)) \(shown(peer.nanoseconds)) on \(Peer.date)")
  }
}

/// Measures updating an animation and reading its value; the animation restarts every hundred
/// frames.
func measureSpringAnimation<Value: AnimatableValue>(
  _ name: String, from value: Value, to target: Value, velocity: Value, atMost bar: Double,
  peers: [Peer]
) {
  let spring = Spring(dampingRatio: 0.8, response: Seconds(0.5))
  var animation = SpringAnimation(from: value, to: target, velocity: velocity, spring: spring)
  animation.start()
  // The animation is in an array, because a captured value would be copied in every round.
  let start = [animation]
  measure(name, numbers: Value.componentCount, atMost: bar, peers: peers) { index in
    if index % 100 == 0 { animation = start[0] }
    animation.advance(by: Seconds(1.0 / 120))
    return animation.value[component: 0]
  }
}

func measureAnimations() {
  print("animations, an update and the value, ns per number, minimum of 300")
  measureSpringAnimation(
    "SpringAnimation<Double>", from: -300.0, to: 0, velocity: 900, atMost: Bar.spring,
    peers: [.motionSpring, .waveSpring])
  measureSpringAnimation(
    "SpringAnimation<SIMD16>", from: SIMD16<Double>(repeating: -300), to: SIMD16(repeating: 0),
    velocity: SIMD16(repeating: 900), atMost: Bar.vectorNumber, peers: [.motionVector])
  measureSpringAnimation(
    "SpringAnimation<SIMD64>", from: SIMD64<Double>(repeating: -300), to: SIMD64(repeating: 0),
    velocity: SIMD64(repeating: 900), atMost: Bar.vectorNumber, peers: [])
  var decay = DecayAnimation(from: -300.0, velocity: 900)
  decay.start()
  let start = decay
  measure("DecayAnimation<Double>", atMost: Bar.decay, peers: [.motionDecay]) { index in
    if index % 100 == 0 { decay = start }
    decay.advance(by: Seconds(1.0 / 120))
    return decay.value
  }
}

func measureSprings() {
  let damped = Spring(dampingRatio: 0.8, response: Seconds(0.5))
  print("springs, ns, minimum of 300")
  measure("Spring.motion") { index in
    damped.motion(after: Seconds(Double(index) * 1e-3), from: start).offset.value
  }
  measure(
    "a step for two values", atMost: Peer.motionSolver.nanoseconds, peers: [.motionSolver]
  ) { index in
    let step = damped.step(of: Seconds(Double(index) * 1e-3))
    return step.applied(to: start).offset.value + step.applied(to: .resting).velocity.value
  }
  measure("Spring.settleTime", atMost: Bar.settleTime) { index in
    let moved = Spring.Motion(offset: Points(Double(index) * 1e-3), velocity: start.velocity)
    return damped.settleTime(from: moved, within: .standard)?.value ?? 0
  }
}

// The spring has no damping, so that the values neither come to rest nor grow while they are
// measured.
let spring = Spring(dampingRatio: 0, response: Seconds(0.5))
let step = spring.step(of: Seconds(1.0 / 60))
let matrix = [
  step.offsetFromOffset, step.offsetFromVelocity, step.velocityFromOffset,
  step.velocityFromVelocity,
]
let start = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(900))
let never = SettleTolerance(distance: Points(1e-9), speed: PointsPerSecond(1e-9))

func measureBatch(count: Int) {
  let x = UnsafeMutablePointer<Double>.allocate(capacity: count)
  let v = UnsafeMutablePointer<Double>.allocate(capacity: count)
  defer {
    x.deallocate()
    v.deallocate()
  }
  x.initialize(repeating: -300, count: count)
  v.initialize(repeating: 900, count: count)
  var batch = SpringBatch(repeating: start, count: count)
  var candidates = [
    Candidate(name: "C loop") { spring_loop(x, v, count, matrix) },
    Candidate(name: "SpringBatch") { batch.advance(by: step) },
    Candidate(name: "C loop, settling") {
      _ = spring_loop_settling(x, v, count, matrix, 1e-9, 1e-9)
    },
    Candidate(name: "SpringBatch, settling") { batch.advance(by: step, settlingWithin: never) },
  ]
  if spring_loop_has_wide() != 0 {
    candidates.append(Candidate(name: "C loop, AVX2") { spring_loop_wide(x, v, count, matrix) })
  }
  compare("one spring for all", values: count, rounds: count > 1_000_000 ? 10 : 40, candidates)
}

func measureEach(count: Int) {
  let tables = (0..<6).map { _ in UnsafeMutablePointer<Double>.allocate(capacity: count) }
  defer { for table in tables { table.deallocate() } }
  for (table, value) in zip(tables, [-300, 900] + matrix) {
    table.initialize(repeating: value, count: count)
  }
  var batch = SpringBatch(repeating: start, count: count)
  let steps = SpringStepTable(repeating: step, count: count)
  compare(
    "a spring for each", values: count,
    [
      Candidate(name: "C loop") {
        spring_loop_each(
          tables[0], tables[1], count, tables[2], tables[3], tables[4], tables[5])
      },
      Candidate(name: "SpringBatch") { batch.advance(by: steps) },
    ])
}

func measureSingle() {
  var time = 0.0
  var sink = 0.0
  let damped = Spring(dampingRatio: 0.8, response: Seconds(0.5))
  let decay = Decay.normal
  let easing = CubicBezier.easeInOut
  let moving = Decay.Motion(position: .zero, velocity: PointsPerSecond(900))
  compare(
    "one value", values: 1, rounds: 5,
    [
      Candidate(name: "SpringStep.applied") { sink += step.applied(to: start).offset.value },
      Candidate(name: "Spring.motion") {
        time = time > 2 ? 0 : time + 1e-3
        sink += damped.motion(after: Seconds(time), from: start).offset.value
      },
      Candidate(name: "Decay.motion") {
        time = time > 2 ? 0 : time + 1e-3
        sink += decay.motion(after: Seconds(time), from: moving).position.value
      },
      Candidate(name: "CubicBezier") {
        time = time > 1 ? 0 : time + 1e-3
        sink += easing.progress(at: time)
      },
    ])
  let frames = 1_200
  let x = UnsafeMutableBufferPointer<Double>.allocate(capacity: frames)
  let v = UnsafeMutableBufferPointer<Double>.allocate(capacity: frames)
  compare(
    "one spring, whole trajectory", values: frames,
    [
      Candidate(name: "Spring.writeTrajectory") {
        damped.writeTrajectory(
          from: start, every: Seconds(1.0 / 120), offsets: x, velocities: v)
      }
    ])
  x.deallocate()
  v.deallocate()
  print("(\(sink == 0 ? "" : "checked"))")
}

for count in [1, 2, 4, 8, 64, 1_024, 32_768, 320_000, 8_000_000] { measureBatch(count: count) }
for count in [1_024, 320_000] { measureEach(count: count) }
measureSingle()
measureSprings()
measureAnimations()
