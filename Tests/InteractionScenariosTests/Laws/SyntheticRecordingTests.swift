import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput
import SyntheticHands

/// The complete pipeline from raw events to frames, on gestures of the hand model.
@Suite("Synthetic recordings")
struct SyntheticRecordingTests {
  static let gestures = allGestures.map(\.name)

  static func request(_ scenario: String, _ framesPerSecond: Double) -> ReplayRequest {
    var request = ReplayRequest(scenario: scenario)
    request.rate = FrameRate(framesPerSecond: framesPerSecond)
    // These gestures start in the middle of the screen, where a hit test would ignore them while
    // the drawer is closed.
    if scenario == "drawer" { request.assignments = [Assignment(key: "hitTest", value: "false")] }
    return request
  }

  @Test(
    "frames at the same time are equal at two frame rates, and every run ends", arguments: gestures,
    Trial.allNames)
  func rates(gesture: String, scenario: String) throws {
    let recording = try #require(SyntheticGesture.named(gesture)).recording()
    // A law compares all frame rates; this test compares two of them with events from a recording.
    let runs = try [60.0, 90].map { try Self.request(scenario, $0).run(of: recording) }
    for run in runs { #expect(run.ending != .timeLimit) }
    for instant in 0..<(runs[0].frames.count / 2) {
      let frames = zip(runs, [2, 3]).compactMap { run, stride in
        instant * stride < run.frames.count ? run.frames[instant * stride] : nil
      }
      for frame in frames.dropFirst() {
        var same = frame
        same.index = frames[0].index
        #expect(same == frames[0], "at \(frame.time.value) s")
      }
    }
  }

  @Test("each pan has one decision, and no frame jumps", arguments: gestures, Trial.names)
  func decisions(gesture: String, scenario: String) throws {
    let recording = try #require(SyntheticGesture.named(gesture)).recording()
    let run = try Self.request(scenario, 240).run(of: recording)
    let pans = run.events.count { $0.kind == .panEnded || $0.kind == .panCancelled }
    let catches = run.events.count { $0.kind == .caught }
    let decisions = run.events.count { $0.kind == .decision }
    #expect(decisions >= pans && decisions <= pans + catches)
    for (before, after) in zip(run.frames, run.frames.dropFirst()) {
      // The fastest gesture moves at 8000 pt/s, and the last step of a settling surface is at most
      // 0.1 pt. A surface follows the finger, so it moves only when the device reports it, at 120 Hz.
      let step = (after.position - before.position).length
      #expect(step <= Points(8_000 / 120 + 0.2), "frame \(after.index)")
    }
  }
}
