import FrameLogs
import Quantities
import ReleaseRules
import Synchronization
import VelocityEstimation

/// A subject as a release rule: it receives releases, and Flickbook moves the surface.
final class SubjectRule: Sendable {
  private let subject: Subject
  private let keys: [String]
  /// The number of errors since the last answer.
  private let errors = Mutex(0)

  /// The number of errors in a row after which the subject is not asked again.
  ///
  /// We chose 3 because a study has many thousands of releases, and a subject that hangs needs its whole time limit for
  /// each.
  private static let mostErrors = 3

  private init(_ subject: Subject, keys: [String]) { (self.subject, self.keys) = (subject, keys) }

  /// Registers the rule of `subject`, and returns its name, which is a value of `release.choice`.
  ///
  /// - Throws: ``SubjectError`` if the subject cannot be started, is a surface, or has settings that are not numbers.
  static func registered(of subject: Subject) throws(SubjectError) -> String {
    let rule = try definition(of: subject)
    do throws(RegistrationError) { try ReleaseRule.register([rule]) } catch {
      throw refusal(error, of: subject)
    }
    return rule.name
  }

  /// Returns the settings of the rule of `subject`, after checking that the rule can be registered.
  ///
  /// - Throws: ``SubjectError`` as ``registered(of:)`` does.
  static func checkedParameters(of subject: Subject) throws(SubjectError) -> [EstimatorParameter] {
    let rule = try definition(of: subject)
    do throws(RegistrationError) { try ReleaseRule.checkRegistration(of: rule) } catch {
      throw refusal(error, of: subject)
    }
    return rule.parameters
  }

  private static func refusal(_ error: RegistrationError, of subject: Subject) -> SubjectError {
    SubjectError(
      subject.program.command,
      "its name or a setting cannot be used (\(error.description.dropLast()))",
      "correct its 'hello'")
  }

  private static func definition(
    of subject: Subject
  ) throws(SubjectError) -> RuleKind {
    let (command, known) = (subject.program.command, try subject.description())
    guard known.kind == .rule else {
      throw SubjectError(
        command, "the subject is a surface, which takes the place of a scenario",
        "leave out the scenario, or answer 'hello' with \"kind\": \"rule\"")
    }
    let parameters = try subject.parameters(of: known)
    let rule = SubjectRule(subject, keys: parameters.map(\.name))
    return RuleKind(
      known.name, "The rule of the program '\(command)'.", parameters: parameters,
      usesCommonDismissal: false
    ) { rule.verdict(on: $0) }
  }

  private func verdict(on release: Release) -> RuleKind.Answer {
    guard errors.withLock({ $0 }) < Self.mostErrors else {
      return .failed("\(subject.program.command): it failed \(Self.mostErrors) times; correct it.")
    }
    do throws(SubjectError) {
      let verdict = try subject.using { (process, _) throws(SubjectError) in
        try subject.target(of: release, keys, from: process)
      }
      errors.withLock { $0 = 0 }
      return verdict
    } catch {
      errors.withLock { $0 += 1 }
      return .failed(error.description)
    }
  }
}

extension Subject {
  /// Returns the settings of a rule as parameters.
  ///
  /// - Throws: ``SubjectError`` if a setting is not a number.
  func parameters(
    of known: SubjectDescription
  ) throws(SubjectError) -> [EstimatorParameter] {
    var parameters: [EstimatorParameter] = []
    for setting in known.settings {
      guard case .number(let range, let get, _) = setting.access else {
        throw SubjectError(
          program.command, "the setting '\(excerpt(of: setting.key))' of the rule is not a number",
          "give numbers, such as 0 and 1 for a flag")
      }
      parameters.append(
        EstimatorParameter(
          setting.key, unit: setting.unit, default: get(known.values), range: range,
          setting.meaning, source: setting.source))
    }
    return parameters
  }

  /// Asks a process for the target of a release.
  func target(
    of release: Release, _ keys: [String], from process: SubjectProcess
  ) throws(SubjectError) -> RuleKind.Answer {
    process.send(Self.line(for: release, keys))
    return try target(from: process)
  }

  /// Returns the next answer of a process that has received a release.
  func target(
    from process: SubjectProcess
  ) throws(SubjectError) -> RuleKind.Answer {
    let answer = LogValue.fields(
      try process.answer(by: SubjectProcess.now + program.timeLimit.value))
    guard answer["type"]?.asText == "target", let target = answer["target"]?.asText else {
      throw process.failure(
        "its answer names no target", "answer each release with a 'target' line")
    }
    let reason = answer["reason"]?.asText.flatMap(Decision.Reason.init) ?? .ownRule
    return .picked(target, because: reason)
  }

  /// Returns the line that asks for the target of `release`.
  static func line(
    for release: Release, _ keys: [String]
  ) -> [LogField] {
    let context = release.context
    let start =
      context.origin
      ?? context.candidates.first { $0.name == context.start }?.position ?? context.position
    let (xs, ys) = (
      context.candidates.map(\.position.x.value), context.candidates.map(\.position.y.value)
    )
    func pair(_ x: String, _ y: String, _ position: Planar<some Quantity>) -> [LogField] {
      [LogField(x, .number(position.x.value)), LogField(y, .number(position.y.value))]
    }
    return [LogField("type", .text("release"))] + pair("x", "y", context.position)
      + pair("vx", "vy", release.velocity) + pair("startX", "startY", start)
      + pair("projectedX", "projectedY", release.projected) + [
        LogField("from", .text(context.start)),
        LogField(
          "candidates",
          .list(
            context.candidates.map { candidate in
              .fields(
                [LogField("name", .text(candidate.name))] + pair("x", "y", candidate.position))
            })),
        LogField(
          "bounds",
          .fields([
            LogField("minX", .number(xs.min() ?? 0)), LogField("minY", .number(ys.min() ?? 0)),
            LogField("maxX", .number(xs.max() ?? 0)), LogField("maxY", .number(ys.max() ?? 0)),
          ])),
        LogField(
          "canBeGone", .flag(context.hidden != nil || context.dismissalBounds != nil)),
        LogField(
          "screen", .list([.number(context.screen.x.value), .number(context.screen.y.value)])),
        LogField("settings", .fields(keys.map { LogField($0, .number(release[$0])) })),
      ]
  }
}
