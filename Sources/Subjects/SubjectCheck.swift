import FrameLogs
import GestureReplay
import Quantities
import ReleaseRules
import VelocityEstimation

/// A fault of a subject that ``Subject/findings(lines:seed:)`` has found.
public struct SubjectFinding: Hashable, Sendable {
  /// A property of a subject that is checked.
  public enum Check: String, CaseIterable, Sendable {
    /// The program starts and says hello.
    case hello
    /// The same lines get the same answers when they are sent again, to the same process and to a new process.
    case same
    /// More frames in the same time do not change the motion.
    case split
    /// The surface answers without errors to a cancelled touch, a gap and a second finger.
    case touches
    /// Every setting accepts its smallest and its largest value.
    case settings
    /// The surface comes to rest.
    case rest
    /// Decisions have only targets that `hello` lists; a rule can reach every candidate, and no other target.
    case targets
    /// Random lines and unknown lines cause no errors, and do not change later answers.
    case random
    /// A rule gives a release the same answer, whether it is sent alone or together with other releases.
    case batch

    /// The checks that are left out, because every subject with this clock would fail them.
    ///
    /// A subject with its own clock would wait for the times of thousands of lines, and moves a little differently each
    /// time. A page computes each frame itself, so it moves differently at another frame rate, and a
    /// browser rejects lines in random order.
    public static func leftOut(for clock: SubjectDescription.Clock) -> [Check] {
      switch clock {
      case .lines: []
      case .own: [.same, .split, .random]
      case .driven: [.split, .random]
      }
    }

    /// The meaning of the check, in one sentence.
    public var meaning: String {
      switch self {
      case .hello: "The program starts and says hello."
      case .same:
        "The same lines get the same answers when they are sent again, to the same process and to a new process."
      case .split: "More frames in the same time do not change the motion."
      case .touches:
        "The surface answers without errors to a cancelled touch, a gap and a second finger."
      case .settings: "Every setting accepts its smallest and its largest value."
      case .rest: "The surface comes to rest within 10 s after the last input."
      case .targets:
        "Decisions have only targets that 'hello' lists; a rule can reach every candidate, and no other target."
      case .random:
        "Random lines and unknown lines cause no errors, and do not change later answers."
      case .batch:
        "A rule gives a release the same answer, whether it is sent alone or together with other releases."
      }
    }
  }

  /// The check.
  public var check: Check
  /// The fault, as a clause without a full stop.
  public var found: String
}

extension Subject {
  /// The distance up to which two positions count as the same, in points.
  ///
  /// We chose a hundredth of a point because nobody can see such a distance.
  static let samePosition = 0.01

  /// Checks a surface or a rule, and returns its faults; empty if there are none.
  ///
  /// The check ends after the first answer that takes longer than the time limit of the program. The checks that
  /// ``SubjectFinding/Check/leftOut(for:)`` returns for the clock of the program are left out.
  ///
  /// - Parameters:
  ///   - lines: The number of random lines.
  ///   - seed: The seed of the random lines.
  /// - Returns: The faults, in the order of the checks.
  public func findings(lines: Int = 10_000, seed: UInt64 = 1) -> [SubjectFinding] {
    let known: SubjectDescription
    do throws(SubjectError) { known = try description() } catch {
      return [SubjectFinding(check: .hello, found: error.description)]
    }
    switch known.kind {
    case .surface:
      var check = SurfaceCheck(subject: self, known: known)
      check.run(lines: lines, seed: seed)
      return check.findings
    case .rule:
      let parameters: [EstimatorParameter]
      do throws(SubjectError) {
        // The rule is not registered, because other parts of the process would then use it, too.
        parameters = try SubjectRule.checkedParameters(of: self)
      } catch {
        return [SubjectFinding(check: .hello, found: error.description)]
      }
      var check = RuleCheck(subject: self, parameters: parameters)
      check.run(lines: lines, seed: seed)
      return check.findings
    }
  }
}

