import Foundation
import Testing

/// Maps complaints to tests, and checks that all those tests exist.
///
/// A few of the tests are in other folders, all others in this folder.
@Suite("Index of complaints")
struct ComplaintIndexTests {
  /// The complaints of users of other systems, with the tests that reproduce them.
  static let complaints: [(symptom: String, tests: [String])] = [
    ("a flick is ignored, or is too short", ["shortFlick", "singleMovement", "endsOnDetent"]),
    ("a hard flick passes the middle detent", ["hardFlick"]),
    ("thresholds have no effect, or too much", ["thresholds"]),
    ("a flick back goes the wrong way", ["flickBack", "upwardFlick"]),
    ("the sign of a velocity is wrong", ["signs"]),
    (
      "an old velocity counts, or a new one does not",
      ["heldFlick", "trailingReport", "forgetsVelocity", "slowStart"]
    ),
    ("a surface jumps when it is caught", ["caughtAnywhere", "caughtBeyond", "dragFromCatch"]),
    ("the rubber band jumps, has a dead zone or no end", ["band", "flungBeyond"]),
    ("the velocity is lost when the finger leaves", ["speedAtLift"]),
    ("a spring overshoots although it must not, or ends at once", ["onTarget", "critical"]),
    ("an opposing velocity ends the motion", ["opposingVelocity"]),
    ("a surface gets stuck between its resting positions", ["cancelledAnywhere", "lostLift"]),
    ("a tap during the motion picks the wrong target", ["tapNearEnd"]),
    (
      "a sheet and its content interfere with each other",
      ["lastReport", "flickedAgain", "draggedDown", "pinned", "smallContent"]
    ),
    (
      "a flick goes two pages, none, or to the wrong neighbour",
      ["flickPastMiddle", "fastSwipe", "secondFlick", "shortSwipe"]
    ),
    (
      "a window is lost, forgets its position, or moves to an unwanted one",
      [
        "whereWanted", "thrownWindow", "fastFinger", "turnedScreen", "staysWhereDropped",
        "goesToAnEdge", "comesBack", "neverLost", "keepsItsPlace", "lostHand",
      ]
    ),
    (
      "a property animator jumps, is slow or ignores input",
      ["sentBack", "putAtEnd", "usedAgain", "reversedAndContinued", "continuedAtTheEnd"]
    ),
  ]

  @Test("every complaint has tests, and every complaint test belongs to a complaint")
  func complete() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let tests = folder.deletingLastPathComponent().deletingLastPathComponent()
    let elsewhere = [
      "InteractionScenariosTests/Scenarios/WindowComplaintTests.swift",
      "InteractionScenariosTests/Motion/TransitionComplaintTests.swift",
    ].map { tests.appendingPathComponent($0) }
    let here = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let others = here.filter { $0.lastPathComponent != "ComplaintIndexTests.swift" }
    let own = Set(try others.flatMap(Self.testNames))
    let all = own.union(try elsewhere.flatMap(Self.testNames))
    let named = Self.complaints.flatMap(\.tests)
    #expect(Set(named).subtracting(all).isEmpty)
    #expect(own.subtracting(named).isEmpty)
    #expect(named.count == Set(named).count)
  }

  /// Returns the names of the test functions in a source file.
  static func testNames(in file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "@Test").dropFirst().compactMap { part in
      part.components(separatedBy: "  func ").dropFirst().first?.prefix { $0 != "(" }.description
    }
  }
}
