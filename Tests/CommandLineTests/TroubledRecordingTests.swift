import Testing

@Suite("Recordings with jumps, clock steps, and exchanged contacts")
struct TroubledRecordingTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  /// A touch table with one contact on a touchpad that has 10 units per millimetre.
  private func table(_ rows: [(microseconds: Int64, y: Int)]) -> String {
    var text = """
      # flickbook touches
      # name: Pad
      # properties: 0
      # x: 0 1000 10
      # y: 0 1000 10
      microseconds,contact,phase,x,y

      """
    for (index, row) in rows.enumerated() {
      let phase =
        switch index {
        case 0: "began"
        case rows.count - 1: "ended"
        default: "moved"
        }
      text += "\(row.microseconds),1,\(phase),500,\(row.y)\n"
    }
    return text
  }

  /// A drag of 2 mm every 10 ms, and a lift at the last position.
  private let rows = (0...10).map { (microseconds: Int64($0) * 10_000, y: min($0, 9) * 20) }

  private func findings(_ file: String) throws -> [String] {
    let result = try flickbook("inspect", file, "--json")
    let findings = try #require(try result.json().first?["findings"] as? [[String: Any]])
    return findings.compactMap { $0["finding"] as? String }
  }

  @Test("convert --discard-jumps drops the samples that inspect reports as jumps")
  func discardJumps() throws {
    let jumping = rows.enumerated().map { index, row in
      (microseconds: row.microseconds, y: row.y + (index >= 4 ? 100 : 0))
    }
    try flickbook.write(table(jumping), to: "jump.csv")
    #expect(try findings("jump.csv") == ["jump"])
    let result = try flickbook("convert", "jump.csv", "steady.yml", "--discard-jumps")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("1 jump discarded"), "\(result)")
    #expect(try findings("steady.yml").isEmpty)
  }

  @Test(
    "a step of the clock is one finding in inspect, and adds no frames to a replay",
    arguments: [-3600, 7200])
  func clockStep(seconds: Int64) throws {
    let stepped = rows.enumerated().map { index, row in
      let step = index >= 5 ? seconds * 1_000_000 : 0
      return (microseconds: 5_000_000_000 + row.microseconds + step, y: row.y)
    }
    try flickbook.write(table(rows), to: "even.csv")
    try flickbook.write(table(stepped), to: "stepped.csv")
    #expect(try findings("stepped.csv") == ["clock-stepped"])
    let digests = try ["even.csv", "stepped.csv"].map { file in
      let result = try flickbook("replay", file, "--scenario", "sheet", "--json")
      return try #require(try result.json().first?["framesSHA256"] as? String, "\(result)")
    }
    #expect(digests[0] == digests[1])
  }
}