/// The checks of one subject, which end after the first time-out.
protocol SubjectChecking {
  var findings: [SubjectFinding] { get set }
  /// Whether an answer took longer than the time limit of the program.
  var hasTimedOut: Bool { get set }
}

extension SubjectChecking {
  mutating func add(_ check: SubjectFinding.Check, _ found: String) {
    guard !findings.contains(where: { $0.check == check && $0.found == found }) else { return }
    findings.append(SubjectFinding(check: check, found: found))
  }

  /// Calls `body`, unless an answer has timed out before; an error becomes a finding.
  ///
  /// - Returns: Whether `body` was called and threw no error.
  @discardableResult
  mutating func attempt(
    _ check: SubjectFinding.Check, _ place: String,
    _ body: (inout Self) throws(SubjectError) -> Void
  ) -> Bool {
    guard !hasTimedOut else { return false }
    do throws(SubjectError) { try body(&self) } catch {
      add(check, "\(place): \(error)")
      hasTimedOut = error.isTimeOut
      return false
    }
    return true
  }
}

/// The checks of one surface.
private struct SurfaceCheck: SubjectChecking {
  let subject: Subject
  let known: SubjectDescription
  var findings: [SubjectFinding] = []
  var hasTimedOut = false

  private var screen: Planar<Points> { known.screen ?? Planar(x: Points(390), y: Points(844)) }

  init(subject: Subject, known: SubjectDescription) {
    (self.subject, self.known) = (subject, known)
  }

  mutating func run(lines: Int, seed: UInt64) {
    let gestures = Gesture.allCases.map { ($0, $0.lines(on: screen)) }
    var first: [Gesture: SurfaceAnswers] = [:]
    for (gesture, lines) in gestures {
      attempt(gesture.isUsual ? .same : .touches, gesture.rawValue) {
        (check) throws(SubjectError) in
        let answers = try check.answers(to: lines)
        first[gesture] = answers
        check.compare(answers, try check.answers(to: lines), .same, "\(gesture.rawValue), repeated")
      }
    }
    subject.end()
    for (gesture, lines) in gestures {
      guard let known = first[gesture] else { continue }
      attempt(.same, gesture.rawValue) { (check) throws(SubjectError) in
        check.compare(
          known, try check.answers(to: lines), .same, "\(gesture.rawValue), in a new process")
      }
      attempt(.split, gesture.rawValue) { (check) throws(SubjectError) in
        guard !check.isLeftOut(.split) else { return }
        var split = try check.answers(to: lines, rate: 240)
        split.frames = split.frames.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        check.compare(known, split, .split, "\(gesture.rawValue), at 240 Hz")
      }
      if known.ending == .timeLimit {
        add(.rest, "\(gesture.rawValue): the surface still moves 10 s after the last input")
      }
      checkTargets(of: known, gesture)
    }
    checkSettings(gestures[0].1)
    guard !isLeftOut(.random) else { return }
    checkRandom(lines: lines, seed: seed, gestures[0].1, known: first[gestures[0].0])
  }

  private func answers(
    to lines: [SubjectInput], rate: Double = 120, settings: [LogField]? = nil
  ) throws(SubjectError) -> SurfaceAnswers {
    try subject.answers(
      to: lines, rate: FrameRate(framesPerSecond: rate), screen: screen,
      settings: settings ?? self.settings())
  }

  /// The default values of the settings, with `changed` in place of the setting with the same key.
  private func settings(_ changed: LogField? = nil) -> [LogField] {
    known.settings.map { setting in
      changed?.key == setting.key
        ? changed ?? LogField(setting.key, .none)
        : LogField(setting.key, setting.logValue(in: known.values))
    }
  }

  private func isLeftOut(_ check: SubjectFinding.Check) -> Bool {
    SubjectFinding.Check.leftOut(for: known.clock).contains(check)
  }

