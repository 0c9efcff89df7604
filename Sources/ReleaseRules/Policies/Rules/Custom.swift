// The program in a page is compiled as Embedded Swift, and has only the bundled rules.
#if !$Embedded
  import Quantities

  extension ReleaseRule {
    /// A registered rule with its numbers.
    ///
    /// This value is plain data. The code of the rule is in the ``RuleKind`` that was registered under
    /// ``name``.
    public struct Custom: Hashable, Sendable {
      /// The name under which the code of the rule is registered.
      public var name: String
      /// The values of parameters by name; a parameter that is missing has its default.
      public var values: [String: Double]

      /// Creates a rule with the registered code of `name`.
      public init(_ name: String, values: [String: Double] = [:]) {
        self.name = name
        self.values = values
      }
    }
  }

  extension ReleaseRule.Custom: RuleNumbers {
    /// The kind of the registered rule; if no rule is registered under ``name``, a kind whose answer is always a
    /// failure.
    public var kind: RuleKind {
      RuleKind.registered(name)
        ?? RuleKind(name, "A rule that is not registered.") { _ in .failed("") }
    }

    /// Picks the target that the registered rule picks.
    ///
    /// If there is no valid answer, picks the candidate nearest to the projection, and keeps the failure for
    /// ``ReleaseRule/takeFailures()``.
    public func decide(_ release: Release) -> Verdict {
      let context = release.context
      let failure: CustomRuleFailure
      if let kind = RuleKind.registered(name), let answer = kind.answer {
        var given = release
        given.values = kind.parameters.values(values)
        switch answer(given) {
        case .picked(let target, let reason):
          if let candidate = context.candidates.first(where: { $0.name == target }) {
            return .rest(candidate, reason)
          }
          if target == Decision.gone, let gone = given.dismissal(reason) { return gone }
          failure = .unknownTarget(
            rule: name, target: target, candidates: context.candidates.map { $0.name })
        case .failed(let message): failure = .failed(rule: name, message: message)
        }
      } else {
        failure = .notRegistered(rule: name)
      }
      RuleKind.keep(failure)
      return .rest(context.candidate(nearestTo: release.projected), .ruleFailed)
    }
  }

  extension Release {
    /// Returns the verdict to dismiss the surface; nil if the surface cannot be dismissed.
    ///
    /// A surface that can leave the screen in several directions moves in the direction of the velocity, or in the
    /// direction of its displacement if the velocity has no allowed direction.
    fileprivate func dismissal(_ reason: Decision.Reason) -> Verdict? {
      if let hidden = context.hidden { return .gone(hidden, reason) }
      guard let bounds = context.dismissalBounds else { return nil }
      let start = context.candidates.first { $0.name == context.start } ?? context.candidates[0]
      for heading in [velocity.heading, (context.position - start.position).heading] {
        guard let direction = Direction(of: heading), bounds.directions.allowed.contains(direction)
        else { continue }
        return .gone(
          bounds.exit(from: context.position, by: heading), reason,
          Decision.Dismissal(direction: direction, heading: heading))
      }
      return nil
    }
  }
#endif
