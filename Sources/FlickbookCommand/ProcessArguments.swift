import CProcess
import Flickbook

/// The words that the command was called with, without its own name.
///
/// The Swift runtime reads them from `/proc/self/cmdline` and finds none where `/proc` is not mounted;
/// the C library hands them to every process.
///
/// - Throws: ``Failure`` when neither has any; what was asked for is then unknown.
func processArguments() throws(Failure) -> [String] {
  let count = flickbook_argument_count()
  if count >= 0 {
    return (0..<count).dropFirst().compactMap { index in
      // A path may have any bytes but 0.
      flickbook_argument(index).map { argument in
        var bytes: [UInt8] = []
        while argument[bytes.count] != 0 { bytes.append(UInt8(bitPattern: argument[bytes.count])) }
        return pathPart(of: bytes)
      }
    }
  }
  guard !CommandLine.arguments.isEmpty else {
    throw Failure(
      .inputOutput,
      "/proc/self/cmdline: cannot be read, so the arguments are unknown; mount /proc.")
  }
  return Array(CommandLine.arguments.dropFirst())
}
