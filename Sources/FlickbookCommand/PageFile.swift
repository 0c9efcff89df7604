import Flickbook
import FramePictures
import Glibc
import LivePage

/// What a page of `flickbook view` can be replayed from.
struct PageFile {
  /// A recording in it, what it was replayed through, and what came of that.
  struct Entry {
    var recording: PageRecording
    var request: ReplayRequest
    /// The digest of the frames that the page shows.
    var framesDigest: String
  }

  /// The recordings, in their order.
  private(set) var entries: [Entry] = []

  /// Whether the file at `path` is called as pages are.
  static func isPage(_ path: String) -> Bool { path.hasSuffix(".html") || path.hasSuffix(".htm") }

  /// Reads the page at `path`.
  init(_ path: String) throws(Failure) {
    let page = try orFail { () throws(FileError) in try fileBytes(at: path) }
    let mark = Array("<script type=\"application/json\" id=\"recordings\">".utf8)
    guard let start = page.firstRange(of: mark)?.upperBound,
      let end = page[start...].firstRange(of: Array("</script>".utf8))?.lowerBound
    else { throw Self.failure(path, "no recordings", "make the page with 'flickbook view'") }
    let document = LogValue.fields(
      try orFail { () throws(FileError) in
        try logDocument(in: Array(page[start..<end]), path: path)
      })
    guard document["schema"]?.asText == pageSchema,
      case .list(let list)? = document["recordings"]
    else { throw Self.failure(path, "recordings of another form", "use the version that made it") }
    for item in list {
      do throws(PageError) {
        entries.append(
          Entry(
            recording: try PageRecording(lines: Array((item["recording"]?.asText ?? "").utf8)),
            request: try ReplayRequest(pageLines: Array((item["request"]?.asText ?? "").utf8)),
            framesDigest: item["framesSHA256"]?.asText ?? ""))
      } catch { throw Failure(.badInput, "\(path): \(error.description).") }
    }
    guard !entries.isEmpty else {
      throw Self.failure(
        path, "no recordings, only runs", "make the page of recordings or cases")
    }
  }

  private static func failure(_ path: String, _ found: String, _ remedy: String) -> Failure {
    Failure(.badInput, "\(path): \(found); \(remedy).")
  }
}

/// What shows files to whoever sits at the machine.
enum Desktop {
  /// Has the desktop open the file at `path`, and does not wait until it has.
  ///
  /// - Throws: ``Failure`` when there is nothing to open it with.
  static func open(_ path: String) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The terminal is that of the command.
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
    guard trouble == 0 else {
      throw Failure(
        .inputOutput, "xdg-open: \(String(cString: strerror(trouble))); open \(path) yourself.")
    }
  }
}
