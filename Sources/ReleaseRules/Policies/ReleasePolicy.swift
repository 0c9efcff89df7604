public import Quantities
package import VelocityEstimation

/// The behaviour of a surface at a release, as data: velocity filter → rule → hand-off.
///
/// A value of this type describes the releases of each system that Flickbook models. Presets, the linter and the tuner
/// therefore all use the same function ``decide(_:)``.
public struct ReleasePolicy: Hashable, Sendable {
  /// The filter that determines the velocity of the release.
  public var filter = VelocityFilter()
  /// The parameters of the projection, the position at which the surface would come to rest by friction alone.
  public var projection = Projection()
  /// The rule that picks the target from position and velocity.
  public var rule = ReleaseRule(ReleaseRule.Nearest())
  /// The condition under which a release dismisses the surface, for release rules that do not define their own.
  public var dismissal = DismissalRule()
  /// The conversion of the release velocity to the initial velocity of the settling motion.
  public var handOff = HandOffTuning()

  /// Creates the default release rule, ``ReleaseRule/Nearest``, with the standard filter, projection and dismissal.
  public init() {}
}

// This extension contains the steps of a decision, in order: velocity filter, projection, dismissal, rule.
extension ReleasePolicy {
  /// Picks the target of a release.
  ///
  /// This function is pure: the same context always gives the same decision. The function filters the velocity, then
  /// checks ``dismissal`` if the rule does not define its own dismissal, and then applies the rule.
  public func decide(_ context: ReleaseContext) -> Decision {
    let isCancelled = context.estimate.reason == .cancelled
    let velocity = isCancelled ? .zero : velocity(of: context)
    let projected = projectedRest(of: context, velocity)
    var decision = Decision(
      target: context.start, targetPosition: context.position, projected: projected,
      velocity: velocity, estimate: context.estimate, from: context.start,
      reason: .single, rests: context.candidates)
    if !isCancelled, context.area == nil, context.hidden == nil {
      decision.follow(
        rule.decide(
          Release(
            context: context, velocity: velocity, projected: projected,
            lookahead: projection.time)))
      return decision
    }
    // The context is large, so it is copied only for the steps below, which change it.
    var context = context
    // A cancelled touch never dismisses the surface.
    if isCancelled { (context.hidden, context.dismissalBounds) = (nil, nil) }
    if let area = context.area {
      let rest = context.position + displacement(after: velocity)
      context.candidates = context.candidates.map { area.rest(at: $0, near: rest) }
    }
    if let hidden = context.hidden, rule.kind.usesCommonDismissal {
      switch dismissal.kind {
      case .candidate:
        // In the order along the travel, the dismissed position comes before all candidates.
        context.candidates.insert(RestCandidate(name: Decision.gone, position: hidden), at: 0)
        context.hidden = nil
      case .thrown, .thrownOrPulled:
        if let reason = dismissal.reason(velocity, projected, hidden, context) {
          decision.rests = context.candidates
          decision.leave(to: hidden, reason)
          return decision
        }
      }
    }
    decision.rests = context.candidates
    let release = Release(
      context: context, velocity: velocity, projected: projected, lookahead: projection.time)
    decision.follow(rule.decide(release))
    if isCancelled { decision.reason = .cancelled }
    return decision
  }

  /// Returns the velocity to use for a cancelled touch: `estimate` if the touch counts as a lift, otherwise none.
  package func heard(_ estimate: VelocityEstimate) -> VelocityEstimate {
    switch filter.cancelled {
    case .withoutVelocity: .none(.cancelled)
    case .asLift: estimate
    }
  }

  /// Returns the filtered velocity of a release; zero if the filter rejects the velocity.
  package func velocity(of context: ReleaseContext) -> Velocity {
    let raw =
      switch filter.source {
      case .estimate: context.estimate.velocity
      case .mean: context.mean ?? context.estimate.velocity
      }
    let velocity = capped(raw)
    guard velocity.length >= filter.deadBand, !isOpposed(velocity, context) else { return .zero }
    return damped(velocity, context)
  }

  /// Returns `velocity` with its speed limited to the cap of the filter; its direction does not change.
  public func capped(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    return speed > filter.cap ? velocity * (filter.cap / speed) : velocity
  }

  /// Whether `velocity` points back towards the start, and the start is at least `filter.opposed` away from the
  /// surface.
  private func isOpposed(_ velocity: Velocity, _ context: ReleaseContext) -> Bool {
    guard filter.opposed > .zero,
      let start = context.candidates.first(where: { $0.name == context.start })
    else { return false }
    let displacement = context.position - start.position
    return displacement.dot(velocity) < 0 && displacement.length >= filter.opposed
  }

  /// Returns `velocity`, reduced if the surface moves down and is near its dismissed position.
  ///
  /// Within the dampening distance of the dismissed position, the vertical velocity is multiplied by (r / d)², where r
  /// is the remaining distance and d the dampening distance. A flick is not reduced below the flick speed of the rule.
  ///
  /// Source: Compose Material 3 at 080d2b3, `BottomSheet.kt`.
  private func damped(_ velocity: Velocity, _ context: ReleaseContext) -> Velocity {
    guard filter.dampening > .zero, let hidden = context.hidden, velocity.y > .zero else {
      return velocity
    }
    let left = max(.zero, hidden.y - context.position.y)
    guard left < filter.dampening else { return velocity }
    let fraction = left / filter.dampening
    var slower = velocity
    slower.y = velocity.y * (fraction * fraction)
    let flick = rule.flick
    if flick > .zero, velocity.y >= flick { slower.y = max(slower.y, flick) }
    return slower
  }

