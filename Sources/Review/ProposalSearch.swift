import FrameLogs
public import InteractionScenarios
import Quantities
import SyntheticHands
public import TouchInput

/// A gesture that notices settings which no other notices.
public struct ProposedGesture: Sendable {
  /// What the hand does, as the name of a case.
  public var name: String
  /// How it is replayed.
  public var request: ReplayRequest
  /// What the device saw of the hand.
  public var recording: Recording
  /// The settings that it notices, of those that were missed.
  public var notices: [String]
}

extension ProposedGesture {
  /// The same gesture under a name that none of `others` has.
  fileprivate func named(unlike others: [String]) -> Self {
    var named = self
    if let preset = request.preset {
      named.name += "-as-" + preset.split(separator: ".").joined(separator: "-")
    }
    let name = named.name
    var number = 2
    while others.contains(named.name) {
      named.name = "\(name)-\(number)"
      number += 1
    }
    return named
  }
}

/// A search for gestures of a synthetic hand that notice what no case does.
///
/// A change of a setting is noticed where a hand comes near what the setting decides: a threshold by
/// what lies just before and just behind it. So the search looks how far a setting would have to go until
/// a stroke notices, and moves the stroke to where that is the least: it halves the way between two
/// strokes of which one notices greater and the other smaller values. Strokes one after the other make a
/// recording; a scenario is told other words, or a number that is off is turned on, where without that
/// nothing that a hand does is noticed.
///
/// The same cases always give the same gestures.
public struct ProposalSearch {
  /// The scenario.
  public let scenario: String
  /// How many replays it has made.
  public private(set) var replays = 0

  /// The settings that nothing notices yet.
  private var missed: [String]
  /// The settings that no stroke was found for, with the least step of them that was noticed.
  private var stuck: [String: Int] = [:]
  /// What the cases are replayed through, as far as it may matter to a setting that is missed.
  private let requests: [ReplayRequest]

  /// The names that cases have already.
  private let taken: [String]

  /// The most gestures that are proposed for a scenario.
  public static let mostProposals = 3
  /// The most strokes of a recording.
  ///
  /// Source: ours; what somebody who looks at the run can follow.
  static let mostStrokes = 10
  /// How many replays a search makes at most, and then a few to end.
  ///
  /// Source: ours; some ten seconds.
  static let mostReplays = 160_000

  /// Creates a search for what `cases`, of which those of `scenario` count, do not notice.
  ///
  /// - Parameters:
  ///   - scenario: The name of the scenario.
  ///   - missed: The settings that could change unseen, by their keys.
  ///   - cases: The cases.
  public init(scenario: String, missed: [String], cases: [CoveredGesture]) {
    (self.scenario, self.missed) = (scenario, missed)
    taken = cases.map { String($0.name.drop { $0 != "/" }.dropFirst()) }
    var requests = [ReplayRequest(scenario: scenario)]
    for known in cases where known.request.scenario == scenario {
      guard missed.contains(where: known.has) else { continue }
      var request = ReplayRequest(scenario: scenario)
      (request.preset, request.assignments) = (known.request.preset, known.request.assignments)
      request.origins[.preset] = known.request.origins[.preset]
      let isThere = requests.contains {
        $0.preset == request.preset
          && $0.assignments.map { [$0.key, $0.value] }
            == request.assignments.map { [$0.key, $0.value] }
      }
      if !isThere { requests.append(request) }
    }
    self.requests = requests.map {
      var request = $0
      // Half as many frames tell as much of a gesture.
      request.rate = FrameRate(framesPerSecond: 60)
      request.origins[.framesPerSecond] = .caller
      return request
    }
  }

  /// The gestures that are found, at most ``mostProposals``; that which notices most comes first.
  public mutating func proposals() -> [ProposedGesture] {
    var found: [ProposedGesture] = []
    while found.count < Self.mostProposals, !missed.isEmpty, replays < Self.mostReplays {
      guard let proposal = next() else { break }
      missed.removeAll { proposal.notices.contains($0) }
      found.append(proposal.named(unlike: taken + found.map { $0.name }))
    }
    return found
  }

  /// The gesture that notices most of what is missed; nil when none notices anything.
  private mutating func next() -> ProposedGesture? {
    for request in ranked().prefix(3) {
      let awake = awakened(request)
      if let proposal = chain(awake) { return proposal }
    }
    return nil
  }

