import FrameLogs
import Quantities
import Testing

@Suite("Run files")
struct RunFilesTests {
  @Test(
    "the line of a frame equals the line that is written from the frame's named values",
    arguments: [UInt64(8), 9, 10])
  func frameLines(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    func number() -> Double { Double(bitPattern: numbers.next()) }
    let fields = ["finger\"X", "flag", "list", "none"].map { FieldDescription($0, "") }
    let frames = (0..<300).map { index in
      Frame(
        index: index, time: Seconds(number()), phase: Phase(rawValue: "own \"phase\"\n"),
        touching: index % 2 == 0, position: Position(x: Points(number()), y: Points(number())),
        velocity: Velocity(x: PointsPerSecond(number()), y: PointsPerSecond(number())),
        target: Position(x: Points(number()), y: Points(number())), progress: number(),
        own: FieldValues(
          Array(fields[..<(index % 5)]),
          Array([.number(number()), .flag(true), .list([.integer(1)]), .none][..<(index % 5)])))
    }
    let sample = run(frames, ownFields: fields)
    var expected = JSONText()
    for frame in frames { expected.appendLine(frame.logFields) }
    #expect(sample.frameText() == expected.bytes, "seed \(seed)")
  }

  @Test("the common fields are described in the order in which they are written to a frame")
  func described() {
    let written = frame(0, y: 1).logFields.map(\.key)
    #expect(Frame.commonFields.map(\.key) == written)
  }

  @Test("a run without frames can be written")
  func empty() {
    let files = run([]).files()
    #expect(files.frames.isEmpty)
    #expect(files.events.isEmpty)
    let header = String(decoding: files.header, as: UTF8.self)
    #expect(header.contains("\"summary\": {\n    \"ending\": \"rested\",\n"))
    for (_, key) in Run.digestKeys {
      #expect(header.contains("\"\(key)\": \"\(SHA256.hexadecimal(of: []))\""))
    }
    #expect(files.byName.map(\.name) == ["run.json", "frames.jsonl", "events.jsonl"])
  }

  @Test("an event has the number of the first frame that shows its effect")
  func eventFrame() {
    let files = run([], [event(.touchDown, at: 0.011, [LogField("hit", .flag(true))])]).files()
    #expect(
      String(decoding: files.events, as: UTF8.self)
        == #"{"time":0.011,"frame":2,"event":"touchDown","hit":true}"# + "\n")
  }

  @Test("the header begins with the schema")
  func schema() {
    let header = String(decoding: run([]).files().header, as: UTF8.self)
    #expect(header.hasPrefix("{\n  \"schema\": \"flickbook.run/1\",\n  \"scenario\": \"sheet\",\n"))
  }

  @Test("frames and events are read back as they were written")
  func readBack() throws {
    let fields = [FieldDescription("fingerY", unit: "pt", "")]
    let frame = frame(3, y: 0.1, own: [LogField("fingerY", .number(3))])
    let event = decision(at: 0.01)
    #expect(try Frame(frame.logFields, own: fields).logFields == frame.logFields)
    #expect(try RunEvent(event.logFields(at: FrameRate(framesPerSecond: 100))) == event)
  }

  @Test(
    "a row without a common field is refused, and the error names the field",
    arguments: Frame.commonFields)
  func badRows(field: FieldDescription) {
    let row = frame(0, y: 1).logFields
    for other in [nil, LogValue.list([])] {
      let broken = row.compactMap { known in
        known.key == field.key ? other.map { LogField(field.key, $0) } : known
      }
      do throws(RowError) {
        _ = try Frame(broken, own: [])
        Issue.record("a row without \(field.key) was accepted")
      } catch { #expect(error.key == field.key) }
    }
  }
}
