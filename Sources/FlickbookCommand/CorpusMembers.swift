import ArgumentParser
import Flickbook

/// The argument and options that name the recordings of a corpus.
struct CorpusMembers<Options: RequestOptions>: ParsableArguments {
  @Argument(
    help: "Recordings, or folders of recordings or cases. (default: Recordings)",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var source: CorpusSource<Options>

  /// Reads the recordings, and returns a finding for each recording that cannot be read.
  func read() throws -> (members: [CorpusMember], unreadable: [CorpusFinding]) {
    let paths = paths.isEmpty ? ["Recordings"] : paths
    let given = try source.someRecordings(in: paths)
    // Compute the targets before the recordings are read, so that an impossible setting ends the command instead of
    // becoming a finding about a recording.
    let targets = try given.map { one in try one.request?.targets() }
    let reading = source.source
    let results = given.read { one in
      Result { () throws in
        var loaded = try loadedRecording(
          at: one.path, description: reading.desc, device: reading.device, within: one.root)
        try reading.axes.add(to: &loaded.recording, at: one.path)
        var member = CorpusMember(
          name: one.path, recording: loaded.recording, scenario: one.request?.scenario)
        member.startContradiction = one.request?.startContradiction(with: loaded.recording)
        return member
      }
    }
    var members: [CorpusMember] = []
    var unreadable: [CorpusFinding] = []
    for (recording, (result, targets)) in zip(given, zip(results, targets)) {
      switch result {
      case .success(var member):
        member.targets = targets
        members.append(member)
      case .failure(let error):
        // Use the message as it is, because it already begins with the path.
        unreadable.append(CorpusFinding(.unreadable, [recording.path], "\(error)"))
      }
    }
    return (members, unreadable)
  }

  /// Reads the recordings, or throws the error of the first recording that cannot be read.
  func readAll() throws -> [CorpusMember] {
    let (members, unreadable) = try read()
    if let first = unreadable.first { throw Failure(.badInput, first.message) }
    return members
  }
}

/// The options that control how a corpus is split.
struct CorpusSplitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The fraction of the groups to hold out, above 0 and below 1.")
  var heldOut = 0.2

  @Option(help: "The seed of the random choice of groups.")
  var seed: UInt64 = 1

  func split(by name: String) throws -> CorpusSplit {
    let group: CorpusSplit.Group = try checked("--by", name)
    try require(
      heldOut > 0 && heldOut < 1, at: "--held-out", "found \(plain(heldOut))",
      "give a fraction above 0 and below 1")
    return CorpusSplit(by: group, heldOut: heldOut, seed: seed)
  }
}

extension CorpusMember {
  /// The label of the recording.
  var label: RecordingLabel {
    RecordingLabel(intent: intent, person: person, session: session, start: start)
  }

  /// The recording and its labels, as a row of the table and as JSON.
  var report: Report {
    [
      .value("recording", name), .data("scenario", scenario), .value("intent", intent),
      .value("person", person), .value("session", session), .data("start", start),
      .value("device", device), .data("gesture", gesture),
    ]
  }
}
