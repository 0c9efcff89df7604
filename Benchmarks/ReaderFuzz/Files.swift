import FrameLogs
import Glibc

func bytes(at path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var result: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return result }
    result += block[..<count]
  }
}

func write(_ bytes: [UInt8], at path: String) {
  guard let file = fopen(path, "wb") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

/// A folder for one run directory, private to this process; in memory if the system has /dev/shm, because
/// the fuzzer writes thousands of files per second.
private let runFolder: String? = {
  let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  let letters = String(repeating: "X", count: 6)
  var template = Array("\(folder)/flickbook-fuzz-\(letters)".utf8CString)
  guard mkdtemp(&template) != nil else { return nil }
  atexit { removeRunFolder() }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}()

private func removeRunFolder() {
  guard let runFolder else { return }
  for name in runFileNames { unlink("\(runFolder)/\(name)") }
  rmdir(runFolder)
}

private let runFileNames = ["run.json", "frames.jsonl", "events.jsonl"]

/// Writes the input as a run directory; returns its path, or nil if there is no folder.
///
/// The input contains the three files in order, separated by NUL; with fewer parts, the last files are
/// missing.
func writeRunFolder(_ bytes: [UInt8]) -> String? {
  guard let runFolder else { return nil }
  let files = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
  for (index, name) in runFileNames.enumerated() {
    if index < files.count {
      write(Array(files[index]), at: "\(runFolder)/\(name)")
    } else {
      unlink("\(runFolder)/\(name)")
    }
  }
  return runFolder
}

/// Writes the files of a run as a run directory; returns its path, or nil if there is no folder.
func writeRunFolder(_ files: RunFiles) -> String? {
  guard let runFolder else { return nil }
  for (name, bytes) in files.byName { write(bytes, at: "\(runFolder)/\(name)") }
  return runFolder
}
