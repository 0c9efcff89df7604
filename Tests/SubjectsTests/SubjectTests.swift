import Foundation
import FrameLogs
import GestureReplay
import Quantities
import ReleaseRules
import Synchronization
import Testing
import TouchInput

@testable import Subjects

@Suite("Subjects")
struct SubjectTests {
  static let rates = [1, 30, 60, 90, 120, 240, 1_000].map { FrameRate(framesPerSecond: $0) }

  @Test("a script asks for each frame once, after all input up to its time", arguments: rates)
  func script(rate: FrameRate) throws {
    let script = SubjectScript(HostileSubjectTests.drag, rate: rate)
    var lastInput = -1.0
    var asked: [Double] = []
    for part in script.parts {
      for line in part.lines.bytes.split(separator: UInt8(ascii: "\n")) {
        let found: [LogField] = try #require(JSONReader.fields(in: line))
        let fields = LogValue.fields(found)
        guard case .list(let times)? = fields["times"] else {
          let time = try #require(fields["time"]?.asNumber)
          #expect(time >= lastInput && asked.allSatisfy { $0 < time })
          lastInput = time
          continue
        }
        asked += times.compactMap { $0.asNumber }
      }
    }
    #expect(asked.count == script.frameCount)
    for (index, time) in asked.enumerated() {
      #expect((time - Double(index) * 1e6 / rate.framesPerSecond).magnitude < 1e-6)
    }
    #expect(rate.time(ofFrame: script.frameCount) >= script.lastInput)
  }

  @Test(
    "the motion does not depend on the frame rate",
    .enabled(if: Programs.hasPython, "needs python3"))
  func split() throws {
    let subject = Programs.follower()
    func answers(_ rate: Double) throws -> SurfaceAnswers {
      try subject.answers(
        to: HostileSubjectTests.drag, rate: FrameRate(framesPerSecond: rate),
        screen: Planar(x: Points(390), y: Points(844)), settings: HostileSubjectTests.settings)
    }
    let (coarse, fine) = (try answers(60), try answers(240))
    for (index, frame) in coarse.frames.enumerated() where index * 4 < fine.frames.count {
      let other = fine.frames[index * 4].frame
      #expect((frame.frame.position.y - other.position.y).magnitude < Points(1e-9))
    }
    #expect(coarse.events == fine.events)
    #expect(coarse.frames.last?.frame.position.y == Points(68))
  }

  @Test(
    "'reset' has the time of the last input", .enabled(if: Programs.hasPython, "needs python3"))
  func lastInput() throws {
    let answers = try HostileSubjectTests.answers(of: Programs.follower("last"))
    let last = HostileSubjectTests.drag.map(\.microseconds).max()
    #expect(answers.events.first?.payload == [LogField("last", .integer(Int(last ?? 0)))])
  }

  @Test(
    "subjects with the same command share a process, whichever files name them",
    .enabled(if: Programs.hasPython, "needs python3"))
  func sharedProcess() throws {
    let starts = "\(Programs.folder)/starts.txt"
    try? FileManager.default.removeItem(atPath: starts)
    for files in [[], ["follower.py"], ["rule.py"]] {
      var program = Programs.follower("starts").program
      program.files = files
      program.folder =
        files.isEmpty
        ? Programs.folder
        : "\(Programs.folder)/../\(URL(filePath: Programs.folder).lastPathComponent)"
      _ = try HostileSubjectTests.answers(of: Subject.shared(program))
    }
    #expect(try String(contentsOfFile: starts, encoding: .utf8) == "start\n")
  }

  @Test(
    "several threads use a subject at a time, and get the same answers",
    .enabled(if: Programs.hasPython, "needs python3"))
  func threads() async throws {
    let subject = Programs.follower()
    let first = try HostileSubjectTests.answers(of: subject).frames.map(\.frame.position)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try HostileSubjectTests.answers(of: subject).frames.map(\.frame.position) == first
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test(
    "'hello' gives the settings their types, ranges and defaults",
    .enabled(if: Programs.hasPython, "needs python3"))
  func settings() throws {
    let known = try Programs.follower().description()
    #expect(known.settings.map { $0.text(in: known.values) } == ["300", "near", "half"])
    var values = known.values
    #expect(known.settings[0].set("5000", in: &values) && values.number("flick") == 5_000)
    #expect(
      !known.settings[0].set("5001", in: &values) && !known.settings[1].set("far", in: &values))
    #expect(known.hasY && !known.hasX && known.targets == ["half", "full"])
  }
}
