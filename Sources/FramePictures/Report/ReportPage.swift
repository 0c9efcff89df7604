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
    let policy = ContentPolicy(styles: [Array(Self.style.utf8)])
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(policy.element)<meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(printable(title, most: 200)))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header><h1>\(escaped(printable(title, most: 200)))</h1>
      <p>\(escaped(printable(subtitle, most: 600)))</p></header>

      """
    text += contents
    text += "<main>\n"
    var number = 0
    for part in parts {
      if case .heading = part { number += 1 }
      text += html(of: part, number)
    }
    return text + "</main>\n</body>\n</html>\n"
  }

  private func list(_ gestures: [Gesture]) -> String {
    let items = gestures.map { gesture in
      let notes = [gesture.note, gesture.name].filter { !$0.isEmpty }
      return "<li><h3>\(escaped(printable(gesture.words, most: 200)))</h3>\n"
        + notes.map { "<p>\(escaped(printable($0, most: 300)))</p>\n" }.joined()
        + image(gesture.picture, words: "\(gesture.name): \(gesture.words)") + "</li>\n"
    }
    return "<ul class=\"gestures\">\n\(items.joined())</ul>\n"
  }

  private var contents: String {
    let headings = parts.compactMap { if case .heading(let words) = $0 { words } else { nil } }
    guard headings.count > 1 else { return "" }
    let links = headings.enumerated().map {
      "<a href=\"#part\($0 + 1)\">\(escaped(printable($1, most: 80)))</a>"
    }
    return "<nav>\(links.joined(separator: "\n"))</nav>\n"
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

  /// The style of the page.
  ///
  /// Colour-blind readers can distinguish its colours. Source: Okabe and Ito, "Color Universal Design", 2008.
  private static let style = """

    :root { color-scheme: light dark; --paper: #fbfbfa; --ink: #22262b; --soft: #5b6470; --line: #d5d8dc; --panel: #fff;
      --rest: #8a94a0; --indistinguishable: #0072b2; --front: #d55e00; --best: #b0307a;
      --low: 0, 114, 178; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #17191c; --ink: #e6e8ea; --soft: #a6adb6; --line: #3a3f45; --panel: #1f2226;
        --rest: #6d7781; --indistinguishable: #56b4e9; --front: #f0a35c; --best: #f08ac4;
        --low: 86, 180, 233; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1200px; padding: 0 18px 40px; background: var(--paper);
      color: var(--ink); font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
    h1 { font-size: 22px; margin: 18px 0 0; } h2 { font-size: 17px; margin: 30px 0 6px; }
    header p { margin: 4px 0 0; color: var(--soft); } p { max-width: 75ch; white-space: pre-line; }
    nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; }
    a { color: var(--indistinguishable); }
    .scroll { overflow-x: auto; } table { border-collapse: collapse;
      font-variant-numeric: tabular-nums; font-size: 13.5px; }
    th, td { padding: 3px 12px 3px 0; text-align: right; border-bottom: 1px solid var(--line);
      white-space: nowrap; }
    th:first-child { text-align: left; font-weight: 500; } thead th { color: var(--soft);
      font-weight: 500; }
    .charts { display: flex; flex-wrap: wrap; gap: 16px; } .charts svg { flex: 0 1 auto;
      max-width: 100%; height: auto; background: var(--panel); border: 1px solid var(--line);
      border-radius: 8px; }
    .charts text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: var(--soft); }
    .charts .name { fill: var(--ink); font-weight: 600; } .charts .end { text-anchor: end; }
    .charts .middle { text-anchor: middle; } .grid { stroke: var(--line); }
    .rest { fill: var(--rest); fill-opacity: .55; } .indistinguishable { fill: var(--indistinguishable); }
    .front { fill: var(--front); } .best { fill: none; stroke: var(--best); stroke-width: 2.5; }
    .cell { fill: rgb(var(--low)); } .none { fill: none; }
    .gestures { list-style: none; padding: 0; display: grid; gap: 10px;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr)); }
    .gestures > li { min-width: 0; border: 1px solid var(--line); border-radius: 8px; padding: 8px;
      background: var(--panel); } .gestures img { max-width: 100%; height: auto; }
    .gestures h3 { font-size: 14px; margin: 4px 0 0; } .gestures p { margin: 2px 0; font-size: 13.5px; }
    .gestures h3, .gestures p { overflow-wrap: anywhere; } .gestures p + p { color: var(--soft); }
    @media (forced-colors: active) { :root { --paper: Canvas; --ink: CanvasText; --soft: CanvasText;
      --line: CanvasText; --panel: Canvas; } }
    @media (pointer: coarse) { nav a { min-height: 44px; padding-top: 10px; padding-bottom: 10px; } }
    @media print { nav { display: none; } .gestures > li { break-inside: avoid; } }

    """
}