  /// The requests in which anything may be noticed, those first in which most is.
  ///
  /// What is noticed by some value in the first one is taken to be in the others, too.
  private mutating func ranked() -> [ReplayRequest] {
    var ranked: [(request: ReplayRequest, alive: Int)] = []
    var first: [String] = []
    for (index, request) in requests.enumerated() {
      let keys = Self.keys(request)
      let own = missed.filter { keys.contains($0) }
      var alive = own.filter { first.contains($0) }
      alive += self.alive(own.filter { !first.contains($0) }, request) ?? []
      if index == 0 { first = alive }
      if !own.isEmpty { ranked.append((request, alive.count)) }
    }
    // The order of equals is that of the cases.
    return ranked.enumerated().sorted {
      ($0.element.alive, $1.offset) > ($1.element.alive, $0.offset)
    }.map { $0.element.request }
  }

  private static func keys(_ request: ReplayRequest) -> [String] {
    ((try? request.tunableSettings()) ?? []).map { $0.key }
  }
}

// Requests.
extension ProposalSearch {
  /// How far a setting must go until a gesture notices: which of the steps, and which way.
  private struct Reach: Hashable {
    var step: Int
    var isUpwards: Bool
  }

  /// The steps, in scales of the setting, upwards and downwards.
  private static let steps = [(0.4, 0.4), (0.7, 0.6), (1.5, 0.8), (4, 0.95), (1e6, 1e6)]

  private mutating func notices(_ gesture: CoveredGesture, _ key: String, _ value: String) -> Bool {
    replays += 1
    return gesture.notices(key, value)
  }

  /// Whether a gesture notices a setting as a case must.
  private mutating func notices(_ gesture: CoveredGesture, _ key: String) -> Bool {
    guard let setting = gesture.settings.first(where: { $0.key == key }) else { return false }
    for value in SettingCoverage.values(of: setting, in: gesture.request)
    where notices(gesture, key, value) {
      return true
    }
    return false
  }

  /// The values of a setting at a step, up and down; nothing for one that is no number.
  private static func values(of setting: TunableSetting, at step: Int) -> [(String, Bool)] {
    guard case .number(let number, let range) = setting.value else { return [] }
    let scale = setting.scale(at: number)
    return [(number + steps[step].0 * scale, true), (number - steps[step].1 * scale, false)]
      .map { (min(max($0.0, range.lowerBound), range.upperBound), $0.1) }
      .filter { $0.0 != number }.map { ("\($0.0)", $0.1) }
  }

  /// How far a setting must go until a gesture notices: step -1 is what a case must notice; nil when it
  /// never does.
  private mutating func reach(_ gesture: CoveredGesture, _ key: String) -> Reach? {
    guard let setting = gesture.settings.first(where: { $0.key == key }) else { return nil }
    guard case .number = setting.value else {
      return notices(gesture, key) ? Reach(step: -1, isUpwards: true) : nil
    }
    let last = Self.values(of: setting, at: Self.steps.count - 1)
    let far = last.filter { notices(gesture, key, $0.0) }
    guard let first = far.first else { return nil }
    if notices(gesture, key) { return Reach(step: -1, isUpwards: true) }
    for step in Self.steps.indices.dropLast() {
      for (value, isUpwards) in Self.values(of: setting, at: step)
      where far.contains(where: { $0.1 == isUpwards }) && notices(gesture, key, value) {
        return Reach(step: step, isUpwards: isUpwards)
      }
    }
    return Reach(step: Self.steps.count - 1, isUpwards: first.1)
  }

  /// Whether a gesture notices some value of a setting, as far away as can be.
  private mutating func isAlive(_ gesture: CoveredGesture, _ key: String) -> Bool {
    guard let setting = gesture.settings.first(where: { $0.key == key }) else { return false }
    guard case .number = setting.value else { return notices(gesture, key) }
    for (value, _) in Self.values(of: setting, at: Self.steps.count - 1)
    where notices(gesture, key, value) {
      return true
    }
    return false
  }

  /// What the hand of `strokes` does, replayed; nil when it cannot be.
  private mutating func gesture(
    _ strokes: [HandStroke], _ request: ReplayRequest
  ) -> CoveredGesture? {
    replays += 1
    let hand = HandModel(touches: strokes.flatMap { $0.touches })
    // A finger at rest says nothing, as on a device that filters tremors.
    let digitizer = Digitizer(noise: .zero)
    guard
      let recording = try? digitizer.recording(of: hand, gesture: Self.name(strokes))
    else { return nil }
    return try? CoveredGesture(name: "", request: request, recording: recording)
  }

  /// The settings of `keys` of which a few strokes notice some value, or, of those that no stroke was
  /// found for before, a smaller step than then; nil where a surface does not come to rest.
  private mutating func alive(_ keys: [String], _ request: ReplayRequest) -> [String]? {
    guard !keys.isEmpty else { return [] }
    let probes = HandStroke.probes.compactMap { gesture([$0], request) }
    guard !probes.contains(where: { $0.run.ending == .timeLimit }) else { return nil }
    var alive: [String] = []
    for key in keys {
      let isAlive =
        if let step = stuck[key] {
          probes.contains { reach($0, key).map { $0.step < step } ?? false }
        } else {
          probes.contains { self.isAlive($0, key) }
        }
      if isAlive { alive.append(key) }
    }
    return alive
  }

