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

  @Test("random lines are the same for the same seed")
  func seeds() {
    let found = (0..<2).map { _ in Programs.follower("strict").findings(lines: 500, seed: 7) }
    #expect(found[0] == found[1])
  }
}
