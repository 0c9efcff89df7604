package import CaseFolders
import FrameLogs
import Glibc
package import Tuning

/// A journal that is open for writing.
///
/// Only complete lines are appended. If a write fails, the bytes that it has written are removed, so that the journal
/// ends with a complete line.
package struct JournalFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private let keys: [String]
  /// The number of bytes in complete lines.
  private var length: Int
  /// The number of the next trial.
  private var next: Int

  /// Opens the journal at `path` and continues it after its last complete line, or creates it.
  ///
  /// The file is locked while it is open. If the file ends with an incomplete line, because a command was interrupted,
  /// that line is removed.
  ///
  /// - Throws: `FileError` if the file cannot be written, or if another process is writing to it.
  package static func opened(
    at path: String, continuing journal: TrialJournal?, header: JournalHeader,
    readers: Readers = .everyone
  ) throws(FileError) -> JournalFile {
    var file = JournalFile(
      descriptor: try openJournal(path, readers), path: path, keys: header.keys,
      length: journal?.wholeBytes ?? 0, next: journal?.results.count ?? 0)
    guard ftruncate(file.descriptor, off_t(file.length)) == 0,
      lseek(file.descriptor, off_t(file.length), SEEK_SET) >= 0
    else { throw systemError(path, doing: "writing") }
    if journal == nil {
      var text = JSONText()
      text.appendLine(header.logFields)
      try file.append(Array(text.bytes))
    }
    return file
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends the results of the next trials.
  ///
  /// - Throws: `FileError` if the results cannot be written; the journal is then unchanged.
  package mutating func append(_ results: [TrialResult]) throws(FileError) {
    var bytes: [UInt8] = []
    for (offset, result) in results.enumerated() {
      bytes += journalLine(next + offset, result, keys: keys)
    }
    try append(bytes)
    next += results.count
  }

  private mutating func append(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = systemError(path, doing: "writing")
        _ = ftruncate(descriptor, off_t(length))
        throw error
      }
      written += count
    }
    length += bytes.count
  }

  /// Flushes the journal to disk.
  package func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw systemError(path, doing: "writing")
    }
  }
}

private func openJournal(_ path: String, _ readers: Readers) throws(FileError) -> Int32 {
  let descriptor = open(systemPath(path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, readers.ofFile)
  guard descriptor >= 0 else { throw writingError(path) }
  guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
    close(descriptor)
    throw .busy(path: path)
  }
  return descriptor
}
