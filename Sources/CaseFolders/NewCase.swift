package import InteractionScenarios
import RecordingFormats
package import TouchInput

/// A case that has no expected run, and whose files may not be written yet.
package struct NewCase: Sendable {
  /// The path of the folder of the case.
  package let folder: String
  private let recording: [UInt8]
  private let settings: String

  /// Creates the case of a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - settings: The content of `case.yml`.
  ///   - folder: The path of the folder.
  package init(_ recording: Recording, settings: String, in folder: String) {
    self.recording = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
    (self.settings, self.folder) = (settings, folder)
  }

  /// Creates the case of a recording with the settings of a request.
  ///
  /// - Throws: The errors of ``caseText(of:in:)``.
  package init(_ recording: Recording, _ request: ReplayRequest, in folder: String) throws {
    self.init(recording, settings: try caseText(of: request, in: folder), in: folder)
  }

  /// Whether the folder is a case with this recording and these settings.
  package var isWritten: Bool {
    let known = RecordingCase(folder: folder, name: folder)
    do throws(FileError) {
      guard try known.settingsBytes() == Array(settings.utf8) else { return false }
      return try fileBytes(at: known.checkedRecordingPath()) == recording
    } catch { return false }
  }

  /// Writes the case, as ``writeCase(recording:settings:at:readers:)`` does.
  @discardableResult
  package func write(readers: Readers = .everyone) throws(FileError) -> [String] {
    try writeCase(recording: recording, settings: settings, at: folder, readers: readers)
  }
}
