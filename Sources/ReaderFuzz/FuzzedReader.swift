import CaseFolders
import InteractionScenarios
import RecordingFormats
import TouchInput

/// What one of the readers must hold for every input, however hostile.
///
/// A broken promise traps, which the fuzzer takes for a find and writes down.
enum FuzzedReader {
  /// The readers by name: those of recordings, of descriptions and of cases.
  static let names = RecordingFormat.allCases.map(\.rawValue) + ["any", "desc", "case"]

  /// Gives the input to a reader and checks what comes of it.
  static func check(_ name: String, _ bytes: [UInt8]) {
    switch name {
    case "desc": checkDescription(bytes)
    case "case": checkCase(bytes)
    case "any": checkRecording(bytes)
    default:
      let format = try? recordingFormat(ofBeginning: bytes, named: "f")
      if format?.rawValue == name { checkRecording(bytes) }
    }
  }

  private static func checkDescription(_ bytes: [UInt8]) {
    let events = Array("E: 0.000001 0003 0039 0013\nE: 0.000002 0000 0000 0000\n".utf8)
    do throws(RecordingError) {
      _ = try recordingFile(in: events, named: "f", description: bytes)
    } catch { check(error.description) }
  }

  private static func checkCase(_ bytes: [UInt8]) {
    do {
      _ = try requestFile(
        in: String(decoding: bytes, as: UTF8.self), path: "f", origin: .file("f"),
        scenario: "sheet")
    } catch { check("\(error)") }
  }

  private static func checkRecording(_ bytes: [UInt8]) {
    let file: RecordingFile
    do throws(RecordingError) {
      _ = needsDescription(bytes)
      file = try recordingFile(in: bytes, named: "f", description: bytes)
    } catch {
      check(error.description)
      return
    }
    precondition(!file.recordings.isEmpty, "a file without a recording was read")
    for warning in file.warnings { check(warning.description) }
    checkPieces(bytes, file)
    for recording in file.recordings { _ = RecordingInspection(of: recording) }
    for format in RecordingFormat.allCases where format.isWritable {
      do throws(RecordingError) {
        let written = try text(of: file, as: format)
        guard format == .libinput else {
          _ = differences(readingBack: written, of: file)
          continue
        }
        let again = try recordingFile(in: written, named: "again")
        precondition(again.recordings == file.recordings, "the native format lost something")
      } catch { check(error.description) }
    }
  }

  /// A file is the same whether it is read at once or piece by piece.
  private static func checkPieces(_ bytes: [UInt8], _ file: RecordingFile) {
    let size = 1 + bytes.count % 97
    // What comes first must be enough to tell the format by.
    var next = min(bytes.count, 4_096)
    let beginning = Array(bytes[..<next])
    guard (try? recordingFormat(ofBeginning: beginning, named: "f")) == file.format else { return }
    let again = try? recordingFile(beginning: beginning, named: "f", description: bytes) {
      let end = min(bytes.count, next + size)
      defer { next = end }
      return Array(bytes[next..<end])
    }
    precondition(again == file, "read piece by piece, the file is another")
  }

  /// A message is bounded, and on one line.
  private static func check(_ message: String) {
    precondition(message.utf8.count < 2_000, "a message of \(message.utf8.count) bytes")
    precondition(!message.utf8.contains(0x0a), "a message of several lines")
  }
}
