import TouchInput

/// Compares a written file with the recordings that were written to it.
///
/// The comparison covers everything that a replay depends on: the kind of each device, the contacts in every report,
/// and the pans. Time and memory grow linearly with the size of the recordings.
///
/// - Parameters:
///   - bytes: The written file.
///   - file: The recordings that were written.
/// - Returns: The differences, as nouns for a message; empty if reading the file restores everything.
package func differences(readingBack bytes: [UInt8], of file: RecordingFile) -> [String] {
  let back: RecordingFile
  do throws(RecordingError) { back = try RecordingFile(in: bytes, named: "") } catch {
    // Reading fails if a recording has no events, or if a touch table has no touches.
    return ["anything that can be read back"]
  }
  guard back.recordings.count == file.recordings.count else { return ["some devices"] }
  var kinds = 0
  var contacts = 0
  var pans = 0
  for (old, new) in zip(file.recordings, back.recordings) {
    if old.device.kind != new.device.kind { kinds += 1 }
    if contactRows(of: old) != contactRows(of: new) { contacts += 1 }
    if panRows(of: old) != panRows(of: new) { pans += 1 }
  }
  var result: [String] = []
  if kinds > 0 { result.append("the kind of the device") }
  if contacts > 0 { result.append("some contacts") }
  if pans > 0 { result.append("some pans") }
  return result
}

/// The state of a contact in one report.
private struct ContactRow: Hashable {
  var microseconds: Int64
  var id: Int
  var phase: Contact.Phase
  var x: Double
  var y: Double
  var pressure: Int32?
  var isGuessedX: Bool
  var isGuessedY: Bool
}

private func contactRows(of recording: Recording) -> [ContactRow] {
  var reader = ContactReader(of: recording)
  var rows: [ContactRow] = []
  func take(_ frame: ContactReport?) {
    guard let frame else { return }
    for contact in frame.contacts.sorted(by: { $0.id < $1.id }) {
      rows.append(
        ContactRow(
          microseconds: frame.microseconds, id: contact.id, phase: contact.phase, x: contact.x,
          y: contact.y, pressure: contact.pressure, isGuessedX: contact.isGuessedX,
          isGuessedY: contact.isGuessedY))
    }
  }
  for event in recording.clockCorrection.recording.events { take(reader.receive(event)) }
  take(reader.finish())
  return rows
}

/// The state of a pan after one report.
///
/// The twist is not compared, because its rounding depends on the order of the fingers.
private struct PanRow: Hashable {
  var microseconds: Int64
  var pan: Pan
  var phase: Contact.Phase

  init(_ pan: Pan, at microseconds: Int64, _ phase: Contact.Phase) {
    self.microseconds = microseconds
    self.pan = pan
    self.pan.twist = 0
    self.pan.twistRate = 0
    self.phase = phase
  }
}

private func panRows(of recording: Recording) -> [PanRow] {
  guard let mapping = try? SurfaceMapping(device: recording.device) else { return [] }
  // The contacts are compared, because a table lacks the buttons by which libinput counts fingers.
  var reader = TouchReader(
    of: recording, mapping: mapping, options: PanOptions(recognizer: .immediate),
    estimator: SampleRecorder())
  var rows: [PanRow] = []
  func take(_ events: [TimedHandEvent]) {
    for timed in events {
      let time = timed.microseconds
      switch timed.event {
      case .panBegan(let pan): rows.append(PanRow(pan, at: time, .began))
      case .panChanged(let pan, live: _): rows.append(PanRow(pan, at: time, .moved))
      case .panEnded(let pan, _): rows.append(PanRow(pan, at: time, .ended))
      case .panCancelled(let pan, _): rows.append(PanRow(pan, at: time, .cancelled))
      default: break  // Only pan events are compared.
      }
    }
  }
  for event in recording.clockCorrection.recording.events { take(reader.receive(event)) }
  take(reader.finish())
  return rows
}
