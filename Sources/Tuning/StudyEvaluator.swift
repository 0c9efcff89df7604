public import InteractionScenarios
import Quantities
import TouchInput

#if !$Embedded
  import WorkerThreads

  /// The gestures of a part of a study, prepared for evaluation at any point of the study's search space.
  ///
  ///     var evaluator = StudyEvaluator(study, part: .training)
  ///     let results = try evaluator.results(of: points, threads: 2)
  ///
  /// The results depend neither on the number of threads nor on which points are evaluated in one call.
  public struct StudyEvaluator: Sendable {
    /// The gestures, converted from events to samples with one combination of values of the `fixed` settings.
    private struct Prepared: Sendable {
      var values: [String]
      var base: Evaluator
      var repetitions: [Evaluator]
      /// The outcome of each gesture with the reference settings; empty without a reference.
      var reference: [Outcome]
    }

    /// The maximum number of elements in `prepared`; the element that was added first is dropped first.
    ///
    /// We chose 8 because few studies compare more than eight estimators, and because an element takes about 100 kB per
    /// gesture.
    private static let mostPrepared = 8
    /// The number of points of the search space in one chunk, the unit of work of a thread.
    ///
    /// We chose 64 points and 64 gestures because evaluating such a chunk takes about 10 ms, so that all threads finish
    /// at about the same time.
    private static let rows = 64
    /// The number of points in one chunk if a replay takes about a second, so that each core has a replay.
    private static let slowRows = 1
    /// The number of gestures in one chunk.
    private static let block = 64

    private let study: Study
    private let recordings: [LabelledRecording]
    /// The indices in `study.space` of the request options, such as `estimator`.
    ///
    /// These options affect how the events of a gesture are converted to samples, so each combination of their values
    /// needs its own ``Prepared``.
    private let fixed: [Int]
    /// The indices in `study.space` of all other settings, which can change without reading the events again.
    private let free: [Int]
    private var prepared: [Prepared] = []

    /// Creates an evaluator for the gestures of a part of `study`.
    ///
    /// If `range` is not nil, the evaluator has only the gestures whose index in the part is in `range`. Traps if
    /// `range` exceeds the gestures of the part.
    public init(_ study: Study, part: CorpusSplit.Part, gestures range: Range<Int>? = nil) {
      self.study = study
      let all = study.recordings(of: part)
      recordings = Array(all[range ?? all.indices])
      let dimensions = study.space.dimensions
      fixed = dimensions.indices.filter { ReplayRequest.isRequestOption(dimensions[$0].key) }
      free = dimensions.indices.filter { !ReplayRequest.isRequestOption(dimensions[$0].key) }
    }

    /// The number of gestures that the evaluator replays at each point.
    public var gestureCount: Int { recordings.count }

    /// Evaluates all gestures at each of `points`.
    ///
    /// - Parameters:
    ///   - points: Points of the search space; a point has the values of the settings in the order of the space.
    ///   - listsWrong: Whether the results list the gestures with wrong targets, which takes about 500 bytes for each
    ///     gesture and point.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    /// - Returns: A result for each point, in the order of the points.
    /// - Throws: ``EvaluatorError`` for the first gesture that cannot be evaluated.
    public mutating func results(
      of points: [[String]], listsWrong: Bool = false, threads: Int = 8
    ) throws -> [TrialResult] {
      // To find the gestures with wrong targets, give each gesture its own scorecard.
      let groups = listsWrong ? Array(recordings.indices) : recordings.map { _ in 0 }
      let found = try cards(
        of: points, in: groups, groupCount: (groups.last ?? 0) + 1, threads: threads)
      return zip(points, found).map { values, found in
        switch found {
        case .success(let cards):
          TrialResult(
            values: values, card: Scorecard(sumOf: cards),
            wrong: listsWrong ? cards.indices.filter { cards[$0].all.wrong > 0 } : [])
        case .failure(let error):
          TrialResult(values: values, card: nil, refusal: error.description)
        }
      }
    }

    /// Evaluates each group of gestures separately at each of `points`.
    ///
    /// - Parameters:
    ///   - points: Points of the search space; a point has the values of the settings in the order of the space.
    ///   - groups: For each gesture, the number of its group, from 0 to `groupCount` − 1.
    ///   - groupCount: The number of groups.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    /// - Returns: For each point, the scorecards of the groups, or an error if the values of the point are not valid.
    /// - Throws: ``EvaluatorError`` for the first gesture that cannot be evaluated.
    public mutating func cards(
      of points: [[String]], in groups: [Int], groupCount: Int, threads: Int = 8
    ) throws -> [Result<[Scorecard], SettingError>] {
      precondition(groups.count == recordings.count, "groups of \(groups.count) gestures")
      var found = [Result<[Scorecard], SettingError>?](repeating: nil, count: points.count)
      // Points with the same values of the fixed settings share the prepared gestures, so evaluate them together. The
      // order of first appearance makes errors reproducible.
      var order: [[String]] = []
      var members: [[String]: [Int]] = [:]
      for (index, point) in points.enumerated() {
        let values = fixed.map { point[$0] }
        if members[values] == nil { order.append(values) }
        members[values, default: []].append(index)
      }
      for values in order {
        let indices = members[values] ?? []
        do {
          let ready = try prepare(values)
          let cards = try Self.cards(
            of: indices.map { point in free.map { points[point][$0] } },
            keys: free.map { study.space.dimensions[$0].key }, ready, margin: study.wantedMargin,
            groups, groupCount, threads)
          for (index, cards) in zip(indices, cards) { found[index] = cards }
        } catch let error as SettingError {
          for index in indices { found[index] = .failure(error) }
        }
      }
      return found.compactMap { $0 }
    }

    /// Returns the outcome of each gesture at one point, in the order of the gestures.
    ///
    /// - Parameter point: The values of the settings, in the order of the space.
    /// - Returns: An outcome for each gesture.
    /// - Throws: `SettingError` for values that are not valid, ``EvaluatorError`` for gestures.
    public mutating func outcomes(of point: [String]) throws -> [Outcome] {
      try prepare(fixed.map { point[$0] }).base.outcomes(
        keys: free.map { study.space.dimensions[$0].key }, values: free.map { point[$0] },
        margin: study.wantedMargin)
    }

    // MARK: Preparation

    /// Returns the gestures, converted to samples with `values` for the settings in `fixed`.
    ///
    /// - Throws: `SettingError` for values that are not valid, ``EvaluatorError`` for gestures.
    private mutating func prepare(_ values: [String]) throws -> Prepared {
      if let known = prepared.first(where: { $0.values == values }) { return known }
      let changed = try recordings.varied(fixed.map { study.space.dimensions[$0].key }, values)
      let base: Evaluator
      do throws(EvaluatorError) { base = try Evaluator(changed) } catch {
        if case .setting(let error) = error.error { throw error }
        throw error
      }
      let made = Prepared(
        values: values, base: base,
        repetitions: try study.repetitions.map { repetition in
          try Evaluator(changed.map { repetition.applied(to: $0) })
        },
        reference: try reference())
      if prepared.count == Self.mostPrepared { prepared.removeFirst() }
      prepared.append(made)
      return made
    }

    /// Returns the outcome of each gesture with the reference settings.
    private func reference() throws -> [Outcome] {
      guard let reference = study.reference else { return [] }
      if let known = prepared.first { return known.reference }
      let changed = try recordings.varied(reference.map { $0.key }, reference.map { $0.value })
      return try Evaluator(changed).outcomes(keys: [], values: [], margin: study.wantedMargin)
    }

    // MARK: Evaluation

    private static func cards(
      of rows: [[String]], keys: [String], _ prepared: Prepared, margin: Points?,
      _ groups: [Int], _ groupCount: Int, _ threads: Int
    ) throws -> [Result<[Scorecard], SettingError>] {
      // The division into chunks does not depend on the number of threads, so that the results do not depend on it
      // either. A chunk has up to 64 points and up to 64 gestures.
      let all = prepared.base.gestures.count
      let isSlow = prepared.base.gestures.contains { $0.request.isSlow }
      let size = isSlow ? Self.slowRows : Self.rows
      var chunks: [Chunk] = []
      for first in stride(from: 0, to: rows.count, by: size) {
        let some = Array(rows[first..<min(first + size, rows.count)])
        for start in stride(from: 0, to: max(all, 1), by: Self.block) {
          chunks.append(
            Chunk(
              keys: keys, first: first, rows: some, gestures: start..<min(start + Self.block, all)))
        }
      }
      let parts = try parallelResults(of: chunks, lanes: threads) { chunk in
        try chunk.cards(prepared.base, prepared, margin, groups)
      }
      var found = [Result<[Scorecard], SettingError>](
        repeating: .success(Array(repeating: Scorecard(), count: groupCount)), count: rows.count)
      // The chunks of a point are in the order of the gestures. If several gestures cause an error, the error of the
      // first gesture is reported.
      for (chunk, part) in zip(chunks, parts) {
        for (index, part) in zip(chunk.first..., part) { found[index].add(part) }
      }
      return found
    }

    /// Some points of the search space, and the gestures to evaluate at these points.
    private struct Chunk: Sendable {
      var keys: [String]
      /// The index of the first point.
      var first: Int
      var rows: [[String]]
      var gestures: Range<Int>

      /// Returns, for each point, the scorecards of the groups to which the gestures of this chunk belong.
      func cards(
        _ base: Evaluator, _ prepared: Prepared, _ margin: Points?, _ groups: [Int]
      ) throws(EvaluatorError) -> [Result<[Int: Scorecard], SettingError>] {
        let tried = TriedSettings(keys: keys, rows: rows.map { $0.map { TriedValue($0) } })
        let kinds = Kinds(base.gestures[gestures], groups[gestures])
        var cards = [Scorecard](repeating: Scorecard(), count: rows.count * kinds.all.count)
        let keepsOutcomes = !prepared.repetitions.isEmpty
        var outcomes: [Outcome?] =
          keepsOutcomes ? Array(repeating: nil, count: rows.count * gestures.count) : []
        let errors: [SettingError?]
        do throws(EvaluatorError) {
          errors = try base.evaluate(tried, gestures: gestures, margin: margin) {
            row, gesture, outcome in
            let offset = gesture - gestures.lowerBound
            let known = kinds.all[kinds.number[offset]]
            cards[row * kinds.all.count + kinds.number[offset]].addMeasures(
              outcome, isRight: outcome.meets(known.intents),
              reference: prepared.reference.isEmpty ? nil : prepared.reference[gesture])
            if keepsOutcomes { outcomes[row * gestures.count + offset] = outcome }
          }
        } catch {
          // A preset may lack a setting that a request has; this makes the point invalid, not the gesture.
          guard case .setting(let error) = error.error else { throw error }
          return rows.map { _ in .failure(error) }
        }
        for repetition in prepared.repetitions {
          try repetition.evaluate(
            tried, gestures: gestures
          ) { row, gesture, outcome in
            let offset = gesture - gestures.lowerBound
            guard let first = outcomes[row * gestures.count + offset] else { return }
            cards[row * kinds.all.count + kinds.number[offset]].addRepetition(outcome, of: first)
          }
        }
        return rows.indices.map { row in
          if let error = errors[row] { return .failure(error) }
          var sums: [Int: Scorecard] = [:]
          for (number, kind) in kinds.all.enumerated() {
            var card = cards[row * kinds.all.count + number]
            card.label(intents: kind.intents, person: kind.person)
            sums[kind.group, default: Scorecard()].add(card)
          }
          return .success(sums)
        }
      }
    }

    /// The kinds of gestures in a chunk.
    ///
    /// Gestures with the same intent, person and group are of the same kind and share a scorecard.
    private struct Kinds {
      struct Kind: Hashable {
        var intents: [String]
        var person: String?
        var group: Int
      }

      private(set) var all: [Kind] = []
      /// For each gesture, the index of its kind in `all`.
      private(set) var number: [Int] = []

      init(_ gestures: ArraySlice<LabelledRecording>, _ groups: ArraySlice<Int>) {
        var known: [Kind: Int] = [:]
        for (gesture, group) in zip(gestures, groups) {
          let kind = Kind(intents: gesture.intents, person: gesture.recording.person, group: group)
          if known[kind] == nil {
            known[kind] = all.count
            all.append(kind)
          }
          number.append(known[kind] ?? 0)
        }
      }
    }
  }

  extension Evaluator {
    /// Returns the outcome of each gesture with one set of values.
    ///
    /// - Throws: `SettingError` if the values are not valid, ``EvaluatorError`` if a gesture cannot be evaluated.
    fileprivate func outcomes(keys: [String], values: [String], margin: Points? = nil) throws
      -> [Outcome]
    {
      let tried = TriedSettings(keys: keys, rows: [values.map { TriedValue($0) }])
      var outcomes: [Outcome] = []
      let errors = try evaluate(tried, margin: margin) { outcomes.append($2) }
      if let error = errors[0] { throw error }
      return outcomes
    }
  }

  extension Result<[Scorecard], SettingError> {
    /// Adds the result of the next chunk of gestures; an error stays the result.
    fileprivate mutating func add(_ part: Result<[Int: Scorecard], SettingError>) {
      switch (self, part) {
      case (.failure, _): break
      case (.success, .failure(let error)): self = .failure(error)
      case (.success(var cards), .success(let part)):
        // The order of the dictionary does not matter, because scorecards are sums of integers.
        for (group, card) in part { cards[group].add(card) }
        self = .success(cards)
      }
    }
  }
