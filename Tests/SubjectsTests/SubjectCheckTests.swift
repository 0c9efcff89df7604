import Testing

@testable import Subjects

@Suite("Checks of subjects", .enabled(if: Programs.hasPython, "needs python3"))
struct SubjectCheckTests {
  @Test("a program without faults has no findings")
  func faultless() {
    #expect(Programs.follower().findings(lines: 2_000).map(\.found) == [])
    #expect(Programs.follower("silent").findings(lines: 100).map(\.found) == [])
  }

  @Test(
    "each fault is found by its check",
    arguments: [
      ("protocol", SubjectFinding.Check.hello), ("remembers", .same), ("rate", .split),
      ("forever", .rest), ("strict", .random), ("dies", .same),
    ])
  func fault(mode: String, check: SubjectFinding.Check) {
    let found = Programs.follower(mode).findings(lines: 500)
    #expect(found.contains { $0.check == check }, "\(found)")
  }

  @Test("checks that a page fails by its nature are left out, and no others")
  func page() {
    // This surface moves differently at another frame rate, and ends at an unknown line, as a page may.
    #expect(SubjectFinding.Check.leftOut(for: .driven) == [.split, .random])
    #expect(Programs.follower("driven").findings(lines: 100).map(\.found) == [])
    #expect(SubjectFinding.Check.leftOut(for: .lines) == [])
  }

  @Test("a rule without faults has no findings")
  func faultlessRule() {
    #expect(Programs.rule().findings(lines: 2_000).map(\.found) == [])
  }

  @Test(
    "each fault of a rule is found by its check",
    arguments: [
      ("remembers", SubjectFinding.Check.same), ("dies", .same), ("together", .batch),
      ("stays", .targets), ("unknown", .targets), ("bounds", .settings), ("strict", .random),
    ])
  func faultOfRule(mode: String, check: SubjectFinding.Check) {
    let found = Programs.rule(mode).findings(lines: 500)
    #expect(found.first?.check == check, "\(found)")
  }

  @Test("a setting whose name is taken is refused with the reason")
  func takenName() {
    let found = Programs.rule("taken").findings(lines: 0)
    #expect(found.map(\.check) == [.hello], "\(found)")
    let told = found.first?.found ?? ""
    #expect(told.contains("'projection' is taken"), "\(found)")
    #expect(told.contains("choose another name, such as 'own-projection'"), "\(found)")
  }

  @Test("a check ends after the first answer that takes too long")
  func timeOut() {
    for subject in [Programs.follower("hangs", limit: 0.3), Programs.rule("hangs", limit: 0.3)] {
      let found = subject.findings(lines: 1_000)
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.found.contains("no answer within 0.3 s") == true, "\(found)")
    }
  }

  @Test("random lines are the same for the same seed")
  func seeds() {
    let found = (0..<2).map { _ in Programs.follower("strict").findings(lines: 500, seed: 7) }
    #expect(found[0] == found[1])
  }
}