  /// Returns the projection: the position at which the projected point would come to rest after the release.
  private func projectedRest(of context: ReleaseContext, _ velocity: Velocity) -> Position {
    let displacement = displacement(after: velocity) * context.gain
    switch projection.point {
    case .surface: return context.position + displacement
    case .unlimited: return context.unlimited + displacement
    case .touch:
      // A finger cannot leave the screen. As in Wave, its projection stays 1 pt inside the screen.
      func held(_ value: Points, _ size: Points) -> Points {
        max(Points(1), min(value, size - Points(1)))
      }
      let rest = context.touch + displacement
      return Position(x: held(rest.x, context.screen.x), y: held(rest.y, context.screen.y))
    }
  }

  /// Returns the projected displacement of the finger after a release with `velocity`.
  private func displacement(after velocity: Velocity) -> Position {
    Position(x: velocity.x * projection.time, y: velocity.y * projection.time)
  }
}

// The hand-off is the last step, after the decision.
extension ReleasePolicy {
  /// Returns the velocity with which the surface starts to settle after a release with `velocity`.
  ///
  /// - Parameters:
  ///   - velocity: The velocity of the surface at the release.
  ///   - displacement: The displacement from the surface to its target.
  ///   - travel: The whole distance over which the surface can travel.
  /// - Returns: The velocity after the hand-off.
  package func handed(
    _ velocity: Velocity, along displacement: Planar<Points>, travel: @autoclosure () -> Points
  ) -> Velocity {
    var velocity = velocity
    if handOff.fraction != 1 { velocity = velocity * handOff.fraction }
    if handOff.distance > .zero {
      // The distance is at least 0.001 pt, so that the quotient stays finite.
      velocity = velocity * (travel() / max(handOff.distance, Points(1e-3)))
    }
    let most = handOff.limit * displacement.length.value
    let speed = velocity.length.value
    return handOff.limit > 0 && speed > most ? velocity * (most / speed) : velocity
  }
}

extension ReleasePolicy {
  /// The settings of a release, including the settings of all rules.
  public static let settings = settings(canBeGone: true)

  /// Returns the settings of a release; if `canBeGone` is false, without the settings of a dismissal.
  ///
  /// The setting `release.choice` chooses the rule. Settings of rules that are not chosen have no effect.
  public static func settings(canBeGone: Bool) -> [Setting<ReleasePolicy>] {
    let filter: [Setting<ReleasePolicy>] = VelocityFilter.settings(canBeGone: canBeGone).map {
      $0.lifted(reading: { $0.filter }, writing: { $0.filter = $1 })
    }
    let handOff: [Setting<ReleasePolicy>] = HandOffTuning.settings.map {
      $0.lifted(reading: { $0.handOff }, writing: { $0.handOff = $1 })
    }
    return filter + projectionSettings(canBeGone: canBeGone) + [ruleSetting]
      + ReleaseRule.kinds.flatMap { $0.settings } + (canBeGone ? dismissalSettings : []) + handOff
  }

  private static let ruleSetting: Setting<ReleasePolicy> = {
    var setting = Setting<ReleasePolicy>(
      "release.choice",
      .word(
        choices: ReleaseRule.kinds.map { $0.name }, get: { $0.rule.name },
        set: { policy, name in
          // Choosing the current rule again keeps its numbers.
          guard policy.rule.name != name, let kind = ReleaseRule.kind(named: name) else { return }
          policy.rule = kind.standard
        }),
      "The rule that picks the target from the position and the velocity of a release.",
      source: "WWDC 2018, session 803: it picks the position nearest to the projection"
    ).deciding
    setting.policy = { $1(&$0) }
    return setting
  }()

  private static let dismissalSettings: [Setting<ReleasePolicy>] = DismissalRule.settings.map {
    var setting: Setting<ReleasePolicy> = $0.lifted(
      reading: { $0.dismissal }, writing: { $0.dismissal = $1 })
    let leaving = ReleaseRule.kinds.filter { $0.usesCommonDismissal }
    setting.conditions.insert(
      SettingCondition("release.choice", leaving.map { $0.name }) {
        $0.rule.kind.usesCommonDismissal
      },
      at: 0)
    return setting
  }

  /// Returns the settings of the projection.
  ///
  /// The settings have an effect if the rule or the dismissal uses the projection.
  private static func projectionSettings(canBeGone: Bool) -> [Setting<ReleasePolicy>] {
    func condition(
      _ uses: [RuleKind.ProjectionUse]
    ) -> SettingCondition<ReleasePolicy> {
      let using = ReleaseRule.kinds.filter { uses.contains($0.projection) }
      return SettingCondition("release.choice", using.map { $0.name }) { policy in
        let kind = policy.rule.kind
        return uses.contains(kind.projection)
          || canBeGone && kind.usesCommonDismissal && policy.dismissal.kind == .thrownOrPulled
      }
    }
    return [
      Setting(
        "release.projection", unit: "s", .number(0...10) { $1(&$0.projection.time) },
        "The projection time: the projection is the position of the release plus its velocity "
          + "times this time.",
        source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"
      ).only(condition([.time, .timeAndPoint])),
      Setting(
        "release.point", .word { $1(&$0.projection.point) },
        "The point from which the projection is computed: a position of the surface, or the finger.",
        source: "WWDC 2018, session 803: it projects the window and not the finger on it"
      ).only(condition([.timeAndPoint])),
    ]
  }
}
