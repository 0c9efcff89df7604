import Glibc

/// What came of asking for the lock of a folder.
enum FolderLock {
  /// It is held until the end.
  case held
  /// The file system has no locks, or the folder may not be opened.
  case impossible
  /// Somebody else has held it all the time.
  case busy
}

/// Runs `body` under the lock of `folder`, which one command holds at a time.
///
/// The lock is advisory, leaves no file, and ends with the process, however that ends.
///
/// - Parameters:
///   - folder: The path of the folder.
///   - tries: How often to try, 10 ms apart. Source: ours; half a minute is longer than any replay.
///   - body: What to do; it is told whether the folder is locked.
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