#endif

extension [LabelledRecording] {
  /// Returns the recordings with requests in which each of `keys` has its value.
  ///
  /// - Throws: `SettingError` if the value of a request option is not valid.
  fileprivate func varied(
    _ keys: [String], _ values: [String]
  ) throws(SettingError) -> [LabelledRecording] {
    try map { (known) throws(SettingError) in
      var known = known
      for (key, value) in zip(keys, values) { try known.request.vary(key, value) }
      return known
    }
  }
}

extension Repetition {
  /// Returns a copy of `known` with the variation of this repetition.
  func applied(to known: LabelledRecording) -> LabelledRecording {
    var known = known
    switch self {
    case .rate(let rate): known.request.rate = rate
    case .noise(let points, let seed):
      known.recording = known.recording.withNoise(
        points, seed: seed ^ nameHash(known.name), request: known.request)
    }
    return known
  }
}

/// Returns a hash of the name, so that each gesture gets its own noise.
///
/// The hash is FNV-1a (Fowler, Noll and Vo, 1991).
private func nameHash(_ name: String) -> UInt64 {
  name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}

extension Recording {
  /// Returns the recording with uniform noise on each coordinate, from −`most` to +`most`, rounded to the units of the
  /// device.
  ///
  /// Returns the recording unchanged if its axes cannot be converted to points.
  fileprivate func withNoise(_ most: Points, seed: UInt64, request: ReplayRequest) -> Recording {
    let mapping: SurfaceMapping
    do { mapping = try request.mapping(of: device) } catch { return self }
    let horizontal = most / mapping.unit.x
    let vertical = most / mapping.unit.y
    var generator = SeededGenerator(seed: seed)
    var noisy = self
    for index in noisy.events.indices where noisy.events[index].type == EventType.absolute {
      let units: Double
      switch noisy.events[index].code {
      case AbsoluteAxis.positionX, AbsoluteAxis.x: units = horizontal
      case AbsoluteAxis.positionY, AbsoluteAxis.y: units = vertical
      default: continue
      }
      let change = generator.uniform(in: -units...units).rounded()
      let value = Double(noisy.events[index].value) + change
      noisy.events[index].value = Int32(max(-2e9, min(value, 2e9)))
    }
    return noisy
  }
}
