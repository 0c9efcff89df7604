public import FrameLogs
import Portraits
import Quantities

/// What a page needs to replay a run by itself.
public struct RecordedRun: Hashable, Sendable {
  /// The recording, in the lines that the engine reads.
  public var recording: [UInt8]
  /// The request, in such lines.
  public var request: [UInt8]
  /// The path of the recording for commands that the page shows; nil for the name of its file.
  public var path: String?
  /// Whether the engine of a page knows its scenario; of one that it does not know, the page shows the run
  /// as it is and says so.
  public var isKnownToEngine: Bool

  /// Creates what a run can be replayed from.
  public init(
    recording: [UInt8], request: [UInt8], path: String? = nil, isKnownToEngine: Bool = true
  ) {
    (self.recording, self.request, self.path) = (recording, request, path)
    self.isKnownToEngine = isKnownToEngine
  }
}

/// A player for `runs` as one HTML page that needs nothing else, from a disk or from a server.
///
/// It draws the runs on their screens with all fingers and trails, one over the other or side by side;
/// plays, steps and zooms, and shows every curve, value and decision. With recordings and the engine it
/// replays a run with other settings, and records and replays what is dragged on its surface. The page is as long as the frames' logs, and half as much again for
/// what moves on the screen; to that come the recordings and the engine, where there are any.
///
/// - Parameters:
///   - runs: The runs, the leading one first; none gives a page that says so.
///   - names: What to call them; where there is no name, the title of the run and its number.
///   - sceneries: How they are looked at; where there is none, no more than where they are.
///   - recorded: What they are replayed from, in the same order; nil for one that is only played.
///   - engine: The engine that replays them in the page, a WebAssembly module packed by LZMA; empty for
///     a page that only plays.
/// - Returns: The page.
public func htmlPlayer(
  of runs: [Run], names: [String] = [], sceneries: [Scenery?] = [],
  recorded: [RecordedRun?] = [], engine: [UInt8] = []
) -> String {
  var page = playerPage()
  page += "<script type=\"text/plain\" id=\"engine\">".utf8
  page += base64(engine).utf8
  page += "</script>\n".utf8
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
        return .fields(picture.sketch + picture.values)
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

/// Appends a script element that holds `value` as JSON.
func append(_ value: LogValue, id: StaticString, to page: inout [UInt8]) {
  var text = JSONText()
  text.append(value)
  page += "<script type=\"application/json\" id=\"".utf8
  page += "\(id)\">".utf8
  page.reserveCapacity(page.count + text.bytes.count + 64)
  // Inside a script element, `<` could end it; inside JSON it only stands in texts.
  for byte in text.bytes {
    if byte == UInt8(ascii: "<") {
      page += "\\u003c".utf8
    } else {
      page.append(byte)
    }
  }
  page += "</script>\n".utf8
}

/// The schema of what a page carries.
package let pageSchema = "flickbook.page/1"
