import ArgumentParser
import Flickbook

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review changed cases interactively, and accept or reject their new runs.",
    discussion: HelpDetail.text(
      """
      The command asks once for each group of cases that changed for the same cause; you can also decide \
      case by case. An accepted run is written at once, with a reason that you enter once for each group. A \
      rejected case keeps failing until you fix the program or the settings; its run from 'flickbook \
      test --pending' is removed. A skipped case comes up again in the next review. The exit status is \
      0 if every case was accepted, and 1 otherwise.

      Without a terminal, use 'flickbook test' to list the groups and 'flickbook accept --group ID' to \
      accept a group.
      """,
      example: """
        flickbook review Recordings
        """,
      readOn: "docs/review.md"))

  @OptionGroup var selection: CaseOptions

  func run() throws {
    try require(
      Terminal.isInput && Terminal.isOutput, at: "flickbook review",
      "there is no terminal for questions",
      "'flickbook test' lists the groups, and 'flickbook accept --group ID --because …' accepts one"
    )
    let results = CaseResults(of: try selection.chosenCases())
    say(results.summary)
    var review = ReviewDialogue(results: results)
    review.walk()
    if let failure = review.failure { throw failure }
    if review.rejected > 0 {
      say("\(count(review.rejected, "case")) rejected; fix the program or the settings")
    }
    if review.open > 0 { say("\(count(review.open, "case")) not decided yet") }
    guard review.open + review.rejected == 0 else {
      throw ExitCode.differences
    }
    if review.accepted > 0 { say("all decided; \(count(review.accepted, "case")) accepted") }
  }
}
