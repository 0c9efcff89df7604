import FrameLogs
import Quantities
import ReleaseRules
import VelocityEstimation

/// The checks of one rule.
struct RuleCheck: SubjectChecking {
  let subject: Subject
  /// The settings of the rule.
  let parameters: [EstimatorParameter]
  var findings: [SubjectFinding] = []
  var hasTimedOut = false

  init(subject: Subject, parameters: [EstimatorParameter]) {
    (self.subject, self.parameters) = (subject, parameters)
  }

  private typealias Verdict = RuleKind.Answer

  private var keys: [String] { parameters.map(\.name) }

  mutating func run(lines: Int, seed: UInt64) {
    let moments = Moment.all
    var known: [Verdict] = []
    attempt(.same, "one by one") { (check) throws(SubjectError) in
      known = try check.verdicts(on: moments)
      check.compare(known, try check.verdicts(on: moments), .same, "repeated")
    }
    guard !known.isEmpty else { return }
    subject.end()
    attempt(.same, "in a new process") { (check) throws(SubjectError) in
      check.compare(known, try check.verdicts(on: moments), .same, "in a new process")
    }
    attempt(.batch, "together") { (check) throws(SubjectError) in
      check.compare(known, try check.verdictsTogether(on: moments), .batch, "together")
    }
    checkTargets(known)
    checkSettings(moments)
    checkRandom(lines: lines, seed: seed, known)
  }

  private func release(
    _ moment: Moment, _ values: [String: Double] = [:]
  ) -> Release {
    moment.release(parameters, values)
  }

  /// Sends releases one by one, each after the answer to the previous release, and returns the answers.
  private func verdicts(on moments: [Moment]) throws(SubjectError) -> [Verdict] {
    try subject.using { (process, _) throws(SubjectError) in
      var verdicts: [Verdict] = []
      for moment in moments {
        verdicts.append(try subject.target(of: release(moment), keys, from: process))
      }
      return verdicts
    }
  }

  /// Sends all releases before it reads the first answer, and returns the answers.
  private func verdictsTogether(
    on moments: [Moment], _ values: [String: Double] = [:], after lines: [[LogField]] = []
  ) throws(SubjectError) -> [Verdict] {
    try subject.using { (process, _) throws(SubjectError) in
      for line in lines { process.send(line) }
      for moment in moments { process.send(Subject.line(for: release(moment, values), keys)) }
      var verdicts: [Verdict] = []
      for _ in moments { verdicts.append(try subject.target(from: process)) }
      return verdicts
    }
  }

  /// Adds a finding for the first release with two answers.
  private mutating func compare(
    _ one: [Verdict], _ other: [Verdict], _ check: SubjectFinding.Check, _ place: String
  ) {
    for (moment, pair) in zip(Moment.all, zip(one, other)) where pair.0 != pair.1 {
      return add(check, "\(place): \(moment) has \(text(pair.1)) and not \(text(pair.0))")
    }
  }

  private func text(_ verdict: Verdict) -> String {
    switch verdict {
    case .picked(let target, let reason):
      "the target '\(excerpt(of: target))' (\(reason.rawValue))"
    case .failed(let message): message
    }
  }

  private mutating func checkTargets(_ verdicts: [Verdict]) {
    var missed = Set(Moment.names)
    for (moment, verdict) in zip(Moment.all, verdicts) {
      guard case .picked(let target, _) = verdict else { continue }
      guard Moment.names.contains(target) else {
        add(
          .targets,
          "\(moment) has the target '\(excerpt(of: target))', which is not among the candidates "
            + Moment.names.joined(separator: ", "))
        return
      }
      // A rule that leaves the surface where it was has not reached a target.
      if target != moment.start { missed.remove(target) }
    }
    for name in Moment.names where missed.contains(name) {
      add(.targets, "no release from another candidate has the target '\(name)'")
    }
  }

