import ArgumentParser
import Flickbook

/// The help of `--desc`.
let descriptionHelp: ArgumentHelp = """
  The device description, for recordings that have none: an evemu .desc file, or a file with the output of \
  'getevent -lp'.
  """

/// The options for reading a recording and correcting its device, for commands that do not replay recordings.
struct CorrectedSource: ParsableArguments {
  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var device: DeviceCorrections

  /// Loads the recording at `path`, with the corrections; `-` is standard input.
  func recording(at path: String) throws -> LoadedRecording {
    let request = try device.request()
    var loaded = try source.recording(at: path, as: request.deviceKind)
    request.correct(&loaded.recording)
    return loaded
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

  /// Adds the ranges that `--axis` sets to all recordings of the file at `path`, and corrects their devices.
  func add(
    to file: inout RecordingFile, correctedBy request: ReplayRequest, at path: String
  ) throws {
    for index in file.recordings.indices {
      try add(to: &file.recordings[index], at: path)
      request.correct(&file.recordings[index])
    }
    if request.deviceKind != nil { file.warnings.removeAll { $0.kind == .assumedTouchscreen } }
  }

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
      try require(
        !told.isEmpty, at: "--axis \(excerpt(of: text))", "\(path) has no events on this axis",
        "leave it out")
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
