public import Quantities
package import VelocityEstimation

/// The behaviour of a release, as data: velocity filter → rule → hand-off.
///
/// The behaviour of a shipping system is such a value, so presets, the linter and the tuner all use the
/// same function ``decide(_:)``.
public struct ReleasePolicy: Hashable, Sendable {
  /// The filter that determines the velocity of the release.
  public var filter = VelocityFilter()
  /// The projection of the position at which the surface would come to rest by itself.
  public var projection = Projection()
  /// The rule that picks the target from position and velocity.
  public var rule = ReleaseRule.nearest(ReleaseRule.Nearest())
  /// The condition for a dismissal, for rules that do not dismiss by themselves.
  public var dismissal = DismissalRule()
  /// The part of the velocity that the settling motion starts with.
  public var handOff = HandOff()

  /// Creates the standard policy.
  public init() {}
}

// The steps of a decision in order: velocity filter, projection, rule.
extension ReleasePolicy {
  /// Picks the target of a release.
  ///
  /// A pure function: the same context always gives the same decision. The steps are the velocity, then
  /// ``dismissal`` for rules that do not dismiss by themselves, and then the rule.
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
    // Copied only now, because the steps below change the context, which is large.
    var context = context
    if isCancelled { (context.hidden, context.dismissalBounds) = (nil, nil) }
    if let area = context.area {
      let rest = context.position + displacement(after: velocity)
      context.candidates = context.candidates.map { area.rest(at: $0, near: rest) }
    }
    if let hidden = context.hidden, rule.kind.usesCommonDismissal {
      switch dismissal.kind {
      case .candidate:
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

  /// The estimate to use for a cancelled touch whose velocity was `estimate`.
  package func heard(_ estimate: VelocityEstimate) -> VelocityEstimate {
    switch filter.cancelled {
    case .withoutVelocity: .none(.cancelled)
    case .asLift: estimate
    }
  }

  /// The filtered velocity of a release; zero if the filter rejects it.
  func velocity(of context: ReleaseContext) -> Velocity {
    let raw =
      switch filter.source {
      case .estimate: context.estimate.velocity
      case .mean: context.mean ?? context.estimate.velocity
      }
    let velocity = capped(raw)
    guard velocity.length >= filter.deadBand, !isOpposed(velocity, context) else { return .zero }
    return damped(velocity, context)
  }

  /// The velocity limited to the cap of the filter; its direction does not change.
  public func capped(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    return speed > filter.cap ? velocity * (filter.cap / speed) : velocity
  }

  /// Whether `velocity` points against the displacement from the start.
  private func isOpposed(_ velocity: Velocity, _ context: ReleaseContext) -> Bool {
    guard filter.opposed > .zero,
      let start = context.candidates.first(where: { $0.name == context.start })
    else { return false }
    let displacement = context.position - start.position
    return displacement.dot(velocity) < 0 && displacement.length >= filter.opposed
  }

  /// The velocity, damped near the dismissed position by the square of the remaining fraction of the
  /// dampening distance; a flick of the rule stays a flick.
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

  /// The position at which the projected point would come to rest after a release with `velocity`.
  private func projectedRest(of context: ReleaseContext, _ velocity: Velocity) -> Position {
    let displacement = displacement(after: velocity) * context.gain
    switch projection.point {
    case .surface: return context.position + displacement
    case .unlimited: return context.unlimited + displacement
    case .touch:
      // A finger cannot leave the screen; Wave limits its projection to one point inside it.
      func held(_ value: Points, _ size: Points) -> Points {
        max(Points(1), min(value, size - Points(1)))
      }
      let rest = context.touch + displacement
      return Position(x: held(rest.x, context.screen.x), y: held(rest.y, context.screen.y))
    }
  }

  /// The projected displacement after a release with `velocity`, in points of the finger.
  private func displacement(after velocity: Velocity) -> Position {
    Position(x: velocity.x * projection.time, y: velocity.y * projection.time)
  }
}

// The last step, after the target is decided: hand-off.
extension ReleasePolicy {
  /// The initial velocity along `displacement` of a surface whose whole travel is `travel`.
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
  /// The settings of a policy, including those of all rules.
  public static let settings = settings(canBeGone: true)

  /// The settings of a policy; if `canBeGone` is false, without those that only a surface that can be
  /// dismissed needs.
  ///
  /// `release.choice` decides which of the others have an effect; each rule has different ones.
  public static func settings(canBeGone: Bool) -> [Setting<ReleasePolicy>] {
    let filter: [Setting<ReleasePolicy>] = VelocityFilter.settings(canBeGone: canBeGone).map {
      $0.lifted(reading: { $0.filter }, writing: { $0.filter = $1 })
    }
    let handOff: [Setting<ReleasePolicy>] = HandOff.settings.map {
      $0.lifted(reading: { $0.handOff }, writing: { $0.handOff = $1 })
    }
    return filter + projectionSettings(canBeGone: canBeGone) + [ruleSetting]
      + ReleaseRule.kinds.flatMap { $0.settings } + (canBeGone ? dismissalSettings : []) + handOff
  }

  private static let ruleSetting = Setting<ReleasePolicy>(
    "release.choice",
    .word(
      choices: ReleaseRule.kinds.map { $0.name }, get: { $0.rule.kind.name },
      set: { policy, name in
        // Choosing the current rule again keeps its numbers.
        guard policy.rule.kind.name != name else { return }
        for kind in ReleaseRule.kinds where kind.name == name { policy.rule = kind.standard }
      }), "The rule that picks the target from position and velocity.",
    source: "WWDC 2018, session 803: the position nearest to the projection"
  ).deciding

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

  /// The settings of the projection, for rules that use it, and for surfaces that are dismissed by the
  /// projected position.
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
        "The time over which a velocity is projected.",
        source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"
      ).only(condition([.time, .timeAndPoint])),
      Setting(
        "release.point", .word { $1(&$0.projection.point) },
        "The point that is projected.",
        source: "WWDC 2018, session 803: the window is projected, not the finger on it"
      ).only(condition([.timeAndPoint])),
    ]
  }
}
