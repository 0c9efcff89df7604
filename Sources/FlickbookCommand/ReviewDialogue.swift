import Flickbook
import Glibc

/// The dialogue about the changed cases.
struct ReviewDialogue {
  /// A group of cases about which the user is asked once.
  struct Item {
    var title: String
    var why: String?
    var members: [CaseResult]
  }

  private(set) var accepted = 0
  private(set) var rejected = 0
  private(set) var open = 0
  private(set) var failure: (any Error)?
  private let results: CaseResults
  private let items: [Item]
  /// The reason for accepting all remaining cases; nil until the user chooses to accept them.
  private var restReason: String?
  private var isOver = false

  init(results: CaseResults) {
    var items: [Item] = []
    for group in results.groups {
      let members = results.members(of: group)
      let title =
        members.count == 1
        ? "\(members[0].name): \(members[0].headline)"
        : "\(members.count) cases, \(group.kinds), group \(group.id)"
      items.append(
        Item(title: title, why: singleLine(group.cause.sentence), members: members))
    }
    for result in results.all where !result.isPassed && result.change == nil {
      items.append(
        Item(title: "\(result.name): \(result.headline)", why: nil, members: [result]))
    }
    self.items = items
    self.results = results
  }

  mutating func walk() {
    for (index, item) in items.enumerated() {
      if isOver {
        open += item.members.count
        continue
      }
      say()
      say(wrapped("\(index + 1) of \(items.count)  \(item.title)", indent: 0, hanging: 2))
      if let why = item.why { say(wrapped("why: \(why)", indent: 2, hanging: 2)) }
      if item.members.count > 1 {
        for member in item.members.prefix(5) { list(member) }
        if item.members.count > 5 { say("    and \(item.members.count - 5) more; l lists them") }
      }
      if restReason == nil { printOverlay(item.members[0]) }
      decide(item)
    }
  }

  private func list(_ member: CaseResult) {
    say(wrapped("\(member.name): \(member.headline)", indent: 4, hanging: 2))
  }

  private func printOverlay(_ result: CaseResult) {
    let picture = results.overlay(of: result)
    if !picture.isEmpty { say(drawn: picture) }
  }

  private mutating func decide(_ item: Item) {
    if let restReason { return accept(item.members, because: restReason) }
    let isOne = item.members.count == 1
    let question =
      "a accepts, r rejects\(isOne ? "" : " all of them, c decides case by case"), s skips, d shows "
      + "details, o opens a page, A accepts all remaining cases, q quits:"
    while !isOver {
      switch ask(question) {
      case "a": return accept(item.members)
      case "c" where !isOne:
        for member in item.members {
          if isOver || restReason != nil {
            if let restReason { accept([member], because: restReason) } else { open += 1 }
            continue
          }
          say()
          say(wrapped("\(member.name): \(member.headline)", indent: 2, hanging: 2))
          printOverlay(member)
          decide(Item(title: "", why: nil, members: [member]))
        }
        return
      case "r": return reject(item.members)
      case "s": return skip(item.members)
      case "d": show(item.members[0])
      case "o": openPage(of: item.members)
      case "l": item.members.forEach(list)
      case "A":
        guard let reason = askReason() else { continue }
        restReason = reason
        return accept(item.members, because: reason)
      case "q", nil:
        isOver = true
        return skip(item.members)
      case .some: say("  unknown answer")
      }
    }
  }

  private mutating func skip(_ members: [CaseResult]) { open += members.count }

  private mutating func reject(_ members: [CaseResult]) {
    rejected += members.count
    for member in members {
      do { try member.recordingCase.dropPending() } catch { printError("\(error)") }
    }
  }

  /// Writes a page that plays the new runs over the expected runs, and opens the page on the desktop.
  private func openPage(of members: [CaseResult]) {
    do {
      let folder = environment("TMPDIR") ?? "/tmp"
      // Use one page for the whole review and overwrite it for each question. Do not remove the page at the end,
      // because the desktop may still show it.
      let path = "\(folder)/flickbook-review-\(getpid()).html"
      var writing = OutputOptions()
      // Set every option explicitly: options that were not parsed have no values, and reading them would trap.
      writing.force = true
      writing.share = false
      try CaseReport(
        of: members, trying: nil, from: nil, acceptance: nil,
        summary: "\(count(members.count, "case")) to decide on"
      ).write(to: path, writing, madeFrom: members.map { $0.recordingCase.folder })
      try Desktop.open(path)
    } catch { printError("\(error)") }
  }

  private mutating func accept(_ members: [CaseResult]) {
    guard let reason = askReason() else { return skip(members) }
    accept(members, because: reason)
  }

  private mutating func accept(_ members: [CaseResult], because reason: String) {
    for member in members {
      do {
        try member.accept(because: reason)
        accepted += 1
      } catch {
        printError("\(error)")
        open += 1
        failure = failure ?? error
      }
    }
  }

  /// Asks for the reason; returns nil if the answer is empty, so that nothing is accepted.
  private mutating func askReason() -> String? {
    let reason = ask("why is the new run right? (empty: do not accept)")
    return reason.flatMap { isBlank($0) ? nil : $0 }
  }

  /// Asks a question, and returns the answer; nil at the end of the input.
  private func ask(_ question: String) -> String? {
    sayNow(wrapped(question, indent: 2), terminator: " ")
    guard let line = readLine() else {
      say()
      return nil
    }
    return trimmed(line)
  }

  /// Shows the expected and the current run of a case, and the frames around their first difference.
  private func show(_ result: CaseResult) {
    guard case .different(let difference, _) = result.outcome else {
      return say(wrapped(result.headline, indent: 2))
    }
    do {
      let actual = try result.recordingCase.run()
      let expected = try Run(contentsOf: result.recordingCase.expectedPath)
      say("  \(result.name), expected:")
      say(drawn: picture(of: expected), terminator: "")
      say("  \(result.name), now:")
      say(drawn: picture(of: actual), terminator: "")
      say(wrapped(singleLine(difference.divergence), indent: 2, hanging: 2))
      say(framesAround(expected, actual))
    } catch { printError("\(error)") }
  }
}
