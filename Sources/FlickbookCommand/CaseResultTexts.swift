import Flickbook
import FramePictures

// MARK: JUnit

extension CaseResults {
  /// The results as JUnit XML, with a suite for each scenario and a test for each case.
  ///
  /// The text contains no durations, so that equal results give equal bytes.
  var junitText: String {
    let failed = all.filter { $0.isFailed }
    let errors = failed.filter { $0.isError }.count
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"flickbook\" tests=\"\(all.count)\" failures=\"\(failed.count - errors)\" "
        + "errors=\"\(errors)\">",
    ]
    for suite in suites {
      let failed = suite.results.filter { $0.isFailed }
      let errors = failed.filter { $0.isError }.count
      let skipped = suite.results.count { $0.isExpectedFailure }
      lines.append(
        "  <testsuite name=\(xml(suite.name)) tests=\"\(suite.results.count)\" "
          + "failures=\"\(failed.count - errors)\" errors=\"\(errors)\" skipped=\"\(skipped)\">")
      for result in suite.results { lines += testcase(result, in: suite.name) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  private func testcase(_ result: CaseResult, in suite: String) -> [String] {
    let name = result.recordingCase.name
    let own = name.hasPrefix("\(suite)/") ? String(name.dropFirst(suite.count + 1)) : name
    let opening = "    <testcase classname=\(xml(suite)) name=\(xml(own))"
    if result.isExpectedFailure {
      let element = "      <skipped message=\(xml(result.headline))/>"
      return ["\(opening)>", element, "    </testcase>"]
    }
    guard result.isFailed else {
      let warnings = warnings(of: result)
      guard !warnings.isEmpty else { return ["\(opening)/>"] }
      let element = "      <system-out>\(escaped(warnings.joined(separator: "\n")))</system-out>"
      return ["\(opening)>", element, "    </testcase>"]
    }
    let element = result.isError ? "error" : "failure"
    return [
      "\(opening)>",
      "      <\(element) type=\(xml(result.reportedWord.rawValue)) message=\(xml(result.headline))>"
        + "\(escaped(result.reasons))</\(element)>",
      "    </testcase>",
    ]
  }

  /// The results, grouped by the first component of the name of the case, which is usually its scenario.
  private var suites: [(name: String, results: [CaseResult])] {
    var suites: [(name: String, results: [CaseResult])] = []
    for result in all {
      let parts = result.recordingCase.name.split(separator: "/")
      let name = parts.count > 1 ? String(parts[0]) : "cases"
      if let index = suites.firstIndex(where: { $0.name == name }) {
        suites[index].results.append(result)
      } else {
        suites.append((name, [result]))
      }
    }
    return suites
  }

  private func xml(_ text: String) -> String {
    "\"\(escaped(singleLine(text), isAttribute: true))\""
  }
}

extension CaseResult {
  /// Whether the case could not be tested; false if the case was tested, even if its run differs.
  var isError: Bool {
    switch outcome {
    case .failed, .damaged: true
    case .identical, .otherFields, .different, .new: false
    }
  }
}

// MARK: TAP

extension CaseResults {
  /// The results in the Test Anything Protocol (TAP), version 13, without a newline at the end.
  var tapText: String {
    var lines = ["TAP version 13", "1..\(all.count)"]
    for (index, result) in all.enumerated() {
      let isOK = !result.isFailed && !result.isExpectedFailure
      let reason = result.isExpectedFailure ? result.knownFailure ?? "" : nil
      let directive = reason.map { " # TODO \(tapEscaped($0))" } ?? ""
      lines.append(
        "\(isOK ? "ok" : "not ok") \(index + 1) - \(tapEscaped(result.name))\(directive)")
      lines += warnings(of: result).flatMap { $0.split(separator: "\n") }.map { "# warning: \($0)" }
      guard result.isFailed else { continue }
      lines += result.reasons.split(separator: "\n").map { "# \($0)" }
    }
    lines += caseLikeFolders.map { "# warning: \(singleLine($0)): \(Self.missingCaseFileWarning)" }
    return lines.joined(separator: "\n")
  }

  /// Returns the text on one line, with `\` and `#` escaped, because `#` would begin a TAP directive.
  ///
  /// The escaping works on Unicode scalars, not on characters: a `#` with a combining accent is another character in
  /// Swift, but a TAP reader still sees the `#`.
  private func tapEscaped(_ text: String) -> String {
    singleLine(text).replacingScalars { "\\#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}

// MARK: Warnings

extension CaseResults {
  /// The warning about a folder that contains the files of a case except `case.yml`.
  static let missingCaseFileWarning =
    "the folder looks like a case but has no case.yml; add one with 'scenario: …', or move the folder."

  /// Returns the warnings about a passing case.
  fileprivate func warnings(of result: CaseResult) -> [String] {
    result.narrowed.map { "\(result.name) \($0.text)" }
  }
}

// MARK: GitHub

extension CaseResults {
  /// The annotations for GitHub workflows.
  ///
  /// There is one line for each group of changes, for each other case that did not pass, and for each warning.
  var githubAnnotations: [String] {
    let grouped = groups.compactMap { group -> String? in
      guard let first = members(of: group).first else { return nil }
      let title =
        group.changes.count == 1
        ? first.name : "\(group.changes.count) cases, such as \(first.name)"
      return annotation(
        first, title: title, "\(first.headline)\nwhy: \(group.cause.sentence)")
    }
    let others = all.filter { $0.isFailed && $0.change == nil }
    let warned = all.flatMap { result in
      warnings(of: result).map {
        annotation(result, title: "\(result.name) is nearer to failing", $0, as: "warning")
      }
    }
    let folders = caseLikeFolders.map { folder in
      "::warning file=\(property(folder)),title=no case::\(percentEscaped(Self.missingCaseFileWarning))"
    }
    return grouped + others.map { annotation($0, title: $0.name, $0.reasons) } + warned + folders
  }

  private func annotation(
    _ result: CaseResult, title: String, _ message: String, as kind: String = "error"
  ) -> String {
    "::\(kind) file=\(property(result.recordingCase.settingsPath)),title=\(property(title))::"
      + percentEscaped(message)
  }

  private func percentEscaped(_ text: String) -> String {
    withoutControls(text).replacingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  private func property(_ text: String) -> String {
    percentEscaped(singleLine(text)).replacingScalars { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }

  /// The summary in Markdown, with the number of cases per outcome, a table of the groups, and the warnings.
  var githubSummary: String {
    var lines = ["### flickbook test", "", summary, ""]
    if !groups.isEmpty {
      lines += ["| cases | change | why | example |", "|---:|---|---|---|"]
      for group in groups {
        let first = group.changes[0]
        let cells = [
          "\(group.changes.count)", group.kinds, group.cause.sentence,
          "\(first.name): \(first.felt.headline)",
        ].map(cell)
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    let others = all.filter { $0.isFailed && $0.change == nil }
    for result in others { lines.append("- \(cell(result.name)): \(cell(result.headline))") }
    for warning in all.flatMap(warnings) { lines.append("- warning: \(cell(warning))") }
    for folder in caseLikeFolders {
      lines.append("- warning: \(cell(folder)): \(cell(Self.missingCaseFileWarning))")
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// Returns text for a table or a list in Markdown, with character references for all special characters.
  private func cell(_ text: String) -> String {
    singleLine(text.replacing("\n", with: " ")).replacingScalars { scalar in
      "\\`*_[]<>|~&@!#".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : nil
    }
  }
}

extension String {
  /// Returns the text with each Unicode scalar replaced by the result of `replacement`; nil keeps the scalar.
  fileprivate func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
