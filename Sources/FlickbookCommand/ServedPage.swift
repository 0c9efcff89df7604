import ChildProcesses
import Flickbook
@preconcurrency import Glibc
import PageServer

/// A page that `view --serve` serves, and the folder for the recordings that the page sends.
struct ServedPage {
  /// The page, in HTML.
  var page: [UInt8]
  /// The Content Security Policy of the page.
  var policy: String
  /// The folder for recordings; nil if the page sends none.
  var recordings: ReceivedRecordings?

  /// Serves the page until Ctrl-C, and reports its address, its first client, and the recordings.
  func serve(at address: ServerAddress) throws {
    try locating("--serve") {
      var recordings = recordings
      var server = try PageServer(
        page, at: address, policy: policy, takesRecordings: recordings != nil)
      showAddresses(server.pageAddresses)
      try server.serve(
        opened: { client in sayNow("\(client) has opened the page; the address is used up") },
        receive: { text in recordings?.store(text) ?? .failed(reason: "No folder was given.") })
    }
  }

  private func showAddresses(_ addresses: [String]) {
    if let first = addresses.first, Terminal.isOutput, let code = qrCode(of: first) {
      say(drawn: code, terminator: "")
    }
    for address in addresses { sayNow(address) }
    printError("serving the page to the first browser that opens the address; press Ctrl-C to end")
    if recordings == nil {
      printError("drags stay in the page; to save them as recordings, add --record-into FOLDER")
    }
  }
}

/// Returns a picture of `text` for the terminal, which the program `qrencode` draws; nil if it is missing or fails.
///
/// The text is a secret, and all users of the machine can read the arguments of a program. Therefore `qrencode` reads
/// the text from a pipe.
private func qrCode(of text: String) -> String? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  defer { close(ends[0]) }
  // The program inherits only the reading end of the pipe.
  _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
  let bytes = Array(text.utf8)
  let isWritten = write(ends[1], bytes, bytes.count) == bytes.count
  close(ends[1])
  let look = !Terminal.hasUnicode ? "ASCII" : Terminal.hasColor ? "ANSIUTF8" : "UTF8"
  let words = ["qrencode", "--type=\(look)", "--level=L", "--read-from=/dev/fd/\(ends[0])"]
  guard isWritten, let program = try? ChildProcess(words) else { return nil }
  // The picture of an address has about 2 kB without colours and 5 kB with them.
  let picture = program.wholeOutput(limit: 65_536)
  guard picture.count < 65_536, program.status() == 0 else { return nil }
  return String(validating: picture, as: UTF8.self)
}

/// The recordings that a served page sends, which are saved in one folder.
struct ReceivedRecordings {
  /// The path of the folder.
  let folder: String
  /// The users who may read the recordings.
  let readers: Readers
  private var number = 1

  /// Creates the folder if it does not exist, so that the user makes no gesture in vain.
  ///
  /// - Throws: ``Failure`` if recordings cannot be written into the folder.
  init(in folder: String, readers: Readers) throws {
    self.folder = folder
    self.readers = readers
    try makeFolder(at: folder)
    try checkPlace(ofFile: "\(folder)/\(Self.name(1))", over: .anything)
  }

  /// The name of a recording; pages give their recordings the same names.
  private static func name(_ number: Int) -> String { "touch-\(number).yml" }

  /// Stores the text of a recording under the first free name, if it is a valid recording in the native format.
  mutating func store(_ text: [UInt8]) -> RecordingReceipt {
    let file: RecordingFile
    do throws(RecordingError) { file = try RecordingFile(in: text, named: "recording") } catch {
      return .refused(reason: singleLine(error.description))
    }
    guard file.format == .libinput, file.recordings.count == 1, !file.isCut,
      file.recordings.allSatisfy({ !$0.events.isEmpty })
    else {
      return .refused(
        reason: "recording: found no complete libinput recording of one device with events; "
          + "send it from the page.")
    }
    while true {
      let name = Self.name(number)
      let path = "\(folder)/\(name)"
      do throws(FileError) {
        if !kindOfFile(at: path).exists {
          try writeFile(text, at: path, over: .ours, readers: readers)
          number += 1
          sayNow("\(singleLine(path)): \(count(file.recordings[0].events.count, "event"))")
          return .saved(name: name)
        }
      } catch {
        switch error {
        // Try the next name: another program has created the file in the meantime, or the name is a dangling link.
        case .occupied, .notWrittenByFlickbook: break
        default:
          // The page does not show the reason, because the reason contains the path of the folder.
          printError(error.description)
          return .failed(
            reason: "it could not be written; the terminal of flickbook shows the reason.")
        }
      }
      number += 1
    }
  }
}
