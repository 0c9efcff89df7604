import ArgumentParser
import Flickbook

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a word in the output of Flickbook, such as the reason of a decision.",
    discussion: HelpDetail.text(
      """
      The command explains every word that Flickbook prints: reasons, phases, targets, findings, measures, \
      settings, presets, estimators, units and terms. Without a word, it lists all words by kind, except for \
      settings and fields; 'flickbook scenario show' lists those.
      """,
      details: """
        The JSON has a line for each meaning of a word: word, kind, meaning and 'in' (the scenarios where the \
        word has this meaning; empty for all).
        """,
      example: """
        flickbook explain clampedToAdjacent
        flickbook explain damping ratio
        """,
      readOn: "docs/glossary.md"))

  @Argument(
    help: "The word or term to explain, spelled as in the output or the file.",
    completion: .words)
  var words: [String] = []

  @Flag(help: "Print one line of JSON for each meaning.")
  var json = false

  func run() throws {
    let all = try Explanation.all()
    guard !words.isEmpty else { return list(all) }
    let word = words.joined(separator: " ")
    let found = all.filter { $0.word == word }
    guard !found.isEmpty else {
      throw Failure.unknown(
        word, in: all.map { $0.word }, "flickbook explain: unknown word '\(word)'",
        otherwise: "'flickbook explain' lists all words.")
    }
    guard !json else { return found.forEach { printJSON($0.report.fields) } }
    var last = ""
    for explanation in found {
      // Print equal headings only once. A setting can have several meanings in the same scenarios, one for each release
      // rule.
      let heading = heading(of: explanation)
      say(heading == last ? "or, with another release rule:" : heading)
      say(wrapped(explanation.meaning, indent: 2))
      last = heading
      let estimator = allEstimators.first { $0.name == word }
      if explanation.kind == Explanation.estimator, let estimator { showParameters(of: estimator) }
    }
  }

  private func showParameters(of estimator: EstimatorDescription) {
    guard !estimator.parameters.isEmpty else { return say("  It has no parameters.") }
    say("  Parameters, for --estimator \(estimator.name):parameter=value,…:")
    let values = estimator.standardValues
    for setting in estimator.settings { say(setting.explanation(in: values)) }
  }

  private func heading(of explanation: Explanation) -> String {
    let scenarios =
      explanation.scenarios.isEmpty ? "" : " of \(explanation.scenarios.joined(separator: ", "))"
    return "\(explanation.word), \(explanation.kind)\(scenarios)"
  }

  private func list(_ all: [Explanation]) {
    guard !json else { return all.forEach { printJSON($0.report.fields) } }
    var kinds: [String] = []
    for explanation in all where !explanation.isListedElsewhere && !kinds.contains(explanation.kind)
    {
      kinds.append(explanation.kind)
    }
    for kind in kinds {
      var words: [String] = []
      for explanation in all where explanation.kind == kind && !words.contains(explanation.word) {
        words.append(explanation.word)
      }
      say("\(kind):")
      say(wrapped(words.joined(separator: ", "), indent: 2))
    }
  }
}
