import Testing

@testable import Subjects

@Suite("The reason why a subject cannot start")
struct SubjectReasonTests {
  /// What a program prints on standard error when it cannot start, and the lines of it that the error must contain.
  struct Printed: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var reason: [String]
  }

  /// The stack and the version that Node prints after the reason, which are longer than the error shows.
  static let stack = """
        at compileSourceTextModule (node:internal/modules/esm/utils:346:16)
        at ModuleLoader.moduleStrategy (node:internal/modules/esm/translators:146:18)
        at async ModuleJob._link (node:internal/modules/esm/module_job:148:19) {
      code: "ERR_MODULE_NOT_FOUND",
    }

    Node.js v20.20.2

    """

  @Test(
    "the error has the line that names the reason, whatever the program prints after it",
    arguments: [
      Printed(
        testDescription: "a missing module in Node",
        text: """
          node:internal/modules/esm/resolve:283
              throw new ERR_MODULE_NOT_FOUND(
                    ^

          Error [ERR_MODULE_NOT_FOUND]: Cannot find module flickbook-subject.mjs
          \(stack)
          """, reason: ["Cannot find module flickbook-subject.mjs"]),
      Printed(
        testDescription: "a syntax error in Node",
        text:
          "file:///sheet.mjs:12\nconst x = ;\n          ^\n\nSyntaxError: Unexpected token\n\(stack)",
        reason: ["file:///sheet.mjs:12", "const x = ;", "SyntaxError: Unexpected token"]),
      Printed(
        testDescription: "a syntax error in Python",
        text: "  File \"rule.py\", line 3\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n",
        reason: ["line 3", "x = = 1", "SyntaxError: invalid syntax"]),
    ])
  func reason(printed: Printed) throws {
    let program = SubjectProgram(command: "printf '%s' '\(printed.text)' >&2; exit 1")
    let error = try #require(throws: SubjectError.self) { try Subject(program).description() }
    // The command itself, which the message begins with, contains the text.
    let said = error.description.components(after: "it ended with the status 1; ")
    for line in printed.reason { #expect(said.contains(line), "\(error)") }
    #expect(said.hasPrefix("correct the error that it reports."), "\(error)")
    #expect(!said.contains("Node.js"), "\(error)")
  }

  @Test("without such a line, the error has the last lines")
  func lastLines() throws {
    let program = SubjectProgram(command: "printf 'a\\nb\\nc\\nd\\n' >&2; exit 1")
    let error = try #require(throws: SubjectError.self) { try Subject(program).description() }
    #expect(error.description.contains("let it read lines until its standard input ends."))
    #expect(error.description.hasSuffix("Its last lines on standard error: 'b', 'c', 'd'."))
  }
}

extension String {
  /// The text after the first occurrence of `mark`; empty if there is none.
  fileprivate func components(after mark: String) -> Substring {
    firstRange(of: mark).map { self[$0.upperBound...] } ?? ""
  }
}
