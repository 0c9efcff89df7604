import Quantities
import Review
import Testing

/// A profile of brightness with edges that are antialiased, so the brightness of a row is the mean over its area.
private func profile(
  edges: [Double], levels: [Double], count: Int = 200, blur: Int = 0
) -> [Double] {
  var rows = (0..<count).map { row in
    var brightness = levels[0]
    for (index, edge) in edges.enumerated() {
      let covered = min(max(Double(row) + 1 - edge, 0), 1)
      brightness += covered * (levels[index + 1] - levels[index])
    }
    return brightness
  }
  for _ in 0..<blur {
    let old = rows
    for row in 1..<count - 1 { rows[row] = (old[row - 1] + 2 * old[row] + old[row + 1]) / 4 }
  }
  return rows
}

@Suite("Edge tracker")
struct EdgeTrackerTests {
  static let offsets = stride(from: 0.0, to: 1, by: 0.0625).map { $0 }

  private func position(in rows: [Double], near: Double? = nil) throws -> EdgePosition {
    var tracker = EdgeTracker(near: near)
    return try tracker.receive(rows, at: 0)
  }

  @Test(
    "an edge at any fraction of a pixel is found exactly, sharp or smoothed", arguments: [0, 1, 6])
  func exact(blur: Int) throws {
    for offset in Self.offsets {
      let found = try position(in: profile(edges: [90 + offset], levels: [30, 220], blur: blur))
      // The smoothed edge has tails outside of the window; each is below a twentieth of the step.
      let accepted = blur == 6 ? 0.02 : 1e-9
      #expect((found.position - 90 - offset).magnitude < accepted, "\(offset): \(found)")
    }
  }

  @Test("scaling, shifting or inverting the brightness does not move the edge")
  func brightness() throws {
    for offset in Self.offsets {
      let rows = profile(edges: [90 + offset], levels: [30, 220], blur: 2)
      let expected = try position(in: rows).position
      for (scale, shift) in [(0.2, 0.0), (0.9, 20.0), (-1, 255), (-0.3, 100)] {
        let found = try position(in: rows.map { scale * $0 + shift })
        #expect((found.position - expected).magnitude < 1e-9, "\(scale), \(shift): \(found)")
      }
    }
  }

  @Test("a profile in reverse order has the edge at the mirrored position")
  func mirrored() throws {
    for offset in Self.offsets {
      let rows = profile(edges: [90 + offset], levels: [30, 220])
      let found = try position(in: rows.reversed())
      #expect((found.position - (200 - 90 - offset)).magnitude < 1e-9)
    }
  }

  @Test("the stated error is that of repeated measurements", arguments: [1.0, 4, 8])
  func standardError(noise: Double) throws {
    var generator = SeededGenerator(seed: 41)
    var (squares, stated) = (0.0, 0.0)
    let runs = 400
    for _ in 0..<runs {
      let offset = generator.uniform()
      let rows = profile(edges: [90 + offset], levels: [60, 180], blur: 2).map { level in
        // The sum of 12 uniform numbers has the variance 1.
        level + noise * ((0..<12).reduce(-6) { sum, _ in sum + generator.uniform() })
      }
      let found = try position(in: rows)
      squares += (found.position - 90 - offset) * (found.position - 90 - offset)
      stated += found.standardError * found.standardError
    }
    // It assumes that the noise of neighbouring rows may be equal, so for independent noise it is larger by up to the
    // square root of the number of rows in the window, which is 4 to 10.
    let ratio = (stated / squares).squareRoot()
    #expect((1.0...3.2).contains(ratio), "noise \(noise): \(ratio)")
  }

  @Test("a tracker follows the same edge past other edges, at up to 40 pixels per frame")
  func continuity() throws {
    var tracker = EdgeTracker(near: 20)
    for frame in 0..<17 {
      // A second edge of the same strength rests below.
      let edge = 20.25 + 10 * Double(frame)
      let rows = profile(edges: [edge, 195], levels: [40, 140, 240], count: 220)
      let found = try tracker.receive(rows, at: Double(frame) / 60)
      #expect((found.position - edge).magnitude < 0.01, "frame \(frame): \(found)")
    }
  }

