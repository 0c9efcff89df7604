import FrameLogs
import Quantities
import Testing

@Suite("Frame rate")
struct FrameRateTests {
  static let rates = [
    1, 7, 24, 29.97, 30, 48, 59.94, 60, 75, 90, 119.88, 120, 144, 165, 240, 1_000,
  ]

  @Test(
    "the first frame at a time is the earliest frame that is not before the time", arguments: rates)
  func earliest(framesPerSecond: Double) {
    let rate = FrameRate(framesPerSecond: framesPerSecond)
    var numbers = SeededGenerator(seed: 7)
    for exponent in 0..<12 {
      for _ in 0..<200 {
        let microseconds = Int64(numbers.next() >> 1) % Int64(1 << (3 * exponent + 4))
        let time = Seconds.microseconds(microseconds)
        let index = rate.firstFrame(at: time)
        #expect(rate.time(ofFrame: index) >= time, "\(microseconds) µs")
        #expect(index == 0 || rate.time(ofFrame: index - 1) < time, "\(microseconds) µs")
      }
    }
  }

  @Test(
    "the exact time of a frame belongs to the frame, and the next larger number to the next frame")
  func instants() {
    for rate in Self.rates.map(FrameRate.init(framesPerSecond:)) {
      for index in Array(0...2_000) + [499_999, 500_000, 123_456_789] {
        let time = rate.time(ofFrame: index)
        #expect(rate.firstFrame(at: time) == index, "\(rate.framesPerSecond)")
        #expect(rate.firstFrame(at: Seconds(time.value.nextUp)) == index + 1)
      }
    }
  }

  @Test("the times of frames that coincide at two rates have the same bits")
  func sharedInstants() {
    let slow = FrameRate(framesPerSecond: 60)
    let fast = FrameRate(framesPerSecond: 120)
    for index in 0...10_000 { #expect(slow.time(ofFrame: index) == fast.time(ofFrame: 2 * index)) }
  }

  @Test("negative, infinite and NaN times also have a frame")
  func hostile() {
    let rate = FrameRate(framesPerSecond: 120)
    #expect(rate.firstFrame(at: Seconds(-1)) == 0)
    #expect(rate.firstFrame(at: Seconds(.nan)) == 0)
    #expect(rate.firstFrame(at: Seconds(.infinity)) == 1_000_000_000_000_000)
    #expect(rate.firstFrame(at: Seconds(1e300)) == 1_000_000_000_000_000)
  }

  @Test("an impossible frame rate is a programmer error")
  func outside() async {
    await #expect(processExitsWith: .failure) { _ = FrameRate(framesPerSecond: 0) }
    await #expect(processExitsWith: .failure) { _ = FrameRate(framesPerSecond: .nan) }
  }
}
