import Foundation
import Testing

@testable import FramePictures

@Suite("Report page")
struct ReportPageTests {
  private var page: ReportPage {
    var page = ReportPage(title: "A <b> & \"c\"", subtitle: "one\u{1b}[31m")
    page.add(.heading("First"))
    page.add(.table(heads: ["a", "<i>"], rows: [["x", "</table>"], ["y", "2"]]))
    page.add(
      .charts([
        Chart(
          title: "<script>", across: "s", along: "pt",
          .dots(
            [
              Chart.Point(x: 1, y: 2, kind: .best, words: "<em>"), Chart.Point(x: 2, y: .nan),
              Chart.Point(x: 3, y: 4),
            ], names: [])),
        Chart(title: "heat", .heat([[1, nil], [2, 3]], across: 0...1, along: 0...1)),
        Chart(title: "empty", .dots([], names: [])),
      ]))
    page.add(.heading("Second"))
    return page
  }

  /// A page with two gestures.
  static var pictured: ReportPage {
    var page = ReportPage(title: "A study", subtitle: "")
    let gesture = ReportPage.Gesture(
      name: "p1/<b>.yml", words: "meant half, went to <i>", note: "held out",
      picture: svgPicture(of: SampleMotion.sheet))
    page.add(.gestures([gesture]))
    page.add(.gestures([gesture]))
    return page
  }

  @Test("a page has a picture of each of its gestures, with its texts escaped, and no script")
  func gestures() {
    let html = Self.pictured.html
    #expect(!html.contains("<script"))
    #expect(html.components(separatedBy: "<h3>meant half, went to &lt;i&gt;</h3>").count == 3)
    #expect(!html.contains("<b>") && !html.contains("<i>"))
    let picture = Data(svgPicture(of: SampleMotion.sheet).utf8).base64EncodedString()
    #expect(
      html.components(
        separatedBy: """
          <img loading="lazy" alt="p1/&lt;b&gt;.yml: meant half, went to &lt;i&gt;" \
          src="data:image/svg+xml;base64,\(picture)">
          """
      ).count == 3)
  }

  @Test("text from a file or a user is escaped")
  func escaping() {
    let html = page.html
    for tag in ["<b>", "<i>", "<script", "<em>", "\u{1b}"] {
      #expect(!html.contains(tag), "\(tag)")
    }
    #expect(html.components(separatedBy: "</table>").count == 2)
  }

  @Test("the page is well-formed, reproducible, and loads nothing from elsewhere")
  func form() throws {
    let html = page.html
    #expect(html == page.html)
    let policy = /<meta http-equiv="[^>]*>\n/
    #expect(!html.replacing(policy, with: "").contains("http"))
    // After the document type, the page is XML, except for the tags in the head that are not
    // closed.
    var xml = html.replacing("<!DOCTYPE html>\n", with: "").replacing(policy, with: "")
    for tag in [
      "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
    ] {
      xml = xml.replacing(tag, with: "")
    }
    let parser = XMLDepth()
    #expect(parser.isBalanced(xml))
  }

  @Test("every finite point is drawn as a dot, and other points are not drawn")
  func dots() {
    let html = page.html
    #expect(html.components(separatedBy: "<circle").count == 3)
    #expect(!html.contains("nan"))
  }

  @Test("the base64 text equals that of Foundation", arguments: 0..<70)
  func encoding(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 31) }
    #expect(base64(bytes) == Data(bytes).base64EncodedString())
  }
}

/// Whether every element of a text is closed, in the right order.
private struct XMLDepth {
  func isBalanced(_ text: String) -> Bool {
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-z0-9]+)(?:\s(?:[^>"]|"[^"]*")*?)?(\/?)>/) {
      if match.1 == "/" {
        guard open.popLast() == match.2 else { return false }
      } else if match.3 != "/" {
        open.append(match.2)
      }
    }
    return open.isEmpty
  }
}
