import Quantities
import ReleaseRules

extension DismissalBounds {
  /// When a surface that `trajectory` takes out of the screen is out of sight, so that it does not swing
  /// back into view; nil when it does not go straight, or never gets there.
  func time(of trajectory: Trajectory, from time: Seconds) -> Seconds? {
    let (position, velocity) = trajectory.state(at: time)
    let displacement = trajectory.target - position
    let aside = displacement.cross(velocity)
    guard aside.magnitude <= 1e-9 * displacement.length.value * velocity.length.value else {
      return nil
    }
    return trajectory.firstTime(isHorizontal: isCrossedHorizontally(at: trajectory.target))
  }

  /// Whether a surface that goes to the exit `position` goes out of sight at the left or the right.
  private func isCrossedHorizontally(at position: Position) -> Bool {
    let slack = Points(1e-6)
    return position.x <= lowest.x + slack || position.x >= highest.x - slack
  }
}
