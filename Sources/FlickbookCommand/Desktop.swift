import Glibc

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
