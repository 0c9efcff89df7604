import ArgumentParser
import Flickbook

struct CorpusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: "Label recordings, and list, check and split folders of them.",
    subcommands: [LabelCommand.self, List.self, Check.self, Split.self])

  /// The recordings of a corpus, read.
  struct Members<Options: RequestOptions>: ParsableArguments {
    @Argument(
      help: "Recordings, or folders with them or with cases. (default: Recordings)",
      completion: .file())
    var paths: [String] = []

    @OptionGroup var source: CorpusSource<Options>

    /// The members, and what is wrong with those that cannot be read.
    func read() async throws(Failure) -> (members: [CorpusMember], unreadable: [CorpusFinding]) {
      let paths = paths.isEmpty ? ["Recordings"] : paths
      let given = try source.recordings(in: paths)
      guard !given.isEmpty else {
        throw Failure(
          .noInput,
          "\(paths.joined(separator: " ")): there is no recording in it; give another folder.")
      }
      let all = zip(given, try source.targets(of: given)).map { (given: $0, targets: $1) }
      let reading = source.source
      let line = ProgressLine("recordings", of: given.count)
      defer { line.clear() }
      let results = await parallelResults(of: all, progress: line.show) { one in
        Result { () throws(Failure) in
          var loaded: LoadedRecording
          do throws(LoadError) {
            loaded = try loadedRecording(
              at: one.given.path, description: reading.desc, device: reading.device,
              within: one.given.root)
          } catch { throw Failure(error) }
          try reading.axes.add(to: &loaded.recording, at: one.given.path)
          var member = CorpusMember(
            name: one.given.path, recording: loaded.recording,
            scenario: one.given.request?.scenario,
            targets: one.targets)
          member.startContradiction = one.given.request?.startContradiction(with: loaded.recording)
          return member
        }
      }
      var members: [CorpusMember] = []
      var unreadable: [CorpusFinding] = []
      for (recording, result) in zip(given, results) {
        switch result {
        case .success(let member): members.append(member)
        case .failure(let error):
          // What went wrong says where itself.
          unreadable.append(CorpusFinding(.unreadable, [recording.path], error.description))
        }
      }
      return (members, unreadable)
    }

    /// The members; the first that cannot be read is an error.
    func readAll() async throws(Failure) -> [CorpusMember] {
      let (members, unreadable) = try await read()
      if let first = unreadable.first { throw Failure(.badInput, first.message) }
      return members
    }
  }

  /// How a corpus is divided.
  struct SplitOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: "The share of the groups that is held out, above 0 and below 1.")
    var heldOut = 0.2

    @Option(help: "What the choice of groups starts from.")
    var seed: UInt64 = 1

    func split(by name: String) throws(Failure) -> CorpusSplit {
      guard let group = CorpusSplit.Group(rawValue: name) else {
        let known = CorpusSplit.Group.allCases.map(\.rawValue)
        let near = nearestName(to: name, in: known).map { "did you mean '\($0)'?" }
        throw Failure(
          .usage, "--by: found '\(name)'; \(near ?? "use one of \(known.joined(separator: ", ")).")"
        )
      }
      guard heldOut > 0, heldOut < 1 else {
        throw Failure(
          .usage, "--held-out: found \(plain(heldOut)); give a share above 0 and below 1.")
      }
      return CorpusSplit(by: group, heldOut: heldOut, seed: seed)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List recordings with what is said of them, and count them.",
      discussion: """
        After the table it counts the recordings by target, person, session and device. The JSON is \
        a line for each recording: recording, scenario, intent, person, session, start, device, gesture \
        (the same for copies of a gesture in any format). --csv writes a table to be filled in for \
        'flickbook corpus label --table'.

        Example: flickbook corpus list traces --csv > labels.csv
        """)

    @OptionGroup var corpus: Members<NoOptions>

    @Flag(help: "Print only the counts.")
    var counts = false

    @Flag(help: "Print a table of comma-separated values.")
    var csv = false

    @Flag(help: "Print one line of JSON for each recording.")
    var json = false

    func run() async throws {
      guard [counts, csv, json].count(where: { $0 }) <= 1 else {
        throw Failure(.usage, "--counts, --csv, --json: found several; give one of them.")
      }
      let members = try await corpus.readAll()
      if json { return members.forEach { printJSON($0.logFields) } }
      if csv {
        let rows = members.enumerated().map { index, member in
          LabelTable.Row(
            line: index + 2, recording: member.name,
            label: RecordingLabel(
              intent: member.intent, person: member.person, session: member.session,
              start: member.start))
        }
        return print(String(decoding: LabelTable(rows: rows).text, as: UTF8.self), terminator: "")
      }
      if !counts {
        let none = Terminal.dash
        let rows = members.map {
          [$0.name, $0.intent ?? none, $0.person ?? none, $0.session ?? none, $0.device]
        }
        say(alignedTable([["recording", "intent", "person", "session", "device"]] + rows) + "\n")
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
        "\(key.isEmpty ? "nobody said" : key) \(number)"
      }
      let shown = words.prefix(24).joined(separator: ", ")
      let more = words.count > 24 ? " and \(words.count - 24) more" : ""
      say(wrapped(singleLine("by \(title): \(shown)\(more)"), indent: 2, hanging: 2))
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find labels that are missing, impossible or contradictory, copies, and leaks.",
      discussion: """
        The same gesture with different labels, or twice, is found in whatever format it lies. With \
        --by it also finds recordings of nobody, and gestures that are on both sides of the split. \
        Labels of recordings that lie alone are checked against the targets of --scenario. The exit \
        status is 1 when something is found.

        The JSON is a line for each finding: kind (missingIntent, impossibleIntent, otherStart, \
        contradiction, duplicate, missingGroup, leakage, unreadable), recordings, message. 'flickbook explain WORD' \
        explains a kind.

        Example: flickbook corpus check traces --scenario sheet --by person
        """)

    @OptionGroup var corpus: Members<SettingOptions>

    @Option(help: "What is never divided: person, session or recording.")
    var by: String?

    @OptionGroup var splitting: SplitOptions

    @Flag(help: "Print one line of JSON for each finding.")
    var json = false

    func run() async throws {
      let split = try by.map { name throws(Failure) in try splitting.split(by: name) }
      let (members, unreadable) = try await corpus.read()
      let findings = unreadable + corpusFindings(in: members, split: split)
      let unchecked = members.count { $0.intent != nil && $0.targets == nil }
      if unchecked > 0 {
        printError(
          "\(count(unchecked, "intent")) not checked against targets; name a --scenario to check them."
        )
      }
      for finding in findings {
        if json {
          printJSON([
            LogField("kind", .text(finding.kind.rawValue)),
            LogField("recordings", .list(finding.names.map { .text($0) })),
            LogField("message", .text(finding.message)),
          ])
        } else {
          say(singleLine(finding.kind == .unreadable ? finding.message : finding.description))
        }
      }
      if !json {
        say(
          "\(count(members.count + unreadable.count, "recording")), \(count(findings.count, "finding"))"
        )
      }
      if !findings.isEmpty { throw ExitCode(Failure.Status.differences.rawValue) }
    }
  }

  struct Split: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Divide recordings into those to learn from and those that are held out.",
      discussion: """
        All of a person, or of a sitting, are on one side, which depends on the seed and the names \
        and on nothing else. With --part it prints only the paths of that side. The JSON is a line \
        for each recording: part, recording, person, session.

        Example: flickbook tune $(flickbook corpus split traces --by person --part training) …
        """)

    @OptionGroup var corpus: Members<NoOptions>

    @Option(help: "What is never divided: person, session or recording.")
    var by = "person"

    @OptionGroup var splitting: SplitOptions

    @Option(help: "Print only the paths of this side: training or held-out.")
    var part: String?

    @Flag(help: "Print one line of JSON for each recording.")
    var json = false

    func run() async throws {
      let source = corpus.source.source
      let given = [("--desc", source.desc != nil), ("--axis", !source.axes.axes.isEmpty)]
      if let unused = given.first(where: { $0.1 })?.0 {
        throw Failure(
          .usage, "\(unused): it does not change which part a recording is in; leave it out.")
      }
      let split = try splitting.split(by: by)
      let wanted = try part.map { name throws(Failure) in
        guard let part = CorpusSplit.Part(rawValue: name) else {
          throw Failure(.usage, "--part: found '\(name)'; give training or held-out.")
        }
        return part
      }
      let members = try await corpus.readAll()
      let parts = split.parts(of: members)
      guard parts.contains(.heldOut) else {
        throw Failure(
          .badInput,
          "\(corpus.paths.joined(separator: " ")): there are not two of a \(by) to divide; say whose "
            + "recordings they are with 'flickbook corpus label --\(by == "session" ? by : "person")'."
        )
      }
      for (member, part) in zip(members, parts) where wanted == nil || part == wanted {
        if json {
          printJSON([
            LogField("part", .text(part.rawValue)), LogField("recording", .text(member.name)),
            LogField("person", member.person.map { .text($0) } ?? .none),
            LogField("session", member.session.map { .text($0) } ?? .none),
          ])
        } else {
          let side = part.rawValue
          let space = String(repeating: " ", count: max(0, 10 - side.count))
          say(singleLine(wanted == nil ? "\(side)\(space)\(member.name)" : member.name))
        }
      }
    }
  }
}

extension CorpusMember {
  /// The recording, for programs.
  var logFields: [LogField] {
    func word(_ text: String?) -> LogValue { text.map { .text($0) } ?? .none }
    return [
      LogField("recording", .text(name)), LogField("scenario", word(scenario)),
      LogField("intent", word(intent)), LogField("person", word(person)),
      LogField("session", word(session)), LogField("start", word(start)),
      LogField("device", .text(device)),
      LogField("gesture", .text(gesture)),
    ]
  }
}
