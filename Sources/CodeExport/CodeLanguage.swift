/// The language of exported code, with the syntax that a rule and a formula need.
enum CodeLanguage: Hashable, Sendable {
  case swift, kotlin, dart, javaScript, qml, c, cpp, rust, css

  /// Returns `text` as a comment.
  func comment(_ text: String) -> String { self == .css ? "/* \(text) */" : "// \(text)" }
}

/// A function that is written once, in lines of a small neutral language, and translated to the languages of platforms.
///
/// A line is one of: `let NAME = E` (a constant number), `var NAME = E` (a variable number), `index NAME = E` (a variable
/// index), `NAME = E`, `return E`, `if E {`, `} else {`, `each NAME {` (a loop over the indices of the detents), and
/// `}`. An expression E is the same in all languages, except for the functions abs, min, max, exp, sin, cos and sqrt, for
/// `count`, the number of detents, and for the names of the parameters.
struct NeutralFunction {
  /// A parameter of a function.
  enum Parameter: Hashable {
    /// A number.
    case number(String)
    /// An index of a detent.
    case index(String)
    /// The coordinates of the detents; in C and C++, their number follows as the parameter `count`.
    case detents(String)
    /// An array with another number for each detent, such as the coordinate along the second axis.
    case numbers(String)
  }

  /// The name, in camel case.
  var name: String
  var parameters: [Parameter]
  /// Whether the result is the index of a detent, instead of a number.
  var returnsIndex: Bool
  /// The lines of the body, each with a comment or nil.
  var body: [(code: String, comment: String?)]
}

extension CodeLanguage {
  /// Returns the head of a function, up to the opening brace.
  func head(of function: NeutralFunction) -> String {
    let parameters = function.parameters.map { declaration(of: $0) }.joined(separator: ", ")
    let result = function.returnsIndex
    let name = identifier(function.name)
    return switch self {
    case .swift: "func \(name)(\(parameters)) -> \(result ? "Int" : "Double") {"
    case .kotlin: "fun \(name)(\(parameters)): \(result ? "Int" : "Double") {"
    case .dart: "\(result ? "int" : "double") \(name)(\(parameters)) {"
    case .javaScript, .qml, .css: "function \(name)(\(parameters)) {"
    case .c: "static \(result ? "int" : "double") \(name) (\(parameters)) {"
    case .cpp: "inline \(result ? "int" : "double") \(name)(\(parameters)) {"
    case .rust: "pub fn \(name)(\(parameters)) -> \(result ? "i64" : "f64") {"
    }
  }

  /// The additional lines that the language needs before a function of detents, and at the start of its body.
  ///
  /// In Rust and C++, the function returns -1 for an index that no detent has, instead of reading beyond the detents.
  func frame(of function: NeutralFunction) -> (before: [String], start: [String]) {
    guard function.returnsIndex else { return ([], []) }
    switch self {
    case .rust:
      let lengths = function.parameters.compactMap { parameter in
        if case .numbers(let name) = parameter {
          "\(identifier(name)).len() < detents.len()"
        } else {
          nil
        }
      }
      let invalid = (["start < 0", "start >= count"] + lengths).joined(separator: " || ")
      return (
        ["#[allow(unused_mut, unused_parens, unused_variables)]"],
        ["let count = detents.len() as i64;", "if \(invalid) {", "  return -1;", "}"]
      )
    case .cpp: return ([], ["if (start < 0 || start >= count) {", "  return -1;", "}"])
    case .swift, .kotlin, .dart, .javaScript, .qml, .c, .css: return ([], [])
    }
  }

  /// Returns the name of a function in the convention of the language; in Rust and C++, also of a variable.
  func identifier(_ name: String) -> String {
    guard self == .c || self == .cpp || self == .rust else { return name }
    var result = ""
    for scalar in name.unicodeScalars {
      if ("A"..."Z").contains(scalar) { result.append("_") }
      result.unicodeScalars.append(scalar)
    }
    return result.lowercased()
  }

