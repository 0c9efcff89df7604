package import InteractionScenarios
import Quantities
import RecordingFormats
import Subjects

/// Returns the text of the `case.yml` in `folder` for a request, with only the settings that were given explicitly.
///
/// - Throws: `SettingError` if a setting of the request has no valid value, or ``FileError`` if the preset file is in a
///   place that a file in `folder` may not name.
package func caseText(of request: ReplayRequest, in folder: String) throws -> String {
  let request = try request.withPlainValues()
  var text =
    request.scenario == ReplayRequest.subjectName ? "" : "scenario: \(request.scenario)\n"
  if let program = request.subjectProgram { text += program.settingsText(in: folder) }
  var preset = request.preset
  if let path = request.presetPath {
    preset = try pathToName(path, in: "\(folder)/case.yml")
  }
  if let preset { text += "preset: \(plainYAML(preset))\n" }
  for option in RequestOption.all where request.origins[option.name] != nil {
    text += "\(option.key): \(plainYAML(option.setting.text(in: request)))\n"
  }
  if !request.assignments.isEmpty { text += "set:\n" }
  var told: [String] = []
  for assignment in request.assignments.reversed() where !told.contains(assignment.key) {
    told.append(assignment.key)
  }
  for key in told.reversed() {
    guard let value = request.assignments.last(where: { $0.key == key })?.value else { continue }
    text += "  \(key): \(plainYAML(value))\n"
  }
  if !request.commands.isEmpty { text += "at:\n" }
  for command in request.commands {
    let (key, value) = command.keyAndValue
    text += "  - {time: \(plain(command.time.value)), \(key): \(plainYAML(value))}\n"
  }
  return text
}

/// Returns `text` for a YAML file: without quotes if it has only letters, digits, `.`, `-` and `_` and does not begin
/// with `-`; otherwise in quotes.
///
/// Other characters need quotes, because they can have a meaning in YAML.
private func plainYAML(_ text: String) -> String {
  let isBare =
    !text.isEmpty
    && text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
      default: false
      }
    } && !text.hasPrefix("-")
  return isBare ? text : quotedYAML(text)
}
