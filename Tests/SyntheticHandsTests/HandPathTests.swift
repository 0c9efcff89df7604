import Quantities
import Testing
import TouchInput
import SyntheticHands

@Suite("The path of a synthetic hand")
struct HandPathTests {
  private static func position(_ x: Double, _ y: Double) -> Position {
    Position(x: Points(x), y: Points(y))
  }

  static let winding: HandPath = {
    var path = HandPath(from: position(10, 20))
    path.reach(position(100, 300), in: Seconds(0.5))
    path.hold(for: Seconds(0.1))
    path.flick(to: position(130, 260), speed: PointsPerSecond(900))
    path.turn(to: Velocity(x: PointsPerSecond(-50), y: PointsPerSecond(20)), in: Seconds(0.03))
    return path
  }()

  @Test("the velocity is the derivative of the position")
  func slope() {
    let path = Self.winding
    for step in 1..<200 {
      let time = path.duration * (Double(step) / 200)
      let sliver = Seconds(1e-6)
      let displacement = path.position(at: time + sliver) - path.position(at: time - sliver)
      let velocity = path.velocity(at: time)
      #expect((displacement.x / (sliver * 2) - velocity.x).magnitude < PointsPerSecond(0.5))
      #expect((displacement.y / (sliver * 2) - velocity.y).magnitude < PointsPerSecond(0.5))
    }
  }

  @Test("position and velocity are continuous between segments")
  func continuity() {
    let path = Self.winding
    for seam in [0.5, 0.6, 0.6 + 1.875 * 50 / 900] {
      let before = Seconds(seam - 1e-9)
      let after = Seconds(seam + 1e-9)
      #expect((path.position(at: after) - path.position(at: before)).length < Points(1e-4))
      #expect(
        (path.velocity(at: after) - path.velocity(at: before)).length < PointsPerSecond(1e-2))
    }
  }

  @Test(
    "a flick ends at the requested position and speed, 1.875 times later than at constant speed")
  func flick() {
    var path = HandPath(from: Self.position(0, 0))
    path.flick(to: Self.position(30, 40), speed: PointsPerSecond(1000))
    #expect((path.duration - Seconds(1.875 * 50 / 1000)).magnitude < Seconds(1e-15))
    #expect(path.end == Self.position(30, 40))
    let velocity = path.velocity(at: path.duration * (1 - 1e-12))
    #expect((velocity.x - PointsPerSecond(600)).magnitude < PointsPerSecond(1e-6))
    #expect((velocity.y - PointsPerSecond(800)).magnitude < PointsPerSecond(1e-6))
  }

  @Test("a flick speeds up over its whole distance and never reverses")
  func monotone() {
    var path = HandPath(from: Self.position(0, 0))
    path.flick(to: Self.position(0, 200), speed: PointsPerSecond(1000))
    let speeds = (0...100).map { path.velocity(at: path.duration * (Double($0) / 100)).y }
    #expect(zip(speeds, speeds.dropFirst()).allSatisfy { $0 <= $1 + PointsPerSecond(1e-9) })
  }

  @Test("a stroke from rest to rest is fastest in the middle, at 1.875 times its mean speed")
  func minimumJerk() {
    var path = HandPath(from: Self.position(0, 0))
    path.reach(Self.position(300, 0), in: Seconds(0.5))
    let middle = path.velocity(at: Seconds(0.25)).x
    #expect((middle - PointsPerSecond(1.875 * 300 / 0.5)).magnitude < PointsPerSecond(1e-9))
  }

  @Test("before the start and after the end, the path stays at its first or last position")
  func ends() {
    let path = Self.winding
    #expect(path.position(at: Seconds(-1)) == path.start)
    #expect(path.position(at: Seconds(99)) == path.end)
    #expect(path.velocity(at: Seconds(99)) == path.endVelocity)
  }
}
