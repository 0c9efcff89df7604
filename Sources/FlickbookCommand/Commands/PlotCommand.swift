import ArgumentParser
import Flickbook
import FramePictures

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw runs for paper, as SVG or PNG.",
    discussion: """
      Shows the surface as it ended and on its way there, position and velocity over time, the phases \
      and what happened; several runs over each other, with a legend. A folder of cases, a recording \
      or a page of 'flickbook view' is replayed first.

      Example: flickbook plot run -o run.svg
               flickbook plot run --expected run-before -o change.svg
               flickbook plot CASE --expected CASE --set spring.response=0.5 -o change.svg
               flickbook plot Recordings/sheet/catch-in-flight --theme dark -o catch.png
               flickbook plot flick.yml --scenario sheet --filmstrip 8 -o strip.svg
               flickbook plot flick.yml --scenario sheet --moments 0.05,0.12,0.3 -o moments.svg
      """)

  @Argument(
    help: ArgumentHelp(
      "Run directories, folders of cases, recordings, and pages: 1 to \(PlotStyle.mostRuns) runs.",
      valueName: "run"), completion: .file())
  var paths: [String] = []

  @Option(
    help: "The run directory, or the case with the run, that is expected; drawn behind one run.",
    completion: .file())
  var expected: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "Where to write the picture, FILE.svg or FILE.png; - writes SVG to standard output.",
    completion: .file())
  var output: String

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      "Draw nothing but the surface, at so many moments. (default: 9)", valueName: "count"))
  var filmstrip: String?

  @Option(
    help: ArgumentHelp(
      "When small screens are drawn: times such as 0.12,0.3, or 'events'. (default: evenly spread)",
      valueName: "seconds"))
  var moments: String?

  @Option(help: "On what it is drawn: light, dark, or auto for what the reader prefers.")
  var theme = "light"

  @Option(
    parsing: .unconditional,
    help: "How many pixels of a PNG a pixel of the SVG is, 0.1 to 10. (default: 2)")
  var scale: Double?

  @Option(
    parsing: .unconditional, help: "How wide a PNG is, 16 to 16384 pixels, instead of --scale.")
  var width: Int?

  @OptionGroup var source: RunSource
  @OptionGroup var writing: OutputOptions

  func run() throws {
    let target = try PictureFile(output, scale: scale, width: width)
    guard let theme = PlotStyle.Theme(rawValue: theme) else {
      throw Failure(.usage, "--theme: found '\(theme)'; give light, dark or auto.")
    }
    try checkMoments()
    let (paths, frames) = try told()
    guard !paths.isEmpty else {
      throw Failure(
        .usage, "flickbook plot: nothing was given; name run directories, cases or recordings.")
    }
    try writing.check(file: output)
    try source.check(paths)
    let runs = try runs(at: paths)
    let style = PlotStyle(theme: theme, moments: try moments(frames, of: runs))
    let picture = try picture(of: runs, style)
    try writing.write(
      try target.bytes(of: picture), to: output,
      madeFrom: paths + [expected].compactMap { $0 } + source.files)
    guard output != "-" else { return }
    let frameCount = runs.reduce(0) { $0 + $1.run.frames.count }
    let several = runs.count > 1 ? "\(count(runs.count, "run")), " : ""
    say("\(singleLine(output)): \(several)\(count(frameCount, "frame"))")
  }

  /// The runs that are meant, and how many moments a filmstrip was asked for.
  ///
  /// The word after `--filmstrip` is a run unless it is a number.
  private func told() throws(Failure) -> (paths: [String], frames: Int?) {
    guard let filmstrip, !filmstrip.isEmpty else { return (paths, nil) }
    guard let frames = Int(filmstrip) else { return ([filmstrip] + paths, nil) }
    guard moments == nil else {
      throw Failure(
        .usage, "--filmstrip \(frames): --moments says already when; leave one of them out.")
    }
    return (
      paths, try checked("--filmstrip", frames, 1...PlotStyle.mostMoments, "a number of screens")
    )
  }

  /// `--at` is for what a program does meanwhile, here as everywhere.
  private func checkMoments() throws(Failure) {
    for command in source.options.commands where !command.contains(":") {
      throw Failure(
        .usage,
        """
        --at: found '\(command)', and what a program does then is missing; give --moments \
        \(command) to draw the surface then.
        """)
    }
  }

  private func runs(at paths: [String]) throws(Failure) -> [SourcedRun] {
    var runs: [SourcedRun] = []
    for path in paths {
      runs += try source.runs(at: path)
      guard runs.count <= PlotStyle.mostRuns else {
        throw Failure(
          .usage,
          """
          \(path): with it there are \(runs.count) runs, and more than \(PlotStyle.mostRuns) cannot \
          be told apart; name fewer.
          """)
      }
    }
    guard expected == nil || runs.count == 1 else {
      throw Failure(
        .usage,
        "--expected: found \(runs.count) runs beside it; name one, or leave --expected out.")
    }
    return distinctlyNamed(runs)
  }

  private func moments(
    _ frames: Int?, of runs: [SourcedRun]
  ) throws(Failure) -> PlotStyle.Moments {
    guard let moments else { return .spread(frames ?? 9) }
    guard moments != "events" else { return .events }
    let end = runs.compactMap { $0.run.frames.last?.time.value }.max() ?? 0
    var times: [Double] = []
    for word in moments.split(separator: ",", omittingEmptySubsequences: false) {
      guard let time = Double(trimmed(word)), time >= 0, time.isFinite else {
        throw Failure(
          .usage, "--moments: found '\(word)'; give times such as 0.12,0.3, or 'events'.")
      }
      guard time <= end else {
        throw Failure(
          .usage,
          "--moments: found \(plain(time)); the run ends at \(decimals(end, 3)) s, give less.")
      }
      times.append(time)
    }
    guard times.count <= PlotStyle.mostMoments else {
      throw Failure(
        .usage,
        "--moments: found \(times.count) times; give at most \(PlotStyle.mostMoments).")
    }
    return .times(times)
  }

  private func picture(
    of runs: [SourcedRun], _ style: PlotStyle
  ) throws(Failure) -> String {
    let names = distinctNames(runs.map(\.name))
    var plotted = zip(runs, names).map {
      PlottedRun($0.run, name: $1, scenery: $0.run.scenery)
    }
    guard let expected else {
      return filmstrip == nil
        ? svgPicture(of: plotted, style: style) : svgFilmstrip(of: plotted, style: style)
    }
    let folder = kindOfFile(at: "\(expected)/case.yml").exists ? "\(expected)/expected" : expected
    let before = try orFail { () throws(FileError) in try storedRun(at: folder) }
    guard filmstrip == nil else {
      plotted[0].name = "actual"
      plotted.append(PlottedRun(before, name: "expected", scenery: before.scenery))
      return svgFilmstrip(of: plotted, style: style)
    }
    return svgPicture(
      comparing: before, with: runs[0].run,
      scenery: (expected: before.scenery, actual: runs[0].run.scenery), style: style)
  }
}

/// The names without the folders that all of them begin with, so that they tell the runs apart.
func distinctNames(_ names: [String]) -> [String] {
  guard names.count > 1 else { return names }
  var parts = names.map { $0.split(separator: "/").map(String.init) }
  while let first = parts[0].first, parts.allSatisfy({ $0.count > 1 && $0[0] == first }) {
    for index in parts.indices { parts[index].removeFirst() }
  }
  return parts.map { $0.joined(separator: "/") }
}
