import ArgumentParser
import CodeExport
import Flickbook
import FramePictures
import ReleaseRules

struct MotionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Describe a spring, a throw or a timing curve, and convert its numbers.",
    discussion: HelpDetail.text(
      """
      LAW is spring, a throw (exponential, constant, flutter, android, chromium) or a timing curve (linear, ease, \
      ease-in, ease-out, ease-in-out, standard, drawer, bezier). Give its parameters as NAME=NUMBER, with the \
      names of your platform. The output and the JSON have the parameters under the names of all platforms.
      """,
      details: """
        spring: the parameters of springs in settings: response, stiffness, settlingDuration or viewDuration (UIView) with \
        dampingRatio; stiffness with damping; tension with friction (react-spring); duration with bounce (SwiftUI); \
        visualDuration with bounce (Motion); origamiTension with origamiFriction, or bounciness with speed (React \
        Native). With --config, --preset or --scenario, LAW is the name of a spring of the scenario, without parameters.

        exponential: one of decelerationRate (default 0.998), composeFriction, flutterDrag, and timeConstant (Motion). \
        constant and chromium: deceleration. flutter and android: coefficient. Timing curves: duration (default 0.3), and for bezier x1, y1, x2 and y2.

        A spring and an exponential throw count as settled within 0.1 % of the distance.
        """,
      example: """
        flickbook motion spring response=0.3 dampingRatio=0.64 --velocity -200
        flickbook motion spring --config best.yml
        flickbook motion exponential decelerationRate=0.99 --to 480 --csv
        flickbook motion bezier x1=0.32 y1=0.72 x2=0 y2=1 duration=0.5
        """,
      readOn: "docs/why-springs-are-exact.md"))

  /// The formats of the output, other than text.
  enum Format: String, EnumerableFlag {
    case json, csv, svg

    static func help(for format: Self) -> ArgumentHelp? {
      switch format {
      case .json: "Print the numbers as JSON."
      case .csv: "Print time, value and velocity as CSV."
      case .svg: "Print a picture as SVG."
      }
    }
  }

  @Argument(
    help: "The law, or with --config, --preset or --scenario the name of a spring.",
    completion: .list(MotionWords.laws))
  var law: String
  @Argument(
    help: ArgumentHelp("The parameters of the law, such as response=0.3.", valueName: "name=number")
  )
  var words: [String] = []

  @Option(parsing: .unconditional, help: "The start position, in points.")
  var from = "0"
  @Option(
    parsing: .unconditional,
    help: "The end position, in points. (default: 100; for a throw, the end that --velocity gives)")
  var to: String?
  @Option(
    parsing: .unconditional,
    help: """
      The start velocity, in points per second; for a spring, also a relative velocity: 2.5/s is 2.5 times the \
      distance to the end, per second. (default: 0; for a throw, 1000)
      """)
  var velocity: String?
  @Option(parsing: .unconditional, help: "The number of frames per second of the curve.")
  var hz = 60.0

  @Option(help: "A YAML file with the settings of a scenario.", completion: .file())
  var config: String?
  @OptionGroup var settings: ScenarioSettingOptions

  @Flag var formats: [Format] = []

  func run() throws {
    try require(
      FrameRate.range.contains(hz), at: "--hz", "found \(plain(hz))",
      "give frames per second from 1 to 1000")
    try require(
      formats.count <= 1, at: "motion", "found several formats",
      "give one of --json, --csv and --svg")
    let (motion, rate, format) = (try motion(), FrameRate(framesPerSecond: hz), formats.first)
    if format == .json {
      return print(jsonDocument(motion.report.fields), terminator: "")
    }
    let frames = motion.frames(at: rate)
    let run = Run(
      header: [LogField("scenario", .text(law))], rate: rate, ownFields: [], frames: frames ?? [],
      events: [], ending: .rested)
    guard let format else {
      let report = motion.report.text
      return say(report, drawn: frames == nil ? "" : picture(of: run, with: report))
    }
    guard let frames else {
      throw Failure(
        .badInput,
        motion.settleTime == nil
          ? "motion: the spring never comes to rest, so it has no curve; add damping."
          : "motion: the curve has more than \(SpringCurve.mostFrames) frames; lower --hz.")
    }
    guard format == .csv else { return print(svgPicture(of: run)) }
    print("time,value,velocity")
    for frame in frames {
      let (position, velocity) = (frame.position.y.value, frame.velocity.y.value)
      print("\(plain(frame.time.value)),\(plain(position)),\(plain(velocity))")
    }
  }

  private func motion() throws -> MotionDescription {
    let start = try points(from, "--from")
    let end = try points(to ?? "100", "--to")
    let source = config == nil ? settings.given : "--config"
    if law == "spring" || source != nil {
      let velocity = try velocity(from: start, to: end)
      let relative = RelativeVelocity(velocity, from: start, to: end).dx
      let spring = try spring(of: source, relativeVelocity: relative)
      return MotionDescription(spring, from: start, to: end, velocity: velocity)
    }
    guard MotionWords.laws.contains(law) else {
      throw Failure.unknown(
        law, in: MotionWords.laws, "motion: there is no law '\(excerpt(of: law))'")
    }
    var words = try MotionWords(of: law, words)
    if let friction = try words.friction() {
      let velocity = try velocity(of: friction, distance: end - start)
      return MotionDescription(law: law, friction, from: start, velocity: velocity)
    }
    try require(
      velocity == nil, at: "--velocity", "the curve has its own velocity", "leave this option out")
    let (curve, duration) = try words.curve()
    return MotionDescription(law: law, curve, duration: duration, from: start, to: end)
  }

  /// Returns the spring named ``law`` of a scenario, or, if `source` is nil, the spring with the given parameters.
  ///
  /// `source` is the option that selects the scenario, for error messages.
  private func spring(of source: String?, relativeVelocity: Double) throws -> Spring {
    let text = words.joined(separator: " ")
    guard let source else {
      do throws(SpringWords.Problem) {
        return try SpringWords.spring(
          text, punctuation: .arguments, relativeVelocity: relativeVelocity)
      } catch {
        throw Failure(
          .usage, at: "spring", "found '\(excerpt(of: text))'", "give \(error.expected)")
      }
    }
    try require(
      words.isEmpty, at: source, "the scenario has the numbers", "leave out '\(excerpt(of: text))'")
    let code = try settings.source(inFile: config)
    guard let spring = code.spring(named: law) else { throw code.unknownSpring(law, at: source) }
    return spring
  }

  /// Returns the start velocity of a spring; `--velocity` is in pt/s, or in 1/s relative to the distance.
  private func velocity(from start: Points, to end: Points) throws -> PointsPerSecond {
    let text = velocity ?? "0"
    guard let relative = NumberForm(-1e9...1e9, unit: "1/s").number(from: text), Double(text) == nil
    else { return try pointsPerSecond(text) }
    try require(
      start != end || relative == 0, at: "--velocity",
      "found '\(text)', but --from and --to are equal",
      "give it in pt/s")
    return RelativeVelocity(dx: relative).absolute(from: start, to: end)
  }

  /// Returns the start velocity of a throw, from --velocity or --to.
  private func velocity(of friction: Friction, distance: Points) throws -> PointsPerSecond {
    guard to != nil else { return try pointsPerSecond(velocity ?? "1000") }
    guard velocity == nil, case .exponential(let decay) = friction else {
      throw Failure(
        .usage, at: "--to", "only an exponential throw without --velocity can have it",
        "leave out --to")
    }
    return decay.velocity(toGo: distance)
  }

  private func points(_ text: String, _ option: String) throws -> Points {
    Points(try number(text, NumberForm(-1e9...1e9, unit: "pt"), at: option))
  }

  private func pointsPerSecond(_ text: String) throws -> PointsPerSecond {
    PointsPerSecond(try number(text, NumberForm(-1e9...1e9, unit: "pt/s"), at: "--velocity"))
  }
}
