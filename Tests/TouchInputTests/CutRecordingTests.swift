import Quantities
import Testing
import TouchInput
import SyntheticHands

@Suite("Cut recordings")
struct CutRecordingTests {
  @Test(
    "every touch and every pan ends, wherever a recording is cut",
    arguments: allGestures.map(\.name))
  func everyTouchCloses(name: String) throws {
    let recording = try #require(SyntheticGesture.named(name)).recording()
    for count in 0...recording.events.count {
      var cut = recording
      cut.events.removeLast(recording.events.count - count)
      var reader = TouchReader(
        of: cut, mapping: try SurfaceMapping(device: cut.device), estimator: SampleRecorder())
      var events: [TimedHandEvent] = []
      for event in cut.events { events += reader.receive(event) }
      events += reader.finish()
      let open = openTouchesAndPans(events)
      #expect(open == [0, 0], "\(name) cut after \(count) events")
    }
  }

  private func openTouchesAndPans(_ events: [TimedHandEvent]) -> [Int] {
    var touches = 0
    var pans = 0
    for timed in events {
      switch timed.event {
      case .touchDown: touches += 1
      case .touchUp, .touchCancelled: touches -= 1
      case .panBegan: pans += 1
      case .panEnded, .panCancelled: pans -= 1
      case .force, .touchMoved, .panChanged, .gap: break
      }
    }
    return [touches, pans]
  }
}
