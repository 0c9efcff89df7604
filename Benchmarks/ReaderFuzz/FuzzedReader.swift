import CaseFolders
import InteractionScenarios
import RecordingFormats
import TouchInput

/// The conditions that each parser must satisfy for every input, including a hostile input.
///
/// A violated condition traps, so that the fuzzer reports and stores the input.
enum FuzzedReader {
  /// The names of the parsers, of recordings, device descriptions, cases and runs.
  static let names = RecordingFormat.allCases.map(\.rawValue) + ["any", "desc", "case", "run"]

  /// Parses the input with the parser called `name` and checks the result.
  static func check(_ name: String, _ bytes: [UInt8]) {
    switch name {
    case "desc": checkDescription(bytes)
    case "case": checkCase(bytes)
    case "run": checkRun(bytes)
    case "any": checkRecording(bytes, description: nil)
    default:
      let format = try? recordingFormat(ofBeginning: bytes, named: "f")
      guard format?.rawValue == name else { return }
      // A text file may contain the description of its device; a binary file contains no
      // description.
      checkRecording(bytes, description: format == .raw ? nil : bytes)
    }
  }

  /// Checks that a message is shorter than 2,000 bytes and has one line.
  static func check(_ message: String) {
    precondition(message.utf8.count < 2_000, "a message of \(message.utf8.count) bytes")
    precondition(!message.utf8.contains(0x0a), "a message of several lines")
  }

  // MARK: Recordings

  /// Checks the input as a device description, for events in every format that has no description.
  private static func checkDescription(_ bytes: [UInt8]) {
    let rawEvent = [UInt8](repeating: 0, count: 16) + [3, 0, 57, 0, 1, 0, 0, 0]
    let texts = [
      "E: 0.000001 0003 0039 0013\nE: 0.000002 0000 0000 0000\n",
      "[ 1.000001] 0003 0039 00000013\n[ 1.000002] 0000 0000 00000000\n",
      """
      Event: time 1.000001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 13
      Event: time 1.000001, -------------- SYN_REPORT ------------

      """,
    ]
    for events in texts.map({ Array($0.utf8) }) + [rawEvent] {
      do throws(RecordingError) {
        let file = try RecordingFile(in: events, named: "f", description: bytes)
        checkWriting(of: file)
      } catch { check(error.description) }
    }
  }

  private static func checkRecording(_ bytes: [UInt8], description: [UInt8]?) {
    let file: RecordingFile
    do throws(RecordingError) {
      _ = needsDescription(bytes)
      file = try RecordingFile(in: bytes, named: "f", description: description)
    } catch {
      check(error.description)
      return
    }
    precondition(!file.recordings.isEmpty, "a file without a recording was read")
    for warning in file.warnings { check(warning.description) }
    checkPieces(bytes, file, description: description)
    for recording in file.recordings { _ = RecordingInspection(of: recording) }
    checkWriting(of: file)
  }

  /// Writes the file in every format, and checks that the native format preserves everything.
  private static func checkWriting(of file: RecordingFile) {
    for format in RecordingFormat.allCases where format.isWritable {
      do throws(RecordingError) {
        let written = try file.text(as: format)
        guard format == .libinput else {
          _ = differences(readingBack: written, of: file)
          continue
        }
        let again = try RecordingFile(in: written, named: "again")
        precondition(again.recordings == file.recordings, "the native format lost something")
      } catch { check(error.description) }
    }
  }

  /// Checks that reading in pieces gives the same file as reading at once.
  private static func checkPieces(
    _ bytes: [UInt8], _ file: RecordingFile, description: [UInt8]?
  ) {
    let size = 1 + bytes.count % 97
    // The first piece must be long enough to detect the format.
    var next = min(bytes.count, 4_096)
    let beginning = Array(bytes[..<next])
    guard (try? recordingFormat(ofBeginning: beginning, named: "f")) == file.format else { return }
    let again = try? RecordingFile(beginning: beginning, named: "f", description: description) {
      let end = min(bytes.count, next + size)
      defer { next = end }
      return Array(bytes[next..<end])
    }
    precondition(again == file, "reading in pieces gives another file")
  }

  // MARK: Cases

  /// Checks that a case is read or refused with a message.
  private static func checkCase(_ bytes: [UInt8]) {
    let request: ReplayRequest
    do throws(FileError) { request = try self.request(in: bytes) } catch {
      check(error.description)
      return
    }
    do throws(SettingError) { try request.check() } catch { check(error.description) }
  }

  private static func request(in bytes: [UInt8]) throws(FileError) -> ReplayRequest {
    let file = try requestFile(
      in: String(decoding: bytes, as: UTF8.self), path: "f", scenario: "sheet")
    var request = ReplayRequest(scenario: "sheet")
    file.apply(&request)
    return request
  }

  // MARK: Runs

  /// Checks that a run directory, given as files separated by NUL, is read or rejected, and that a run
  /// that was read can be written and read again.
  private static func checkRun(_ bytes: [UInt8]) {
    guard let folder = writeRunFolder(bytes) else { return }
    do throws(FileError) { try CaseFolders.checkRun(at: folder) } catch { check(error.description) }
    do throws(FileError) { _ = try loadedRun(at: folder) } catch { check(error.description) }
    do throws(FileError) {
      let run = try Run(contentsOf: folder)
      precondition(writeRunFolder(run.files()) == folder)
      do throws(FileError) { _ = try Run(contentsOf: folder) } catch {
        preconditionFailure("a run that was just written is incomplete: \(error)")
      }
    } catch { check(error.description) }
  }
}
