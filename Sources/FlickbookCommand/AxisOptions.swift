import ArgumentParser
import Flickbook

/// The help of `--desc`.
let descriptionHelp: ArgumentHelp = """
  What describes the device of a recording that does not: an evemu .desc file, or a file with what \
  'getevent -lp' prints.
  """

/// What the device is and how it is mounted, for commands that replay nothing; those that do have it
/// among their settings.
struct DeviceCorrections: ParsableArguments {
  @Option(
    name: .customLong("device-kind"),
    help: ArgumentHelp(
      """
      What the device is, if the recording does not say it or is wrong: touchscreen or touchpad. What is \
      written keeps it.
      """,
      valueName: "device-kind"))
  var name: String?

  @OptionGroup var panel: PanelOptions

  /// The kind; nil if none was given.
  var kind: DeviceKind? { name.flatMap { DeviceKind(rawValue: $0) } }

  func validate() throws {
    guard let name, kind == nil else { return }
    throw ValidationError(
      "--device-kind: found '\(excerpt(of: name))'; give one of touchscreen, touchpad.")
  }

  /// Gives it to the device of a recording.
  func apply(to recording: inout Recording) {
    if let kind { recording.device.declare(kind) }
    panel.apply(to: &recording.device)
  }
}

/// How a panel is mounted, for commands that replay nothing.
struct PanelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      By how many degrees to turn positions clockwise, for a panel that is mounted turned: 0, 90, 180 or \
      270. What is written keeps it.
      """, valueName: "degrees"))
  var rotate: String?

  @Option(
    help: ArgumentHelp(
      "Which axis of positions to mirror, after --rotate: x, y or none. What is written keeps it.",
      valueName: "axis"))
  var flip: String?

  private var rotation: PanelOrientation.Rotation? {
    rotate.flatMap { Int($0) }.flatMap { PanelOrientation.Rotation(rawValue: $0) }
  }

  private var axis: PanelOrientation.Flip? { flip.flatMap { PanelOrientation.Flip(rawValue: $0) } }

  func validate() throws {
    if let rotate, rotation == nil {
      throw ValidationError(
        "--rotate: found '\(excerpt(of: rotate))'; give one of 0, 90, 180, 270.")
    }
    if let flip, axis == nil {
      throw ValidationError("--flip: found '\(excerpt(of: flip))'; give one of none, x, y.")
    }
  }

  /// Gives it to a device.
  func apply(to device: inout DeviceDescription) {
    if let rotation { device.orientation.rotation = rotation }
    if let axis { device.orientation.flip = axis }
  }

  /// The orientation of a device that has none yet.
  var orientation: PanelOrientation {
    PanelOrientation(rotation: rotation ?? .none, flip: axis ?? .none)
  }
}

/// The ranges of axes that a recording does not tell, as what `getevent -lt` writes does not.
struct AxisOptions: ParsableArguments {
  @Option(
    name: .customLong("axis"),
    help: ArgumentHelp(
      """
      The range of an axis where the recording tells none and there is no --desc, such as x=0:1079 and \
      y=0:1919; 'getevent -lp' tells it. Repeatable.
      """, valueName: "axis=least:greatest"))
  var axes: [String] = []

  /// Adds them to the device of the recording at `path`.
  func add(to recording: inout Recording, at path: String) throws(Failure) {
    var given: [Set<UInt16>: String] = [:]
    for text in axes {
      let (range, codes) = try Self.range(text)
      if let other = given.updateValue(text, forKey: Set(codes)) {
        throw Failure(
          .usage,
          "--axis: found '\(excerpt(of: text))' beside '\(excerpt(of: other))'; give one range of it."
        )
      }
      let told = codes.filter { code in
        recording.events.contains { $0.type == EventType.absolute && $0.code == code }
      }
      guard !told.isEmpty else {
        throw Failure(.usage, "--axis \(excerpt(of: text)): no event of \(path) is of that axis.")
      }
      for code in told {
        if let known = recording.device.axis(code), known.minimum < known.maximum {
          throw Failure(
            .usage,
            "--axis \(excerpt(of: text)): \(path) tells itself that it goes from \(known.minimum) to "
              + "\(known.maximum); leave it out.")
        }
        recording.device.axes.removeAll { $0.code == code }
        recording.device.axes.append(
          DeviceDescription.Axis(
            code: code, minimum: range.lowerBound, maximum: range.upperBound))
      }
      recording.device.axes.sort { $0.code < $1.code }
    }
  }

  /// The range that a text such as `x=0:1079` gives, and the codes of its axis.
  private static func range(_ text: String) throws(Failure) -> (ClosedRange<Int32>, [UInt16]) {
    let codes = [
      "x": [AbsoluteAxis.x, AbsoluteAxis.positionX], "y": [AbsoluteAxis.y, AbsoluteAxis.positionY],
    ]
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = (parts.count == 2 ? parts[1] : "").split(
      separator: ":", omittingEmptySubsequences: false
    ).map { Int32($0) }
    guard let codes = codes[String(parts[0])], ends.count == 2, let least = ends[0],
      let greatest = ends[1], least < greatest
    else {
      throw Failure(
        .usage,
        "--axis: found '\(excerpt(of: text))'; give x or y with its least and greatest value, such as "
          + "x=0:1079.")
    }
    return (least...greatest, codes)
  }
}
