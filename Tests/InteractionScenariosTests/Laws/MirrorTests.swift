import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// A mirrored gesture on a mirrored screen gives a mirrored run.
@Suite("Mirrors")
struct MirrorTests {
  /// A mirror of the screen, and what it does to the names of corners.
  struct Mirror: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var place: @Sendable (Position) -> Position
    var way: @Sendable (Position) -> Position
    var name: @Sendable (String) -> String
    var swapsAxes = false
  }

  static let leftRight = Mirror(
    testDescription: "left and right",
    place: { Position(x: Points(390) - $0.x, y: $0.y) },
    way: { Position(x: -$0.x, y: $0.y) },
    name: { corner in
      corner.hasSuffix("Left")
        ? String(corner.dropLast(4)) + "Right"
        : corner.hasSuffix("Right") ? String(corner.dropLast(5)) + "Left" : corner
    })

  static let upDown = Mirror(
    testDescription: "up and down",
    place: { Position(x: $0.x, y: Points(844) - $0.y) },
    way: { Position(x: $0.x, y: -$0.y) },
    name: { corner in
      corner.hasPrefix("top")
        ? "bottom" + corner.dropFirst(3)
        : corner.hasPrefix("bottom") ? "top" + corner.dropFirst(6) : corner
    })

  static let diagonal = Mirror(
    testDescription: "across the diagonal",
    place: { Position(x: $0.y, y: $0.x) },
    way: { Position(x: $0.y, y: $0.x) },
    name: { ["topRight": "bottomLeft", "bottomLeft": "topRight"][$0] ?? $0 },
    swapsAxes: true)

  @Test("a window mirrors", arguments: [leftRight, upDown, diagonal])
  func window(mirror: Mirror) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var trial = try Trial.random("pip", seed: seed)
      trial.settings += [("inset.top", "40"), ("inset.bottom", "40")]
      var mirrored = trial
      mirrored.events = trial.events.map { $0.mapped(place: mirror.place, way: mirror.way) }
      mirrored.settings = trial.settings.map {
        (key: $0.key, value: $0.key == "start" ? mirror.name($0.value) : $0.value)
      }
      if mirror.swapsAxes {
        mirrored.stage = Stage(screen: Planar(x: Points(844), y: Points(390)))
        mirrored.settings += [
          ("inset.top", "0"), ("inset.bottom", "0"), ("inset.left", "40"), ("inset.right", "40"),
          ("width", "80"), ("height", "120"),
        ]
      }
      let (run, image) = (try trial.run(), try mirrored.run())
      #expect(run.frames.count == image.frames.count, "\(trial)")
      for (frame, other) in zip(run.frames, image.frames) {
        #expect(frame.phase == other.phase, "\(trial) at \(frame.time.value) s")
        let error = (mirror.place(frame.position) - other.position).length
        #expect(error < Points(1e-6), "\(trial) at \(frame.time.value) s")
      }
      for (event, other) in zip(run.events, image.events) {
        #expect(event.kind == other.kind, "\(trial)")
        #expect(event.text("target").map(mirror.name) == other.text("target"), "\(trial)")
        #expect(event.text("reason") == other.text("reason"), "\(trial)")
      }
    }
  }

  @Test("a sheet takes no notice of a hand mirrored from left to right")
  func sheet() throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random("sheet", seed: seed)
      var mirrored = trial
      mirrored.events = trial.events.map {
        $0.mapped(place: Self.leftRight.place, way: Self.leftRight.way)
      }
      let (run, image) = (try trial.run(), try mirrored.run())
      for (frame, other) in zip(run.frames, image.frames) {
        #expect(frame.position == other.position, "\(trial) at \(frame.time.value) s")
        #expect(frame.phase == other.phase, "\(trial) at \(frame.time.value) s")
      }
      #expect(run.frames.count == image.frames.count, "\(trial)")
    }
  }
}
