import CodeExport
import FrameLogs
import InteractionScenarios
import Quantities
import ReleaseRules

extension PageSession {
  /// Returns the settings of a request as code for a platform, with the fields of `flickbook export --json`.
  ///
  /// A line `spring NAME` among the lines exports only this spring. The first line of the code names the origin of the
  /// settings in the words of the command: the files, the preset, and the settings that the user chose.
  ///
  /// - Parameters:
  ///   - name: The name of the platform, such as `compose`.
  ///   - lines: The lines of the request.
  /// - Returns: The fields of the answer.
  /// - Throws: ``PageError`` if the platform or the spring is unknown, or the request is invalid.
  static func export(to name: String, _ lines: inout PageLines) throws(PageError) -> [LogField] {
    let known = CodePlatform.allCases.map { $0.rawValue }
    guard let platform = CodePlatform(rawValue: name) else {
      throw PageError(
        "export", "there is no platform '\(excerpt(of: name))'",
        (name.isEmpty ? nil : nearestName(to: name, in: known)).map { "did you mean '\($0)'?" }
          ?? "use one of \(known.joined(separator: ", "))")
    }
    var reading = RequestReading()
    var spring: String?
    while let line = lines.next() {
      if line.word == "spring" {
        spring = line.text
      } else {
        try reading.read(line)
      }
    }
    let source: CodeSource
    do throws(SettingError) {
      try reading.request.check()
      source = try CodeSource(reading.request, origin: origin(of: reading.request))
    } catch { throw PageError(sentence: error.description) }
    guard let code = source.code(for: platform, spring: spring) else {
      throw PageError(
        "spring",
        "the scenario \(source.scenario) has no spring '\(excerpt(of: spring ?? ""))'",
        source.springNames.isEmpty
          ? "leave the line out" : "use one of \(source.springNames.joined(separator: ", "))")
    }
    return code.fields
  }

  /// The platforms, each with its name, its title and its meaning.
  static var platforms: LogValue {
    .list(
      CodePlatform.allCases.map { platform in
        .fields([
          LogField("platform", .text(platform.rawValue)), LogField("title", .text(platform.title)),
          LogField("meaning", .text(platform.meaning)),
        ])
      })
  }

  private static func origin(of request: ReplayRequest) -> String {
    var names: [String] = []
    func add(_ origin: SettingOrigin?, _ own: String) {
      switch origin {
      case .file(let name): if !names.contains(name) { names.append(name) }
      case .caller: names.append(own)
      case .standard, .recording, .preset, nil: break
      }
    }
    if let preset = request.preset { add(request.origins["preset"], "preset \(preset)") }
    for setting in request.assignments { add(setting.origin, "\(setting.key)=\(setting.value)") }
    return names.isEmpty ? "its defaults" : names.joined(separator: ", ")
  }
}