  /// The request with other settings turned on, so that those mean something to a hand that do not yet,
  /// or that no stroke was found for before.
  private mutating func awakened(_ request: ReplayRequest) -> ReplayRequest {
    let end = min(replays + Self.mostReplays / 4, Self.mostReplays)
    guard let settings = try? request.tunableSettings() else { return request }
    let own = missed.filter { key in settings.contains { $0.key == key } }
    var request = request
    var awake = alive(own, request) ?? []
    for (assignment, family) in Self.assignments(settings) where replays < end {
      let dead = own.filter { key in
        !awake.contains(key) && key != assignment.key
          && (family == nil || Self.family(key) == family)
      }
      guard !dead.isEmpty, !request.assignments.contains(assignment) else { continue }
      var other = request
      other.assignments.removeAll { $0.key == assignment.key }
      other.assignments.append(assignment)
      guard let woken = alive(dead, other), !woken.isEmpty, alive(awake, other) == awake else {
        continue
      }
      request = other
      awake = own.filter { awake.contains($0) || woken.contains($0) }
    }
    return request
  }

  /// What the name of a setting begins with.
  private static func family(_ key: String) -> Substring { key.prefix { $0 != "." } }

  /// Other values of settings, with what the name of those begins with that they may wake; nil for any:
  /// first those of settings with such a name, then of words, and of numbers at last.
  private static func assignments(
    _ settings: [TunableSetting]
  ) -> [(Assignment, family: Substring?)] {
    var words: [Assignment] = []
    var numbers: [Assignment] = []
    for setting in settings where !setting.decides {
      switch setting.value {
      case .word(let word, let choices):
        words += choices.filter { $0 != word }.map { Assignment(key: setting.key, value: $0) }
      case .number(let number, let range):
        let scale = setting.scale(at: number)
        numbers += (number == 0 ? [scale] : [number * 4, number / 4])
          .filter { range.contains($0) }.map { Assignment(key: setting.key, value: "\($0)") }
      case .text: break
      }
    }
    // An engine or a curve of another system, of which there are many, wakes nothing but itself.
    let few = words.filter { word in words.count { $0.key == word.key } < 6 }
    return (words + numbers).map { ($0, family($0.key)) } + (few + numbers).map { ($0, nil) }
  }
}

// Recordings.
extension ProposalSearch {
  /// Strokes that notice something, in the making.
  private struct Chain {
    var request: ReplayRequest
    var strokes: [HandStroke] = []
    /// What is to be noticed yet.
    var open: [String]
    /// Whether the surface is gone.
    var isOver = false
  }

