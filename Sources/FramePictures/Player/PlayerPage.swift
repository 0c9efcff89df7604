package import FrameLogs
import Portraits
import Quantities

/// The contents of the style and script elements of a player page.
///
/// Each text is exactly the text between the tags of its element, because the policy of the page contains its digest.
struct PlayerTexts {
  /// The content of the style element.
  let style = Array("\n".utf8) + compact(PackageResources.player_css)
  /// The content of the script element of the player.
  let script = Array("\n".utf8) + playerScripts.flatMap(compact)
  /// The content of the script element that defines the class `Engine`.
  let engine = Array("\n".utf8) + compact(PackageResources.engine_js)
}

/// Returns a script or a style without indentation and without the lines that are comments.
///
/// A browser needs neither indentation nor comments. In the scripts and the style, no text spans lines, and each
/// comment is on a separate line.
private func compact(_ text: [UInt8]) -> [UInt8] {
  text.split(separator: UInt8(ascii: "\n")).flatMap { line in
    let words = line.drop { $0 == UInt8(ascii: " ") }
    let isComment = words.starts(with: "//".utf8) || words.starts(with: "/*".utf8)
    return isComment ? [] : words + [UInt8(ascii: "\n")]
  }
}

/// The scripts of the player; a script comes after the scripts that it uses.
private let playerScripts: [[UInt8]] = [
  PackageResources.page_js, PackageResources.shapes_js, PackageResources.screen_js,
  PackageResources.plot_js, PackageResources.runs_js, PackageResources.compare_js,
  PackageResources.details_js, PackageResources.decision_js, PackageResources.outcome_js,
  PackageResources.releases_js, PackageResources.whatif_js, PackageResources.settings_js,
  PackageResources.edit_js, PackageResources.store_js, PackageResources.recordings_js,
  PackageResources.copies_js, PackageResources.link_js, PackageResources.video_js,
  PackageResources.serve_js, PackageResources.touch_js, PackageResources.live_js,
  PackageResources.sheet_js, PackageResources.player_js,
]

