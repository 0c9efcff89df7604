import ArgumentParser
import Flickbook
import FramePictures

/// The options for the output format of a curve and its frame rate.
struct CurveOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The number of frames per second of the printed curve.")
  var hz = 60.0

  @Flag(help: "Print everything as JSON.")
  var json = false
  @Flag(help: "Print time, value and velocity as CSV.")
  var csv = false
  @Flag(help: "Print a picture as SVG.")
  var svg = false
  @Flag(
    help: "Print a CSS transition that differs from the curve by at most 0.1 % of the distance.")
  var css = false
  @Flag(help: "Print values, keyTimes and duration as JSON, for a keyframe animation.")
  var keyframes = false

  /// The time between two frames of the curve.
  var interval: Seconds { FrameRate(framesPerSecond: hz).interval }

  /// Throws if several formats are given, or if the frame rate is out of range.
  func check(for command: String) throws(Failure) {
    guard [json, csv, svg, css, keyframes].count(where: { $0 }) <= 1 else {
      throw Failure(
        .usage, "flickbook \(command): give one of --json, --csv, --svg, --css and --keyframes.")
    }
    guard FrameRate.range.contains(hz) else {
      throw Failure(.usage, "--hz: found \(plain(hz)); give frames per second from 1 to 1000.")
    }
  }

  /// Prints `curve` in the requested format.
  func show(_ curve: CurveExplanation) throws(Failure) {
    if json {
      var text = JSONText()
      text.appendDocument(curve.fields)
      return print(String(decoding: text.bytes, as: UTF8.self), terminator: "")
    }
    if css { return print(try curve.css()) }
    guard csv || svg || keyframes else {
      let shown = curve.keys.map { picture(of: curve.run($0, hz: hz), with: curve.text) }
      return say(curve.text, drawn: shown ?? "")
    }
    guard let keys = curve.keys else { throw curve.noKeys }
    if csv { print(curve.csv(keys), terminator: "") }
    if svg { print(svgPicture(of: curve.run(keys, hz: hz))) }
    if keyframes {
      printJSON([
        LogField("values", .list(keys.values.map { .number($0) })),
        LogField("keyTimes", .list(keys.keyTimes.map { .number($0) })),
        LogField("duration", .number(keys.duration.value)),
      ])
    }
  }
}

/// A curve in all output formats.
struct CurveExplanation {
  /// The name of the command, which is the title of the pictures.
  var command: String
  /// The description of the curve.
  var text: String
  /// The description as JSON fields.
  var fields: [LogField]
  /// The position at which the curve ends, in points.
  var target: Double
  /// The value of the curve at every frame; nil if there are too many frames.
  var keys: Keyframes<Double>?
  /// The error to throw if ``keys`` is nil.
  var noKeys: Failure
  /// Returns the curve as a CSS transition.
  var css: () throws(Failure) -> String

  func csv(_ keys: Keyframes<Double>) -> String {
    var lines = ["time,value,velocity"]
    for (time, motion) in zip(keys.times, zip(keys.values, keys.velocities)) {
      lines.append("\(number(time.value)),\(number(motion.0)),\(number(motion.1))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the curve as a run, which pictures can draw.
  func run(_ keys: Keyframes<Double>, hz: Double) -> Run {
    let rate = FrameRate(framesPerSecond: hz)
    let last = keys.values.count - 1
    let frames = keys.values.indices.map { index in
      Frame(
        index: index, time: rate.time(ofFrame: index), phase: index < last ? .settling : .resting,
        touching: false, position: Position(x: .zero, y: Points(keys.values[index])),
        velocity: Velocity(x: .zero, y: PointsPerSecond(keys.velocities[index])),
        target: Position(x: .zero, y: Points(target)), progress: keys.keyTimes[index])
    }
    return Run(
      header: [LogField("scenario", .text(command))], rate: rate, ownFields: [], frames: frames,
      events: [], ending: .rested)
  }
}

/// Returns the shortest decimal text from which the same number is parsed.
func number(_ value: Double) -> String {
  var text = JSONText()
  text.append(value)
  return String(decoding: text.bytes, as: UTF8.self)
}

/// Throws if an option has the value NaN, or a magnitude above 1e9, with which a curve is meaningless.
func checkSizes(_ numbers: [(option: String, value: Double?)]) throws(Failure) {
  for (option, value) in numbers {
    guard let value, !(value.magnitude <= 1e9) else { continue }
    throw Failure(.usage, "\(option): found \(plain(value)); give a number of at most 1e9.")
  }
}

/// Returns a duration for CSS: milliseconds with at most six decimals, without trailing zeros.
func cssDuration(_ duration: Seconds) -> String {
  var text = decimals(duration.value * 1_000, 6)
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return "\(text)ms"
}
