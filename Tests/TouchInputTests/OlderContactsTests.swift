import Testing
import TouchInput

@Suite("Contacts of devices without slots")
struct OlderContactsTests {
  private func shown(_ frames: [ContactReport]) -> [String] {
    frames.map { frame in
      frame.contacts.map { "\($0.id) \($0.phase) \(Int($0.x)),\(Int($0.y))" }
        .joined(separator: " | ")
    }
  }

  @Test("contacts that a device lists in any order are matched by tracking id")
  func byTrackingID() {
    var script = TouchScript()
    script.frame(
      10, .id(3), .x(10), .y(10), .contactReport, .id(4), .x(500), .y(500), .contactReport)
    script.frame(
      20, .id(4), .x(11), .y(11), .contactReport, .id(3), .x(501), .y(501), .contactReport)
    script.frame(30, .id(3), .x(502), .y(502), .contactReport)
    script.frame(40, .contactReport)
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithReports)) == [
        "1 began 10,10 | 2 began 500,500", "1 moved 501,501 | 2 moved 11,11",
        "2 ended 11,11 | 1 moved 502,502", "1 ended 502,502",
      ])
  }

  @Test("contacts without tracking ids are matched to the nearest previous contact")
  func byDistance() {
    var script = TouchScript()
    script.frame(10, .x(100), .y(100), .contactReport, .x(300), .y(100), .contactReport)
    script.frame(20, .x(290), .y(100), .contactReport, .x(120), .y(100), .contactReport)
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithReports))[1]
        == "1 moved 120,100 | 2 moved 290,100")
  }

  @Test("a listed contact that is too far from the previous contact is another finger")
  func gate() {
    var script = TouchScript()
    script.frame(10, .x(100), .y(100), .contactReport)
    script.frame(20, .x(340), .y(100), .contactReport)
    script.frame(30, .x(600), .y(100), .contactReport)
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithReports)).prefix(3) == [
        "1 began 100,100", "1 moved 340,100", "1 ended 340,100 | 2 began 600,100",
      ])
  }

  @Test("an empty frame lifts all contacts; a frame with a repeated key or a button does not")
  func emptyFrame() {
    var script = TouchScript()
    script.frame(10, .x(1), .y(1), .contactReport)
    script.frame(20, .key(TouchButton.toolFinger, 2))
    script.frame(30, .key(TouchButton.left, 1))
    script.frame(40)
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithReports)) == [
        "1 began 1,1", "1 stationary 1,1", "1 ended 1,1",
      ])
  }

  @Test("a device without a description is recognized by its events")
  func undescribed() {
    var reports = TouchScript()
    reports.frame(10, .x(5), .y(6), .id(0), .contactReport, .x(7), .y(8), .id(1), .contactReport)
    #expect(shown(reports.contactFrames(on: DeviceDescription()))[0] == "1 began 5,6 | 2 began 7,8")
    var slots = TouchScript()
    slots.frame(10, .id(0x82), .x(5), .y(6))
    slots.frame(20, .x(7))
    #expect(
      shown(slots.contactFrames(on: DeviceDescription())).prefix(2) == [
        "1 began 5,6", "1 moved 7,6",
      ])
  }

  @Test("a single touch begins and ends with BTN_TOUCH; a hovering finger is not a contact")
  func singleTouch() {
    var script = TouchScript()
    script.frame(10, .key(TouchButton.toolFinger, 1), .singleX(90), .singleY(90))
    script.frame(20, .touch(1), .singleX(100))
    script.frame(30, .singleY(95))
    script.frame(40, .touch(0))
    let frames = script.contactFrames(on: TestDevice.singleTouchScreen)
    #expect(shown(frames) == ["1 began 100,90", "1 moved 100,95", "1 ended 100,95"])
    #expect(frames.map(\.fingerCount) == [1, 1, 0])
    #expect(frames[0].contacts[0].trackingID == nil)
  }

  @Test("contacts beyond the maximum number are ignored and recorded as an anomaly")
  func tooMany() {
    var script = TouchScript()
    let contact: [Signal] = [.x(1), .y(1), .contactReport]
    script.frame(10, (0..<1000).flatMap { _ in contact })
    let frame = script.contactFrames(on: TestDevice.screenWithReports)[0]
    #expect(frame.contacts.count == 64)
    #expect(frame.anomalies.first == .tooManyContacts(limit: 64))
    #expect(frame.anomalies.count == 16)
  }
}
