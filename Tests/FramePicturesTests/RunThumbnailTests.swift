import FrameLogs
import Quantities
import Testing

@testable import FramePictures

@Suite("Run thumbnail")
struct RunThumbnailTests {
  private let expected = SampleMotion.sheet

  /// The numbers of the data under `keys`.
  private func number(_ key: String, of picture: RunThumbnail) -> Double {
    picture.data[key]?.asNumber ?? .nan
  }

  /// A copy of the expected run whose surface is `distance` away in the frames of `range`.
  private func moved(by distance: Double, in range: some Sequence<Int>) -> Run {
    var run = expected
    for index in range { run.frames[index].position.y += Points(distance) }
    return run
  }

  private func picture(_ run: Run) -> RunThumbnail {
    RunThumbnail(of: PlottedRun(run), over: PlottedRun(expected))
  }

  @Test(
    "a picture begins a quarter of a second before the first difference, and ends as long after the last"
  )
  func span() throws {
    let rate = expected.rate.framesPerSecond
    try #require(expected.frames.count > 60)
    let found = picture(moved(by: 200, in: 30..<50))
    #expect(found.firstDifference == 30)
    let (first, last) = (30 / rate, 49 / rate)
    #expect((number("still", of: found) - first).magnitude < 1e-3)
    let start = number("start", of: found)
    let end = start + number("step", of: found) * (number("count", of: found) - 1)
    // The start and the end are times of frames.
    #expect((start - max(0, first - 0.25)).magnitude <= 1 / rate)
    let total = Double(expected.frames.count - 1) / rate
    let length = max(last + 0.25, start + 0.6)
    #expect((end - min(length, total)).magnitude <= 2 / rate)
  }

  @Test(
    "the still picture is the first difference that can be seen, and the player opens at the first of all"
  )
  func visible() {
    var run = moved(by: 0.5, in: 10..<30)
    for index in 30..<50 { run.frames[index].position.y += Points(200) }
    let found = picture(run)
    #expect(found.firstDifference == 10)
    #expect((number("still", of: found) - 30 / expected.rate.framesPerSecond).magnitude < 1e-3)
  }

  @Test("a difference in the opposite direction gives the same span")
  func mirrored() {
    let (down, up) = (picture(moved(by: 80, in: 20..<40)), picture(moved(by: -80, in: 20..<40)))
    for key in ["start", "step", "count", "still"] {
      #expect(number(key, of: down) == number(key, of: up), "\(key)")
    }
  }

  @Test("however long the runs are, a picture stores few positions", arguments: [1, 2, 61, 5_000])
  func size(count: Int) {
    var run = expected
    run.frames = (0..<count).map { index in
      var frame = expected.frames[index % expected.frames.count]
      frame.position.y += Points(index % 2 == 0 ? 100 : 0)
      return frame
    }
    let found = picture(run)
    #expect(number("count", of: found) >= 1)
    #expect(number("count", of: found) <= Double(RunThumbnail.mostSamples))
  }

  @Test("equal runs, and a run alone, have a picture of the time around the last decision")
  func equal() {
    let decided = expected.events.last { $0.kind == .decision }?.time.value ?? 0
    for found in [picture(expected), RunThumbnail(of: PlottedRun(expected))] {
      #expect(number("start", of: found) <= decided)
      #expect((number("still", of: found) - decided).magnitude < 1e-3)
    }
  }

  @Test("a run without frames has an empty picture")
  func empty() {
    var run = expected
    run.frames = []
    #expect(RunThumbnail(of: PlottedRun(run)).firstDifference >= 0)
    #expect(RunThumbnail(of: PlottedRun(run), over: PlottedRun(expected)).firstDifference >= 0)
    #expect(RunThumbnail(of: PlottedRun(expected), over: PlottedRun(run)).firstDifference >= 0)
  }
}
