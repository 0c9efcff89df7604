public import TouchInput

/// The content of a file with recordings, including everything that must be kept when the file is written again.
public struct RecordingFile: Hashable, Sendable {
  /// The parts of a libinput recording that Flickbook does not interpret.
  public struct Preserved: Hashable, Sendable {
    /// One entry of a YAML mapping, kept verbatim.
    public struct Section: Hashable, Sendable {
      /// The key.
      public var key: String
      /// The lines of the entry, including its key, with the indentation of a top-level entry; each line ends in LF.
      public var text: [UInt8]

      /// Creates a section from its key and its lines.
      public init(key: String, text: [UInt8]) {
        self.key = key
        self.text = text
      }
    }

    /// The top-level entries that are kept verbatim, such as `system:`, in file order.
    public var top: [Section]
    /// The entries of each device that are kept verbatim, such as `udev:`, in the order of the recordings.
    public var devices: [[Section]]
    /// The entries of `flickbook:` that this version does not interpret.
    public var flickbook: [Section]

    /// Creates a collection of kept parts, which is empty by default.
    public init(
      top: [Section] = [], devices: [[Section]] = [], flickbook: [Section] = []
    ) {
      self.top = top
      self.devices = devices
      self.flickbook = flickbook
    }
  }

  /// The format that the file was read from.
  public var format: RecordingFormat
  /// The recording of each device, in file order; a file that was read has at least one.
  public var recordings: [Recording]
  /// The parts that are kept when the file is written again as a libinput recording.
  public var preserved: Preserved
  /// The suspicious findings in the file, ordered by line.
  public var warnings: [RecordingWarning]
  /// Whether the end of the recording is missing, because the recorder was killed or the file was truncated.
  public var isCut: Bool

  /// Creates a file from its parts.
  public init(
    format: RecordingFormat, recordings: [Recording], preserved: Preserved = Preserved(),
    warnings: [RecordingWarning] = [], isCut: Bool = false
  ) {
    self.format = format
    self.recordings = recordings
    self.preserved = preserved
    self.warnings = warnings
    self.isCut = isCut
  }
}

extension RecordingFile.Preserved {
  /// Returns the parts that belong to the file or to the device with this number, counted from 1.
  package func only(device number: Int) -> Self {
    var kept = self
    kept.devices = Array(devices.dropFirst(number - 1).prefix(1))
    return kept
  }
}

extension RecordingFile {
  /// Discards the jumps of all recordings, and returns their number; nil if jumps cannot be detected in a recording.
  package mutating func discardJumps() -> Int? {
    var jumps = 0
    for index in recordings.indices {
      guard let (recording, number) = recordings[index].discardingJumps() else { return nil }
      recordings[index] = recording
      jumps += number
    }
    return jumps
  }
}