  /// Adds a finding if two motions differ.
  private mutating func compare(
    _ one: SurfaceAnswers, _ other: SurfaceAnswers, _ check: SubjectFinding.Check, _ place: String
  ) {
    guard !isLeftOut(check) else { return }
    var farthest = (distance: 0.0, time: Seconds.zero)
    for (left, right) in zip(one.frames, other.frames) {
      let distance = (left.frame.position - right.frame.position).length.value
      if distance > farthest.distance { farthest = (distance, left.frame.time) }
    }
    if farthest.distance > Subject.samePosition {
      return add(
        check,
        "\(place): the surface is up to \(readable(farthest.distance)) pt away, at "
          + "\(readable(farthest.time.value)) s")
    }
    let targets = [one, other].map { $0.events.filter { $0.kind == .decision }.map(\.target) }
    if targets[0] != targets[1] { add(check, "\(place): the decisions differ") }
    // A motion that ends between two frames may end one frame later.
    if (one.frames.count - other.frames.count).magnitude > 2 {
      add(
        check,
        "\(place): the run has \(other.frames.count) frames and not \(one.frames.count)")
    }
  }

  private mutating func checkTargets(of answers: SurfaceAnswers, _ gesture: Gesture) {
    let told =
      answers.events.filter { $0.kind == .decision }.compactMap(\.target)
      + answers.frames.compactMap(\.target)
    for target in Set(told).subtracting(known.targets + [Decision.gone]).sorted() {
      add(
        .targets,
        "\(gesture.rawValue): the target '\(excerpt(of: target))' is not in the targets of 'hello'")
    }
    if told.isEmpty, gesture == .flick {
      add(
        .targets,
        "flick: neither an event 'decision' nor a frame names a target, so a wrong decision cannot be "
          + "distinguished from a wrong motion")
    }
  }

  private mutating func checkSettings(_ lines: [SubjectInput]) {
    for setting in known.settings {
      let values: [LogValue] =
        switch setting.access {
        case .number(let range, _, _): [.number(range.lowerBound), .number(range.upperBound)]
        case .flag: [.flag(false), .flag(true)]
        case .word(let words, _, _): words.map { .text($0) }
        case .text: []
        }
      for value in values {
        var text = JSONText()
        text.append(value)
        let place = "\(excerpt(of: setting.key)) = \(String(decoding: text.bytes, as: UTF8.self))"
        attempt(.settings, place) { (check) throws(SubjectError) in
          _ = try check.answers(to: lines, settings: check.settings(LogField(setting.key, value)))
        }
      }
    }
  }

  /// Sends random lines, and then checks that the answers to a flick are unchanged.
  private mutating func checkRandom(
    lines count: Int, seed: UInt64, _ lines: [SubjectInput], known: SurfaceAnswers?
  ) {
    var random = RandomLines(seed: seed, screen: screen)
    var left = count
    while left > 0 {
      // A run of many lines could take the subject longer than its time limit.
      let part = (0..<min(left, 500)).map { _ in random.line() }
      left -= part.count
      let isDone = attempt(.random, "seed \(seed)") { (check) throws(SubjectError) in
        _ = try check.answers(to: part)
      }
      guard isDone else { return }
    }
    guard let known else { return }
    attempt(.random, "after random lines") { (check) throws(SubjectError) in
      check.compare(known, try check.answers(to: lines), .random, "a flick after random lines")
    }
  }
}

extension RunEvent {
  fileprivate var target: String? { payload.first { $0.key == "target" }?.value.asText }
}

/// The gestures with which a surface is checked.
private enum Gesture: String, CaseIterable {
  case flick
  case drag
  case catching = "catch in flight"
  case cancelled = "cancelled touch"
  case gap
  case secondFinger = "second finger"

  /// Whether the gesture is one that every surface must handle.
  var isUsual: Bool { [.flick, .drag, .catching].contains(self) }

