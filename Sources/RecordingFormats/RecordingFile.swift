public import TouchInput

/// What a recording's file holds: its recordings, and everything else that rewriting it must keep.
public struct RecordingFile: Hashable, Sendable {
  /// The parts of a libinput recording that Flickbook does not interpret.
  public struct Preserved: Hashable, Sendable {
    /// One YAML mapping entry, verbatim.
    public struct Section: Hashable, Sendable {
      /// The key.
      public var key: String
      /// The lines of the entry, key included, indented as at the top level; each ends in LF.
      public var text: [UInt8]

      /// Creates a section from its key and its lines.
      public init(key: String, text: [UInt8]) {
        self.key = key
        self.text = text
      }
    }

    /// The top-level entries, such as `system:`, in file order.
    public var top: [Section]
    /// The entries of each device, such as `udev:`, in the order of the recordings.
    public var devices: [[Section]]
    /// The entries of `flickbook:` that this version does not know.
    public var flickbook: [Section]

    /// Creates the kept parts; without arguments there are none.
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
  /// What each device sent, in file order; never empty after reading.
  public var recordings: [Recording]
  /// What rewriting as a libinput recording puts back.
  public var preserved: Preserved
  /// What is suspicious about the file, by line.
  public var warnings: [RecordingWarning]
  /// Whether the end is missing, because the recorder was killed or the file was cut.
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
