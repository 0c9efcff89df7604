import Flickbook

/// The question about the intent of a recording, and the parser of the answers.
struct LabelDialogue {
  /// The command that an answer stands for.
  enum Answer: Hashable {
    /// Set this intent: a target, or several targets separated by `|`.
    case meant(String)
    /// Keep the present label, and go to the next recording.
    case next
    /// Go back to the previous recording.
    case back
    /// End the dialogue.
    case end
    /// The answer is invalid; the text is a sentence with the reason.
    case unclear(String)
  }

  /// The targets of the scenario.
  var targets: [String]
  /// The present intent; nil if the recording has none.
  var intent: String?

  /// The text of the question, on one line.
  var question: String {
    let names = targets.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    let enter = intent.map { "Enter keeps \($0)" } ?? "Enter skips"
    return singleLine("Which target was intended? \(names); \(enter), b goes back, q quits:")
  }

  /// Parses the answer in a line.
  ///
  /// The line is empty (next), `b` (back), `q` (quit), or names a target by its name, by the beginning of its name or
  /// by its number. Several targets are separated by `|`.
  func answer(to line: String) -> Answer {
    let words = line.split(separator: " ").joined()
    if words.isEmpty { return .next }
    if !targets.contains(words) {
      if words == "b" { return .back }
      if words == "q" { return .end }
    }
    var meant: [String] = []
    for part in words.split(separator: "|", omittingEmptySubsequences: false) {
      let word = String(part)
      let beginnings = targets.filter { !word.isEmpty && $0.hasPrefix(word) }
      if targets.contains(word) {
        meant.append(word)
      } else if beginnings.count == 1 {
        meant.append(beginnings[0])
      } else if let number = Int(word), targets.indices.contains(number - 1) {
        meant.append(targets[number - 1])
      } else {
        let fault = fault(ofIntent: word, among: targets, of: "the scenario") ?? ""
        return .unclear(fault)
      }
    }
    return .meant(meant.joined(separator: "|"))
  }

  /// Asks the question until the answer is valid, or until the input ends, and returns the answer.
  func answer() -> Answer {
    while true {
      say(question, terminator: " ")
      do { try finishResults() } catch { return .end }
      guard let line = readLine() else {
        say()
        return .end
      }
      let answer = answer(to: line)
      guard case .unclear(let sentence) = answer else { return answer }
      say(singleLine(sentence))
    }
  }
}