  @Test("a profile without an edge, with several, or with only a thin line is refused")
  func refused() throws {
    #expect(throws: EdgeError.noEdge) {
      try position(in: profile(edges: [], levels: [128]))
    }
    #expect(throws: EdgeError.severalEdges([60, 120])) {
      try position(in: profile(edges: [60, 120], levels: [20, 120, 220]))
    }
    #expect(throws: EdgeError.noEdge) {
      try position(in: profile(edges: [60, 61], levels: [200, 40, 200]))
    }
    #expect(throws: EdgeError.noEdgeNear(90)) {
      try position(in: profile(edges: [60], levels: [20, 120]), near: 90)
    }
    #expect(throws: EdgeError.left(last: 3)) {
      try position(in: profile(edges: [3], levels: [20, 120]))
    }
    #expect(throws: EdgeError.noEdge) { try position(in: []) }
    // With a hint, both of the edges are found.
    for edge in [60.0, 120] {
      let rows = profile(edges: [60, 120], levels: [20, 120, 220])
      #expect(try (position(in: rows, near: edge + 7).position - edge).magnitude < 1e-9)
    }
  }

  @Test("an edge that vanishes, leaves, or is cut to another picture ends the tracking")
  func ended() throws {
    func second(_ first: [Double], _ rows: [Double]) throws -> EdgePosition {
      var tracker = EdgeTracker()
      _ = try tracker.receive(first, at: 0)
      return try tracker.receive(rows, at: 1 / 60.0)
    }
    let usual = profile(edges: [90], levels: [40, 140])
    #expect(throws: EdgeError.lost(last: 90)) {
      try second(usual, profile(edges: [], levels: [40]))
    }
    #expect(throws: EdgeError.lost(last: 90)) {
      try second(usual, profile(edges: [90], levels: [140, 40]))
    }
    #expect(throws: EdgeError.cut) {
      try second(usual, profile(edges: [90], levels: [120, 220]))
    }
    #expect(throws: EdgeError.cut) {
      try second(usual, profile(edges: [150], levels: [40, 140]))
    }
    #expect(throws: EdgeError.left(last: 8)) {
      try second(
        profile(edges: [8], levels: [40, 140]), profile(edges: [2], levels: [40, 140]))
    }
  }
}

@Suite("Edge motion")
struct EdgeMotionTests {
  /// The motion of an edge that is at `positions` in consecutive frames of 60 Hz.
  private func motion(_ positions: [Double]) throws -> EdgeMotion {
    var motion = EdgeMotion(regionStart: 300)
    for (frame, position) in positions.enumerated() {
      let rows = profile(edges: [position], levels: [40, 200])
      try motion.receive(rows, at: Double(frame) / 60)
    }
    return motion
  }

  @Test("a picture that is repeated in motion is left out, and a picture at rest is kept")
  func repeated() throws {
    #expect(try motion([50, 60, 60, 70, 80]).repeated == [2])
    #expect(try motion([50, 60, 60, 60, 90]).repeated == [2, 3])
    #expect(try motion([50, 60, 60.5, 70, 80]).repeated == [2])
    #expect(try motion([50, 60, 65, 70, 80]).repeated == [])
    // At rest before, after and at the reversal of a motion, and in slow motion that is rounded to half pixels.
    #expect(try motion([50, 50, 50, 60, 70]).repeated == [])
    #expect(try motion([50, 60, 70, 70, 70]).repeated == [])
    #expect(try motion([50, 60, 60, 50]).repeated == [])
    #expect(try motion([50, 50.5, 50.5, 51, 51, 51.5]).repeated == [])
    // A pause of 0.1 s is the longest that counts as a repetition: 6 intervals of 1/60 s.
    #expect(try motion([50, 60] + Array(repeating: 60, count: 5) + [90]).repeated.count == 5)
    #expect(try motion([50, 60] + Array(repeating: 60, count: 6) + [90]).repeated.count == 0)
  }

  @Test("the table has the positions in points, which the reader of tables returns")
  func table() throws {
    let text = try motion([50, 60.25, 60.25, 70.5, 80]).table(
      axis: "x", pixelsPerPoint: 2, notes: [("software", "an\napp"), ("clock", "wall")])
    let table = try MotionTable(Array(text.utf8), named: "table.csv")
    #expect(table.notes["clock"] == "wall")
    #expect(table.notes["software"]?.contains("\n") == false)
    #expect(table.times == [0, 0.016667, 0.05, 0.066667])
    let positions = try #require(table.numbers[.x])
    for (found, expected) in zip(positions, [350, 360.25, 370.5, 380]) {
      #expect((found - expected / 2).magnitude < 1e-6)
    }
    #expect(positions.count == 4)
  }

  @Test("the positions in errors count from the start of the picture")
  func errors() throws {
    var motion = EdgeMotion(regionStart: 300, near: 350)
    try motion.receive(profile(edges: [50], levels: [40, 200]), at: 0)
    #expect(throws: EdgeError.lost(last: 350)) {
      try motion.receive(profile(edges: [], levels: [40]), at: 0.1)
    }
  }
}
