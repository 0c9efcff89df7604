// The engine of a page has only the bundled rules.
#if !$Embedded
  import Quantities

  extension ReleaseRule {
    /// A registered rule with its numbers.
    ///
    /// This value is plain data. The code of the rule is in the ``CustomRuleDefinition`` that was registered under
    /// ``name``.
    public struct Custom: Hashable, Sendable {
      /// The name of the registered rule.
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

  // The settings of a scenario reach its rule only through the text of the setting `release.choice`. For a custom rule,
  // this text therefore contains the values, too, as in `mine:distance=40,flick=300`.
  extension ReleaseRule.Custom {
    /// The name and the values as text, in the alphabetical order of the parameters.
    var text: String {
      let list = values.sorted { $0.key < $1.key }.map { "\($0.key)=\(plain($0.value))" }
      return list.isEmpty ? name : "\(name):\(list.joined(separator: ","))"
    }

    /// Creates the rule from its ``text``; nil if the text does not have this form.
    init?(text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      self.init(String(parts[0]))
      guard parts.count > 1 else { return }
      for pair in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
        let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, let number = Double(sides[1]) else { return nil }
        values[String(sides[0])] = number
      }
    }
  }

  extension ReleaseRule.Custom {
    /// The kind of the registered rule.
    var kind: RuleKind {
      CustomRuleDefinition.registered(name)?.kind
        ?? CustomRuleDefinition(name, "A rule that is not registered.") { _ in .failed("") }.kind
    }

    /// Picks the target that the registered rule picks.
    ///
    /// If there is no valid answer, picks the candidate nearest to the projection, and keeps the failure for
    /// ``ReleaseRule/takeFailures()``.
    func decide(_ release: Release) -> Verdict {
      let context = release.context
      let failure: CustomRuleFailure
      if let definition = CustomRuleDefinition.registered(name) {
        let given = CustomRuleDefinition.Release(release, definition.values(values))
        switch definition.decide(given) {
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
      CustomRuleDefinition.keep(failure)
      return .rest(context.candidate(nearestTo: release.projected), .ruleFailed)
    }
  }

  extension CustomRuleDefinition.Release {
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
