import ArgumentParser
import Flickbook
import Glibc
import StudyFiles

struct ShardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard",
    abstract: "Do one part of a study, for machines that share nothing but a folder.",
    discussion: """
      All parts together, put together by 'flickbook merge', are the journal that 'flickbook tune' \
      writes on one machine, byte for byte. A part that is there already and whole is left as it is, \
      so that a job may be run again. --index and --of are taken from SLURM_ARRAY_TASK_ID and \
      SLURM_ARRAY_TASK_COUNT, or JOB_COMPLETION_INDEX, where they are not given; a job array counts \
      from 0.

      --cut trials gives each part some of the points and all gestures; --cut gestures all points and \
      some of the gestures, of which a part then reads no others.

      Example: flickbook shard study.yml --index 3 --of 16 -o shards/3.jsonl
      """)

  @Argument(help: "The file of the study.", completion: .file())
  var study: String

  @Option(parsing: .unconditional, help: "The number of the part, from 0.")
  var index: Int?

  @Option(parsing: .unconditional, help: "How many parts there are.")
  var of: Int?

  @Option(help: "Along what the study is cut: trials or gestures.")
  var cut = "trials"

  @Option(
    name: [.short, .customLong("output")], help: "The file of the part.", completion: .file())
  var output: String

  @OptionGroup var threading: ThreadOptions

  func run() async throws {
    let threads = try threading.checked()
    let shard = try shard()
    let loaded = try await loadedStudy(at: study)
    if kindOfFile(at: output).exists {
      let there: ShardFile
      do throws(FileError) { there = try shardFile(at: output) } catch {
        throw Failure(
          .inputOutput,
          "\(output): it is there and no whole shard; remove it, or name another file.")
      }
      guard there.shard == shard, there.header == loaded.header, there.points == loaded.points
      else {
        throw Failure(
          .inputOutput,
          "\(output): found a shard of something else; remove it, or name another file.")
      }
      return printError("\(output): it is there already, whole.")
    }
    try orFail { () throws(FileError) in try checkPlace(ofFile: output, over: .ours) }
    let trials = shard.trials(of: loaded.points)
    var evaluator = StudyEvaluator(
      loaded.study, part: .training, gestures: shard.gestures(of: loaded.study.training.count))
    var results: [TrialResult] = []
    var progress = StudyProgress(goal: loaded.study.goal, total: trials.count, known: 0)
    let size = loaded.batch(of: evaluator.gestureCount)
    while results.count < trials.count {
      let first = trials.lowerBound + results.count
      let points = (first..<min(first + size, trials.upperBound)).map {
        loaded.study.plan.point($0, in: loaded.study.space)
      }
      let found = try await orEvaluationFailure {
        try await evaluator.results(of: points, threads: threads)
      }
      results += found
      progress.note(found)
      progress.show(results.count)
    }
    progress.clear()
    let file = ShardFile(
      path: output, shard: shard, header: loaded.header, points: loaded.points, results: results)
    try orFail { () throws(FileError) in
      try writeFile(file.bytes, at: output, over: .ours, readers: loaded.readers)
    }
  }

  private func shard() throws(Failure) -> Shard {
    guard let cut = ShardCut(rawValue: cut) else {
      throw Failure(.usage, "--cut: found '\(cut)'; give trials or gestures.")
    }
    let index = index ?? number("SLURM_ARRAY_TASK_ID") ?? number("JOB_COMPLETION_INDEX")
    guard let count = of ?? number("SLURM_ARRAY_TASK_COUNT"), (1...1_000_000).contains(count)
    else {
      throw Failure(
        .usage,
        "--of: found \(of.map { "\($0)" } ?? "none"); give how many parts there are, up to "
          + "1000000.")
    }
    guard let index, (0..<count).contains(index) else {
      throw Failure(
        .usage,
        "--index: found \(index.map { "\($0)" } ?? "none"); give a number from 0 to "
          + "\(count - 1).")
    }
    return Shard(cut, index: index, of: count)
  }

  private func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the parts of a study together into its journal.",
    discussion: """
      The journal is that of one search on one machine, byte for byte; 'flickbook tune STUDY.yml' \
      then judges it. A part that is missing, there twice, of another study or not whole is named.

      Example: flickbook merge shards/*.jsonl -o study.journal.jsonl
               flickbook tune study.yml
      """)

  @Argument(help: "The files of all parts.", completion: .file())
  var shards: [String]

  @Option(name: [.short, .customLong("output")], help: "The journal.", completion: .file())
  var output: String

  @Flag(help: "Write over a file that is there.")
  var force = false

  func run() throws {
    let over: Overwriting = force ? .anything : .ours
    try orFail { () throws(FileError) in
      try checkPlace(ofFile: output, over: over)
      var files: [ShardFile] = []
      for path in shards { files.append(try shardFile(at: path)) }
      try writeFile(
        try merged(files), at: output, over: over, readers: Readers(ofAll: shards))
    }
  }
}
