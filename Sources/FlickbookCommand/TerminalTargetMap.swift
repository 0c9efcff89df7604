import Flickbook

/// A map of the targets of releases by position and velocity, as text with a letter for each target.
///
/// The map has panels side by side, which have the same positions and velocities.
struct TerminalTargetMap {
  /// A heading, and the targets by position and velocity.
  private typealias Panel = (heading: String, targets: [[Int]])

  private let title: String
  private let grid: RuleGrid
  private let panels: [Panel]
  /// Whether capital letters mark the places where panels side by side have different targets.
  private let marksDifferences: Bool

  /// Creates a map with a panel for each of two rules; gestures start at the detent with the index `start`.
  init(_ rules: [SheetRule], on lint: RuleLint, start: Int) {
    let grids = rules.map { Self.grid(of: $0, on: lint, upTo: PointsPerSecond(2_000)) }
    grid = grids[0]
    title = "releases of a \(rules[0].scenario) from \(grid.starts[start])"
    panels = zip(rules, grids).map { ($0.name, $1.targets[start]) }
    marksDifferences = true
  }

  /// Creates a map of one rule with a panel for each detent at which a release can start.
  ///
  /// Detents share a panel if releases that start there have the same targets.
  init(_ rule: SheetRule, upTo fastest: PointsPerSecond) {
    grid = Self.grid(of: rule, on: rule.lint, upTo: fastest)
    title = "releases of a \(rule.scenario)"
    var panels: [Panel] = []
    for (start, targets) in zip(grid.starts, grid.targets) {
      if let index = panels.firstIndex(where: { $0.targets == targets }) {
        panels[index].heading += " or \(start)"
      } else {
        panels.append(("from \(start)", targets))
      }
    }
    self.panels = panels.count > 1 ? panels : [("from anywhere", panels[0].targets)]
    marksDifferences = false
  }

  /// Returns the targets of a rule for 21 release positions and 33 velocities.
  ///
  /// These numbers are our choice: two panels of 33 columns fit side by side into a terminal with 80 columns.
  private static func grid(
    of rule: SheetRule, on lint: RuleLint, upTo fastest: PointsPerSecond
  ) -> RuleGrid {
    let ends = lint.positions(2)
    // A sheet that cannot move has only one release position.
    return RuleGrid(
      of: rule.policy, on: lint, positions: ends[0] == ends[1] ? [ends[0]] : lint.positions(21),
      velocities: RuleLint.velocities(upTo: fastest, steps: 16))
  }

  /// The lines, without a newline at the end.
  var text: String {
    let legend = zip(letters, grid.names).map { "\($0) \($1)" }.joined(separator: "  ")
    let title = "\(title):  \(legend)" + (marksDifferences ? "  (capitals: rules differ)" : "")
    let pairs = stride(from: 0, to: panels.count, by: 2).map {
      lines(Array(panels[$0...].prefix(2)))
    }
    return title + "\n" + pairs.joined(separator: "\n\n")
  }

  private func lines(_ panels: [Panel]) -> String {
    let width = grid.velocities.count
    let headings = panels.map { panel in
      let cut = String(panel.heading.prefix(width))
      return cut + String(repeating: " ", count: width - cut.count)
    }
    var lines = ["  y pt  " + headings.joined(separator: "   ").trimmedEnd]
    for (row, position) in grid.positions.enumerated() {
      let cells = panels.map { panel in
        String(
          panel.targets[row].enumerated().map { column, target in
            let differ = marksDifferences && panels.contains { $0.targets[row][column] != target }
            return differ ? Character(letters[target].uppercased()) : letters[target]
          })
      }
      lines.append("\(padded(decimals(position.value, 0), 6))  \(cells.joined(separator: "   "))")
    }
    let fastest = decimals(grid.velocities[width - 1].value, 0)
    let half = String(repeating: " ", count: (width - 1) / 2 - fastest.count - 1)
    let axis = "-\(fastest)\(half)0\(half)+\(fastest)"
    lines.append("        \(panels.map { _ in axis }.joined(separator: "   "))  pt/s")
    return lines.joined(separator: "\n")
  }

  /// A letter for each target: the first unused letter of its name, or the first unused letter of the alphabet.
  private var letters: [Character] {
    var letters: [Character] = []
    let alphabet = "abcdefghijklmnopqrstuvwxyz"
    for name in grid.names {
      let wishes = name.lowercased().filter { alphabet.contains($0) } + alphabet
      letters.append(wishes.first { !letters.contains($0) } ?? "?")
    }
    return letters
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
