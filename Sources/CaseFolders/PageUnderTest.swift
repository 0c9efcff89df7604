import FrameLogs
import InteractionScenarios
import Quantities
import RecordingFormats
import Subjects
import Surfaces
import YAMLNodes

// A page under test: the keys of the block `subject` that describe it, and the command that moves it in a browser.

extension SubjectProgram {
  /// The time limit for an answer of a page, unless the file sets another limit.
  ///
  /// We chose one minute because the server of a page may build the page first.
  static let pageLimit = Seconds(60)

  /// The keys of the page, as lines of YAML; lists and mappings are written as JSON, which is valid YAML.
  var pageText: String {
    page.map { key in
      "  \(key.key): \(key.value.asText.map(quotedYAML) ?? Self.json(key.value))\n"
    }.joined()
  }

  /// Returns the command that moves the page of `keys` in a browser.
  ///
  /// - Parameters:
  ///   - keys: The keys, in the order of ``YAMLReader/pageKeys``.
  ///   - root: The folder that contains all files of the page, relative to the working folder.
  /// - Returns: The command, for a shell.
  static func command(ofPage keys: [LogField], root: String) -> String {
    var words = ["flickbook-drive", "subject", "chromium"]
    for key in keys {
      switch key.value {
      // The prefix `./` marks a path, which may begin with a dash like an option or contain a colon like an address.
      case .text(let page) where key.key == "page" && !page.contains("://"):
        words.append(page.hasPrefix("/") ? page : "./\(page)")
      case .text(let page) where key.key == "page": words.append(page)
      case .text(let text): words.append("--\(key.key)=\(text)")
      case .list(let list): words += list.compactMap(\.asText).map { "--\(key.key)=\($0)" }
      case .fields, .number, .integer, .flag, .none:
        words.append("--\(key.key)=\(json(key.value))")
      }
    }
    words.append("--root=\(root.isEmpty ? "." : root)")
    return words.map(shellQuoted).joined(separator: " ")
  }

  private static func json(_ value: LogValue) -> String {
    var text = JSONText()
    text.append(value)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension YAMLReader {
  /// The keys of a page under test, in the order in which they are written.
  static let pageKeys = [
    "page", "observe", "axis", "targets", "settings", "server", "ready", "open", "viewport",
    "allow",
  ]

  private static let settingKeys = [
    "default", "set", "unit", "min", "max", "values", "meaning",
  ]

  /// Reads the keys of a page under test into the command that moves it.
  ///
  /// - Parameters:
  ///   - program: The program, whose folder is known.
  ///   - mapping: The block `subject`.
  ///   - node: The node of the block.
  /// - Throws: ``FileError`` for a key that cannot be used, with its line.
  func readPage(
    of program: inout SubjectProgram, in mapping: Node.Mapping, at node: Node
  ) throws(FileError) {
    guard mapping["page"] != nil, mapping["observe"] != nil else {
      throw wrong(node, "the keys 'page' and 'observe', such as observe: sheet.y")
    }
    for key in Self.pageKeys {
      guard let value = mapping[key] else { continue }
      program.page.append(LogField(key, try pageValue(of: key, value, in: program.folder)))
    }
    program.command = SubjectProgram.command(
      ofPage: program.page,
      root: relativePath(of: folderOfNamedFiles(in: path), from: program.folder))
    program.timeLimit = SubjectProgram.pageLimit
  }

  private func pageValue(
    of key: String, _ value: Node, in folder: String
  ) throws(FileError) -> LogValue {
    switch key {
    case "page": return .text(try page(value, in: folder))
    case "axis":
      guard let axis = text(value), ["x", "y", "xy"].contains(axis) else {
        throw wrong(value, "x, y or xy")
      }
      return .text(axis)
    case "viewport":
      guard let size = text(value), Screen.size(from: size) != nil else {
        throw wrong(value, "the size of the page in points, such as 390x844")
      }
      return .text(size)
    case "targets":
      var targets: [LogField] = []
      for (name, place) in try self.mapping(value, "positions, such as {half: 422, full: 68}") {
        var sides: [LogValue] = []
        for side in place.sequence.map(Array.init) ?? [place] {
          sides.append(.number(try number(side, "points")))
        }
        targets.append(
          LogField(
            try word(name, "the name of a position"),
            place.sequence == nil ? sides[0] : .list(sides)))
      }
      return .fields(targets)
    case "settings": return .fields(try pageSettings(value))
    case "allow":
      var addresses: [LogValue] = []
      for address in value.sequence.map(Array.init) ?? [value] {
        addresses.append(.text(try word(address, "an address, such as https://fonts.example")))
      }
      return .list(addresses)
    case "server": return .text(try word(value, "a command, such as npm run dev"))
    default: return .text(try word(value, "JavaScript, such as sheet.y"))
    }
  }

  /// Reads the page: a file inside of the repository, relative to `folder`, or an address on this machine.
  private func page(_ value: Node, in folder: String) throws(FileError) -> String {
    let page = try word(value, "the path of a page, such as sheet.html")
    guard page.contains("://") else {
      let place = page.hasPrefix("/") ? page : "\(folder)/\(page)"
      try checkNamedPath(place, in: path, line: value.mark?.line)
      return page
    }
    let parts = page.split(separator: "://", maxSplits: 1).map(String.init)
    let host = String((parts.last ?? "").prefix { !"/?#".contains($0) })
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    guard ["http", "https"].contains(parts.first),
      name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" || isLoopback(name)
    else {
      throw wrong(
        value,
        "a file inside of the repository, or an address on this machine such as "
          + "http://localhost:5173")
    }
    return page
  }

  /// Whether the host is an IPv4 address of this machine, such as 127.0.0.1.
  private func isLoopback(_ host: Substring) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  private func pageSettings(_ value: Node) throws(FileError) -> [LogField] {
    let expected = "settings, such as {flick: {default: 300, set: sheet.flick = value}}"
    var settings: [LogField] = []
    for (key, node) in try mapping(value, expected) {
      let name = try word(key, "the name of a setting")
      let mapping = try mapping(node, expected)
      try check(mapping, keys: Self.settingKeys)
      guard mapping["default"] != nil, mapping["set"] != nil else {
        throw wrong(node, "the keys 'default' and 'set'; 'set' is JavaScript that uses 'value'")
      }
      var fields: [LogField] = []
      for key in Self.settingKeys {
        guard let node = mapping[key] else { continue }
        fields.append(LogField(key, try settingValue(of: key, node)))
      }
      settings.append(LogField(name, .fields(fields)))
    }
    return settings
  }

  private func settingValue(of key: String, _ node: Node) throws(FileError) -> LogValue {
    switch key {
    case "default":
      let text = try word(node, "a number, a word, true or false")
      guard node.scalar?.style == .plain else { return .text(text) }
      if let number = Double(text), number.isFinite { return .number(number) }
      return ["true", "false"].contains(text) ? .flag(text == "true") : .text(text)
    case "min", "max": return .number(try number(node, "the unit of the setting"))
    case "values":
      var words: [LogValue] = []
      for item in try list(node, "a list of words") {
        words.append(.text(try word(item, "a word")))
      }
      return .list(words)
    default: return .text(try word(node, "a text"))
    }
  }
}
