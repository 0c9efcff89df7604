import RecordingFormats
import Testing
import TouchInput

@Suite(
  "Field recordings",
  // The recordings are other people's and not part of the package.
  .enabled(if: !FieldRecordings.areMissing))
struct FieldRecordingTests {
  @Test(
    "every file reads, without a warning",
    arguments: FieldRecordings.libinput + FieldRecordings.splitFrames + FieldRecordings.evemu)
  func reads(path: String) throws {
    let file = try FieldRecordings.read(path)
    #expect(file.recordings.count == 1)
    #expect(!file.recordings[0].events.isEmpty)
    #expect(!file.recordings[0].device.axes.isEmpty)
    #expect(file.warnings.isEmpty)
    #expect(!file.isCut)
  }
}
