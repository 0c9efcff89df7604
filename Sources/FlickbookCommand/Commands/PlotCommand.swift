import ArgumentParser
import Flickbook
import FramePictures

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a picture of runs, or a moving picture.",
    discussion: HelpDetail.text(
      """
      The picture shows the surface in motion and at the end, its position and velocity over time, the \
      phases and the events. Several runs are drawn over each other, with a legend. Cases, recordings \
      and pages of 'flickbook view' are replayed first.
      """,
      details: """
        A file that ends in .gif, .apng, .mp4 or .webm is a moving picture: the surface of the first run \
        moves in real time, with outlines of the surfaces of the other runs, beside the curves. A GIF has \
        50 pictures per second; the other formats have a picture for every frame, up to 60 per second. The \
        program ffmpeg encodes all of them.
        """,
      example: """
        flickbook plot run -o run.svg
        flickbook plot run --expected run-before -o change.svg
        flickbook plot CASE --expected CASE --set spring.response=0.5 -o a.svg
        flickbook plot Recordings/sheet/flick --theme dark -o dark.png
        flickbook plot flick.yml --scenario sheet --filmstrip 8 -o strip.svg
        flickbook plot flick.yml --scenario sheet --animate -o moving.svg
        flickbook plot CASE --expected CASE --set spring.response=0.5 -o a.gif
        flickbook plot flick.yml --scenario sheet --moments 0.1,0.3 -o two.svg
        """,
      readOn: "docs/pictures.md"))

  @Argument(
    help: ArgumentHelp(
      """
      Runs: each is a run directory, a recording, a case, a folder of cases or a page; at most \(PlotStyle.mostRuns).
      """,
      valueName: "run"), completion: .file())
  var paths: [String] = []

  @Option(
    help: "The expected run, which is drawn behind the run: a run directory or a case.",
    completion: .file())
  var expected: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: """
      The picture to write, FILE.svg or FILE.png, or the moving picture, FILE.gif, .apng, .mp4 or .webm; - writes \
      SVG to standard output.
      """,
    completion: .file())
  var output: String

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      "Draw only the surface, as this number of small screens. (default: 9)", valueName: "count"))
  var filmstrip: String?

  @Flag(help: "Draw one run as an SVG that moves in real time, for a web page or a README.")
  var animate = false

  @Option(
    help: .detail(
      "The times that the small screens show, in seconds, such as 0.12,0.3, or 'events' for the times of the events. (default: evenly spaced)",
      valueName: "seconds"))
  var moments: String?

  @Option(
    help: .detail("The background: light, dark, or auto to follow the preference of the reader."))
  var theme = "light"

  @Option(
    parsing: .unconditional,
    help: .detail(
      """
      The width of a PNG, 16 to 16384 pixels, or of a moving picture, 400 to 3120 pixels. (default: for a PNG, twice \
      the width of the SVG; for a moving picture, 780)
      """))
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: .detail("The time at which a moving picture begins, in seconds. (default: 0)"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: .detail(
      "The time at which a moving picture ends, in seconds. (default: the end of the last run)"))
  var to: Double?

  @OptionGroup var source: RunSource
  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  func run() throws {
    let movie = try PlotMovie(output, width: width, from: from, to: to)
    let target =
      movie == nil
      ? try PictureFile(output, width: width) : nil
    let theme: PlotStyle.Theme = try checked("--theme", theme)
    try checkMoments()
    try checkAnimation(isPNG: target?.isPNG == true, isMovie: movie != nil)
    let (paths, frames) = try told()
    try require(
      !paths.isEmpty, at: "flickbook plot", "no run was given",
      "name run directories, cases or recordings")
    try writing.check(file: output)
    try source.check(paths)
    let runs = try runs(at: paths)
    let style = PlotStyle(theme: theme, moments: try moments(frames, of: runs))
    let bytes: [UInt8]
    var written = ""
    if let movie {
      let before = try expectedRun().map { [$0] } ?? []
      let shown = try movie.picture(of: plotted(runs) + before, expected != nil, style)
      bytes = shown.bytes
      written = ", \(shown.size)"
    } else {
      let picture = animate ? try animation(of: runs, style) : try picture(of: runs, style)
      bytes = try target?.bytes(of: picture) ?? []
    }
    try writing.write(
      bytes, to: output, madeFrom: paths + [expected].compactMap { $0 } + source.files)
    guard output != "-" else { return }
    let frameCount = runs.reduce(0) { $0 + $1.run.frames.count }
    let several = runs.count > 1 ? "\(count(runs.count, "run")), " : ""
    say("\(singleLine(output)): \(several)\(count(frameCount, "frame"))\(written)")
  }

  /// Returns the paths of the runs, and the number of moments of a filmstrip; the number is nil to use the default.
  ///
  /// The value of `--filmstrip` is optional. The word after `--filmstrip` therefore counts as a path if it is not a
  /// number.
  private func told() throws -> (paths: [String], frames: Int?) {
    guard let filmstrip, !filmstrip.isEmpty else { return (paths, nil) }
    guard let frames = Int(filmstrip) else { return ([filmstrip] + paths, nil) }
    try require(
      moments == nil, at: "--filmstrip \(frames)", "--moments gives the moments already",
      "leave one of them out")
    return (
      paths, try checked("--filmstrip", frames, 1...PlotStyle.mostMoments, "a number of screens")
    )
  }

  /// Throws if `--at` has only a time, and suggests `--moments` instead.
  ///
  /// In every command, `--at` applies a command to the surface at a time. Users who want a picture of a moment may
  /// expect that `--at` selects it.
  private func checkMoments() throws {
    for command in source.options.model.commands where !command.contains(":") {
      throw Failure(
        .usage, at: "--at", "found '\(command)', which has no command after the time",
        "to draw the surface at this time, give --moments \(command)")
    }
  }

  private func runs(at paths: [String]) throws -> [SourcedRun] {
    var runs: [SourcedRun] = []
    for path in paths {
      runs += try source.runs(at: path)
      try require(
        runs.count <= PlotStyle.mostRuns, at: path,
        "found \(runs.count) runs up to here, and a picture has at most \(PlotStyle.mostRuns)",
        "name fewer runs")
    }
    try require(
      expected == nil || runs.count == 1, at: "--expected", "found \(runs.count) runs to compare",
      "name one run, or leave --expected out")
    return distinctlyNamed(runs)
  }

  private func moments(_ frames: Int?, of runs: [SourcedRun]) throws -> PlotStyle.Moments {
    guard let moments else { return .spread(frames ?? 9) }
    guard moments != "events" else { return .events }
    let end = runs.compactMap { $0.run.frames.last?.time.value }.max() ?? 0
    var times: [Double] = []
    for word in moments.split(separator: ",", omittingEmptySubsequences: false) {
      guard let time = Double(trimmed(word)), time >= 0, time.isFinite else {
        throw Failure(
          .usage, at: "--moments", "found '\(word)'", "give times such as 0.12,0.3, or 'events'")
      }
      try require(
        time <= end, at: "--moments",
        "found \(plain(time)), but the run ends at \(decimals(end, 3)) s", "give an earlier time")
      times.append(time)
    }
    try require(
      times.count <= PlotStyle.mostMoments, at: "--moments", "found \(times.count) times",
      "give at most \(PlotStyle.mostMoments)")
    return .times(times)
  }

  /// Throws if `--animate` is combined with a PNG, or if an animation or a moving picture is requested together with
  /// options that only still pictures have.
  private func checkAnimation(isPNG: Bool, isMovie: Bool) throws {
    guard animate || isMovie else { return }
    if isPNG {
      throw Failure(
        .usage, at: "--animate", "found '\(output)', and a PNG does not move",
        "give FILE.svg, .gif, .apng, .mp4 or .webm")
    }
    let others = [("--filmstrip", filmstrip), ("--moments", moments)]
    let all = isMovie ? others : others + [("--expected", expected)]
    if let other = all.first(where: { $0.1 != nil })?.0 {
      let option = isMovie ? "-o \(excerpt(of: output))" : "--animate"
      throw Failure(.usage, at: option, "an animation has no \(other)", "leave one of them out")
    }
  }

  private func animation(of runs: [SourcedRun], _ style: PlotStyle) throws -> String {
    try require(
      runs.count == 1, at: "--animate", "found \(runs.count) runs", "name one")
    return svgAnimation(
      of: PlottedRun(runs[0].run, name: runs[0].name, scenery: runs[0].run.scenery), style: style)
  }

  private func picture(of runs: [SourcedRun], _ style: PlotStyle) throws -> String {
    let plotted = plotted(runs)
    guard let before = try expectedRun() else {
      return filmstrip == nil
        ? svgPicture(of: plotted, style: style) : svgFilmstrip(of: plotted, style: style)
    }
    guard filmstrip == nil else { return svgFilmstrip(of: plotted + [before], style: style) }
    return svgPicture(
      comparing: before.run, with: runs[0].run,
      scenery: (expected: before.scenery, actual: runs[0].run.scenery), style: style)
  }

  /// Returns the runs with distinct names; a run that is compared with `--expected` has the name `actual`.
  private func plotted(_ runs: [SourcedRun]) -> [PlottedRun] {
    let names = expected == nil ? distinctNames(runs.map(\.name)) : ["actual"]
    return zip(runs, names).map { PlottedRun($0.run, name: $1, scenery: $0.run.scenery) }
  }

  /// Returns the run of `--expected`; nil without this option.
  private func expectedRun() throws -> PlottedRun? {
    guard let expected else { return nil }
    let run = try Run(contentsOf: runPath(named: expected))
    return PlottedRun(run, name: "expected", scenery: run.scenery)
  }
}
