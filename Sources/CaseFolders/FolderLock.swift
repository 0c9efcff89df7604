import Glibc

/// The result of trying to lock a folder.
enum FolderLock {
  /// The folder is locked until the body returns.
  case held
  /// The file system has no locks, or the folder cannot be opened.
  case impossible
  /// Another process held the lock during all tries.
  case busy
}

/// Runs `body` while holding the lock of `folder`, which only one process can hold at a time.
///
/// The lock is advisory, needs no additional file, and ends when the process ends for any reason.
///
/// - Parameters:
///   - folder: The path of the folder.
///   - tries: The number of attempts, 10 ms apart. We chose 3,000 because half a minute is longer than any replay.
///   - body: The work; it receives the result of the attempts, and runs even if the folder is not locked.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
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
