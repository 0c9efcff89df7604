import Portraits

/// A report with texts, tables, charts and pictures of gestures, as one self-contained HTML page.
///
///     var page = ReportPage(title: "A study", subtitle: "120 gestures of 4 people")
///     page.add(.heading("Results"))
///     page.add(.table(heads: ["trial", "wrong"], rows: [["7", "3 %"]]))
///     let text = page.html
///
/// The same parts always give the same HTML text. The page can be printed, supports light and dark colour schemes, and
/// is accessible to screen readers. It has no script.
package struct ReportPage: Hashable, Sendable {
  /// A part of a page.
  package enum Part: Hashable, Sendable {
    /// A heading; if there are several, a list at the top of the page links to each.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// A table; the first column contains the headings of the rows.
    case table(heads: [String], rows: [[String]])
    /// Charts, side by side if the page is wide enough.
    case charts([Chart])
    /// Gestures, each with a picture.
    case gestures([Gesture])
  }

  /// A gesture on the page.
  package struct Gesture: Hashable, Sendable {
    /// The name of the recording.
    package var name: String
    /// The intended and the reached target in words, such as `meant half, went to full`.
    package var words: String
    /// A second line, such as the target with other settings; empty for none.
    package var note: String
    /// The picture, as an SVG document.
    package var picture: String

    /// Creates a gesture.
    package init(name: String, words: String, note: String = "", picture: String) {
      (self.name, self.words, self.note, self.picture) = (name, words, note, picture)
    }
  }

  /// The title.
  package var title: String
  /// The subtitle, below the title.
  package var subtitle: String
  /// The parts, from top to bottom.
  package var parts: [Part] = []

  /// Creates an empty page.
  package init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  /// Adds a part at the end of the page.
  package mutating func add(_ part: Part) { parts.append(part) }

  /// The page as an HTML document.
  package var html: String {
    var document = ReportDocument(title: title, summary: [subtitle])
    for part in parts {
      if case .heading(let words) = part {
        document.links.append(("part\(document.links.count + 1)", words, ""))
      }
      document.main += html(of: part, document.links.count)
    }
    return document.html
  }

  private func list(_ gestures: [Gesture]) -> String {
    let items = gestures.map { gesture in
      let notes = [gesture.note, gesture.name].filter { !$0.isEmpty }
      return "<li><h3>\(escaped(printable(gesture.words, most: 200)))</h3>\n"
        + notes.map { "<p>\(escaped(printable($0, most: 300)))</p>\n" }.joined()
        + image(gesture.picture, words: "\(gesture.name): \(gesture.words)") + "</li>\n"
    }
    return "<ul class=\"cards gestures\">\n\(items.joined())</ul>\n"
  }

  /// Returns a part, where `number` is the number of its heading.
  private func html(of part: Part, _ number: Int) -> String {
    switch part {
    case .heading(let words):
      "<h2 id=\"part\(number)\">\(escaped(printable(words, most: 200)))</h2>\n"
    case .text(let words): "<p>\(escaped(printable(words, most: 4_000)))</p>\n"
    case .table(let heads, let rows): table(heads, rows)
    case .charts(let charts):
      "<div class=\"charts\">\n\(charts.map(\.svg).joined())</div>\n"
    case .gestures(let gestures): list(gestures)
    }
  }

  private func table(_ heads: [String], _ rows: [[String]]) -> String {
    func cell(_ text: String) -> String { escaped(printable(text, most: 200)) }
    var text = "<div class=\"scroll\"><table>\n<thead><tr>"
    text += heads.map { "<th scope=\"col\">\(cell($0))</th>" }.joined() + "</tr></thead>\n<tbody>\n"
    for row in rows {
      text += "<tr>"
      for (column, words) in row.enumerated() {
        text += column == 0 ? "<th scope=\"row\">\(cell(words))</th>" : "<td>\(cell(words))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table></div>\n"
  }
}

/// A report as an HTML document: a title, a summary, links to the headings, and the main part.
///
/// All reports share this document and its style, ``PackageResources/report_css``.
struct ReportDocument {
  /// The title.
  var title: String
  /// The paragraphs of the summary, below the title.
  var summary: [String]
  /// The headings, each with its anchor and a note; if there are several, the page begins with a link to each.
  var links: [(anchor: String, words: String, note: String)] = []
  /// The main part, as HTML.
  var main = ""
  /// The part after the main part, as HTML.
  var end = ""
  /// The scripts that the page may run, and the styles that it may use in addition to its own.
  var policy = ContentPolicy()

  init(title: String, summary: [String]) {
    (self.title, self.summary) = (title, summary)
  }

  var html: String {
    let style = Array("\n".utf8) + PackageResources.report_css
    var policy = policy
    policy.styles.insert(style, at: 0)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(policy.element)<meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(reportText(title))</title>
      <style>\(String(decoding: style, as: UTF8.self))</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the results</a>
      <header><h1>\(reportText(title))</h1>
      \(summary.map { "<p class=\"soft\">\(reportText($0))</p>\n" }.joined())</header>
      \(contents)<main id="main" tabindex="-1">
      \(main)</main>
      \(end)</body>
      </html>

      """
  }

  private var contents: String {
    guard links.count > 1 else { return "" }
    let items = links.map { link in
      let note =
        link.note.isEmpty ? "" : " <span class=\"soft\">\(escaped(link.note))</span>"
      let words = escaped(printable(link.words, most: 200))
      return "<li><a href=\"#\(link.anchor)\">\(words)</a>\(note)</li>\n"
    }
    return "<nav aria-label=\"Contents\"><ul>\n\(items.joined())</ul></nav>\n"
  }
}

/// Returns a text for a report: escaped for HTML, on one line, and at most 2,000 characters long.
func reportText(_ text: String) -> String { escaped(printable(text, most: 2_000)) }
