import ArgumentParser
import CSystemCalls
import Flickbook
import StudyFiles
import WorkerThreads

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Evaluate settings of a study for another program, line by line.",
    discussion: """
      The worker reads the corpus once, describes the study on standard output, and then answers each \
      line of JSON on standard input with a line of JSON, until the input ends:

        {"id":1,"evaluate":[{"spring.response":"0.35"}]}   evaluate settings, with every key of the space
        {"id":2,"points":[0,64]}                           evaluate points 0 to 63 of the study's search
        {"id":3,"judge":[[CARD,CARD]]}                     add up cards, and measure the sum

      A card is the result of one set of settings on a set of gestures. The first two requests also \
      take "part" (training or heldOut) and "gestures":[first,end], a slice of that part. The cards of \
      slices add up exactly to the card of the whole part. An invalid line is answered with "error", and \
      the worker continues.

      Example: flickbook worker study.yml < requests.jsonl
      """,
    shouldDisplay: false)

  @Argument(help: "The file of the study.", completion: .file())
  var study: String

  @OptionGroup var corpora: StudyCorpusOption
  @OptionGroup var threading: ThreadOptions

  /// The version of the line protocol.
  private static let protocolVersion = 1

  func run() throws {
    let threads = try threading.checked()
    let loaded = try loadedStudy(at: study, corpus: corpora.corpus)
    var evaluators = Evaluators(loaded, threads: threads)
    try say(ready(loaded))
    while let line = readLine(strippingNewline: true) {
      guard !line.allSatisfy(\.isWhitespace) else { continue }
      var id = LogValue.none
      let answer: LogField
      do {
        let request = try Request(line, loaded.study)
        id = request.value["id"] ?? .none
        answer = LogField("results", .list(try evaluators.results(of: request)))
      } catch let error as BadRequest {
        answer = fault("badRequest", error.message)
      } catch let failure as Failure {
        answer = fault("failed", failure.description)
      }
      try say([LogField("id", id), answer])
    }
  }

  private func fault(_ code: String, _ message: String) -> LogField {
    LogField(
      "error", .fields([LogField("code", .text(code)), LogField("message", .text(message))]))
  }

  /// Prints a line of JSON and flushes it, because the other program waits for the answer.
  private func say(_ fields: [LogField]) throws(Failure) {
    printJSON(fields)
    try finishResults()
  }

  private func ready(_ loaded: LoadedStudy) -> [LogField] {
    let study = loaded.study
    return [
      LogField("ready", .flag(true)), LogField("protocol", .integer(Self.protocolVersion)),
      LogField("tool", .text(flickbookVersion)),
      LogField("commit", .text(String(cString: flickbook_commit()))),
      LogField("header", .fields(loaded.header.logFields)),
      LogField("training", .integer(study.training.count)),
      LogField("heldOut", .integer(study.heldOut.count)),
      LogField("space", .list(study.space.dimensions.map { .fields(fields(of: $0, loaded)) })),
      LogField("objectives", .list(study.goal.objectives.map { .text($0.name) })),
      LogField(
        "constraints",
        .list(
          study.goal.constraints.map {
            .text("\($0.measure.rawValue) ≤ \($0.measure.text($0.most))")
          })),
      LogField("measures", .list(Measure.allCases.map { .text($0.rawValue) })),
      LogField(
        "search",
        .fields([
          LogField("method", .text(study.plan.method.rawValue)),
          LogField("budget", .integer(study.plan.budget)),
          LogField("seed", .text("\(study.plan.seed)")),
        ])), LogField("points", .integer(loaded.points)),
    ]
  }

  private func fields(of dimension: SearchDimension, _ loaded: LoadedStudy) -> [LogField] {
    let request = loaded.request
    let known = (try? request.tunableSettings())?.first { $0.key == dimension.key }
    var (standard, unit) = ("", known?.unit ?? "")
    switch known?.value {
    case .number(let number, _): standard = TriedValue(number).text
    case .word(let text, _), .text(let text): standard = text
    case nil: break
    }
    if dimension.key == "preset" { standard = request.preset ?? "" }
    if let setting = RequestOption.named(dimension.key)?.setting, known == nil {
      (standard, unit) = (setting.text(in: request), setting.unit)
    }
    var fields = [LogField("key", .text(dimension.key))]
    switch dimension.values {
    case .choice(let words):
      fields += [
        LogField("kind", .text("choice")), LogField("values", .list(words.map { .text($0) })),
      ]
    case .range(let range, let isLogarithmic):
      fields += number(range, nil, isLogarithmic)
    case .steps(let range, let step): fields += number(range, step, false)
    }
    return fields + [LogField("default", .text(standard)), LogField("unit", .text(unit))]
  }

  private func number(
    _ range: ClosedRange<Double>, _ step: Double?, _ isLogarithmic: Bool
  ) -> [LogField] {
    [
      LogField("kind", .text("number")), LogField("low", .number(range.lowerBound)),
      LogField("high", .number(range.upperBound)),
      LogField("step", step.map { .number($0) } ?? .none), LogField("log", .flag(isLogarithmic)),
    ]
  }
}

/// The error that reports an invalid request.
private struct BadRequest: Error {
  var message: String

  init(_ found: String, _ next: String) { message = "worker: found \(found); \(next)." }
}