/// Returns the part of the page before its data: the policy, the style, the markup and the scripts.
///
/// `sendsRecordings` is whether the page sends recordings to its server.
func playerPage(sendsRecordings: Bool) -> [UInt8] {
  let texts = PlayerTexts()
  let policy = ContentPolicy(of: texts, sendsRecordings: sendsRecordings)
  var page = Array(
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    \(policy.element)<meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Flickbook</title>
    <style>
    """.utf8)
  page += texts.style
  page += "</style>\n</head>\n<body>\n".utf8
  page += PackageResources.player_html
  page += "<script>".utf8
  page += texts.script
  page += "</script>\n<script>".utf8
  page += texts.engine
  page += "</script>\n".utf8
  return page
}

/// The Content Security Policy of a page, which controls what the page may load, run and send.
///
/// A page contains recordings, which can identify a person. The policy allows only the scripts and styles of Flickbook,
/// which it identifies by their digests, the WebAssembly engine, and pictures inside the page. A browser therefore
/// blocks all network requests, even if a bug let a text in the page act as markup or as a script. Only a page that sends
/// its recordings to its server may make requests, and only to that server.
///
/// Source: W3C, "Content Security Policy Level 3", 2024, sections 2.3.1 and 6.
struct ContentPolicy {
  /// The contents of the permitted script elements, exactly as between their tags.
  var scripts: [[UInt8]] = []
  /// The contents of the permitted style elements, exactly as between their tags.
  var styles: [[UInt8]] = []
  /// Whether the page may make requests to the server from which it comes.
  var allowsServer = false

  /// The `meta` element with the policy; it must precede all script and style elements.
  var element: String {
    """
    <meta http-equiv="Content-Security-Policy" content="\(text)">

    """
  }

  /// The policy, as the value of the header field `Content-Security-Policy` of a response.
  var text: String {
    // Allow the compilation of WebAssembly, because script-src forbids it by default.
    let scriptSources = scripts.isEmpty ? ["'none'"] : scripts.map(source) + ["'wasm-unsafe-eval'"]
    var directives = [
      "default-src 'none'",
      "script-src \(scriptSources.joined(separator: " "))",
      "style-src \(styles.map(source).joined(separator: " "))",
      "img-src data:",
      "worker-src blob:",
      // Forbid base addresses and form targets explicitly, because default-src does not apply to them.
      "base-uri 'none'",
      "form-action 'none'",
    ]
    if allowsServer { directives.append("connect-src 'self'") }
    return directives.joined(separator: "; ")
  }

  private func source(_ text: [UInt8]) -> String {
    "'sha256-\(base64(digestBytes(of: text)))'"
  }

  private func digestBytes(of text: [UInt8]) -> [UInt8] {
    let digits = SHA256.hexadecimal(of: text).utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension ContentPolicy {
  /// Creates the policy of a player page with the contents `texts`.
  fileprivate init(of texts: PlayerTexts, sendsRecordings: Bool) {
    self.init(
      scripts: [texts.script, texts.engine], styles: [texts.style], allowsServer: sendsRecordings)
  }
}

/// Returns the Content Security Policy of a player page, which is also in its `meta` element.
///
/// - Parameter sendsRecordings: Whether the page sends recordings to its server.
/// - Returns: The policy, as the value of the field `Content-Security-Policy`.
package func playerPolicy(sendsRecordings: Bool) -> String {
  ContentPolicy(of: PlayerTexts(), sendsRecordings: sendsRecordings).text
}

/// The recording and the request with which a page can replay a run.
package struct RecordedRun: Hashable, Sendable {
  /// The request with which the engine stores the recording.
  package var recording: [UInt8]
  /// The replay request, in the line format of the engine.
  package var request: [UInt8]
  /// The path of the recording in commands that the page shows; nil to show the name of the file.
  package var path: String?
  /// Whether the engine of a page contains the scenario of the run.
  ///
  /// If false, the page can only play the run, and explains why it cannot replay it with other settings.
  package var isKnownToEngine: Bool

  /// Creates a recorded run.
  package init(
    recording: [UInt8], request: [UInt8], path: String? = nil, isKnownToEngine: Bool = true
  ) {
    (self.recording, self.request, self.path) = (recording, request, path)
    self.isKnownToEngine = isKnownToEngine
  }
}

/// Returns what a browser without scripts shows: a picture of the first run, and a sentence.
///
/// A picture can have up to 300 kB, so the page shows only the picture of one run. The picture is in a `data:` address,
/// which the policy of the page permits.
private func stillPicture(of runs: [Run], _ scenery: Scenery?) -> String {
  let request = "<p>This page needs JavaScript to play its runs."
  guard let run = runs.first else { return "<noscript>\(request)</p></noscript>\n" }
  let picture = svgPicture(
    of: [PlottedRun(run, scenery: scenery)], style: PlotStyle(theme: .auto))
  let title = escaped(printable(Portrait(run, scenery).title, most: 300))
  return """
    <noscript>\(request) The picture shows \(runs.count == 1 ? "the run" : "the first of \(runs.count) runs").</p>
    <img alt="\(title)" src="data:image/svg+xml;base64,\(base64(Array(picture.utf8)))"></noscript>

    """
}

/// Returns a player for `runs` as one self-contained HTML page.
///
/// The page draws the runs on their screens with all fingers and trails, over one another or side by side. The reader
/// can play the runs, step through their frames and zoom their curves, and sees all values and decisions. If the page
/// has the recordings and the engine, the reader can also replay a run with other settings and drag the surface. The
/// page is about 1.5 times as large as the frame logs, plus the recordings and the engine. Without scripts, a browser
/// shows a still picture of the first run.
///
/// - Parameters:
///   - runs: The runs, with the leading run first; a page without runs shows only a message.
///   - names: The names of the runs; for a run without a name, the page shows its title and number.
///   - sceneries: The sceneries of the runs; for a run without a scenery, the page shows only the position of its
///     surface.
///   - recorded: The recordings of the runs, in the same order; nil for a run that the page can only play.
///   - engine: The replay engine, a WebAssembly module compressed with LZMA; empty for a page that can only play runs.
///   - recordingsPath: The path on the page's server to which the page posts the recording of each drag; nil for a page
///     that sends nothing.
/// - Returns: The page.
package func htmlPlayer(
  of runs: [Run], names: [String] = [], sceneries: [Scenery?] = [],
  recorded: [RecordedRun?] = [], engine: [UInt8] = [], recordingsPath: String? = nil
) -> String {
  var page = playerPage(sendsRecordings: recordingsPath != nil)
  page += stillPicture(of: runs, sceneries.first ?? nil).utf8
  page += "<script type=\"text/plain\" id=\"engine\">".utf8
  page += base64(engine).utf8
  page += "</script>\n".utf8
  if let recordingsPath {
    append(.fields([LogField("recordings", .text(recordingsPath))]), id: "server", to: &page)
  }
  append(
    .fields([
      LogField("schema", .text(pageSchema)),
      LogField(
        "recordings",
        .list(
          recorded.enumerated().compactMap { index, source in
            source.map { .fields(fields(of: $0, index, runs[index])) }
          })),
    ]), id: "recordings", to: &page)
  append(
    .list(
      runs.enumerated().map { index, run in
        let picture = RunPicture(
          of: run, index < sceneries.count ? sceneries[index] : nil,
          name: index < names.count ? names[index] : nil, number: index + 1)
        return .fields(picture.drawingFields + picture.values)
      }), id: "runs", to: &page)
  return String(decoding: page, as: UTF8.self)
}

private func fields(of source: RecordedRun, _ index: Int, _ run: Run) -> [LogField] {
  [
    LogField("run", .integer(index)),
    LogField("recording", .text(String(decoding: source.recording, as: UTF8.self))),
    LogField("request", .text(String(decoding: source.request, as: UTF8.self))),
    LogField("framesSHA256", .text(SHA256.hexadecimal(of: run.frameText()))),
  ] + (source.path.map { [LogField("path", .text($0))] } ?? [])
    + (source.isKnownToEngine ? [] : [LogField("isPlayedOnly", .flag(true))])
}

/// Appends a script element with `value` as JSON.
func append(_ value: LogValue, id: StaticString, to page: inout [UInt8]) {
  var text = JSONText()
  text.append(value)
  page += "<script type=\"application/json\" id=\"".utf8
  page += "\(id)\">".utf8
  page.reserveCapacity(page.count + text.bytes.count + 64)
  // Escape each `<`, which could end the script element. JSON has this character only in strings, where an escape
  // sequence is allowed.
  for byte in text.bytes {
    if byte == UInt8(ascii: "<") {
      page += "\\u003c".utf8
    } else {
      page.append(byte)
    }
  }
  page += "</script>\n".utf8
}

/// The schema of the data in a page.
package let pageSchema = "flickbook.page/2"

/// Returns bytes as base64.
///
/// Source: RFC 4648, section 4.
func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = 0
    for byte in group { bits = bits << 8 | Int(byte) }
    bits <<= 8 * (3 - group.count)
    for place in 0..<4 {
      let isFilled = place <= group.count
      text.append(isFilled ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
