import Glibc

/// The result of asking for the lock of a folder.
enum FolderLock {
  /// The lock is held until the end of the body.
  case held
  /// The file system has no locks, or the folder cannot be opened.
  case impossible
  /// Another process held the lock the whole time.
  case busy
}

/// Runs `body` under the lock of `folder`, which one command can hold at a time.
///
/// The lock is advisory, leaves no file, and ends with the process in any case.
///
/// - Parameters:
///   - folder: The path of the folder.
///   - tries: The number of attempts, 10 ms apart. Source: our choice: half a minute is longer than any replay.
///   - body: The work; it receives whether the folder is locked.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
func withLock<Result, Failure: Error>(
  on folder: String, tries: Int = 3_000, _ body: (FolderLock) throws(Failure) -> Result
) throws(Failure) -> Result {
  let descriptor = open(systemPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return try body(.impossible) }
  defer { close(descriptor) }
  var left = tries
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    if errno == EINTR { continue }
    guard errno == EWOULDBLOCK else { return try body(.impossible) }
    left -= 1
    guard left > 0 else { return try body(.busy) }
    usleep(10_000)
  }
  return try body(.held)
}
