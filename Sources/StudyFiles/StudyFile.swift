package import CaseFolders
import FrameLogs
import InteractionScenarios
import Quantities
package import Tuning
import YAMLNodes

/// A study read from a file.
///
/// The keys are `flickbook: study/1`, `corpus`, `split`, `space`, `objectives`, `constraints`, `repetitions`,
/// `resemble`, `margin`, `search`, `name` and `note`. The keys of a replay request, such as `scenario`, `preset` and
/// `set`, are allowed too and override those of the cases.
package struct StudyFile: Sendable {
  /// The required value of the key `flickbook`.
  package static let kind = "study/1"

  /// The name of the study; nil if the file has none.
  package var title: String?
  /// The paths of recordings and folders; paths in the file are relative to the folder of the file.
  package var corpus: [String] = []
  /// The division of the corpus into training and held-out parts; nil if nothing is held out.
  package var split: CorpusSplit?
  /// The line of each varied setting in the file, for error messages.
  package var lines: [String: Int] = [:]
  /// The space, the goal and the plan of the search, without gestures.
  package var study: Study
  /// The settings and options that apply to all recordings.
  package var request: RequestFile
}

/// The largest size of a study file, in bytes.
///
/// We chose 64 KiB because a study that varies every setting has about 4 KiB.
private let largestStudy = 65_536

/// Whether the file at `path` has a line `flickbook: study/…`, which marks a study.
package func isStudyFile(_ path: String) -> Bool {
  guard kindOfFile(at: path) == .file else { return false }
  do throws(FileError) {
    let text = String(decoding: try fileBytes(at: path, atMost: largestStudy), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.split(separator: " ")
      return words.first == "flickbook:" && words.dropFirst().first?.contains("study/") == true
    }
  } catch { return false }
}

/// Reads the study at `path`.
///
/// If `corpus` is not empty, its paths replace the paths in the file.
///
/// - Throws: `FileError` if the file cannot be read or is not a valid study, with the line of the problem.
package func studyFile(
  at path: String, corpus: [String] = []
) throws(FileError) -> StudyFile {
  let text = String(decoding: try fileBytes(at: path, atMost: largestStudy), as: UTF8.self)
  return try studyFile(in: text, path: path, corpus: corpus)
}

/// Reads a study from YAML text.
///
/// `path` is the path of the file with the text; errors show it, and paths in the text are relative to its folder.
/// If `corpus` is not empty, its paths replace the paths in the text.
///
/// - Throws: `FileError.malformed` with the line of the problem.
package func studyFile(
  in text: String, path: String, corpus: [String] = []
) throws(FileError) -> StudyFile {
  guard let mapping = try requestMapping(in: text, path: path) else {
    throw .malformed(path: path, line: nil, found: "nothing", expected: "a study")
  }
  var reader = StudyReader(path: path, corpus: corpus)
  for (key, value) in mapping { try reader.read(key, value) }
  return try reader.study()
}

/// Reads the keys of a study one by one.
private struct StudyReader {
  private let yaml: YAMLReader
  private var request: RequestReader
  private var isMarked = false
  private var title: String?
  private var corpus: [String]
  /// Whether the caller gave the paths of the recordings, which replace the paths in the file.
  private let hasCorpus: Bool
  private var split: CorpusSplit?
  private var dimensions: [SearchDimension] = []
  private var lines: [String: Int] = [:]
  private var objectives: [Objective] = []
  private var constraints: [Constraint] = []
  private var plan = SearchPlan(.sobol, budget: 1_000)
  private var planLine: Int?
  private var repetitions: [Repetition] = []
  private var reference: [Assignment]?
  private var margin: (points: Points, node: Node)?

  private static let keys = [
    "flickbook", "corpus", "split", "space", "objectives", "constraints", "repetitions", "resemble",
    "margin", "search", "name", "note",
  ]

