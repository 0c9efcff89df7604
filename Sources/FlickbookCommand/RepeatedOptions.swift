import ArgumentParser
import Flickbook

/// Refuses an option of one value, or a flag, that is given twice, of which the parser would keep the last
/// and say nothing.
///
/// The parser is asked what it takes only where some word that begins with a hyphen comes twice, and is
/// none that is given often, because it takes longer to answer than most commands do.
///
/// - Parameters:
///   - arguments: The words after the command's own name.
///   - root: The command.
/// - Throws: ``Failure`` that names the option and what it was given.
func refuseRepeatedOptions<Root: ParsableCommand>(
  _ arguments: [String], of root: Root.Type
) throws(Failure) {
  let often: Set = ["--set", "--at", "--axis", "--filter", "--vary", "--group", "--class"]
  let given = arguments.prefix { $0 != "--" }.enumerated().filter { $0.element.hasPrefix("-") }
    .map { (name: optionName($0.element), index: $0.offset) }
  let rare = given.map { $0.name == "-o" ? "--output" : $0.name }.filter { !often.contains($0) }
  guard Set(rare).count < rare.count,
    let told = try? logDocument(in: Array(root._dumpHelp().utf8), path: "help")
  else { return }
  for (names, isFlag) in singleOptions(told, arguments) {
    let places = given.filter { names.contains($0.name) }
    guard places.count > 1 else { continue }
    guard !isFlag else {
      throw Failure(.usage, "\(places[0].name): found twice; give it once.")
    }
    let values = places.map { place in
      let word = arguments[place.index]
      let next = place.index + 1
      if isJoined(word) { return String(word.dropFirst(2)) }
      if let sign = word.firstIndex(of: "=") { return String(word[word.index(after: sign)...]) }
      return next < arguments.count ? arguments[next] : ""
    }
    throw Failure(
      .usage,
      "\(places[0].name): found \(values.map { "'\(excerpt(of: $0))'" }.joined(separator: " and ")); "
        + "give it once.")
  }
}

/// The name in a word such as `--hz`, `--hz=60`, `-o` or `-orun`.
private func optionName(_ word: String) -> String {
  isJoined(word) ? "-o" : String(word.prefix { $0 != "=" })
}

/// Whether a word is `-o` with its value.
private func isJoined(_ word: String) -> Bool {
  word.hasPrefix("-o") && word.count > 2 && !word.hasPrefix("-o=")
}

/// The names, with their hyphens, of each flag and each option of one value that the command of a line has.
private func singleOptions(
  _ told: [LogField], _ arguments: [String]
) -> [(names: [String], isFlag: Bool)] {
  guard var command = LogValue.fields(told)["command"] else { return [] }
  for word in arguments {
    guard case .list(let inner)? = command["subcommands"],
      let next = inner.first(where: { $0["commandName"]?.asText == word })
    else { break }
    command = next
  }
  guard case .list(let options)? = command["arguments"] else { return [] }
  return options.compactMap { option in
    let kind = option["kind"]?.asText
    guard kind == "option" || kind == "flag", option["isRepeating"] == .flag(false),
      case .list(let names)? = option["names"]
    else { return nil }
    let spelled = names.compactMap { name in
      name["name"]?.asText.map { name["kind"]?.asText == "long" ? "--\($0)" : "-\($0)" }
    }
    return spelled.contains("--help") ? nil : (spelled, kind == "flag")
  }
}
