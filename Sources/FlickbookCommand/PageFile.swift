import Flickbook
import FramePictures
import Glibc
import LivePage

/// The recordings that a page of `flickbook view` contains, and that commands can replay from the page.
struct PageFile {
  /// A recording of a page, with its replay request and the digest of its frames.
  struct Entry {
    var recording: PageRecording
    var request: ReplayRequest
    /// The digest of the frames that the page shows.
    var framesDigest: String
  }

  /// The recordings, in the order of the page.
  private(set) var entries: [Entry] = []

  /// Returns whether `path` has the extension of a page, `.html` or `.htm`.
  static func isPage(_ path: String) -> Bool { path.hasSuffix(".html") || path.hasSuffix(".htm") }

  /// Reads the page at `path`.
  init(_ path: String) throws {
    let page = try fileBytes(at: path)
    let mark = Array("<script type=\"application/json\" id=\"recordings\">".utf8)
    guard let start = page.firstRange(of: mark)?.upperBound,
      let end = page[start...].firstRange(of: Array("</script>".utf8))?.lowerBound
    else { throw Self.failure(path, "found no recordings", "make the page with 'flickbook view'") }
    let document = LogValue.fields(
      try logDocument(in: Array(page[start..<end]), path: path))
    guard document["schema"]?.asText == pageSchema,
      case .list(let list)? = document["recordings"]
    else {
      throw Self.failure(
        path, "found recordings in another format", "use the Flickbook version that made the page")
    }
    for item in list {
      do throws(PageError) {
        entries.append(
          Entry(
            recording: try PageRecording(request: Array((item["recording"]?.asText ?? "").utf8)),
            request: try ReplayRequest(pageLines: Array((item["request"]?.asText ?? "").utf8)),
            framesDigest: item["framesSHA256"]?.asText ?? ""))
      } catch { throw Failure(.badInput, "\(path): \(error.description).") }
    }
    guard !entries.isEmpty else {
      throw Self.failure(
        path, "found no recordings, only runs", "make the page from recordings or cases")
    }
  }

  private static func failure(_ path: String, _ found: String, _ remedy: String) -> Failure {
    Failure(.badInput, at: path, "\(found)", "\(remedy)")
  }
}

/// The desktop environment, which can open a file in another program.
enum Desktop {
  /// Opens the file at `path` with its default program, without waiting for that program.
  ///
  /// - Throws: ``Failure`` if `xdg-open` cannot be started.
  static func open(_ path: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Redirect all streams of the other program: it must neither read from nor write to the terminal of this command.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor in [Int32(1), 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let command: [String] = ["xdg-open", path]
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process = pid_t()
    let trouble = posix_spawnp(&process, "xdg-open", &actions, nil, words, environ)
    try require(
      trouble == 0, .inputOutput, at: "xdg-open", "\(String(cString: strerror(trouble)))",
      "open \(path) yourself")
  }
}
