import ArgumentParser
import Flickbook
import Subjects

struct SubjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subject",
    abstract: "Connect your own program, check it, or show how it describes itself.",
    discussion: HelpDetail.text(
      """
      A subject is a program that reads JSON lines and answers with the position of a surface, or with the target of a \
      release. 'flickbook replay --subject COMMAND' replays recordings through the program. A web page is a subject, \
      too, if a YAML file names it, as in 'subject: {page: index.html}'.
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

        Checks that a page, or a program with its own clock, cannot pass are left out; the output names them.

        The exit status is 1 if a fault was found.
        """,
        example: """
          flickbook subject check 'node sheet.mjs'
          flickbook subject check --config sheet.yml --allow-subjects
          """,
        readOn: "docs/subject-protocol.md"))

    @OptionGroup var named: NamedSubject

    @Option(help: "The number of random lines, up to 1000000.")
    var lines = 10_000

    @Option(help: "The seed of the random lines.")
    var seed: UInt64 = 1

    @Flag(help: "Print one line of JSON for each finding.")
    var json = false

    func run() throws {
      let lines = try checked("--lines", lines, 0...1_000_000, "a number")
      let subject = Subject(try named.program())
      let activity = ActivityLine("checking the program")
      let findings = subject.findings(lines: lines, seed: seed)
      activity.end()
      let clock = (try? subject.description())?.clock ?? .lines
      let leftOut = SubjectFinding.Check.leftOut(for: clock).map(\.rawValue)
      if !json, !leftOut.isEmpty {
        say(
          "left out, because its clock is '\(clock.rawValue)': \(leftOut.joined(separator: ", "))")
      }
      for finding in findings {
        let (check, found) = (finding.check.rawValue, finding.found)
        show(
          [
            .data("check", check), .data("found", found),
            .note("\(Terminal.cross) \(check)  \(singleLine(found))"),
          ], json: json)
      }
      guard findings.isEmpty else { throw ExitCode.differences }
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
          flickbook subject show --config sheet.yml --allow-subjects
          """,
        readOn: "docs/subject-protocol.md"))

    @OptionGroup var named: NamedSubject

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
      let known = try Subject(named.program()).description()
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

/// The program to check or to show: a shell command, or the program or page that a file names.
struct NamedSubject: ParsableArguments {
  @Argument(help: "The command of the program, in quotes.")
  var command: String?

  @Option(
    help: "A YAML file that names the program in its key 'subject', such as a case.yml.",
    completion: .file())
  var config: String?

  func program() throws -> SubjectProgram {
    switch (command, config) {
    case (let command?, nil): return SubjectProgram(command: command)
    case (nil, let path?):
      guard let program = try requestFile(at: path).subject else {
        throw Failure(
          .badInput, at: path, "there is no key 'subject'", "add one with a command or a page")
      }
      return program
    case (nil, nil):
      throw Failure(
        .usage, at: "flickbook subject", "found no program", "give its command, or --config")
    case (.some, .some):
      throw Failure(.usage, at: "--config", "found with a command", "give one of them")
    }
  }
}
