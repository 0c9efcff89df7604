import ArgumentParser
import Flickbook
import Subjects

struct SubjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Check your own program under test, or show what it says about itself.",
    discussion: """
      A subject is a program that reads JSON lines and answers with the position of a surface, or with the target of a \
      release. 'flickbook replay --subject COMMAND' replays recordings through it.
      """,
    subcommands: [Check.self, Show.self])

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Find faults in how a program speaks the subject protocol.",
      discussion: """
        \(SubjectFinding.Check.allCases.map(line).joined(separator: "\n"))

        The exit status is 1 if a fault was found.

        Example: flickbook subject check 'node sheet.mjs'
        """)

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
        guard !json else {
          let report: Report = [
            .data("check", finding.check.rawValue), .data("found", finding.found),
          ]
          printJSON(report.fields)
          continue
        }
        say("\(Terminal.cross) \(finding.check.rawValue)  \(singleLine(finding.found))")
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
      discussion: """
        Example: flickbook subject show 'node sheet.mjs'
        """)

    @Argument(help: "The command of the program, in quotes.")
    var command: String

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
      let known = try Subject(SubjectProgram(command: command)).description()
      if json { return printJSON(known.logFields) }
      let version = known.version.isEmpty ? "" : " \(known.version)"
      say("\(singleLine(known.name))\(singleLine(version)), a \(known.kind.rawValue)")
      if !known.targets.isEmpty {
        say("  targets: \(singleLine(known.targets.joined(separator: ", ")))")
      }
      for setting in known.settings {
        let unit = setting.unit.isEmpty ? "" : " \(setting.unit)"
        say(
          singleLine(
            "  \(setting.key) = \(setting.text(in: known.values))\(unit)  \(setting.meaning)"))
      }
      for field in known.fields {
        let unit = field.unit.isEmpty ? "" : " [\(field.unit)]"
        say(singleLine("  field \(field.key)\(unit)  \(field.meaning)"))
      }
    }
  }
}