  /// Returns the input of the gesture, with a report every 8 ms.
  func lines(on screen: Planar<Points>) -> [SubjectInput] {
    let (x, y) = (screen.x.value / 2, screen.y.value / 2)
    switch self {
    case .flick: return stroke(1, from: (x, y), by: (40, -200), over: 100_000, at: 0)
    case .drag: return stroke(1, from: (x, y), by: (30, 120), over: 600_000, at: 0)
    case .catching:
      return stroke(1, from: (x, y), by: (40, -200), over: 100_000, at: 0)
        + stroke(2, from: (x, y), by: (-20, 90), over: 300_000, at: 180_000)
    case .cancelled:
      return stroke(1, from: (x, y), by: (40, -200), over: 100_000, at: 0, end: "cancelled")
    case .gap:
      return stroke(1, from: (x, y), by: (40, -100), over: 100_000, at: 0, end: "cancelled")
        + [SubjectInput(microseconds: 112_000, type: "gap", fields: [])]
        + stroke(2, from: (x, y - 100), by: (0, -60), over: 100_000, at: 112_000)
    case .secondFinger:
      let both =
        stroke(1, from: (x, y), by: (40, -200), over: 300_000, at: 0)
        + stroke(2, from: (x + 60, y), by: (0, 60), over: 100_000, at: 100_000)
      return both.enumerated().sorted {
        ($0.element.microseconds, $0.offset) < ($1.element.microseconds, $1.offset)
      }.map(\.element)
    }
  }

  private func stroke(
    _ contact: Int, from start: (x: Double, y: Double), by way: (x: Double, y: Double),
    over duration: Int64, at begin: Int64, end: String = "ended"
  ) -> [SubjectInput] {
    let steps = duration / 8_000
    return (0...steps + 1).map { step in
      let part = Double(min(step, steps)) / Double(steps)
      return SubjectInput(
        microseconds: begin + step * 8_000, type: "touch",
        fields: [
          LogField("contact", .integer(contact)),
          LogField("phase", .text(step == 0 ? "began" : step > steps ? end : "moved")),
          LogField("x", .number(start.x + way.x * part)),
          LogField("y", .number(start.y + way.y * part)),
        ])
    }
  }
}

/// Random lines whose times never decrease; most lines are invalid, such as a movement of a finger that is not down.
struct RandomLines {
  private var state: UInt64
  private let screen: Planar<Points>
  private var time: Int64 = 0

  init(seed: UInt64, screen: Planar<Points>) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    self.screen = screen
  }

  private mutating func number(below limit: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % limit
  }

  private mutating func coordinate(_ size: Points) -> LogValue {
    .number(Double(number(below: 3_000)) / 1_000 * size.value - size.value)
  }

  mutating func line() -> SubjectInput {
    time += Int64(number(below: 12_000))
    let phases = ["began", "moved", "ended", "cancelled", "unheard-of"]
    let phase = LogField("phase", .text(phases[Int(number(below: 5))]))
    switch number(below: 8) {
    case 0: return SubjectInput(microseconds: time, type: "gap", fields: [])
    case 1:
      return SubjectInput(
        microseconds: time, type: "pan",
        fields: [
          phase, LogField("dx", coordinate(screen.x)), LogField("dy", coordinate(screen.y)),
          LogField("fingers", .integer(Int(number(below: 5)))),
        ])
    case 2:
      return SubjectInput(
        microseconds: time, type: "command", fields: [LogField("settle", .text("nowhere"))])
    case 3:
      return SubjectInput(
        microseconds: time, type: "unheard-of", fields: [LogField("list", .list([.none]))])
    default:
      return SubjectInput(
        microseconds: time, type: "touch",
        fields: [
          LogField("contact", .integer(Int(number(below: 4)))), phase,
          LogField("x", coordinate(screen.x)), LogField("y", coordinate(screen.y)),
        ])
    }
  }
}
