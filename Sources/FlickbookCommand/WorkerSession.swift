import CSystemCalls
import Flickbook
import StudyFiles

/// The line protocol of `flickbook worker`: the description of a study, and the answers to requests.
struct WorkerSession {
  /// The limit for the number of evaluators to keep; each further evaluator replaces the oldest.
  private static let most = 4
  /// The version of the line protocol.
  private static let protocolVersion = 1

  private let loaded: LoadedStudy
  private let threads: Int
  /// The evaluators for the parts of the corpus that were requested most recently.
  private var known: [(part: CorpusSplit.Part, gestures: Range<Int>, evaluator: StudyEvaluator)] =
    []

  init(_ loaded: LoadedStudy, threads: Int) {
    self.loaded = loaded
    self.threads = threads
  }

  /// Returns the answer to a line of the other program.
  mutating func answer(to line: String) throws -> Report {
    var id = LogValue.none
    do {
      let request = try Request(line, loaded.study)
      id = request.value["id"] ?? .none
      return [.data("id", id), .data("results", try results(of: request))]
    } catch let error as BadRequest {
      return [.data("id", id), fault("badRequest", error.message)]
    } catch {
      guard let failure = Failure(error) else { throw error }
      return [.data("id", id), fault("failed", failure.description)]
    }
  }

  private func fault(_ code: String, _ message: String) -> Report.Part {
    .data("error", [.data("code", code), .data("message", message)] as Report)
  }

  private mutating func results(of request: Request) throws -> [LogValue] {
    let study = loaded.study
    if case .list(let groups)? = request.value["judge"] {
      return try request.cards(groups).map { judged($0).logValue }
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
    let index = evaluator(part, gestures)
    let results = try known[index].evaluator.results(of: points, threads: threads)
    let keys = study.space.dimensions.map(\.key)
    return results.map { .fields($0.logFields(keys: keys)) }
  }

  private mutating func evaluator(_ part: CorpusSplit.Part, _ gestures: Range<Int>) -> Int {
    if let index = known.firstIndex(where: { $0.part == part && $0.gestures == gestures }) {
      return index
    }
    if known.count == Self.most { known.removeFirst() }
    known.append(
      (part, gestures, StudyEvaluator(loaded.study, part: part, gestures: gestures)))
    return known.count - 1
  }

  private func judged(_ cards: [Scorecard]) -> Report {
    let sum = Scorecard(sumOf: cards)
    let standing = loaded.study.goal.standing(of: sum)
    return [
      .data("card", LogValue.fields(sum.logFields)),
      .data("measures", Report(Measure.allCases.map { .data($0.rawValue, sum[$0]) })),
      .data("objectives", standing.values), .data("excess", standing.excess),
    ]
  }

  /// The line that describes the study.
  var ready: Report {
    let study = loaded.study
    let search: Report = [
      .data("method", study.plan.method.rawValue), .data("budget", study.plan.budget),
      .data("seed", "\(study.plan.seed)"),
    ]
    return [
      .data("ready", true), .data("protocol", Self.protocolVersion),
      .data("tool", flickbookVersion), .data("commit", String(cString: flickbook_commit())),
      .data("header", LogValue.fields(loaded.header.logFields)),
      .data("training", study.training.count), .data("heldOut", study.heldOut.count),
      .data("space", study.space.dimensions.map(report)),
      .data("objectives", study.goal.objectives.map(\.name)),
      .data(
        "constraints",
        study.goal.constraints.map { "\($0.measure.rawValue) ≤ \($0.measure.text($0.most))" }),
      .data("measures", Measure.allCases.map(\.rawValue)), .data("search", search),
      .data("points", loaded.points),
    ]
  }

  private func report(on dimension: SearchDimension) -> Report {
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
    var report: Report = [.data("key", dimension.key)]
    switch dimension.values {
    case .choice(let words):
      report += [.data("kind", "choice"), .data("values", words)]
    case .range(let range, let isLogarithmic):
      report += number(range, nil, isLogarithmic)
    case .steps(let range, let step): report += number(range, step, false)
    }
    return report + [.data("default", standard), .data("unit", unit)]
  }

  private func number(
    _ range: ClosedRange<Double>, _ step: Double?, _ isLogarithmic: Bool
  ) -> Report {
    [
      .data("kind", "number"), .data("low", range.lowerBound), .data("high", range.upperBound),
      .data("step", step), .data("log", isLogarithmic),
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