  private mutating func checkSettings(_ moments: [Moment]) {
    for parameter in parameters {
      for value in [parameter.range.lowerBound, parameter.range.upperBound] {
        attempt(.settings, "\(parameter.name) = \(readable(value))") {
          (check) throws(SubjectError) in
          _ = try check.verdictsTogether(on: moments, [parameter.name: value])
        }
      }
    }
  }

  /// Sends random lines, none of them a release, and then checks that the answers are the same as before.
  private mutating func checkRandom(lines count: Int, seed: UInt64, _ known: [Verdict]) {
    var random = RandomLines(seed: seed, screen: Moment.screen)
    var left = count
    while left > 0 {
      // A rule does not answer these lines, so its answer to the release after them shows that it has read all of them.
      let part = (0..<min(left, 500)).map { _ in random.line().logFields }
      left -= part.count
      let isDone = attempt(.random, "seed \(seed)") { (check) throws(SubjectError) in
        let verdicts = try check.verdictsTogether(on: [Moment.all[0]], after: part)
        check.compare([known[0]], verdicts, .random, "after random lines")
      }
      guard isDone else { return }
    }
    attempt(.random, "after random lines") { (check) throws(SubjectError) in
      check.compare(known, try check.verdicts(on: Moment.all), .random, "after random lines")
    }
  }
}

/// A release of a surface with three positions of rest along one axis.
private struct Moment: CustomStringConvertible {
  /// True if the positions of rest are along y; false if they are along x.
  var isVertical: Bool
  /// The name of the candidate at which the surface was.
  var start: String
  /// The position along the axis, in points.
  var position: Double
  /// The velocity along the axis, in points per second.
  var velocity: Double

  static let screen = Planar(x: Points(390), y: Points(844))
  /// The names of the candidates, in order along the travel.
  static let names = ["first", "second", "third"]

  /// The releases of a check: from each candidate, slow and fast, near and far, along each axis.
  ///
  /// We chose velocities up to 5,000 pt/s because few flicks are faster, and positions up to 40 pt past the last
  /// candidates because a rubber band lets a surface go there.
  static let all: [Moment] = {
    var all: [Moment] = []
    for isVertical in [true, false] {
      let rests = rests(isVertical)
      for start in names {
        for position in [rests[0] + 40, rests[0], rests[1] + 60, rests[1], rests[2], rests[2] - 40]
        {
          for velocity in [0.0, -50, 50, -400, 400, -1_500, 1_500, -5_000, 5_000] {
            all.append(
              Moment(
                isVertical: isVertical, start: start, position: position, velocity: velocity))
          }
        }
      }
    }
    return all
  }()

  /// The positions of the candidates along the axis, in points: the heights of a sheet, or the positions of three
  /// pages.
  private static func rests(_ isVertical: Bool) -> [Double] {
    isVertical ? [724, 422, 68] : [0, -390, -780]
  }

  private func planar<Component: Quantity>(_ value: Component) -> Planar<Component> {
    isVertical ? Planar(x: .zero, y: value) : Planar(x: value, y: .zero)
  }

  func release(
    _ parameters: [EstimatorParameter], _ values: [String: Double]
  ) -> Release {
    let place = planar(Points(position))
    let speed = planar(PointsPerSecond(velocity))
    let context = ReleaseContext(
      candidates: zip(Self.names, Self.rests(isVertical)).map {
        RestCandidate(name: $0, position: planar(Points($1)))
      },
      position: place, unlimited: place, start: start,
      estimate: VelocityEstimate(velocity: speed, reason: .ok), touch: place, screen: Self.screen)
    // The time constant of UIScrollView's normal deceleration rate, 0.998 per ms, is 0.499 s.
    let projected = planar(Points(position + velocity * 0.499))
    return Release(
      context, velocity: speed, projected: projected, parameters, values: values)
  }

  var description: String {
    let axis = isVertical ? "y" : "x"
    return "a release at \(axis) = \(readable(position)) pt with \(readable(velocity)) pt/s from "
      + "'\(start)'"
  }
}
