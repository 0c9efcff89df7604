import Glibc

// The linker takes `main` from libFuzzer, which calls these two functions.
// Source: LLVM, compiler-rt/include/fuzzer/FuzzerInterface.h.

/// The name of the fuzzed parser.
///
/// It is an environment variable because libFuzzer starts this program again with other arguments when it
/// merges folders.
private let reader = getenv("FLICKBOOK_FUZZED_READER").map { String(cString: $0) } ?? ""

/// Runs before libFuzzer reads the arguments; handles `seeds FOLDER [RECORDING…]`.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let words = (0..<Int(count.pointee)).compactMap { arguments.pointee[$0] }
    .map { String(cString: $0) }
  if words.count > 2, words[1] == "seeds" {
    writeSeeds(into: words[2], from: Array(words.dropFirst(3)))
    exit(0)
  }
  guard FuzzedReader.names.contains(reader) else {
    print("usage: FLICKBOOK_FUZZED_READER=READER ReaderFuzz [libFuzzer's options] [FOLDER…]")
    print("       ReaderFuzz seeds FOLDER [RECORDING…]")
    print("readers: \(FuzzedReader.names.joined(separator: " "))")
    exit(64)
  }
  return 0
}

/// Tests one input; traps if it violates a condition.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzedReader.check(reader, Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
