import Testing

@testable import EvdevDevices

@Suite("Recording destination")
struct RecordingDestinationTests {
  @Test("if a recording is split, all files, also the first, have a number before the extension")
  func splitNames() {
    let place = RecordingDestination.file("a.b/flick.up.yml")
    #expect(place.path(ofRecording: 1, isSplit: false) == "a.b/flick.up.yml")
    #expect(place.path(ofRecording: 1, isSplit: true) == "a.b/flick.up-1.yml")
    #expect(
      RecordingDestination.file("a.b/flick").path(ofRecording: 2, isSplit: true) == "a.b/flick-2")
    #expect(RecordingDestination.file(".flick").path(ofRecording: 2, isSplit: true) == ".flick-2")
  }

  @Test("a recording that creates a case is in the folder of the case")
  func caseNames() {
    let place = RecordingDestination.caseFolder("Recordings/sheet/flick-up")
    #expect(
      place.path(ofRecording: 1, isSplit: false) == "Recordings/sheet/flick-up/recording.yml")
    #expect(
      place.path(ofRecording: 2, isSplit: true) == "Recordings/sheet/flick-up-2/recording.yml")
  }

  @Test("the folder of a file in the root folder is the root folder")
  func folders() {
    #expect(folderPath(of: "/a") == "/")
    #expect(folderPath(of: "a") == ".")
    #expect(folderPath(of: "a/b/c") == "a/b")
  }
}
