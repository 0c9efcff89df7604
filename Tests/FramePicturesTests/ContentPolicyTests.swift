import Foundation
import FrameLogs
import Testing

@testable import FramePictures

@Suite("Content policy")
struct ContentPolicyTests {
  static let pages = [
    htmlPlayer(of: [SampleMotion.sheet]),
    changesPage(
      of: [
        ChangedGroup(
          title: "A cause", words: "1 case", option: "--group 123abc",
          cases: [
            ChangedCase(
              name: "sheet/up", scenario: "sheet", kind: "Drifted", words: [],
              runs: [PlottedRun(SampleMotion.sheet, name: "today", scenery: nil)])
          ])
      ], title: "1 case changed", summary: []),
    changesPage(of: [], title: "nothing changed", summary: []),
    ReportPage(title: "A study", subtitle: "").html,
    ReportPageTests.pictured.html,
  ]

  /// The sources of each directive in the policy of `page`.
  private func directives(of page: String) throws -> [Substring: [Substring]] {
    let element = try #require(
      page.firstMatch(of: /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/))
    let first = try #require(page.firstMatch(of: /<(script|style)/))
    #expect(element.range.upperBound <= first.range.lowerBound, "it applies to later elements")
    let lists = element.1.split(separator: ";").map { $0.split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: lists.map { ($0[0], Array($0.dropFirst())) })
  }

  /// The digest of a text, in the form of the policy, from an independent implementation.
  private func digest(of text: Substring) throws -> String {
    let digits = Array(SHA256.hexadecimal(of: Array(text.utf8)))
    let bytes = try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }

  @Test("a page may load only its own content", arguments: pages)
  func nothingElse(page: String) throws {
    let directives = try directives(of: page)
    #expect(directives["default-src"] == ["'none'"])
    #expect(directives["img-src"] == ["data:"])
    #expect(directives["worker-src"] == ["blob:"])
    #expect(directives["base-uri"] == ["'none'"])
    #expect(directives["form-action"] == ["'none'"])
    #expect(directives.count == 7)
    let sources = [directives["script-src"], directives["style-src"]].compactMap { $0 }.joined()
    for source in sources where !["'none'", "'wasm-unsafe-eval'"].contains(source) {
      #expect(source.hasPrefix("'sha256-"))
    }
  }

  @Test("only a page that sends recordings may make requests, and only to its own server")
  func requests() throws {
    let page = htmlPlayer(of: [SampleMotion.sheet], recordingsPath: "/there")
    var directives = try directives(of: page)
    #expect(directives.removeValue(forKey: "connect-src") == ["'self'"])
    #expect(try directives == self.directives(of: Self.pages[0]))
    #expect(page.contains(#"id="server">{"recordings":"/there"}<"#))
    #expect(!Self.pages[0].contains(#"id="server""#))
    for (page, sendsRecordings) in [(page, true), (Self.pages[0], false)] {
      #expect(page.contains(" content=\"\(playerPolicy(sendsRecordings: sendsRecordings))\">"))
    }
  }

  @Test("the policy contains the digest of every script and style of the page", arguments: pages)
  func digests(page: String) throws {
    let directives = try directives(of: page)
    for match in page.matches(of: /<(script|style)>(.*?)<\/(script|style)>/.dotMatchesNewlines()) {
      let sources = try #require(directives["\(match.1)-src"])
      #expect(sources.contains(Substring(try digest(of: match.2))))
    }
    // A style attribute has no digest, so the policy would block it.
    #expect(!page.contains(/<[^>]* style="/))
  }

  @Test(
    "a page of changes allows the scripts of the players in its frames, which inherit its policy")
  func frames() throws {
    let player = try directives(of: Self.pages[0]), changes = try directives(of: Self.pages[1])
    for key: Substring in ["script-src", "style-src"] {
      let missing = Set(player[key] ?? []).subtracting(changes[key] ?? [])
      #expect(missing.isEmpty, "\(key)")
    }
  }
}
