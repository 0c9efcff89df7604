import FrameLogs
import MotionPhysics
import Quantities

extension DraggableSurface {
  /// Sends what changes with the surface to the numbers of the place called `name`; nil is under a
  /// hand.
  mutating func sendProperties(to name: String?) {
    for index in properties.indices { properties[index].send(to: name, at: now) }
  }

  /// What is called `name` and changes with the surface, as it is now; nil when nothing is.
  func number(of name: String) -> Double? {
    properties.first { $0.plan.name == name }?.state(at: now).number
  }

  /// When all that changes with the surface is settled; nil when something never is.
  var propertiesEnd: Seconds? {
    properties.reduce(Seconds.zero) { end, property in
      guard let end, let next = property.settleTime else { return nil }
      return max(end, next)
    }
  }

  /// When a surface that has just set off is at its end; nil when only stepping can tell, or never.
  ///
  /// One that goes straight out is gone as soon as nothing of it is seen, so that it does not swing
  /// back into view.
  func end(isLeaving: Bool) -> Seconds? {
    let settled = drive.settleTime(within: behaviour.tolerance)
    guard isLeaving else {
      guard let settled, let changed = propertiesEnd else { return nil }
      return max(settled, changed)
    }
    guard let wayOut = geometry.wayOut, goesStraight else { return settled }
    let crossing = drive.firstTime(isHorizontal: wayOut.isCrossedHorizontally(at: drive.target))
    guard let crossing else { return settled }
    return min(crossing, settled ?? crossing)
  }

  /// Whether the velocity points along the way to the target.
  private var goesStraight: Bool {
    let (position, velocity) = drive.state(at: now)
    let way = drive.target - position
    let aside = way.x.value * velocity.y.value - way.y.value * velocity.x.value
    return aside.magnitude <= 1e-9 * way.length.value * velocity.length.value
  }

  /// The direction in which the surface was thrown, for the log; nothing when it was not.
  var directionFields: [LogField] {
    direction.map { [LogField("direction", .text($0.rawValue))] } ?? []
  }

  /// Where a surface on its way out with a velocity goes on to, after its geometry was changed; nil
  /// when it cannot leave any more.
  func exit(from place: Position, before: (wayOut: WayOut?, target: Position)) -> Position? {
    guard let wayOut = geometry.wayOut else { return geometry.hidden }
    guard wayOut != before.wayOut else { return before.target }
    return wayOut.exit(from: place, along: before.target - place)
  }
}

extension WayOut {
  /// Whether a surface that goes to the exit `place` goes out of sight at the left or the right.
  func isCrossedHorizontally(at place: Position) -> Bool {
    let slack = Points(1e-6)
    return place.x <= lowest.x + slack || place.x >= highest.x - slack
  }
}
