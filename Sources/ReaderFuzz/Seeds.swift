import Glibc
import RecordingFormats
import TouchInput

/// Writes the beginnings of recordings in every format, for the fuzzer to start from.
func writeSeeds(into folder: String, from paths: [String]) {
  for (index, path) in paths.enumerated() {
    guard var file = try? recordingFile(in: bytes(at: path), named: path) else { continue }
    for device in file.recordings.indices {
      file.recordings[device].events = Array(file.recordings[device].events.prefix(60))
    }
    for format in RecordingFormat.allCases where format.isWritable {
      guard let written = try? text(of: file, as: format) else { continue }
      write(written, at: "\(folder)/\(index).\(format.rawValue)")
    }
  }
  // The only format that nothing writes.
  let log = """
    {"hardwareProperties": {"left": 0, "right": 10, "xResolution": 1, "maxFingerCount": 5},
    "entries": [{"type": "hardwareState", "timestamp": 1.25, "buttonsDown": 1, "touchCount": 1,
    "fingers": [{"trackingId": 22, "positionX": 3.5, "positionY": 4, "pressure": 9}]}]}
    """
  write(Array(log.utf8), at: "\(folder)/log.chromeos")
}

private func bytes(at path: String) -> [UInt8] {
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

private func write(_ bytes: [UInt8], at path: String) {
  guard let file = fopen(path, "wb") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
