import Foundation
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// The fifteen gestures that the field's rules are compared on.
///
/// Field data is not part of the package; without it these tests are skipped.
@Suite("Gesture suite", .enabled(if: FieldData.hasSnapTables, "needs the decision tables"))
struct GestureSuiteTests {
  static let letters = ["tip": "T", "half": "H", "full": "F", "gone": "x"]

  static func gestures() throws -> [[String: Any]] {
    try #require(try FieldData.snap("gesture_suite")["gestures"] as? [[String: Any]])
  }

  static func start(_ letter: String) -> String {
    letters.first { $0.value == letter }?.key ?? letter
  }

  @Test("the default rule gives every gesture the target that the hand meant")
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
}
