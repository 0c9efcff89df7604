// The program in a page is compiled as Embedded Swift. It has only the bundled rules, so it does not need the registry
// in this file.
#if !$Embedded
  public import Quantities
  import Synchronization
  package import VelocityEstimation

  extension Release {
    /// Creates a release in which each of `parameters` has its value in `values`, or else its default.
    package init(
      _ context: ReleaseContext, velocity: Velocity, projected: Position,
      _ parameters: [EstimatorParameter], values given: [String: Double] = [:]
    ) {
      self.init(context: context, velocity: velocity, projected: projected, lookahead: .zero)
      values = parameters.values(given)
    }

    /// The value of a parameter of a registered rule; traps if the rule has no such parameter.
    public subscript(parameter: String) -> Double {
      guard let values else {
        preconditionFailure("a bundled rule has no parameter '\(parameter)'")
      }
      return values[parameter]
    }

    /// Whether the rule may pick ``Decision/gone``; false for a cancelled touch.
    public var canBeDismissed: Bool {
      context.hidden != nil || context.dismissalBounds != nil
        || context.candidates.contains { $0.name == Decision.gone }
    }

    /// Returns the name of the candidate nearest to `position`; the first of several that are equally near.
    public func candidate(nearestTo position: Position) -> String {
      context.candidate(nearestTo: position).name
    }
  }

  extension [EstimatorParameter] {
    /// Returns a value for each of these parameters: its value in `given`, or else its default.
    func values(_ given: [String: Double]) -> EstimatorValues {
      var values = EstimatorValues(defaultsOf: self)
      for parameter in self {
        if let value = given[parameter.name] { values[parameter.name] = value }
      }
      return values
    }
  }

  /// The reason why a registered rule gave no valid answer.
  ///
  /// The surface then goes to the candidate nearest to the projection.
  public enum CustomRuleFailure: Error, Hashable, Sendable {
    /// No rule is registered under the name.
    case notRegistered(rule: String)
    /// The rule picked a name that is not a candidate, or dismissed a surface that cannot be dismissed.
    case unknownTarget(rule: String, target: String, candidates: [String])
    /// The rule returned ``RuleKind/Answer/failed(_:)``.
    case failed(rule: String, message: String)

    /// The name of the rule.
    public var rule: String {
      switch self {
      case .notRegistered(let rule), .unknownTarget(let rule, _, _), .failed(let rule, _): rule
      }
    }
  }

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  extension CustomRuleFailure: CustomStringConvertible {
    public var description: String {
      let title = "release rule '\(excerpt(of: rule))'"
      switch self {
      case .notRegistered:
        return "\(title): no rule is registered under this name; call ReleaseRule.register first."
      case .unknownTarget(_, let target, let candidates):
        return """
          \(title): it picked '\(excerpt(of: target))', where the surface cannot go; return one of \
          \(candidates.joined(separator: ", ")), or '\(Decision.gone)' for a surface that can be dismissed.
          """
      case .failed(_, let message): return "\(title): \(excerpt(of: message, atMost: 600))"
      }
    }
  }

  extension RuleKind: Registrable {
    package static var kindName: String { "release rule" }

    package func isDescribed(as other: RuleKind) -> Bool {
      meaning == other.meaning && parameters == other.parameters && projection == other.projection
        && usesCommonDismissal == other.usesCommonDismissal
    }
  }

  /// The registered rules, which are never removed, and the first failure of each rule since the last report.
  private let registry = Mutex<(rules: [RuleKind], failures: [CustomRuleFailure])>(
    (rules: [], failures: []))

  extension RuleKind {
    /// The registered rules, in the order of registration.
    static var own: [RuleKind] { registry.withLock { $0.rules } }

    static func registered(_ name: String) -> RuleKind? {
      registry.withLock { $0.rules.first { $0.name == name } }
    }

    static func keep(_ failure: CustomRuleFailure) {
      registry.withLock { registry in
        guard !registry.failures.contains(where: { $0.rule == failure.rule }) else { return }
        registry.failures.append(failure)
      }
    }
  }

  extension ReleaseRule {
    /// Registers your own rules, so that this process finds them by name, as it finds the bundled rules.
    ///
    /// The scenarios that have the setting `release.choice` then have the settings of these rules, too. If a rule with
    /// the same name, meaning and parameters is registered, the new closure replaces the old one. This function may be
    /// called at any time and from any thread.
    ///
    /// - Throws: `RegistrationError` for the first rule with an invalid or taken name, or with an invalid parameter; in
    ///   this case no rule is registered.
    public static func register(
      _ rules: [RuleKind]
    ) throws(RegistrationError) {
      let (bundled, reserved) = (kinds.map { $0.name }, commonParameters)
      try registry.withLock { (known) throws(RegistrationError) in
        known.rules = try known.rules.joined(with: rules, bundled: bundled, reserved: reserved)
      }
    }

    /// Throws the error that registering `rule` would throw, without registering it.
    package static func checkRegistration(
      of rule: RuleKind
    ) throws(RegistrationError) {
      _ = try RuleKind.own.joined(
        with: [rule], bundled: kinds.map { $0.name }, reserved: commonParameters)
    }

    /// The names of the settings that do not belong to a single rule, without the prefix `release.`.
    private static var commonParameters: Set<String> {
      let common = ReleasePolicy.settings.filter { setting in
        !setting.conditions.contains { $0.key == "release.choice" && $0.words.count == 1 }
      }
      return Set(common.map { String($0.key.dropFirst("release.".count)) })
    }

    /// Returns the first failure of each registered rule since the last call, and forgets them.
    ///
    /// A decision for which the rule failed has the reason ``Decision/Reason/ruleFailed``.
    public static func takeFailures() -> [CustomRuleFailure] {
      registry.withLock { registry in
        defer { registry.failures = [] }
        return registry.failures
      }
    }
  }
#endif
