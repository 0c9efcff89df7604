import FrameLogs
import FramePictures
import Testing

@Suite("Playback")
struct PlaybackTests {
  private static let rate = FrameRate(framesPerSecond: 120)

  @Test(
    "the frame that is shown at a time does not depend on how the time is divided into steps",
    arguments: [0.25, 1, 4])
  func realSpeed(speed: Double) {
    for step in [0.001, 0.016, 0.1] {
      var playback = Playback(frames: 240, rate: Self.rate, speed: speed)
      var passed = 0.0
      while passed < 0.4 {
        playback.advance(by: step)
        passed += step
        #expect((Double(playback.frame) - passed * speed * 120).magnitude <= 1)
      }
      #expect(!playback.isOver)
    }
  }

  @Test("every frame is shown equally long, and after the last frame the playback ends")
  func ending() {
    var playback = Playback(frames: 3, rate: Self.rate)
    #expect(playback.frame == 0)
    playback.advance(by: 2.5 / 120)
    #expect(playback.frame == 2 && !playback.isOver)
    playback.advance(by: 0.6 / 120)
    #expect(playback.frame == 2 && playback.isOver)
    #expect(Playback(frames: 0, rate: Self.rate).isOver)
  }

  @Test("during a pause no time passes, and the user can step through the frames to both ends")
  func stepping() {
    var playback = Playback(frames: 3, rate: Self.rate)
    playback.press(.pause)
    playback.advance(by: 99)
    #expect(playback.frame == 0 && playback.isPaused && !playback.isOver)
    for expected in [1, 2, 2] {
      playback.press(.forward)
      #expect(playback.frame == expected)
    }
    for expected in [1, 0, 0] {
      playback.press(.back)
      #expect(playback.frame == expected)
    }
    playback.press(.forward)
    playback.press(.start)
    #expect(playback.frame == 0)
    playback.press(.pause)
    playback.advance(by: 1.5 / 120)
    #expect(playback.frame == 1)
    playback.press(.quit)
    #expect(playback.isOver)
  }

  @Test("the playback speed stays within a range in which motion is visible")
  func speeds() {
    var playback = Playback(frames: 3, rate: Self.rate)
    for _ in 0..<20 { playback.press(.faster) }
    #expect(playback.speed == 100)
    for _ in 0..<40 { playback.press(.slower) }
    #expect(playback.speed == 0.01)
  }

  @Test("keys are recognized in the input of a terminal, and all other input is ignored")
  func keys() {
    func keys(_ text: String) -> [Playback.Key] { Playback.Key.all(in: Array(text.utf8)) }
    #expect(keys(" q,.0+-") == [.pause, .quit, .back, .forward, .start, .faster, .slower])
    #expect(
      keys("\u{1b}[C\u{1b}[D\u{1b}OC\u{1b}[H\u{1b}[1;5C") == [
        .forward, .back, .forward, .start, .forward,
      ])
    // None of these is a playback key: up, F5, a single escape, letters, a truncated sequence, and
    // other scripts.
    #expect(keys("\u{1b}[A\u{1b}[15~\u{1b}xyzé\u{1b}[").isEmpty)
  }
}
