import ArgumentParser
import Flickbook

struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Label recordings, and synthesize, list, check and split folders of them.",
    discussion: HelpDetail.text(
      "",
      example: """
        flickbook corpus synth 200 --people 8 --set start=half -o people
        flickbook corpus check people --scenario sheet --by person
        """,
      readOn: "docs/first-tuning.md"),
    subcommands: [LabelCommand.self, List.self, Check.self, Split.self, CorpusSynthCommand.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List recordings with their labels, and count them.",
      discussion: HelpDetail.text(
        """
        A table of the recordings is followed by counts for each intent, person, session and device. \
        --csv prints the table as comma-separated values; you can edit this table and pass it to 'flickbook \
        corpus label --table'. The JSON has a line for each recording: recording, scenario, intent, person, \
        session, start, device and gesture (an identifier, which is the same for all copies of a gesture).
        """,
        example: """
          flickbook corpus list traces --csv > labels.csv
          """,
        readOn: "docs/tuning.md"))

    @OptionGroup var corpus: CorpusMembers<NoOptions>

    @Flag(help: "Print only the counts.")
    var counts = false

    @Flag(help: "Print a table of comma-separated values.")
    var csv = false

    @Flag(help: "Print one line of JSON for each recording.")
    var json = false

    func run() throws {
      try require(
        [counts, csv, json].count(where: { $0 }) <= 1, at: "--counts, --csv, --json",
        "found several", "give one of them")
      let members = try corpus.readAll()
      if json { return members.forEach { printJSON($0.report.fields) } }
      if csv {
        let rows = members.enumerated().map { index, member in
          LabelTable.Row(
            line: index + 2, recording: member.name, label: member.label)
        }
        return print(String(decoding: LabelTable(rows: rows).text, as: UTF8.self), terminator: "")
      }
      if !counts {
        let report: Report = [.table("recordings", members.map(\.report))]
        say("\(report.text)\n")
      }
      say(count(members.count, "recording"))
      for (title, key) in columns { printCounts(title, members.map(key)) }
    }

    private var columns: [(String, (CorpusMember) -> String?)] {
      [
        ("intent", { $0.intent }), ("person", { $0.person }),
        ("session", { member in member.session.map { "\(member.person ?? "") \($0)" } }),
        ("device", { $0.device }),
      ]
    }

    private func printCounts(_ title: String, _ values: [String?]) {
      var counts: [String: Int] = [:]
      for value in values { counts[value ?? "", default: 0] += 1 }
      let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { key, number in
        "\(key.isEmpty ? "unlabelled" : key) \(number)"
      }
      let shown = words.prefix(24).joined(separator: ", ")
      let more = words.count > 24 ? " and \(words.count - 24) more" : ""
      say(wrapped(singleLine("by \(title): \(shown)\(more)"), indent: 2, hanging: 2))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Find missing, impossible or contradictory labels, and gestures that occur more than once.",
      discussion: HelpDetail.text(
        """
        Copies of a gesture are found even if their files have different formats. \
        With --by, the command also reports recordings without a person or session, and gestures that \
        'flickbook corpus split' would put into both parts. The intent of a recording that belongs to no case is checked \
        against the targets of --scenario. The exit status is 1 if there is any finding. 'flickbook explain \
        WORD' explains a kind of finding.
        """,
        details: """
          The JSON has a line for each finding: kind (missingIntent, impossibleIntent, otherStart, \
          contradiction, duplicate, missingGroup, leakage or unreadable), recordings and message.
          """,
        example: """
          flickbook corpus check traces --scenario sheet --by person
          """,
        readOn: "docs/tuning.md"))

    @OptionGroup var corpus: CorpusMembers<SettingOptions>

    @Option(help: "The groups that a split keeps together: person, session or recording.")
    var by: String?

    @OptionGroup var splitting: CorpusSplitOptions

    @Flag(help: "Print one line of JSON for each finding.")
    var json = false

    func run() throws {
      let split = try by.map { name in try splitting.split(by: name) }
      let (members, unreadable) = try corpus.read()
      let findings = unreadable + corpusFindings(in: members, split: split)
      let unchecked = members.count { $0.intent != nil && $0.targets == nil }
      if unchecked > 0 {
        printError(
          "\(count(unchecked, "intent")) not checked against targets; give --scenario to check them."
        )
      }
      for finding in findings {
        let text = finding.kind == .unreadable ? finding.message : finding.description
        show(
          [
            .data("kind", finding.kind.rawValue), .data("recordings", finding.names),
            .data("message", finding.message), .note(singleLine(text)),
          ], json: json)
      }
      if !json {
        say(
          "\(count(members.count + unreadable.count, "recording")), \(count(findings.count, "finding"))"
        )
      }
      if !findings.isEmpty { throw ExitCode.differences }
    }
  }

  struct Split: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Split recordings into a training part and a held-out part.",
      discussion: HelpDetail.text(
        """
        All recordings of a person (or session, see --by) are in the same part, which depends only on \
        the seed and the names. With --part, only the paths of that part are printed. The JSON has a \
        line for each recording: part, recording, person and session.
        """,
        example: """
          flickbook corpus split traces --by person --part training
          """,
        readOn: "docs/tuning.md"))

    @OptionGroup var corpus: CorpusMembers<NoOptions>

    @Option(help: "The groups that the split keeps together: person, session or recording.")
    var by = "person"

    @OptionGroup var splitting: CorpusSplitOptions

    @Option(help: "Print only the paths of this part: training or held-out.")
    var part: String?

    @Flag(help: "Print one line of JSON for each recording.")
    var json = false

    func run() throws {
      let source = corpus.source.source
      let given = [("--desc", source.desc != nil), ("--axis", !source.axes.axes.isEmpty)]
      if let unused = given.first(where: { $0.1 })?.0 {
        throw Failure(
          .usage, at: unused, "this option has no effect on the parts of a split", "leave it out")
      }
      let split = try splitting.split(by: by)
      let wanted: CorpusSplit.Part? = try part.map { try checked("--part", $0) }
      let members = try corpus.readAll()
      let parts = split.parts(of: members)
      try require(
        parts.contains(.heldOut), .badInput, at: "\(corpus.paths.joined(separator: " "))",
        "a split by \(by) needs at least two \(by)s",
        "label the recordings with 'flickbook corpus label --\(by == "session" ? by : "person")'")
      for (member, part) in zip(members, parts) where wanted == nil || part == wanted {
        let space = String(repeating: " ", count: max(0, 10 - part.rawValue.count))
        let side = wanted == nil ? part.rawValue + space : ""
        show(
          [
            .data("part", part.rawValue), .data("recording", member.name),
            .data("person", member.person), .data("session", member.session),
            .note(singleLine(side + member.name)),
          ], json: json)
      }
    }
  }
}