  init(path: String, corpus: [String]) {
    (self.corpus, hasCorpus) = (corpus, !corpus.isEmpty)
    yaml = YAMLReader(path: path)
    request = RequestReader(path: path)
  }

  mutating func read(_ key: Node, _ value: Node) throws(FileError) {
    switch key.string ?? "" {
    case "flickbook":
      let kind = value.string ?? ""
      guard kind == StudyFile.kind else { throw yaml.wrong(value, "\(StudyFile.kind)") }
      isMarked = true
    case "corpus":
      guard !hasCorpus else { break }
      for path in try words(value, "the path of a recording or a folder") {
        corpus.append(try yaml.path(named: path, line: value.mark?.line))
      }
    case "split": try readSplit(value)
    case "space":
      for (key, value) in try yaml.mapping(value, "settings with their values") {
        let name = try yaml.word(key, "the key of a setting")
        dimensions.append(SearchDimension(name, try values(value, of: name)))
        lines[name] = key.mark?.line
      }
    case "objectives":
      objectives = []
      for node in value.sequence.map(Array.init) ?? [value] {
        objectives.append(try objective(node))
      }
    case "constraints":
      for (key, value) in try yaml.mapping(value, "measures with their upper bounds") {
        let most = try yaml.number(value, "the unit of the measure")
        constraints.append(Constraint(try choice("measure", key), atMost: most))
      }
    case "repetitions": try readRepetitions(value)
    case "resemble": try readReference(value)
    case "margin":
      margin = (Points(try yaml.number(value, in: 0.001...1_000, "points")), value)
    case "search": try readPlan(value)
    case "name": title = try yaml.word(value, "a name")
    case "note": break
    default:
      guard RequestReader.keys.contains(key.string ?? "") else {
        throw yaml.unknown("key", key.string ?? "", key, among: Self.keys + RequestReader.keys)
      }
      try request.read(key, value)
    }
  }

  mutating func study() throws(FileError) -> StudyFile {
    func missing(_ what: String) -> FileError {
      .malformed(path: yaml.path, line: nil, found: "a study without \(what)", expected: "\(what):")
    }
    guard isMarked else { throw missing("flickbook: \(StudyFile.kind)") }
    guard !corpus.isEmpty else { throw missing("corpus") }
    guard !dimensions.isEmpty else { throw missing("space") }
    guard !objectives.isEmpty else { throw missing("objectives") }
    try request.takePreset(of: request.file.scenario)
    let goal = Goal(objectives, constraints: constraints)
    if let measure = goal.measures.first(where: \.needsReference), reference == nil {
      throw .malformed(
        path: yaml.path, line: nil, found: "\(measure.rawValue) without a reference",
        expected: "'resemble: {preset: NAME}' or 'resemble: {set: {…}}'")
    }
    if goal.measures.contains(.flips), repetitions.isEmpty {
      throw .malformed(
        path: yaml.path, line: nil, found: "the measure flips without repetitions",
        expected: "'repetitions: {noise: 1, times: 2}' or 'repetitions: {hz: [60, 90]}'")
    }
    if let margin, !goal.measures.contains(.marginShortfall) {
      throw .malformed(
        path: yaml.path, line: margin.node.mark?.line,
        found: "a margin that no measure uses",
        expected: "\(Measure.marginShortfall.rawValue) among the objectives or constraints")
    }
    let space = SearchSpace(dimensions)
    try check(space)
    return StudyFile(
      title: title, corpus: corpus, split: split, lines: lines,
      study: Study(
        training: [], space: space, goal: goal, plan: plan, repetitions: repetitions,
        reference: reference, margin: margin?.points ?? Study.standardMargin),
      request: request.file)
  }

