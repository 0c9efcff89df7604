package import FrameLogs
import GestureReplay
import Quantities
import ReleaseRules

/// Code for a platform, and the properties of the settings that the code does not reproduce.
package struct ExportedCode: Sendable {
  /// A property of the settings that the code does not reproduce, or only approximates.
  package struct Loss: Hashable, Sendable {
    /// The subject, such as the name of a spring.
    package var subject: String
    /// The difference in one sentence; if it was measured, the sentence ends before the number of points.
    package var text: String
    /// The largest difference that was measured, in points; nil if it was not measured.
    package var points: Double?
  }

  package let platform: CodePlatform
  /// The numbers in the code, in its order.
  package private(set) var numbers: [ExportedNumber] = []
  /// The properties that the code does not reproduce.
  package private(set) var losses: [Loss] = []
  private var source: CodeSource
  private var lines: [String] = []
  /// The indentation of the lines that follow.
  var indent = ""
  /// The keys of the settings from which the code was made.
  private var used: Set<String> = []

  init(_ source: CodeSource, platform: CodePlatform) {
    self.source = source
    self.platform = platform
  }
}

// Writing.
extension ExportedCode {
  private var language: CodeLanguage { platform.language }

  /// Adds a line; one that is not empty is indented by ``indent``.
  mutating func add(_ line: String = "") { lines.append(line.isEmpty ? "" : indent + line) }

  /// Adds the lines of `text`, without an empty line at its end.
  mutating func add(lines text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { add(line) }
    add()
  }

  /// Adds a comment, wrapped at 100 columns.
  mutating func add(comment text: String) {
    for line in wrapped(text) { add(language.comment(line)) }
  }

  /// Adds a line with a number, followed by a comment with the settings of the number.
  ///
  /// - Parameters:
  ///   - before: The text before the number.
  ///   - name: The name of the number on the platform.
  ///   - value: The value.
  ///   - unit: The unit of the value.
  ///   - settings: The keys of the settings from which the value is computed.
  ///   - after: The text after the number.
  mutating func add(
    _ before: String, _ name: String, _ value: Double, _ unit: String = "",
    from settings: [String], _ after: String = ""
  ) {
    let number = note(name, value, unit, from: settings)
    let unit = unit.isEmpty ? "" : "\(unit); "
    add("\(before)\(number)\(after)  \(language.comment(unit + source.valueTexts(settings)))")
  }

  /// Records a number that is part of a longer line, and returns its text.
  mutating func note(
    _ name: String, _ value: Double, _ unit: String = "", from settings: [String]
  ) -> String {
    let number = ExportedNumber(name: name, value: value, unit: unit, settings: settings)
    numbers.append(number)
    used.formUnion(settings)
    // Rust and C++ compute with 64-bit numbers, and tests compare their results with Flickbook's, so write all digits.
    return language == .rust || language == .cpp ? "\(value)" : number.text
  }

  /// Marks settings as expressed by the code.
  mutating func use(_ keys: [String]) { used.formUnion(keys) }

  /// Adds a function that is written in the neutral language.
  mutating func add(_ function: NeutralFunction) {
    let frame = language.frame(of: function)
    for line in frame.before { add(line) }
    add(language.head(of: function))
    for line in frame.start { add("  " + line) }
    for (code, comment) in function.body {
      let line = "  " + language.line(code)
      add(comment.map { "\(line)  \(language.comment($0))" } ?? line)
    }
    add("}")
  }

  mutating func lose(_ subject: String, _ text: String, points: Double? = nil) {
    losses.append(Loss(subject: subject, text: text, points: points))
  }

  private func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] += word
      } else if last.count + word.count < 96 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append("  \(word)")
      }
    }
    return lines
  }
}

// Results.
extension ExportedCode {
  /// The settings that the code does not express: the settings that differ from their defaults, and all others.
  private var notExported: (changed: [TunableSetting], standard: [TunableSetting]) {
    let left = source.settings.filter { !used.contains($0.key) }
    return (
      left.filter { !source.isStandard($0) }, left.filter { source.isStandard($0) }
    )
  }

  /// The complete code, with the losses and the settings that are not exported as comments at its end.
  package var text: String {
    var code = self
    code.add()
    code.add(comment: "What this code does not reproduce, or only approximates:")
    if losses.isEmpty { code.add(comment: "- nothing") }
    for loss in losses {
      let difference = loss.points.map { " \(differenceText($0))" } ?? ""
      code.add(comment: "- \(loss.subject): \(singleLine(loss.text))\(difference)")
    }
    let (changed, standard) = notExported
    if !changed.isEmpty {
      code.add(comment: "Not exported:")
      for setting in changed {
        code.add(comment: "- \(setting.key) = \(commentText(source.valueText(setting)))")
      }
    }
    if !standard.isEmpty {
      let keys = standard.map { $0.key }.joined(separator: ", ")
      code.add(comment: "Not exported, and at the defaults of the scenario: \(keys)")
    }
    return code.lines.joined(separator: "\n") + "\n"
  }

  /// The code, its numbers and its losses as named values.
  ///
  /// - `numbers`: each with `name`, `value`, `unit` and `settings`, the keys of its settings.
  /// - `losses`: each with `subject`, `loss` and `points`, the measured difference or null.
  /// - `notExported`: each with `setting` and `value`.
  package var fields: [LogField] {
    let left = notExported.changed + notExported.standard
    return [
      LogField("scenario", .text(source.scenario)), LogField("source", .text(source.origin)),
      LogField("platform", .text(platform.rawValue)),
      LogField("distance", .number(source.distance.value)),
      LogField("velocity", .number(CodeSource.velocity.value)),
      LogField("code", .text(text)),
      LogField(
        "numbers",
        .list(
          numbers.map { number in
            .fields([
              LogField("name", .text(number.name)), LogField("value", .number(number.value)),
              LogField("unit", number.unit.isEmpty ? .none : .text(number.unit)),
              LogField("settings", .list(number.settings.map { .text($0) })),
            ])
          })),
      LogField(
        "losses",
        .list(
          losses.map { loss in
            .fields([
              LogField("subject", .text(loss.subject)), LogField("loss", .text(loss.text)),
              LogField("points", loss.points.map { .number($0) } ?? .none),
            ])
          })),
      LogField(
        "notExported",
        .list(
          left.map {
            .fields([
              LogField("setting", .text($0.key)),
              LogField("value", .text(source.valueText($0))),
            ])
          })),
    ]
  }
}

/// Returns text from a file for a comment: on one line, and without the end of a comment.
func commentText(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar == "/", result.unicodeScalars.last == "*" { result.append(" ") }
    result.unicodeScalars.append(scalar)
  }
  return excerpt(of: result)
}
