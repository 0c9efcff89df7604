import Foundation
import FrameLogs
import Quantities
import Testing

@testable import Subjects

@Suite("Hostile subjects", .enabled(if: Programs.hasPython, "needs python3"))
struct HostileSubjectTests {
  /// A fault of a program, and a word that the error must contain.
  struct Fault: CustomTestStringConvertible, Sendable {
    var mode: String
    var told: String
    var testDescription: String { mode }
    init(_ mode: String, _ told: String) { (self.mode, self.told) = (mode, told) }
  }

  /// A drag of 0.1 s.
  static let drag = (0...11).map { (step: Int) -> SubjectInput in
    let phase = step == 0 ? "began" : step == 11 ? "ended" : "moved"
    let y = 500 - 10 * Double(min(step, 10))
    return SubjectInput(
      microseconds: Int64(step) * 10_000, type: "touch",
      fields: [
        LogField("contact", .integer(1)), LogField("phase", .text(phase)),
        LogField("x", .number(195)), LogField("y", .number(y)),
      ])
  }

  static let settings = [
    LogField("flick", .number(300)), LogField("way", .text("near")),
    LogField("start", .text("half")),
  ]

  static func answers(of subject: Subject) throws(SubjectError) -> SurfaceAnswers {
    try subject.answers(
      to: drag, rate: FrameRate(framesPerSecond: 120),
      screen: Planar(x: Points(390), y: Points(844)), settings: settings)
  }

  @Test(
    "a fault ends the run with an error that names the program and the fault",
    arguments: [
      Fault("ends", "it ended with the status 0"), Fault("dies", "it ended with the status 3"),
      Fault("protocol", "'other/9'"), Fault("settings", "'settings' of its 'hello'"),
      Fault("sundial", "give lines, own, driven"),
      Fault("garbage", "it wrote 'loading"), Fault("long", "more than 1048576 bytes"),
      Fault("nan", "not a JSON object"), Fault("null", "no number 'y'"),
      Fault("huge", "y = 1000000000"), Fault("late", "has the time"),
      Fault("phaseless", "no 'phase'"), Fault("twice", "has the time"),
      Fault("back", "comes after an event"), Fault("hand", "which Flickbook writes itself"),
      Fault("error", "'cannot go on'"), Fault("flood", "more than 100000 events"),
    ])
  func fault(_ fault: Fault) throws {
    let error = try #require(throws: SubjectError.self) {
      try Self.answers(of: Programs.follower(fault.mode))
    }
    #expect(error.description.hasPrefix("python3 follower.py mode=\(fault.mode): "), "\(error)")
    #expect(error.description.contains(fault.told), "\(error)")
    #expect(!error.description.contains("\n"))
  }

  @Test(
    "a program that does not answer is given up after its time limit",
    arguments: ["mute", "hangs", "deaf", "closes"])
  func silent(mode: String) throws {
    let error = try #require(throws: SubjectError.self) {
      try Self.answers(of: Programs.follower(mode, limit: 0.4))
    }
    #expect(error.description.contains("no answer within 0.4 s"), "\(error)")
  }

  @Test(
    "an error of a page is the message of its driver, and names neither a command nor 'subject'")
  func pageError() throws {
    var program = Programs.follower("error").program
    program.page = [LogField("page", .text("sheet.html"))]
    let error = try #require(throws: SubjectError.self) {
      try Self.answers(of: Subject(program))
    }
    #expect(error.description == "cannot go on")
  }

  @Test("the error has the last lines that the program printed on standard error")
  func printed() throws {
    let error = try #require(throws: SubjectError.self) {
      try Self.answers(of: Programs.follower("dies"))
    }
    #expect(
      error.description.hasSuffix("Its last lines on standard error: 'first', 'out of luck'."))
  }

  @Test("the processes that a program has started end with it")
  func noOrphan() throws {
    let child = "\(Programs.folder)/child.txt"
    try? FileManager.default.removeItem(atPath: child)
    _ = try #require(throws: SubjectError.self) {
      try Self.answers(of: Programs.follower("fork"))
    }
    let number = try String(contentsOfFile: child, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // A killed process needs a moment to end, and remains as a zombie until its parent asks for its status.
    var isGone = false
    for _ in 0..<1_000_000 where !isGone {
      let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)
      isGone = status?.contains("sleep") != true || status?.contains("State:\tZ") == true
    }
    #expect(isGone)
  }

  @Test("after an error, the next run has a new process")
  func restart() throws {
    let subject = Programs.follower("dies")
    for _ in 0..<3 {
      #expect(throws: SubjectError.self) { try Self.answers(of: subject) }
    }
    #expect(try subject.description().name == "follower")
  }

  @Test("a command that a file names does not run without permission, and starts nothing")
  func permission() throws {
    let mark = "\(Programs.folder)/ran.txt"
    let program = SubjectProgram(
      command: "touch ran.txt", folder: Programs.folder, location: "case.yml:3")
    let error = try #require(throws: SubjectError.self) { try Subject(program).description() }
    #expect(error.description.hasPrefix("case.yml:3: found the program 'touch ran.txt'"))
    #expect(error.description.contains("--allow-subjects"))
    #expect(!FileManager.default.fileExists(atPath: mark))
  }
}