  /// Throws an error if the search method cannot search the space within the budget.
  private func check(_ space: SearchSpace) throws(FileError) {
    switch plan.method {
    case .grid:
      if let open = space.dimensions.first(where: { $0.count == nil }) {
        throw .malformed(
          path: yaml.path, line: lines[open.key],
          found: "'\(open.key)' without steps, in a grid search",
          expected: "'step:', or a method other than grid")
      }
      guard let count = space.gridCount, count > plan.budget else { return }
      throw .malformed(
        path: yaml.path, line: planLine,
        found: "a grid of \(count < .max ? "\(count)" : "more than 10¹⁸") points with a budget of "
          + "\(plan.budget)", expected: "larger steps, or a larger budget")
    case .sobol:
      guard space.dimensions.count > SobolSequence.mostDimensions else { return }
      throw .malformed(
        path: yaml.path, line: planLine,
        found: "\(space.dimensions.count) settings with the method sobol",
        expected: "at most \(SobolSequence.mostDimensions), or 'method: random'")
    case .random: break
    }
  }

  // MARK: Parts

  private func words(_ node: Node, _ expected: String) throws(FileError) -> [String] {
    guard let list = node.sequence else { return [try yaml.word(node, expected)] }
    var words: [String] = []
    for item in list { words.append(try yaml.word(item, expected)) }
    return words
  }

