import ArgumentParser
import Fitting
import Flickbook
import LivePage

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Find the law that moved a surface, and its parameters, from observed motion.",
    discussion: HelpDetail.text(
      """
      A table has a row for each observed frame, with the time and the position of the surface, as for \
      'flickbook observe'; a run directory works, too. If you give several tables, they must show the same software, \
      because one set of parameters is fitted to all of them. The recording that drove the software gives the time of \
      each release: name it with --recording; or, if each table names its recording in a note, name the folder of the \
      recordings with --recordings. Without a recording, the table must show a single motion, without a finger; \
      select this motion with --from and --to.
      """,
      details: """
        The output ranks the laws by an information criterion, and has the parameters of the best law with their 95 % \
        intervals. If another law explains the motion equally well, no law is named, and the exit status is 1. With \
        recordings, the output also has the rule that picks the target, if the surface rests at only a few positions. \
        With --band, the output has only the resistance beyond an edge.

        The laws are spring, exponential, constant-deceleration, power, flutter, android, chromium, fling-then-spring, \
        tween and bezier.
        """,
      example: """
        flickbook fit gtk.csv --recording flick.yml
        flickbook fit tables/*.csv --recordings Recordings --write feel.yml
        """,
      readOn: "docs/fitting.md"))

  @Argument(help: "The tables or run directories; - is standard input.", completion: .file())
  var tables: [String] = []

  @Option(help: "The recording that drove the software, or a case.", completion: .file())
  var recording: String?

  @Option(
    help: "The folder of the recordings; the note 'recording' of each table names its recording.",
    completion: .directory)
  var recordings: String?

  @OptionGroup(title: "Table options") var reading: ObservationOptions

  @Option(help: "The axis to fit: x or y. (default: the axis along which the surface moves more)")
  var along: String?

  @Option(
    parsing: .unconditional,
    help: .detail("Ignore rows before this time, in seconds. (default: use all rows)"))
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: .detail("Ignore rows after this time, in seconds. (default: use all rows)"))
  var to: Double?

  @Option(help: "A law to consider. Repeatable. (default: all laws)")
  var law: [String] = []

  @Option(
    help: .detail("The estimator of the release velocities, such as gnome.swipe:window=100."),
    completion: .estimators)
  var estimator = "bayes"

  @Option(
    parsing: .unconditional,
    help: .detail(
      """
      Fit the resistance beyond an edge: 'above' if positions beyond the edge are larger, 'below' if they are smaller; \
      'above:600' if the edge is known to be at 600 pt.
      """, valueName: "side"))
  var band: String?

  @Option(
    name: .customLong("write"), help: "The preset file to write with the parameters of the law.",
    completion: .file())
  var output: String?

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  @Flag(help: "Print the result as one line of JSON.")
  var json = false

  func run() throws {
    try require(
      !tables.isEmpty, at: "flickbook fit", "no table was given", "name one or more tables or runs")
    try writing.check(file: output)
    let chosen: [MotionLaw] = try law.map { try checked("--law", $0) }
    let laws = chosen.isEmpty ? MotionLaw.allCases : MotionLaw.allCases.filter(chosen.contains)
    let inputs = try inputs()
    if let band {
      let fits = try bands(band, inputs)
      show(FitReport.report(on: fits), json: json)
      return
    }
    let (from, to) = (from ?? -.infinity, to ?? .infinity)
    try require(
      from < to, at: "--from", "found a time that is not before --to", "swap --from and --to")
    let report = try FitReport(of: inputs, in: from...to, laws: laws, estimator: estimator)
    show(report.report, json: json)
    if let output {
      try require(
        report.fit.winner != nil, .differences, at: "--write",
        "no law explains the motion better than all others, so \(output) is not written",
        "give more motions, or choose a law with --law")
      let text = try report.preset()
      try writing.write(
        Array(text.utf8), to: output, madeFrom: tables + [recording].compactMap { $0 })
      printError("\(output): written; 'flickbook preset show \(shellQuoted(output))' describes it")
    }
    if report.fit.winner == nil { throw ExitCode.differences }
  }

  /// Returns the fits of the resistance beyond an edge.
  private func bands(_ text: String, _ inputs: [FitInput]) throws -> [BandFit] {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let edge = parts.count > 1 ? Double(parts[1]) : nil
    try require(
      ["above", "below"].contains(parts[0]) && (parts.count == 1 || edge?.isFinite == true),
      at: "--band", "found '\(excerpt(of: text))'",
      "give above, below, or for example above:600")
    let drags = inputs.flatMap { $0.drags }
    try require(
      !drags.isEmpty, .badInput, at: "--band", "no drag of a finger is known",
      "name the recording with --recording or --recordings")
    let fits = BandFit.all(drags, side: parts[0] == "above" ? 1 : -1, edge: edge)
    guard let best = fits.first, best.rows > 0 else {
      throw Failure(
        .badInput, at: "--band", "no drag goes beyond the edge",
        "give a table with such a drag, or the other side")
    }
    return fits
  }

  /// Reads one axis of each table and run: the axis of --along, or the axis with the longer motion.
  private func inputs() throws -> [FitInput] {
    try require(
      recording == nil || recordings == nil, at: "flickbook fit",
      "found --recording and --recordings", "give one of them")
    let given: MotionAxis? = try along.map { try checked("--along", $0) }
    let estimator = try Estimator.named(estimator)
    var inputs: [FitInput] = []
    for path in tables {
      if path != "-", isRun(path) {
        inputs.append(FitInput(try Run(contentsOf: path), named: shownName(of: path), axis: given))
        continue
      }
      let table = try reading.motion(at: path)
      let chosen = given ?? MotionAxis(of: table.numbers[.x] ?? [], table.numbers[.y] ?? [])
      try require(
        table.numbers[chosen == .x ? .x : .y] != nil, at: "--along",
        "\(path) has no column \(chosen.rawValue)", "leave the option out")
      var touched: (Recording, Estimator)?
      if let file = try drivingRecording(of: table, at: path) {
        touched = (try source.recording(at: file, within: recordings).recording, estimator)
      }
      inputs.append(
        try FitInput(table, named: shownName(of: path), axis: chosen, touchedAs: touched))
    }
    return inputs
  }

  /// Returns the path of the recording that drove the software of a table; nil without --recording and --recordings.
  private func drivingRecording(of table: MotionTable, at path: String) throws -> String? {
    if let recording { return try recordingPath(named: recording) }
    guard let recordings else { return nil }
    guard let note = table.notes["recording"] else {
      throw Failure(
        .badInput, at: path, "there is no note 'recording'",
        "add the line '# recording: NAME', or give --recording")
    }
    let found = pathOfRecording(note, in: recordings)
    try require(
      kindOfFile(at: found).exists, .noInput, at: path,
      "there is no recording \(excerpt(of: found))", "give another folder")
    return found
  }
}