  private func declaration(of parameter: NeutralFunction.Parameter) -> String {
    switch (self, parameter) {
    case (.swift, .number(let name)), (.kotlin, .number(let name)): "\(name): Double"
    case (.swift, .index(let name)), (.kotlin, .index(let name)): "\(name): Int"
    case (.swift, .detents(let name)), (.swift, .numbers(let name)): "\(name): [Double]"
    case (.kotlin, .detents(let name)), (.kotlin, .numbers(let name)): "\(name): List<Double>"
    case (.dart, .detents(let name)), (.dart, .numbers(let name)): "List<double> \(name)"
    case (.c, .numbers(let name)): "const double *\(name)"
    case (.c, .detents(let name)): "const double *\(name), int count"
    case (.cpp, .numbers(let name)): "const double *\(identifier(name))"
    case (.cpp, .detents(let name)): "const double *\(identifier(name)), int count"
    case (.rust, .numbers(let name)), (.rust, .detents(let name)): "\(identifier(name)): &[f64]"
    case (.rust, .number(let name)): "\(identifier(name)): f64"
    case (.rust, .index(let name)): "\(identifier(name)): i64"
    case (.cpp, .number(let name)): "double \(identifier(name))"
    case (.cpp, .index(let name)): "int \(identifier(name))"
    case (.dart, .number(let name)), (.c, .number(let name)): "double \(name)"
    case (.dart, .index(let name)), (.c, .index(let name)): "int \(name)"
    case (.javaScript, .number(let name)), (.css, .number(let name)),
      (.javaScript, .index(let name)), (.css, .index(let name)),
      (.javaScript, .detents(let name)), (.css, .detents(let name)),
      (.qml, .number(let name)), (.qml, .index(let name)), (.qml, .detents(let name)),
      (.javaScript, .numbers(let name)), (.css, .numbers(let name)), (.qml, .numbers(let name)):
      name
    }
  }

  /// Returns a line of the neutral language in this language.
  func line(_ code: String) -> String {
    let indent = String(code.prefix { $0 == " " })
    let text = expression(named(String(code.dropFirst(indent.count))))
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return indent + text }
    switch words[0] {
    case "if":
      let condition = words[1].dropLast(2)
      return indent + (hasBareConditions ? "if \(condition) {" : "if (\(condition)) {")
    case "each": return indent + loop(String(words[1].dropLast(2)))
    case "}":
      guard text.hasPrefix("} else if "), !hasBareConditions else { return indent + text }
      return indent + "} else if (\(text.dropFirst("} else if ".count).dropLast(2))) {"
    case "let", "var", "index":
      return indent + "\(declarator(words[0])) \(words[1])\(terminator)"
    default: return indent + text + terminator
    }
  }

  private var terminator: String { self == .swift || self == .kotlin ? "" : ";" }

  /// Whether conditions are written without parentheses.
  private var hasBareConditions: Bool { self == .swift || self == .rust }

  private func declarator(_ word: String) -> String {
    switch self {
    case .swift: word == "let" ? "let" : "var"
    case .kotlin: word == "let" ? "val" : "var"
    case .dart: word == "let" ? "final" : "var"
    case .javaScript, .qml, .css: word == "let" ? "const" : "let"
    case .c, .cpp: word == "index" ? "int" : word == "let" ? "const double" : "double"
    case .rust: word == "let" ? "let" : "let mut"
    }
  }

  private func loop(_ name: String) -> String {
    switch self {
    case .swift: "for \(name) in detents.indices {"
    case .kotlin: "for (\(name) in detents.indices) {"
    case .dart: "for (var \(name) = 0; \(name) < detents.length; \(name)++) {"
    case .javaScript, .qml, .css: "for (let \(name) = 0; \(name) < detents.length; \(name)++) {"
    case .c, .cpp: "for (int \(name) = 0; \(name) < count; \(name)++) {"
    case .rust: "for \(name) in 0..count {"
    }
  }

  /// Returns the expression `text`, with the names that its functions have in this language.
  private func expression(_ text: String) -> String {
    var text = text
    for (name, other) in functionNames {
      text = text.replacingWord(name, with: other)
    }
    return text
  }

  private var functionNames: [(String, String)] {
    let functions = ["abs", "min", "max", "exp", "sin", "cos", "sqrt"]
    return switch self {
    case .swift: [("count", "detents.count")]
    case .kotlin: [("count", "detents.size")]
    case .dart: [("count", "detents.length")]
    case .javaScript, .qml, .css:
      functions.map { ($0, "Math.\($0)") } + [("count", "detents.length")]
    case .c: [("abs", "fabs"), ("min", "fmin"), ("max", "fmax")]
    case .cpp: functions.map { ($0, "std::\($0)") }
    case .rust: functions.map { ($0, "f64::\($0)") }
    }
  }

  /// Returns code in which variables have the names of the language, and, in Rust, indices of elements have the type
  /// `usize`.
  private func named(_ code: String) -> String {
    guard self == .rust || self == .cpp else { return code }
    let code = identifier(code)
    guard self == .rust else { return code }
    var result = ""
    // The indices of the neutral language contain no brackets.
    for part in code.split(separator: "[", omittingEmptySubsequences: false) {
      guard !result.isEmpty, let end = part.firstIndex(of: "]") else {
        result += part
        continue
      }
      result += "[(\(part[..<end])) as usize\(part[end...])"
    }
    return result
  }
}

extension String {
  /// Returns the text with each whole word `word` replaced; words consist of ASCII letters, digits and `_`.
  func replacingWord(_ word: String, with other: String) -> String {
    var (result, current) = ("", "")
    func ended() -> String { current == word ? other : current }
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": current.unicodeScalars.append(scalar)
      default:
        result += ended()
        result.unicodeScalars.append(scalar)
        current = ""
      }
    }
    return result + ended()
  }
}
