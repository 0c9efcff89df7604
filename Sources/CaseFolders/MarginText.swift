import Quantities
package import Review

// In words.
extension DecisionMargin {
  /// The margin in words, such as `half; full 12.3 pt higher or 140 pt/s faster upwards`.
  package var text: String {
    var ways: [String] = []
    if let position {
      let way = word(
        position.change.value, position.isAlongX, ("left", "right"), ("higher", "lower"))
      ways.append("\(named(position.target)) \(rounded(position.change.value)) pt \(way)")
    }
    if let velocity {
      let way = word(
        velocity.change.value, velocity.isAlongX, ("to the left", "to the right"),
        ("upwards", "downwards"))
      let target = velocity.target == position?.target ? "" : "\(named(velocity.target)) "
      ways.append("\(target)\(rounded(velocity.change.value)) pt/s faster \(way)")
    }
    guard !ways.isEmpty else { return "\(target), whatever the hand does at the release" }
    return "\(target); \(ways.joined(separator: " or "))"
  }

  private func named(_ target: String) -> String { target.isEmpty ? "nothing" : target }

  private func word(
    _ change: Double, _ isAlongX: Bool, _ horizontal: (String, String), _ vertical: (String, String)
  ) -> String {
    let pair = isAlongX ? horizontal : vertical
    return change < 0 ? pair.0 : pair.1
  }

  private func rounded(_ change: Double) -> String {
    let size = change.magnitude
    guard size >= 0.1 else { return "less than 0.1" }
    return plain(size < 10 ? (size * 10).rounded() / 10 : size.rounded())
  }
}

extension NarrowedMargin {
  /// What is to be said of it behind the name of its case, in two lines.
  package var text: String {
    let shown = differences.prefix(3).map { $0.text }.joined(separator: ", ")
    let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
    let why =
      differences.isEmpty
      ? "it was told the same, so it is the program"
      : "told otherwise: \(singleLine(shown))\(more)"
    return """
      passes, but is nearer to another target: \(singleLine("\(now.text); before, \(before.text)"))
      \(why)
      """
  }
}
