import Glibc

/// Starts libFuzzer with the arguments of the process but the first, which names the reader.
///
/// Source: LLVM's libFuzzer, FuzzerInterface.h; the driver returns only at the end of all runs.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The reader that is being fuzzed; set once before the first run.
nonisolated(unsafe) private var reader = ""

@main
enum ReaderFuzz {
  static func main() {
    let words = CommandLine.arguments
    if words.count > 2, words[1] == "seeds" {
      writeSeeds(into: words[2], from: Array(words.dropFirst(3)))
      return
    }
    guard words.count > 1, FuzzedReader.names.contains(words[1]) else {
      print("usage: ReaderFuzz READER [libFuzzer's options] [folders]")
      print("       ReaderFuzz seeds FOLDER [recordings]")
      print("readers: \(FuzzedReader.names.joined(separator: ", "))")
      exit(64)
    }
    reader = words[1]
    let kept = [words[0]] + words.dropFirst(2)
    var count = CInt(kept.count)
    let copies = kept.map { strdup($0) } + [nil]
    let arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: copies.count)
    arguments.initialize(from: copies, count: copies.count)
    var vector = arguments
    let status = runFuzzer(&count, &vector) { start, length in
      let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: length)) } ?? []
      FuzzedReader.check(reader, bytes)
      return 0
    }
    exit(status)
  }
}