  private func whole(
    _ node: Node, _ range: ClosedRange<Int>, _ what: String
  ) throws(FileError) -> Int {
    guard let number = node.string.flatMap({ Int($0) }), range.contains(number) else {
      throw yaml.wrong(node, "\(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func seedNumber(_ node: Node) throws(FileError) -> UInt64 {
    guard let seed = node.string.flatMap(UInt64.init) else {
      throw yaml.wrong(node, "a whole number, 0 or more")
    }
    return seed
  }

  private mutating func readSplit(_ node: Node) throws(FileError) {
    let mapping = try yaml.mapping(node, "'by', 'heldOut' and 'seed'")
    try yaml.check(mapping, keys: ["by", "heldOut", "seed"])
    let group = try mapping["by"].map { node throws(FileError) -> CorpusSplit.Group in
      try choice("group", node)
    }
    let heldOut = try mapping["heldOut"].map { share throws(FileError) in
      try yaml.number(share, in: 0.001...0.999, "a fraction")
    }
    let seed = try mapping["seed"].map { node throws(FileError) in try seedNumber(node) }
    split = CorpusSplit(by: group ?? .person, heldOut: heldOut ?? 0.2, seed: seed ?? 1)
  }

  /// Reads the values of a setting: a range, a list, or a text in the syntax of `--vary`.
  private func values(_ node: Node, of key: String) throws(FileError) -> SearchDimension.Values {
    let expected = "'{from: LOW, to: HIGH}', optionally with 'step:' or 'log: true', or a list"
    if node.sequence != nil {
      let words = try words(node, "a value")
      guard (1...SearchDimension.mostValues).contains(words.count) else {
        throw yaml.wrong(node, "1 to \(SearchDimension.mostValues) values")
      }
      return .choice(words)
    }
    guard let mapping = node.mapping else {
      do throws(VariedSettingError) {
        return try SearchDimension(varying: "\(key)=\(node.string ?? "")").values
      } catch { throw yaml.wrong(node, expected) }
    }
    try yaml.check(mapping, keys: ["from", "to", "step", "log"])
    guard let from = mapping["from"], let to = mapping["to"] else {
      throw yaml.wrong(node, expected)
    }
    let (low, high) = (
      try yaml.number(from, "the unit of the setting"),
      try yaml.number(to, "the unit of the setting")
    )
    guard low < high else { throw yaml.wrong(to, "more than \(plain(low))") }
    let isLogarithmic = mapping["log"]?.string == "true"
    if let log = mapping["log"], !["true", "false"].contains(log.string ?? "") {
      throw yaml.wrong(log, "true or false")
    }
    if let step = mapping["step"] {
      guard !isLogarithmic else { throw yaml.wrong(step, "either 'step' or 'log', not both") }
      let size = try yaml.number(step, "the unit of the setting")
      guard size > 0, (high - low) / size <= Double(SearchDimension.mostValues) else {
        throw yaml.wrong(
          step,
          "a step above 0 that fits at most \(SearchDimension.mostValues) times into the range")
      }
      return .steps(low...high, step: size)
    }
    if isLogarithmic, low <= 0 { throw yaml.wrong(from, "more than 0, because of 'log: true'") }
    return .range(low...high, isLogarithmic: isLogarithmic)
  }

  /// Reads the name of a case of `Choice`; `what` describes such a name in an error.
  private func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, _ node: Node
  ) throws(FileError) -> Choice {
    let names = Choice.allCases.map(\.rawValue)
    let name = try yaml.word(node, names.joined(separator: ", "))
    guard let choice = Choice(rawValue: name) else {
      throw yaml.unknown(what, name, node, among: names)
    }
    return choice
  }

  private func objective(_ node: Node) throws(FileError) -> Objective {
    guard let mapping = node.mapping else { return Objective(try choice("measure", node)) }
    var terms: [Objective.Term] = []
    for (key, value) in mapping {
      let weight = try yaml.number(value, "a weight above 0")
      guard weight > 0 else { throw yaml.wrong(value, "a weight above 0") }
      terms.append(Objective.Term(try choice("measure", key), weight: weight))
    }
    guard !terms.isEmpty else { throw yaml.wrong(node, "a measure") }
    return Objective(sumOf: terms)
  }

  private mutating func readRepetitions(_ node: Node) throws(FileError) {
    let mapping = try yaml.mapping(node, "'noise', 'times', 'seed' and 'hz'")
    try yaml.check(mapping, keys: ["noise", "times", "seed", "hz"])
    let times = try mapping["times"].map { node throws(FileError) in
      try whole(node, 1...100, "a number of repetitions")
    }
    let seed = try mapping["seed"].map { node throws(FileError) in try seedNumber(node) } ?? 1
    if let noise = mapping["noise"] {
      let most = Points(try yaml.number(noise, in: 0.001...100, "points"))
      for repetition in 0..<(times ?? 1) {
        repetitions.append(.noise(most, seed: seed &+ UInt64(repetition)))
      }
    } else if let node = mapping["times"] {
      throw yaml.wrong(node, "'noise:' in points, together with 'times:'")
    }
    guard let rates = mapping["hz"] else { return }
    for node in rates.sequence.map(Array.init) ?? [rates] {
      let rate = try yaml.number(node, in: FrameRate.range, "frames per second")
      repetitions.append(.rate(FrameRate(framesPerSecond: rate)))
    }
  }

  private mutating func readReference(_ node: Node) throws(FileError) {
    let mapping = try yaml.mapping(node, "'preset' and 'set'")
    try yaml.check(mapping, keys: ["preset", "set"])
    var all: [Assignment] = []
    if let preset = mapping["preset"] {
      all.append(Assignment(key: "preset", value: try yaml.word(preset, "the name of a preset")))
    }
    if let set = mapping["set"] {
      all += try yaml.settings(set).map {
        Assignment(key: $0.key, value: $0.value, location: "\(yaml.path):\($0.line)")
      }
    }
    guard !all.isEmpty else { throw yaml.wrong(node, "'preset:' or 'set:'") }
    reference = all
  }

  private mutating func readPlan(_ node: Node) throws(FileError) {
    let mapping = try yaml.mapping(node, "'method', 'budget' and 'seed'")
    try yaml.check(mapping, keys: ["method", "budget", "seed"])
    planLine = node.mark?.line
    let method = try mapping["method"].map { node throws(FileError) -> SearchMethod in
      try choice("method", node)
    }
    let budget = try mapping["budget"].map { node throws(FileError) in
      try whole(node, 1...SearchPlan.mostPoints, "a number of points")
    }
    let seed = try mapping["seed"].map { node throws(FileError) in try seedNumber(node) }
    plan = SearchPlan(method ?? .sobol, budget: budget ?? 1_000, seed: seed ?? 1)
  }
}
