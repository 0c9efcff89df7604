import ArgumentParser
import Flickbook

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Evaluate settings of a study for another program, line by line.",
    discussion: HelpDetail.text(
      """
      The worker reads the corpus once, describes the study on standard output, and then answers each \
      line of JSON on standard input with a line of JSON, until the input ends:

        {"id":1,"evaluate":[{"spring.response":"0.35"}]}   evaluate settings, with every key of 'space'
        {"id":2,"points":[0,64]}                           evaluate points 0 to 63 of the study's search
        {"id":3,"judge":[[CARD,CARD]]}                     add up cards, and measure the sum

      A card is the result of one set of settings on a set of gestures. The first two requests also \
      take "part" (training or heldOut) and "gestures":[first,end], a slice of that part. The cards of \
      slices add up exactly to the card of the whole part. An invalid line is answered with "error", and \
      the worker continues.
      """,
      example: """
        flickbook worker study.yml < requests.jsonl
        """,
      readOn: "docs/tuning-at-scale.md"),
    shouldDisplay: false)

  @Argument(help: "The file of the study.", completion: .file())
  var study: String

  @OptionGroup var corpora: StudyCorpusOption
  @OptionGroup var threading: ThreadOptions

  func run() throws {
    let threads = try threading.checked()
    var session = WorkerSession(
      try loadedStudy(at: study, corpus: corpora.corpus), threads: threads)
    try say(session.ready)
    while let line = readLine() {
      if !isBlank(line) { try say(session.answer(to: line)) }
    }
  }

  /// Prints a line of JSON and flushes it, because the other program waits for the answer.
  private func say(_ report: Report) throws {
    printJSON(report.fields)
    try finishResults()
  }
}