  /// Strokes one after the other that notice what is missed.
  private mutating func chain(_ request: ReplayRequest) -> ProposedGesture? {
    let keys = Self.keys(request)
    var chain = Chain(request: request, open: missed.filter { keys.contains($0) })
    var seen: [(stroke: HandStroke, keys: [String], isOver: Bool)] = []
    for stroke in HandStroke.all {
      guard let gesture = gesture([stroke], request) else { continue }
      let keys = chain.open.filter { notices(gesture, $0) }
      if !keys.isEmpty { seen.append((stroke, keys, gesture.run.ending == .gone)) }
    }
    for key in chain.open where !seen.contains(where: { $0.keys.contains(key) }) {
      let first = Chain(request: request, open: [key])
      guard let stroke = stroke(noticing: key, after: first),
        let gesture = gesture([stroke], request)
      else { continue }
      let keys = chain.open.filter { notices(gesture, $0) }
      seen.append((stroke, keys, gesture.run.ending == .gone))
    }
    for isOver in [false, true] {
      var left = seen.filter { $0.isOver == isOver }
      while !chain.isOver, chain.strokes.count < Self.mostStrokes, !left.isEmpty {
        let counts = left.map { entry in entry.keys.count { chain.open.contains($0) } }
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
          break
        }
        append(left.remove(at: index).stroke, to: &chain, mayEnd: isOver)
      }
      if !isOver, !chain.strokes.isEmpty { refine(&chain, but: seen.flatMap { $0.keys }) }
    }
    return proposal(of: chain)
  }

  private mutating func proposal(of chain: Chain) -> ProposedGesture? {
    guard !chain.strokes.isEmpty, let last = gesture(chain.strokes, chain.request) else {
      return nil
    }
    let noticed = missed.filter { notices(last, $0) }
    guard !noticed.isEmpty else { return nil }
    return ProposedGesture(
      name: Self.name(chain.strokes), request: chain.request, recording: last.recording,
      notices: noticed)
  }

  /// Adds a stroke if it notices something after those that are there, and does not end it all.
  @discardableResult
  private mutating func append(
    _ stroke: HandStroke, to chain: inout Chain, mayEnd: Bool
  ) -> Bool {
    guard let longer = gesture(chain.strokes + [stroke], chain.request),
      longer.run.ending != .timeLimit, mayEnd || longer.run.ending != .gone
    else { return false }
    let noticed = chain.open.filter { notices(longer, $0) }
    guard !noticed.isEmpty else { return false }
    chain.strokes.append(stroke)
    chain.open.removeAll { noticed.contains($0) }
    chain.isOver = longer.run.ending == .gone
    return true
  }

  /// Adds strokes that notice what none does from the beginning, after those that are there.
  private mutating func refine(_ chain: inout Chain, but known: [String]) {
    for key in chain.open where !known.contains(key) && chain.open.contains(key) {
      guard !chain.isOver, chain.strokes.count < Self.mostStrokes else { return }
      guard let stroke = stroke(noticing: key, after: chain) else { continue }
      append(stroke, to: &chain, mayEnd: false)
    }
  }

  /// A stroke that notices `key` after those that are there.
  private mutating func stroke(noticing key: String, after chain: Chain) -> HandStroke? {
    var near: [(stroke: HandStroke, reach: Reach)] = []
    for stroke in HandStroke.all where replays < Self.mostReplays {
      switch look(stroke, key, chain) {
      case .found(let found): return found
      case .nearer(_, let reach): near.append((stroke, reach))
      case .nothing: break
      }
    }
    let nearest = near.enumerated().sorted {
      ($1.element.reach.step, $1.offset) > ($0.element.reach.step, $0.offset)
    }.prefix(4).map { $0.element }
    stuck[key] = min(stuck[key] ?? .max, nearest.first?.reach.step ?? Self.steps.count)
    for (stroke, reach) in nearest {
      var (stroke, reach) = (stroke, reach)
      for index in stroke.variations.indices {
        switch moved(stroke, reach, stroke.variations[index], key, chain) {
        case .found(let found): return found
        case .nearer(let other, let less): (stroke, reach) = (other, less)
        case .nothing: break
        }
      }
    }
    return nil
  }

  private enum Move {
    case found(HandStroke)
    case nearer(HandStroke, Reach)
    case nothing
  }

  /// Looks along `variations` of a stroke for one that notices, or that is nearer to doing so.
  private mutating func moved(
    _ stroke: HandStroke, _ reach: Reach, _ variations: [HandStroke], _ key: String, _ chain: Chain
  ) -> Move {
    var best = (stroke: stroke, reach: reach)
    var last: (stroke: HandStroke, isUpwards: Bool?)?
    for variation in variations where replays < Self.mostReplays {
      var isUpwards: Bool?
      switch look(variation, key, chain) {
      case .found(let found): return .found(found)
      case .nothing: break
      case .nearer(let other, let its):
        if its.step < best.reach.step { best = (other, its) }
        isUpwards = its.isUpwards
      }
      if let last, last.isUpwards != isUpwards,
        let found = halved(last, variation, key, chain)
      {
        return .found(found)
      }
      last = (variation, isUpwards)
    }
    return best.reach.step < reach.step ? .nearer(best.stroke, best.reach) : .nothing
  }

  /// How near a stroke is to noticing a setting.
  private mutating func look(_ stroke: HandStroke, _ key: String, _ chain: Chain) -> Move {
    guard let gesture = gesture(chain.strokes + [stroke], chain.request),
      gesture.run.ending != .timeLimit
    else { return .nothing }
    guard let reach = reach(gesture, key) else { return .nothing }
    return reach.step < 0 ? .found(stroke) : .nearer(stroke, reach)
  }

  /// Halves the way between two strokes that notice other values: greater, smaller or none.
  private mutating func halved(
    _ near: (stroke: HandStroke, isUpwards: Bool?), _ far: HandStroke, _ key: String, _ chain: Chain
  ) -> HandStroke? {
    var (near, far) = (near, far)
    for _ in 0..<9 {
      let middle = near.stroke.middle(with: far)
      var isUpwards: Bool?
      switch look(middle, key, chain) {
      case .found(let found): return found
      case .nothing: break
      case .nearer(_, let reach): isUpwards = reach.isUpwards
      }
      if isUpwards == near.isUpwards { near.stroke = middle } else { far = middle }
    }
    return nil
  }

  /// What the hand does, as the name of a case.
  private static func name(_ strokes: [HandStroke]) -> String {
    var names: [String] = []
    for stroke in strokes where !names.contains(stroke.name) { names.append(stroke.name) }
    let more = names.count > 4 ? ["and-\(names.count - 4)-more"] : []
    return (names.prefix(4) + more).joined(separator: "-")
  }
}
