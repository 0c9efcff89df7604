import ArgumentParser
import Flickbook
import Subjects

struct SubjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Connect your own program, check it, or show what it says about itself.",
    discussion: HelpDetail.text(
      """
      A subject is a program that reads JSON lines and answers with the position of a surface, or with the target of a \
      release. 'flickbook replay --subject COMMAND' replays recordings through it.
      """,
      example: """
        flickbook subject adapter javascript -o .
        flickbook subject check "node sheet.mjs"
        """,
      readOn: "docs/first-app.md"),
    subcommands: [SubjectAdapterCommand.self, Check.self, Show.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Find faults in how a program speaks the subject protocol.",
      discussion: HelpDetail.text(
        """
        \(SubjectFinding.Check.allCases.map(line).joined(separator: "\n"))

        The exit status is 1 if a fault was found.
        """,
        example: """
          flickbook subject check 'node sheet.mjs'
          """,
        readOn: "docs/subject-protocol.md"))

    @Argument(help: "The command of the program, in quotes.")
    var command: String

    @Option(help: "The number of random lines, up to 1000000.")
    var lines = 10_000

    @Option(help: "The seed of the random lines.")
    var seed: UInt64 = 1

    @Flag(help: "Print one line of JSON for each finding.")
    var json = false

    func run() throws {
      let lines = try checked("--lines", lines, 0...1_000_000, "a number")
      let subject = Subject(SubjectProgram(command: command))
      let activity = ActivityLine("checking the program")
      let findings = subject.findings(lines: lines, seed: seed)
      activity.end()
      for finding in findings {
        let (check, found) = (finding.check.rawValue, finding.found)
        show(
          [
            .data("check", check), .data("found", found),
            .note("\(Terminal.cross) \(check)  \(singleLine(found))"),
          ], json: json)
      }
      guard findings.isEmpty else { throw ExitCode(Failure.Status.differences.rawValue) }
      if !json { say("no fault found") }
    }

    private static func line(_ check: SubjectFinding.Check) -> String {
      check.rawValue + String(repeating: " ", count: 10 - check.rawValue.count) + check.meaning
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show what a program says about itself: its targets and settings.",
      discussion: HelpDetail.text(
        "",
        example: """
          flickbook subject show 'node sheet.mjs'
          """,
        readOn: "docs/subject-protocol.md"))

    @Argument(help: "The command of the program, in quotes.")
    var command: String

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
      let known = try Subject(SubjectProgram(command: command)).description()
      let version = known.version.isEmpty ? "" : " \(known.version)"
      var lines = ["\(known.name)\(version), a \(known.kind.rawValue)"]
      if !known.targets.isEmpty {
        lines.append("  targets: \(known.targets.joined(separator: ", "))")
      }
      lines += known.settings.map { setting in
        let unit = setting.unit.isEmpty ? "" : " \(setting.unit)"
        return "  \(setting.key) = \(setting.text(in: known.values))\(unit)  \(setting.meaning)"
      }
      lines += known.fields.map { field in
        let unit = field.unit.isEmpty ? "" : " [\(field.unit)]"
        return "  field \(field.key)\(unit)  \(field.meaning)"
      }
      show(
        Report(known.logFields) + Report(lines.map { .note(singleLine($0)) }), json: json)
    }
  }
}
