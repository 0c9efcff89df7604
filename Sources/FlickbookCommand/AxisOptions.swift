import ArgumentParser
import Flickbook

/// The help of `--desc`.
let descriptionHelp: ArgumentHelp = """
  The device description, for recordings that have none: an evemu .desc file, or a file with the output of \
  'getevent -lp'.
  """

/// The options for the kind and the mounting of the device, for commands that do not replay recordings.
///
/// Commands that replay recordings have request settings with the same meaning.
struct DeviceCorrections: ParsableArguments {
  @Option(
    name: .customLong("device-kind"),
    help: ArgumentHelp(
      """
      The kind of the device, if it is missing or wrong in the recording: touchscreen or touchpad. Output \
      files store this kind.
      """,
      valueName: "device-kind"))
  var name: String?

  @OptionGroup var panel: PanelOptions

  /// The kind of the device; nil if the option was not given.
  var kind: DeviceKind? { name.flatMap { DeviceKind(rawValue: $0) } }

  func validate() throws {
    guard let name, kind == nil else { return }
    throw ValidationError(
      "--device-kind: found '\(excerpt(of: name))'; give one of touchscreen, touchpad.")
  }

  /// Applies the given kind and mounting to the device of a recording.
  func apply(to recording: inout Recording) {
    if let kind { recording.device.declare(kind) }
    panel.apply(to: &recording.device)
  }
}

/// The options for the mounting of a touch panel, for commands that do not replay recordings.
struct PanelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The angle by which to rotate positions clockwise, for a panel that is mounted rotated: 0, 90, 180 or \
      270 degrees. Output files store the angle.
      """, valueName: "degrees"))
  var rotate: String?

  @Option(
    help: ArgumentHelp(
      "The axis along which to mirror positions, after --rotate: x, y or none. Output files store the axis.",
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

  /// Applies the given mounting to a device.
  func apply(to device: inout DeviceDescription) {
    if let rotation { device.orientation.rotation = rotation }
    if let axis { device.orientation.flip = axis }
  }

  /// The mounting that the options give; an option that was not given has no effect.
  var orientation: PanelOrientation {
    PanelOrientation(rotation: rotation ?? .none, flip: axis ?? .none)
  }
}

/// The options for the ranges of axes, which a recording of `getevent -lt` does not contain.
struct AxisOptions: ParsableArguments {
  @Option(
    name: .customLong("axis"),
    help: ArgumentHelp(
      """
      The range of an axis, such as x=0:1079 or y=0:1919, for a recording that has no ranges, without \
      --desc; 'getevent -lp' prints the ranges. Repeatable.
      """, valueName: "axis=least:greatest"))
  var axes: [String] = []

  /// Adds the ranges that `--axis` sets to the device of the recording at `path`.
  func add(to recording: inout Recording, at path: String) throws {
    var given: [Set<UInt16>: String] = [:]
    for text in axes {
      let (range, codes) = try Self.range(text)
      if let other = given.updateValue(text, forKey: Set(codes)) {
        throw Failure(
          .usage, at: "--axis", "found '\(excerpt(of: text))' and '\(excerpt(of: other))'",
          "give one range per axis")
      }
      let told = codes.filter { code in
        recording.events.contains { $0.type == EventType.absolute && $0.code == code }
      }
      guard !told.isEmpty else {
        throw Failure(
          .usage, at: "--axis \(excerpt(of: text))", "\(path) has no events on this axis",
          "leave it out")
      }
      for code in told {
        if let known = recording.device.axis(code), known.minimum < known.maximum {
          throw Failure(
            .usage, at: "--axis \(excerpt(of: text))",
            "\(path) has a range from \(known.minimum) to \(known.maximum) already",
            "leave the option out")
        }
        recording.device.axes.removeAll { $0.code == code }
        recording.device.axes.append(
          DeviceDescription.Axis(
            code: code, minimum: range.lowerBound, maximum: range.upperBound))
      }
      recording.device.axes.sort { $0.code < $1.code }
    }
  }

  /// Returns the range and the event codes of the axis in a text such as `x=0:1079`.
  private static func range(_ text: String) throws -> (ClosedRange<Int32>, [UInt16]) {
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
        .usage, at: "--axis", "found '\(excerpt(of: text))'",
        "give x or y with its least and greatest value, such as x=0:1079")
    }
    return (least...greatest, codes)
  }
}
