import Foundation
import Testing

/// Which test stands for which complaint, and that each is there.
///
/// A few are about parts that have tests of their own elsewhere; the rest are in this folder.
@Suite("Index of complaints")
struct ComplaintIndexTests {
  /// What users of other systems complained about, and the tests that it must not happen here.
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
    ("it jumps when it is caught", ["caughtAnywhere", "caughtBeyond", "dragFromCatch"]),
    ("the rubber band jumps, sleeps or has no end", ["band", "flungBeyond"]),
    ("the velocity is lost when the finger leaves", ["speedAtLift"]),
    ("a spring overshoots although it must not, or ends at once", ["onTarget", "critical"]),
    ("an opposing velocity ends the motion", ["opposingVelocity"]),
    ("it gets stuck between its places", ["cancelledAnywhere", "lostLift"]),
    ("a tap on its way picks the wrong place", ["tapNearEnd"]),
    (
      "a sheet and the content in it get in each other's way",
      ["lastReport", "flickedAgain", "draggedDown", "pinned", "smallContent"]
    ),
    (
      "a flick goes two pages, none, or to the wrong neighbour",
      ["flickPastMiddle", "fastSwipe", "secondFlick", "shortSwipe"]
    ),
    (
      "a window is lost, forgets its place, or goes where nobody wants it",
      [
        "whereWanted", "thrownWindow", "fastFinger", "turnedScreen", "staysWhereDropped",
        "goesToAnEdge", "comesBack", "neverLost", "keepsItsPlace", "lostHand",
      ]
    ),
    (
      "a property animator jumps, is slow or is deaf",
      ["sentBack", "putAtEnd", "usedAgain", "reversedAndContinued", "continuedAtTheEnd"]
    ),
  ]

  @Test("every complaint has its tests, and every test of a complaint is for one of them")
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

  /// The functions of a source file that are tests.
  static func testNames(in file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "@Test").dropFirst().compactMap { part in
      part.components(separatedBy: "  func ").dropFirst().first?.prefix { $0 != "(" }.description
    }
  }
}
