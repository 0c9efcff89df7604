import Quantities
import TouchInput

extension RotationScenario {
  /// The way of a finger about the centre, without jumps.
  struct Turn: Hashable, Sendable {
    /// Where the finger was when its pan began to count, less its way until then.
    var anchor: Position
    /// Where it was last seen outside the hub, from the centre.
    var last: Position
    /// The way of the rim that it has turned.
    var way = Points.zero
    /// Whether it has been in the hub since it was last seen outside.
    var wasInHub: Bool

    /// Follows the finger to `place`, seen from the centre of a dial of `radius`.
    mutating func follow(to place: Position, hub: Points, radius: Points) {
      guard place.length >= hub, place.length > .zero else {
        wasInHub = true
        return
      }
      if !wasInHub {
        let cross = last.x.value * place.y.value - last.y.value * place.x.value
        let dot = last.x.value * place.x.value + last.y.value * place.y.value
        way += radius * arctangent(y: cross, x: dot)
      }
      (last, wasInHub) = (place, false)
    }
  }

  /// The pan as the rim sees it: its way and, with `velocity`, its velocity along the rim.
  private mutating func along(
    _ pan: Pan, _ velocity: Velocity, begins: Bool
  ) -> (pan: Pan, velocity: Velocity) {
    let translation = pan.translation.held(within: Grip.bound)
    let velocity = velocity.held(within: Grip.bound)
    var seen = pan
    if begins {
      turn = nil
      let place = pan.location?.held(within: Grip.bound)
      if let place, tuning.hold == .dial {
        let anchor = place - translation - stage.screen / 2
        turn = Turn(
          anchor: anchor, last: anchor,
          wasInHub: anchor.length < tuning.hub || anchor.length == .zero)
      }
    }
    guard var turn else {
      seen.translation = Position(x: translation.x, y: .zero)
      return (seen, Velocity(x: velocity.x, y: .zero))
    }
    let place = turn.anchor + translation
    turn.follow(to: place, hub: tuning.hub, radius: tuning.radius)
    self.turn = turn
    seen.translation = Position(x: turn.way, y: .zero)
    guard !turn.wasInHub else { return (seen, .zero) }
    // ω = r × v / r², with r in points and v in points per second, gives radians per second.
    let cross = place.x.value * velocity.y.value - place.y.value * velocity.x.value
    let length = place.length.value
    return (
      seen,
      Velocity(x: PointsPerSecond(tuning.radius.value * (cross / length / length)), y: .zero)
    )
  }

  /// The event as the rim sees it.
  mutating func along(_ event: HandEvent) -> HandEvent {
    switch event {
    case .panBegan(let pan): return .panBegan(along(pan, .zero, begins: true).pan)
    case .panChanged(let pan, var live):
      let (pan, velocity) = along(pan, live.velocity, begins: false)
      live.velocity = velocity
      return .panChanged(pan, live: live)
    case .panEnded(let pan, var estimate):
      let (pan, velocity) = along(pan, estimate.velocity, begins: false)
      estimate.velocity = velocity
      return .panEnded(pan, estimate)
    case .panCancelled(let pan): return .panCancelled(along(pan, .zero, begins: false).pan)
    case .touchDown, .touchUp, .touchCancelled, .gap: return event
    }
  }
}
