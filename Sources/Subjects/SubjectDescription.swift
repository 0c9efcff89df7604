public import FrameLogs
public import Quantities
public import ReleaseRules

/// The description that a subject gives of itself in its `hello` line.
public struct SubjectDescription: Sendable {
  /// The part of Flickbook that a subject replaces.
  public enum Kind: String, Sendable {
    /// The subject is a surface, which receives touches and answers with frames.
    case surface
    /// The subject is a rule, which receives releases and answers with targets.
    case rule
  }

  /// The clock by which a subject moves.
  public enum Clock: String, CaseIterable, Sendable {
    /// Time comes only from the lines, so the same lines have the same answers.
    case lines
    /// The subject moves in real time, and gets each line at the time that the line has in the recording.
    case own
    /// The subject moves a page or a window, whose clock Flickbook advances frame by frame, and which seldom reports its
    /// phases and decisions; repeated runs may differ a little.
    case driven
  }

  /// The part of Flickbook that the subject replaces.
  public var kind = Kind.surface
  /// The name of the subject; empty if its `hello` line has none.
  public var name = ""
  /// The version of the subject; empty if its `hello` line has none.
  public var version = ""
  /// Whether the surface moves along x; if not, its frames may lack `x`, which then counts as 0.
  public var hasX = true
  /// Whether the surface moves along y; if not, its frames may lack `y`, which then counts as 0.
  public var hasY = true
  /// The size of the screen for which the surface is made, in points; nil if the surface fits any screen.
  public var screen: Planar<Points>?
  /// The names of the positions at which the surface can rest.
  public var targets: [String] = []
  /// The settings that the subject offers; empty if its `hello` line lists none.
  public var settings: [Setting<SubjectValues>] = []
  /// The default values of the settings, from the `hello` line.
  public var values = SubjectValues()
  /// The fields that its frames have in addition to the fields of every frame.
  public var fields: [FieldDescription] = []
  /// The clock by which the subject moves; `lines` if the `hello` line names none.
  public var clock = Clock.lines

  /// The protocol that this version of Flickbook speaks.
  public static let protocolName = "flickbook-subject/1"
}

/// The values of the settings of a subject, by key.
public struct SubjectValues: Hashable, Sendable {
  var values: [String: LogValue] = [:]

  func number(_ key: String) -> Double { values[key]?.asNumber ?? 0 }
  func text(_ key: String) -> String { values[key]?.asText ?? "" }
  func flag(_ key: String) -> Bool { values[key] == .flag(true) }
}

extension SubjectDescription {
  /// The reason why a `hello` line cannot be used: what was found, and what to answer instead.
  struct Trouble: Error {
    var found: String
    var remedy: String
  }

  /// Reads a `hello` line.
  init(_ fields: [LogField]) throws(Trouble) {
    let hello = LogValue.fields(fields)
    guard hello["type"]?.asText == "hello" else {
      throw Trouble(
        found: "its first answer is not a 'hello' line",
        remedy: "answer the line 'hello' with a line 'hello'")
    }
    guard hello["protocol"]?.asText == Self.protocolName else {
      let told = hello["protocol"]?.asText.map { "'\(excerpt(of: $0))'" } ?? "nothing"
      throw Trouble(
        found: "the protocol of its 'hello' is \(told)",
        remedy: "give \"protocol\": \"\(Self.protocolName)\"")
    }
    if let word = hello["kind"] {
      guard let kind = word.asText.flatMap(Kind.init) else {
        throw Self.wrong("kind", "'surface' or 'rule'")
      }
      self.kind = kind
    }
    name = try Self.text(hello, "name")
    version = try Self.text(hello, "version")
    try readSurface(hello)
    for setting in try Self.list(hello, "settings") { try add(setting: setting) }
    let common = Set(Frame.commonFields.map(\.key) + ["type", "target"])
    for field in try Self.list(hello, "fields") {
      guard let key = field["key"]?.asText, !key.isEmpty, !common.contains(key),
        !self.fields.contains(where: { $0.key == key })
      else {
        throw Self.wrong("fields", "fields whose keys occur once, and are not keys of every frame")
      }
      self.fields.append(
        FieldDescription(
          key, unit: field["unit"]?.asText ?? "", field["meaning"]?.asText ?? ""))
    }
  }

