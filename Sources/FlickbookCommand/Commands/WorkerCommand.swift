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
      do {
        let request = try Request(line, loaded)
        id = request.id
        let results = try evaluators.results(of: request)
        try say([LogField("id", id), LogField("results", .list(results))])
      } catch let error as BadRequest {
        try say([
          LogField("id", error.id),
          LogField(
            "error",
            .fields([
              LogField("code", .text("badRequest")), LogField("message", .text(error.message)),
            ])),
        ])
      } catch let failure as Failure {
        try say([
          LogField("id", id),
          LogField(
            "error",
            .fields([
              LogField("code", .text("failed")), LogField("message", .text(failure.description)),
            ])),
        ])
      }
    }
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
  var id: LogValue
  var message: String
}

/// A request: one line of input.
private struct Request {
  enum Asked {
    case evaluate([[String]], CorpusSplit.Part, Range<Int>)
    case judge([[Scorecard]])
  }

  var id: LogValue
  var asked: Asked

  init(_ line: String, _ loaded: LoadedStudy) throws(BadRequest) {
    let value: LogValue
    do throws(FileError) {
      value = .fields(try logDocument(in: Array(line.utf8), path: "worker"))
    } catch {
      throw BadRequest(id: .none, message: "worker: found no JSON object; send one on each line.")
    }
    id = value["id"] ?? .none
    let reader = RequestLine(id: id, value: value, study: loaded.study)
    if case .list(let groups)? = value["judge"] {
      asked = .judge(try reader.cards(groups))
      return
    }
    let part = try reader.part()
    let all = loaded.study.recordings(of: part).count
    let gestures = try reader.range("gestures", of: all) ?? 0..<all
    if let points = try reader.range("points", of: loaded.points) {
      let study = loaded.study
      asked = .evaluate(points.map { study.plan.point($0, in: study.space) }, part, gestures)
    } else if case .list(let rows)? = value["evaluate"] {
      asked = .evaluate(
        try rows.map { row throws(BadRequest) in try reader.point(row) }, part, gestures)
    } else {
      throw reader.bad("no request", "give evaluate, points or judge")
    }
  }
}

/// The reader of the fields of a request.
private struct RequestLine {
  var id: LogValue
  var value: LogValue
  var study: Study

  func bad(_ found: String, _ next: String) -> BadRequest {
    BadRequest(id: id, message: "worker: found \(found); \(next).")
  }

  func part() throws(BadRequest) -> CorpusSplit.Part {
    switch value["part"]?.asText ?? "training" {
    case "training": return .training
    case "heldOut": return .heldOut
    case let name: throw bad("the part '\(excerpt(of: name))'", "give training or heldOut")
    }
  }

  func range(_ key: String, of all: Int) throws(BadRequest) -> Range<Int>? {
    guard let field = value[key] else { return nil }
    guard case .list(let ends) = field, ends.count == 2, let first = ends[0].asWhole,
      let end = ends[1].asWhole, first >= 0, first <= end, end <= all
    else { throw bad("no range in \(key)", "give [first,end] within 0 to \(all)") }
    return first..<end
  }

  /// Reads the values of a point, one for each key of the search space.
  func point(_ row: LogValue) throws(BadRequest) -> [String] {
    guard case .fields(let fields) = row else {
      throw bad("settings that are not an object", "give an object of keys and values")
    }
    let keys = study.space.dimensions.map(\.key)
    if let other = fields.first(where: { !keys.contains($0.key) }) {
      throw bad("'\(excerpt(of: other.key))', which is not varied", "leave it out")
    }
    return try study.space.dimensions.map { dimension throws(BadRequest) in
      guard let text = row[dimension.key].flatMap(Self.text), dimension.contains(text) else {
        throw bad("no value of \(dimension.key) that the study allows", "give one for every key")
      }
      return text
    }
  }

  func cards(_ groups: [LogValue]) throws(BadRequest) -> [[Scorecard]] {
    try groups.map { group throws(BadRequest) in
      guard case .list(let items) = group else {
        throw bad("cards that are not a list", "give lists of cards")
      }
      return try items.map { item throws(BadRequest) in
        guard let card = Scorecard(item) else {
          throw bad("an invalid card", "give cards as 'evaluate' answers them")
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
    let keys = loaded.study.space.dimensions.map(\.key)
    switch request.asked {
    case .judge(let groups): return groups.map(judged)
    case .evaluate(let points, let part, let gestures):
      let index = ready(part, gestures)
      let results = try orEvaluationFailure {
        try known[index].evaluator.results(of: points, threads: threads)
      }
      return results.map { .fields($0.logFields(keys: keys)) }
    }
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
    var sum = Scorecard()
    for card in cards { sum.add(card) }
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
