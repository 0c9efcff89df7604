/// The parts of a ChromeOS touchpad activity log that say what the fingers did.
///
/// Source: the keys that ActivityLog of ChromeOS's libgestures writes. The log of each later filter
/// is nested in `nextLayer`; the outermost one has the states as the hardware gave them.
struct ActivityLog: Decodable {
  var hardwareProperties: HardwareProperties
  var gesturesVersion: String?
  var entries: [Entry]

  /// The ranges and the kind of the touchpad; resolutions in units per mm.
  struct HardwareProperties: Decodable {
    var left: Double?
    var top: Double?
    var right: Double?
    var bottom: Double?
    var xResolution: Double?
    var yResolution: Double?
    var maxFingerCount: Int?
    var semiMt: Bool?
    var isButtonPad: Bool?
  }

  /// One entry; only those of the type `hardwareState` have the other keys.
  struct Entry: Decodable {
    var type: String
    /// When the state was reported, in seconds.
    var timestamp: Double?
    /// The buttons that are held: 1 left, 2 middle, 4 right.
    var buttonsDown: Int?
    /// How many fingers touch, which may be more than are tracked.
    var touchCount: Int?
    var fingers: [Finger]?
  }

  /// One finger.
  struct Finger: Decodable {
    var trackingId: Int32
    var positionX: Double
    var positionY: Double
    var pressure: Double?
  }
}
