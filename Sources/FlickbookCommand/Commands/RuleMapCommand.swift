import ArgumentParser
import Flickbook

struct RuleMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Map the targets of a release rule by position and velocity.",
    discussion: HelpDetail.text(
      """
      The horizontal axis is the velocity, the vertical axis is the position, and the letter is the target. If the \
      target also depends on the detent where the gesture started, there is a panel for each start. A page of \
      'flickbook view' has such a map of each decision in a recording.
      """,
      details: """
        --json prints one line with the target of every position and velocity, for every start.
        """,
      example: """
        flickbook rule map flickbook
        flickbook rule map feel.yml --fastest 1000
        """,
      readOn: "docs/rules.md"))

  @OptionGroup var options: RuleOptions

  @Option(
    parsing: .unconditional, help: "The highest velocity in the map, in points per second.")
  var fastest = 2_000.0

  @Flag(help: "Print the targets as one line of JSON.")
  var json = false

  func run() throws {
    let fastest = PointsPerSecond(
      try checked("--fastest", fastest, 10...100_000, "points per second"))
    let rule = try options.selectedRule()
    guard json else {
      return say(
        "\(rule.name): \(rule.lint.words)\n\n\(TerminalTargetMap(rule, upTo: fastest).text)")
    }
    let grid = RuleGrid(
      of: rule.policy, on: rule.lint, positions: rule.lint.positions(221),
      velocities: RuleLint.velocities(upTo: fastest, steps: 120))
    printJSON(report(on: rule, grid).fields)
  }

  private func report(on rule: SheetRule, _ grid: RuleGrid) -> Report {
    let starts = zip(grid.starts, grid.targets).map { start, rows -> Report in
      [.data("start", start), .data("targets", rows.map { $0.map { grid.names[$0] } })]
    }
    let positions = rule.lint.positions.map { position -> Report in
      [.data("name", position.name), .data("y", position.y)]
    }
    return [
      .data("rule", rule.name), .data("positions", positions), .data("y", grid.positions),
      .data("velocity", grid.velocities), .data("starts", starts),
    ]
  }
}
