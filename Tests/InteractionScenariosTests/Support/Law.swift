import FrameLogs
import InteractionScenarios
import Quantities

/// What must hold for a trial, computed another way than the scenario does.
struct Law {
  let trial: Trial
  let low: Position
  let high: Position
  /// The reach of the rubber band.
  let reach: Planar<Points>

  /// The limits of the surface, worked out from the settings.
  init(_ trial: Trial) {
    self.trial = trial
    let screen = trial.stage.screen
    let halfTurn = Points(150 * Double.pi)
    reach = trial.scenario.name == "rotation" ? Planar(x: halfTurn, y: halfTurn) : screen
    if trial.scenario.name == "pip" {
      // The defaults: 120 × 80 pt, 25 pt away from insets of 47 pt above and 34 pt below.
      low = Position(x: Points(25 + 60), y: Points(47 + 25 + 40))
      high = Position(x: screen.x - Points(25 + 60), y: screen.y - Points(34 + 25 + 40))
    } else if trial.scenario.name == "card" {
      low = .zero
      high = .zero
    } else if let end = trial.lastPage {
      low = Position(x: min(.zero, end.x), y: min(.zero, end.y))
      high = Position(x: max(.zero, end.x), y: max(.zero, end.y))
    } else if trial.scenario.name == "drawer" {
      // 304 pt wide.
      let isLeft = trial.settings.contains { $0 == (key: "side", value: "left") }
      low = Position(x: isLeft ? .zero : screen.x - Points(304), y: .zero)
      high = Position(x: isLeft ? Points(304) : screen.x, y: .zero)
    } else if trial.scenario.name == "rotation" {
      // Half a turn of a rim with a radius of 150 pt.
      low = Position(x: -halfTurn, y: .zero)
      high = Position(x: halfTurn, y: .zero)
    } else if trial.scenario.name == "modal" {
      // 54 pt below the upper edge, unless it may leave.
      let says = { (key: String) in trial.settings.contains { $0 == (key: key, value: "true") } }
      low = Position(x: .zero, y: Points(54))
      high = says("dismissible") && !says("vetoesDismissal") ? Position(x: .zero, y: screen.y) : low
    } else {
      let detents = Detent.list(
        from: trial.settings.first { $0.key == "detents" }?.value ?? "tip:96,half:50%,full:92%")
      let tops = (detents ?? []).map { screen.y - $0.height.resolved(on: screen.y) }
      let isDismissible = trial.settings.contains { $0 == (key: "dismissible", value: "true") }
      low = Position(x: .zero, y: tops.min() ?? .zero)
      high = Position(x: .zero, y: isDismissible ? screen.y : tops.max() ?? .zero)
    }
  }

  /// The velocity with which a surface must set off when the hand lets go at `velocity`.
  ///
  /// Beyond the limits that is times the slope of the band. Nil where the surface lags behind the
  /// finger, so that its place does not tell how far the band is stretched.
  func handedVelocity(_ velocity: Velocity, _ frame: Frame) -> Velocity? {
    var handed = velocity
    if ["sheet", "modal", "swipe"].contains(trial.scenario.name) { handed.x = .zero }
    if ["paging", "drawer", "rotation"].contains(trial.scenario.name) { handed.y = .zero }
    // Where a touch may reach depends on where it began, unless it may reach all.
    if trial.lastPage != nil {
      let reachesAll = trial.number("reach") == 0 || (trial.number("pages") ?? 0) <= 2
      guard reachesAll, !trial.settings.contains(where: { $0 == ("wrap", "true") }) else {
        return nil
      }
    }
    // The cap: 8000 pt/s.
    let speed = handed.length.value
    if speed > 8_000 { handed = handed * (8_000 / speed) }
    let isInside =
      frame.position.x >= low.x && frame.position.x <= high.x
      && frame.position.y >= low.y && frame.position.y <= high.y
    let style = trial.settings.first { $0.key == "limits" }?.value
    let isEndless = trial.settings.contains { $0 == (key: "wraps", value: "true") }
    if style == "free" || isEndless { return handed }
    guard trial.number("tracking.response") == 0, style == "rubberBand" || isInside else {
      return nil
    }
    let atLimit =
      frame.position.x == low.x || frame.position.x == high.x
      || frame.position.y == low.y || frame.position.y == high.y
    guard style == "rubberBand" || !atLimit else { return nil }
    return Velocity(
      x: handed.x * slope(frame.position.x, low.x, high.x, reach.x),
      y: handed.y * slope(frame.position.y, low.y, high.y, reach.y))
  }

  /// The slope of the band where it shows the surface at `shown`: with `b = d (1 − 1 / (c x / d + 1))`
  /// it is `c (1 − b / d)²`.
  private func slope(_ shown: Points, _ low: Points, _ high: Points, _ reach: Points) -> Double {
    let beyond = max(low - shown, shown - high, .zero)
    guard beyond > .zero else { return 1 }
    let left = 1 - beyond / reach
    return 0.55 * left * left
  }
}
