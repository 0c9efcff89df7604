public import InteractionScenarios
import Quantities

extension ReplayRequest {
  /// The request in the line format, from which ``init(pageLines:)`` creates an equal request.
  public var pageLines: [UInt8] {
    var writer = RequestWriter()
    writer.add("scenario", scenario)
    for own in ownPresets {
      writer.add("own-preset", own.name)
      for choice in own.choices { writer.add("own-choice", "\(choice.key) \(choice.value)") }
      for value in own.values { writer.add("own-value", "\(value.key) \(value.value)") }
    }
    if let preset {
      writer.tell(origins["preset"] ?? .caller)
      writer.add("preset", preset)
    }
    let standard = ReplayRequest(scenario: scenario)
    for option in RequestOption.all {
      let text = option.setting.text(in: self)
      guard origins[option.name] != nil || text != option.setting.text(in: standard), !text.isEmpty
      else { continue }
      writer.tell(origins[option.name] ?? .standard)
      writer.add(option.key, text)
    }
    for assignment in assignments {
      writer.tell(assignment.origin)
      writer.add("set", "\(assignment.key) \(assignment.value)")
    }
    for command in commands {
      let (key, value) = command.keyAndValue
      if case .change(let assignment) = command.action { writer.tell(assignment.origin) }
      writer.add("at", "\(plain(command.time.value)) \(key) \(value)")
    }
    return writer.text
  }

  /// Reads a request in the line format, without checking that its scenario, presets and settings exist.
  ///
  /// - Throws: ``PageError`` for the first line that does not belong to a request.
  public init(pageLines lines: [UInt8]) throws(PageError) {
    var reader = PageLines(lines[...])
    var request = RequestReading()
    while let line = reader.next() { try request.read(line) }
    self = request.request
  }
}

/// A writer of the lines of a request, with a `from` line before each value whose origin differs from the origin of the
/// previous value.
private struct RequestWriter {
  private(set) var text: [UInt8] = []
  private var origin = SettingOrigin.caller

  mutating func add(_ word: String, _ words: String) { text += PageLines.line(word, words) }

  mutating func tell(_ new: SettingOrigin) {
    guard new != origin else { return }
    origin = new
    add("from", new.text)
  }
}

/// A replay request that is being read line by line.
struct RequestReading {
  private(set) var request = ReplayRequest(scenario: "")
  private var origin = SettingOrigin.caller

  /// Reads the next line of the request.
  ///
  /// - Throws: ``PageError`` if the line does not belong to a request.
  mutating func read(_ line: PageLines.Line) throws(PageError) {
    switch line.word {
    case "scenario": request.scenario = line.text
    case "from": origin = try Self.origin(line.text)
    case "preset":
      request.preset = line.text.isEmpty ? nil : line.text
      request.origins["preset"] = origin
    case "own-preset": request.ownPresets.append(Preset(line.text, "", [:]))
    case "own-choice", "own-value":
      guard let last = request.ownPresets.indices.last else {
        throw PageError(line.word, "no preset before it", "begin with own-preset NAME")
      }
      let pair = Self.parts(line.text)
      if line.word == "own-choice" {
        request.ownPresets[last].choices.append((pair.first, pair.rest))
      } else {
        request.ownPresets[last].values.append((pair.first, pair.rest))
      }
    case "set":
      let (key, value) = Self.parts(line.text)
      request.assignments.append(Assignment(key: key, value: value, origin: origin))
    case "at": try readCommand(line.text)
    default: try readChoice(line)
    }
  }

  private mutating func readCommand(_ text: String) throws(PageError) {
    let (when, rest) = Self.parts(text)
    let (key, value) = Self.parts(rest)
    guard let time = Double(when), TimedCommand.times.contains(time), !key.isEmpty,
      let command = TimedCommand(at: Seconds(time), key, value, origin: origin)
    else {
      throw PageError("at", "'\(text)'", "give a time in seconds, a key and a value")
    }
    request.commands.append(command)
  }

  private mutating func readChoice(_ line: PageLines.Line) throws(PageError) {
    guard let option = RequestOption.named(line.word) else {
      let known = ["scenario", "preset", "set", "at"]
      let all = known + RequestOption.all.map { $0.key }
      throw PageError(
        line.word, "unknown word in a request",
        nearestName(to: line.word, in: all).map { "did you mean '\($0)'?" }
          ?? "use one of \(all.joined(separator: ", "))")
    }
    guard option.set(line.text, in: &request, origin: origin) else {
      throw PageError(
        line.word, "'\(line.text)'\(dimensionClause(of: line.text))",
        "give \(option.setting.expectation(insteadOf: line.text))")
    }
  }

  private static func parts(_ text: String) -> (first: String, rest: String) {
    let utf8 = text.utf8
    guard let blank = utf8.firstIndex(of: UInt8(ascii: " ")) else { return (text, "") }
    return (String(text[..<blank]), String(text[utf8.index(after: blank)...]))
  }

  /// Parses an origin in the form that ``SettingOrigin/text`` returns.
  private static func origin(_ text: String) throws(PageError) -> SettingOrigin {
    let (kind, name) = parts(text)
    switch kind {
    case "default": return .standard
    case "set": return .caller
    case "preset": return .preset(name)
    case "config": return .file(name)
    default:
      throw PageError("from", "'\(text)'", "give set, default, config NAME or preset NAME")
    }
  }
}
