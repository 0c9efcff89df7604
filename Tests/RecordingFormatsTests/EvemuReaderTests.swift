import RecordingFormats
import Testing
import TouchInput

@Suite("evemu reader")
struct EvemuReaderTests {
  @Test("an evemu recording equals the libinput recording of the same touches")
  func evemu() throws {
    let evemu = try read(SampleTexts.evemu)
    var libinput = try read(SampleTexts.libinput()).recordings[0]
    libinput.device.node = ""
    #expect(evemu.format == .evemu)
    #expect(evemu.recordings == [libinput])
    #expect(evemu.warnings.isEmpty)
  }

  @Test(
    "an evemu recording is read if it is of an old version, indented, or from another system",
    arguments: [
      { $0.replacing("\n", with: "\r\n") }, { $0.replacing("\n", with: "\n  ") },
      { $0.replacing("# EVEMU 1.3\n", with: "") }, { $0.replacing("1.3", with: "1.0") },
      { $0.replacing("E: 0.000000", with: "E: 0.0") }, { $0.replacing("E: ", with: "E:\t") },
      { $0.replacing("\t#", with: "#") },
    ] as [@Sendable (String) -> String])
  func evemuVariants(change: @Sendable (String) -> String) throws {
    let file = try read(change(SampleTexts.evemu))
    #expect(try file.recordings[0].events == SampleTexts.events())
    #expect(file.recordings[0].device.name == "Panel")
  }

  @Test("the fraction of a time in evemu is an integer number of microseconds")
  func evemuTime() throws {
    let file = try read(SampleTexts.evemu.replacing("E: 1.007513", with: "E: 1.7513"))
    #expect(try file.recordings[0].events == SampleTexts.events())
  }

  @Test("the name of an evemu device continues to the end of the line")
  func evemuName() throws {
    let file = try read(SampleTexts.evemu.replacing("N: Panel", with: "N: Pad #1: \"left\""))
    #expect(file.recordings[0].device.name == "Pad #1: \"left\"")
  }

  @Test("evemu events without a device need a description file")
  func description() throws {
    let all = SampleTexts.evemu
    let start = try #require(all.firstRange(of: "####")).lowerBound
    let device = Array(all[..<start].utf8)
    let events = Array(all[start...].utf8)
    #expect(needsDescription(events))
    #expect(!needsDescription(Array(all.utf8)))
    #expect(!needsDescription(Array(SampleTexts.libinput().utf8)))
    #expect(!needsDescription([]))
    let file = try RecordingFile(in: events, named: "test", description: device)
    #expect(file.recordings == (try read(all).recordings))
    #expect(throws: RecordingError.needsDescription(file: "test")) {
      try RecordingFile(in: events, named: "test")
    }
    #expect {
      try RecordingFile(in: events, named: "test", description: Array("I: 1\n".utf8))
    } throws: {
      "\($0)".contains("test (its description):1:")
    }
  }

  @Test(
    "a broken evemu recording is refused, and the error names the line",
    arguments: [
      (
        "# EVEMU 1.3", "# EVEMU 1.4",
        "test:1: found version 1.4, but this build reads versions 1.0 to 1.3"
      ),
      ("I: 0018", "I: 10018", "test:4:"), ("I: 0018 0001", "I: 0001", "test:4:"),
      ("P: 02", "P: 102", "test:5:"), ("B: 03 03", "B: 00 03", "test:13:"),
      ("A: 01 -5", "A: 01 99999999999", "test:15:"), ("A: 01", "A: 00", "test:15:"),
      ("A: 01 -5 1919 0 0 10", "A: 01 -5 1919 0", "test:15:"),
      ("0003 0039 0013", "0003 0039 2147483648", "test:21: found 'E: 0.000000"),
      ("0003 0039 0013", "10003 0039 0013", "test:21:"),
      ("0003 0039 0013", "0003 0039 nan", "test:21:"),
      ("E: 0.000000 0003 0039", "E: 0003 0039", "test:21:"),
      ("E: 1.007513", "E: 18446744073710.007513", "test:24:"),
      ("P: 02", "N: again\nP: 02", "test:5: found 'N: again' where a line that may follow"),
      ("E: 1.007513", "A: 3a 0 1 0 0\nE: 1.007513", "test:24: found 'A: 3a 0 1 0 0'"),
      ("P: 02", "Q: 02", "test:5:"),
    ])
  func brokenEvemu(old: String, new: String, message: String) throws {
    let change = SampleTexts.evemu.replacing(old, with: new, maxReplacements: 1)
    #expect(try #require(error(reading: change)).description.contains(message))
  }
}
