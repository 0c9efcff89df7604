import ArgumentParser
import Flickbook
import FramePictures

struct RuleMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Draw the targets of a release rule by position and velocity, as SVG or PNG.",
    discussion: """
      The horizontal axis is the velocity, the vertical axis is the position, and the colour is the target. If \
      the target also depends on the detent where the gesture started, there is a panel for each start.

      --json prints one line with the target of every position and velocity, for every start.

      Example: flickbook rule map flickbook -o flickbook.svg
               flickbook rule map feel.yml -o feel.svg
      """)

  @OptionGroup var options: RuleOptions

  @Option(
    parsing: .unconditional, help: "The highest velocity in the map, in points per second.")
  var fastest = 2_000.0

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The picture to write, FILE.svg or FILE.png; - writes SVG to standard output.",
    completion: .file())
  var output: String?

  @OptionGroup var writing: OutputOptions

  @Flag(help: "Print the targets as one line of JSON.")
  var json = false

  func validate() throws {
    guard output != nil || json else {
      throw ValidationError("No output was given; give -o FILE.svg for a picture, or --json.")
    }
  }

  func run() throws {
    if output == nil { try writing.checkUnused() }
    let target = try output.map { path throws(Failure) in
      try PictureFile(path, scale: nil, width: nil)
    }
    let fastest = PointsPerSecond(
      try checked("--fastest", fastest, 10...100_000, "points per second"))
    let rule = try options.selectedRule()
    let velocities = PolicyLint.velocities(upTo: fastest, steps: 120)
    let grid = PolicyGrid(
      of: rule.policy, on: rule.lint, positions: rule.lint.positions(221), velocities: velocities)
    if json { printJSON(report(on: rule, grid).fields) }
    guard let output, let target else { return }
    let map = TargetMap(
      title: "\(rule.name): \(rule.lint.words)", positions: grid.positions,
      velocities: grid.velocities,
      rests: rule.lint.positions.map { TargetMap.Rest(name: $0.name, y: $0.y) }, names: grid.names,
      layers: zip(grid.starts, grid.targets).map { TargetMap.Layer(start: $0, targets: $1) })
    let picture = svgPicture(of: map)
    try writing.write(try target.bytes(of: picture), to: output, madeFrom: options.files)
    if output != "-", !json {
      say("\(output): \(rule.name), \(count(Set(grid.targets).count, "panel"))")
    }
  }

  private func report(on rule: SheetRule, _ grid: PolicyGrid) -> Report {
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