/// A request: one line of input.
private struct Request {
  var value: LogValue
  var study: Study

  init(_ line: String, _ study: Study) throws(BadRequest) {
    self.study = study
    do throws(FileError) {
      value = .fields(try logDocument(in: Array(line.utf8), path: "worker"))
    } catch { throw BadRequest("no JSON object", "send one on each line") }
  }

  func part() throws(BadRequest) -> CorpusSplit.Part {
    switch value["part"]?.asText ?? "training" {
    case "training": return .training
    case "heldOut": return .heldOut
    case let name: throw BadRequest("the part '\(excerpt(of: name))'", "give training or heldOut")
    }
  }

  func range(_ key: String, of all: Int) throws(BadRequest) -> Range<Int>? {
    guard let field = value[key] else { return nil }
    guard case .list(let ends) = field, ends.count == 2, let first = ends[0].asWhole,
      let end = ends[1].asWhole, first >= 0, first <= end, end <= all
    else { throw BadRequest("no range in \(key)", "give [first,end] within 0 to \(all)") }
    return first..<end
  }

  /// Reads the values of a point, one for each key of the search space.
  func point(_ row: LogValue) throws(BadRequest) -> [String] {
    guard case .fields(let fields) = row else {
      throw BadRequest("settings that are not an object", "give an object of keys and values")
    }
    let keys = study.space.dimensions.map(\.key)
    if let other = fields.first(where: { !keys.contains($0.key) }) {
      throw BadRequest("'\(excerpt(of: other.key))', which is not varied", "leave it out")
    }
    return try study.space.dimensions.map { dimension throws(BadRequest) in
      guard let text = row[dimension.key].flatMap(Self.text), dimension.contains(text) else {
        throw BadRequest(
          "no value of \(dimension.key) that the study allows", "give one for every key")
      }
      return text
    }
  }

  func cards(_ groups: [LogValue]) throws(BadRequest) -> [[Scorecard]] {
    try groups.map { group throws(BadRequest) in
      guard case .list(let items) = group else {
        throw BadRequest("cards that are not a list", "give lists of cards")
      }
      return try items.map { item throws(BadRequest) in
        guard let card = Scorecard(item) else {
          throw BadRequest("an invalid card", "give cards as 'evaluate' answers them")
        }
        return card
      }
    }
  }

  private static func text(_ value: LogValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): TriedValue(number).text
    case .flag(let flag): flag ? "true" : "false"
    case .none, .list, .fields: nil
    }
  }
}

/// The evaluators for the parts of the corpus that were requested most recently.
private struct Evaluators {
  /// The largest number of evaluators to keep; each further evaluator replaces the oldest.
  private static let most = 4

  private let loaded: LoadedStudy
  private let threads: Int
  private var known: [(part: CorpusSplit.Part, gestures: Range<Int>, evaluator: StudyEvaluator)] =
    []

  init(_ loaded: LoadedStudy, threads: Int) {
    self.loaded = loaded
    self.threads = threads
  }

  mutating func results(of request: Request) throws -> [LogValue] {
    let study = loaded.study
    if case .list(let groups)? = request.value["judge"] {
      return try request.cards(groups).map(judged)
    }
    let part = try request.part()
    let all = study.recordings(of: part).count
    let gestures = try request.range("gestures", of: all) ?? 0..<all
    let points: [[String]]
    if let range = try request.range("points", of: loaded.points) {
      points = range.map { study.plan.point($0, in: study.space) }
    } else if case .list(let rows)? = request.value["evaluate"] {
      points = try rows.map { row throws(BadRequest) in try request.point(row) }
    } else {
      throw BadRequest("no request", "give evaluate, points or judge")
    }
    let index = ready(part, gestures)
    let results = try orEvaluationFailure {
      try known[index].evaluator.results(of: points, threads: threads)
    }
    let keys = study.space.dimensions.map(\.key)
    return results.map { .fields($0.logFields(keys: keys)) }
  }

  private mutating func ready(_ part: CorpusSplit.Part, _ gestures: Range<Int>) -> Int {
    if let index = known.firstIndex(where: { $0.part == part && $0.gestures == gestures }) {
      return index
    }
    if known.count == Self.most { known.removeFirst() }
    known.append(
      (part, gestures, StudyEvaluator(loaded.study, part: part, gestures: gestures)))
    return known.count - 1
  }

  private func judged(_ cards: [Scorecard]) -> LogValue {
    let sum = Scorecard(sumOf: cards)
    let standing = loaded.study.goal.standing(of: sum)
    return .fields([
      LogField("card", .fields(sum.logFields)),
      LogField(
        "measures",
        .fields(Measure.allCases.map { LogField($0.rawValue, .number(sum[$0])) })),
      LogField("objectives", .list(standing.values.map { .number($0) })),
      LogField("excess", .list(standing.excess.map { .number($0) })),
    ])
  }
}

/// The option for the number of threads.
struct ThreadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The number of threads; it does not change the results. (default: all processors)")
  var threads: Int?

  func checked() throws(Failure) -> Int {
    guard let threads else { return processorCount }
    guard (1...1_024).contains(threads) else {
      throw Failure(.usage, "--threads: found \(threads); give a number from 1 to 1024.")
    }
    return threads
  }
}