  private mutating func readSurface(_ hello: LogValue) throws(Trouble) {
    if let axes = hello["axes"] {
      guard case .list(let list) = axes, !list.isEmpty,
        list.allSatisfy({ ["x", "y"].contains($0.asText) })
      else { throw Self.wrong("axes", #"["x"], ["y"] or ["x","y"]"#) }
      (hasX, hasY) = (list.contains(.text("x")), list.contains(.text("y")))
    }
    if let size = hello["screen"], !size.isNull {
      guard case .list(let sides) = size, sides.count == 2, let width = sides[0].asNumber,
        let height = sides[1].asNumber, (1...1_000_000).contains(width),
        (1...1_000_000).contains(height)
      else { throw Self.wrong("screen", "the width and the height in points, such as [390,844]") }
      screen = Planar(x: Points(width), y: Points(height))
    }
    if let names = hello["targets"] {
      guard case .list(let list) = names, list.allSatisfy({ $0.asText?.isEmpty == false }) else {
        throw Self.wrong("targets", "a list of names")
      }
      targets = list.compactMap(\.asText)
    }
    if let clock = hello["clock"] {
      guard let known = clock.asText.flatMap(Clock.init) else {
        throw Self.wrong("clock", Clock.allCases.map(\.rawValue).joined(separator: ", "))
      }
      self.clock = known
    }
  }

  private mutating func add(setting: LogValue) throws(Trouble) {
    guard let key = setting["key"]?.asText, !key.isEmpty, !key.contains("="),
      !settings.contains(where: { $0.key == key })
    else { throw Self.wrong("settings", "settings with keys that occur once, without '='") }
    let standard = setting["default"] ?? .none
    let access: Setting<SubjectValues>.Access
    switch standard {
    case .number, .integer:
      let (least, greatest) = (
        setting["min"]?.asNumber ?? -1e9, setting["max"]?.asNumber ?? 1e9
      )
      guard least <= greatest, let number = standard.asNumber, (least...greatest).contains(number)
      else {
        throw Self.wrong("settings", "a 'default' for '\(excerpt(of: key))' from 'min' to 'max'")
      }
      access = .number(
        least...greatest, get: { $0.number(key) }, set: { $0.values[key] = .number($1) })
    case .flag:
      access = .flag(get: { $0.flag(key) }, set: { $0.values[key] = .flag($1) })
    case .text(let word):
      guard case .list(let list)? = setting["values"] else {
        access = .text(
          form: "a text", get: { $0.text(key) },
          set: {
            $0.values[key] = .text($1); return true
          })
        break
      }
      let words = list.compactMap(\.asText)
      guard words.count == list.count, words.contains(word) else {
        throw Self.wrong(
          "settings", "a 'default' for '\(excerpt(of: key))' that is one of its 'values'")
      }
      access = .word(
        choices: words, get: { $0.text(key) }, set: { $0.values[key] = .text($1) })
    case .none, .list, .fields:
      throw Self.wrong("settings", "a 'default' for '\(excerpt(of: key))'")
    }
    values.values[key] = standard
    settings.append(
      Setting(
        key, unit: setting["unit"]?.asText ?? "", access, setting["meaning"]?.asText ?? "",
        source: "the subject"))
  }

  private static func text(_ hello: LogValue, _ key: String) throws(Trouble) -> String {
    guard let value = hello[key], !value.isNull else { return "" }
    guard let text = value.asText else { throw wrong(key, "a text") }
    return text
  }

  private static func list(_ hello: LogValue, _ key: String) throws(Trouble) -> [LogValue] {
    guard let value = hello[key], !value.isNull else { return [] }
    guard case .list(let list) = value else { throw wrong(key, "a list") }
    return list
  }

  private static func wrong(_ key: String, _ expected: String) -> Trouble {
    Trouble(found: "the key '\(key)' of its 'hello' cannot be used", remedy: "give \(expected)")
  }
}
