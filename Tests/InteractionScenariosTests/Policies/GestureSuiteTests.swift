import Foundation
import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// The fifteen gestures on which the rules of other systems are compared.
@Suite("Gesture suite")
struct GestureSuiteTests {
  static let letters = ["tip": "T", "half": "H", "full": "F", "gone": "x"]

  static func gestures() throws -> [[String: Any]] {
    try #require(try FieldData.snap("gesture_suite")["gestures"] as? [[String: Any]])
  }

  static func start(_ letter: String) -> String {
    letters.first { $0.value == letter }?.key ?? letter
  }

  @Test("the default rule gives every gesture its intended target")
  func intents() throws {
    for gesture in try Self.gestures() {
      let id = try #require(gesture["id"] as? String)
      let intent = try #require(gesture["intent"] as? String)
      let y = try #require(gesture["releaseY"] as? Double)
      let velocity = try #require(gesture["vLSQ100ms"] as? Double)
      let start = try #require(gesture["start"] as? String)
      for hidden in [nil, 667.0] {
        let target = DefaultRuleTests.decide(y, velocity, start: start, hidden: hidden).target
        #expect(intent.contains(Self.letters[target] ?? "?"), "\(id): \(target), meant \(intent)")
      }
    }
  }

  @Test("from touch samples, the default estimator and rule give every gesture its intended target")
  func fromTouches() throws {
    for gesture in try Self.gestures() {
      let id = try #require(gesture["id"] as? String)
      let intent = try #require(gesture["intent"] as? String)
      let touches = try #require(gesture["touches"] as? [[Double]])
      let end = try #require(gesture["releaseTime"] as? Double)
      var estimator = try Estimator.named(ReplayRequest.standardEstimator)
      var pan = Pan(number: 1, origin: nil, location: nil, translation: .zero, fingers: 1)
      var events = [TimedHandEvent(microseconds: 0, event: .touchDown(at: nil))]
      for (index, touch) in touches.enumerated() {
        let time = Int64((touch[0] * 1_000_000).rounded())
        pan.translation.y = Points(touch[1] - touches[0][1])
        estimator.receive(PanSample(microseconds: time, position: pan.translation))
        guard index > 0 else { continue }
        events.append(
          TimedHandEvent(
            microseconds: time,
            event: index == 1 ? .panBegan(pan) : .panChanged(pan, live: estimator.live())))
      }
      let time = Int64((end * 1_000_000).rounded())
      let estimate = estimator.released(atMicroseconds: time)
      events.append(TimedHandEvent(microseconds: time, event: .panEnded(pan, estimate)))
      events.append(TimedHandEvent(microseconds: time, event: .touchUp))
      for isDismissible in ["false", "true"] {
        let trial = Trial(
          scenario: SheetScenario.self,
          settings: [
            ("detents", "tip:60,half:250,full:647"), ("dismissible", isDismissible),
            ("start", try #require(gesture["start"] as? String)),
          ],
          screen: Screen(size: Planar(x: Points(375), y: Points(667))), events: events)
        let target = try #require(try trial.run().summary().finalTarget)
        #expect(intent.contains(Self.letters[target] ?? "?"), "\(id): \(target), meant \(intent)")
      }
    }
  }
}
