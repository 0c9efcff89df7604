import ArgumentParser
import Flickbook

/// The options for reading recordings: the description of the device, the number of the device, and axis ranges.
struct SourceOptions: ParsableArguments {
  @Option(help: descriptionHelp, completion: .file())
  var desc: String?

  @Option(
    parsing: .unconditional,
    help: "The number of the device, counted from 1, in a recording of several devices.")
  var device: Int?

  @OptionGroup var axes: AxisOptions

  /// The files that these options name; the output of the command depends on their content.
  var files: [String] { [desc].compactMap { $0 } }

  /// The first given option; nil if no option was given.
  var given: String? {
    if desc != nil { return "--desc" }
    if device != nil { return "--device" }
    return axes.axes.isEmpty ? nil : "--axis"
  }

  /// Loads the recording at `path`, and prints warnings about the file on standard error.
  ///
  /// - Parameters:
  ///   - path: The path; `-` is standard input.
  ///   - kind: The kind of the device; nil to use the kind in the file, with a warning if the file has none.
  ///   - root: The folder in which the recording was found; nil if the user gave the path of the recording itself.
  /// - Returns: The recording.
  /// - Throws: ``Failure`` if the recording cannot be read.
  func recording(
    at path: String, as kind: DeviceKind? = nil, within root: String? = nil
  ) throws -> LoadedRecording {
    var loaded = try loadedRecording(at: path, description: desc, device: device, within: root)
    try axes.add(to: &loaded.recording, at: path)
    let warnings = loaded.file.warnings.filter { kind == nil || $0.kind != .assumedTouchscreen }
    for warning in warnings.prefix(3) { printError("\(path): \(warning)") }
    if warnings.count > 3 { printError("\(path): and \(warnings.count - 3) more warnings.") }
    return loaded
  }
}
