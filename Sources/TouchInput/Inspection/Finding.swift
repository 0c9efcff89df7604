public import Quantities

/// Something about a recording that its user should know.
public struct Finding: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// It is so; nothing is wrong.
    case note
    /// What the hand did may not be what the recording shows.
    case warning
    /// What the hand did is not what the recording shows.
    case problem

    /// Whether `left` matters less than `right`.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .problem: 2
      }
    }
  }

  /// What was found.
  public enum Kind: Hashable, Sendable {
    /// No contact begins in the recording.
    case noTouches
    /// Positions cannot be turned into points.
    case unusableSurface(SurfaceError)
    /// The device does not say how large it is; lengths rest on an assumption.
    case sizeUnknown
    /// The device does not say whether it is a touchscreen or a touchpad; the text says what is assumed.
    case kindAssumed(String)
    /// The touchscreen has another shape than the screen and is mapped by its millimetres; this is its
    /// size in points.
    case otherShape(Planar<Points>)
    /// A unit of the touchscreen counts for another number of points across than down; both numbers.
    case unequalScales(Planar<Points>)
    /// All pans go across; with this rotation, the first goes up.
    case liesAcross(PanelOrientation.Rotation)
    /// The slots are the corners of a box about the fingers.
    case boundingBoxOnly
    /// The kernel dropped events, and this many told the state again.
    case dropped(resynchronizedEvents: Int)
    /// The clock was set while events came, this often and at most this far.
    case clockStepped(count: Int, furthest: Seconds)
    /// The kernel's times are uneven by this much, so the device's own clock is used.
    case deviceClock(jitter: Seconds)
    /// Frames repeat the time of the frame before, this often.
    case timeStoodStill(count: Int)
    /// Events name slots that the device does not have, this often.
    case slotOutOfRange(count: Int)
    /// Values of an axis lie outside the range that the device declares, this often, and the
    /// furthest of them is this one.
    case outsideAxis(DeviceDescription.Axis, count: Int, furthest: Int32)
    /// More contacts were listed than any device has.
    case tooManyContacts
    /// The last events belong to no frame.
    case unfinishedFrame(events: Int)
    /// A finger was down already when the recording began.
    case startedMidTouch
    /// The contact was down when the recording ended.
    case unterminated
    /// The device took the contact for a palm.
    case palm
    /// The contact began without a coordinate.
    case coordinateMissing
    /// The contact is farther away than a finger can go in the time: more than 20 mm in 12 ms, and on
    /// touchpads also 7 mm more than in the step before, as libinput decides it.
    case jump(millimeters: Double, in: Seconds)
    /// The contact goes on where another one was, and that one where it was; with the labels exchanged,
    /// their steps are this much shorter.
    case exchanged(with: Int, millimeters: Double)
    /// A finger in movement got a new tracking id, so that its contact ends too early.
    case trackingIDSplit(continuesAs: Int)
    /// A slot goes from one tracking id to another without a lift.
    case trackingIDReplaced(slot: Int32)
    /// The contact rests without a change while others come and go.
    case stuck(Seconds)
    /// The contact moves back while it lifts.
    case reversedAtLift(millimeters: Double)
    /// Scans are missing while the contact moves.
    case missingScans(Seconds)
  }

  /// The names of what may be found.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The name of `noTouches`.
    case noTouches = "no-touches"
    /// The name of `unusableSurface`.
    case unusableSurface = "unusable-surface"
    /// The name of `sizeUnknown`.
    case sizeUnknown = "size-unknown"
    /// The name of `kindAssumed`.
    case kindAssumed = "kind-assumed"
    /// The name of `otherShape`.
    case otherShape = "other-shape"
    /// The name of `unequalScales`.
    case unequalScales = "unequal-scales"
    /// The name of `liesAcross`.
    case liesAcross = "lies-across"
    /// The name of `boundingBoxOnly`.
    case boundingBoxOnly = "bounding-box-only"
    /// The name of `dropped`.
    case dropped
    /// The name of `clockStepped`.
    case clockStepped = "clock-stepped"
    /// The name of `deviceClock`.
    case deviceClock = "device-clock"
    /// The name of `timeStoodStill`.
    case timeStoodStill = "time-stood-still"
    /// The name of `slotOutOfRange`.
    case slotOutOfRange = "slot-out-of-range"
    /// The name of `outsideAxis`.
    case outsideAxis = "outside-axis"
    /// The name of `tooManyContacts`.
    case tooManyContacts = "too-many-contacts"
    /// The name of `unfinishedFrame`.
    case unfinishedFrame = "unfinished-frame"
    /// The name of `startedMidTouch`.
    case startedMidTouch = "started-mid-touch"
    /// The name of `unterminated`.
    case unterminated
    /// The name of `palm`.
    case palm
    /// The name of `coordinateMissing`.
    case coordinateMissing = "coordinate-missing"
    /// The name of `jump`.
    case jump
    /// The name of `exchanged`.
    case exchanged = "contacts-exchanged"
    /// The name of `trackingIDSplit`.
    case trackingIDSplit = "tracking-id-split"
    /// The name of `trackingIDReplaced`.
    case trackingIDReplaced = "tracking-id-replaced"
    /// The name of `stuck`.
    case stuck
    /// The name of `reversedAtLift`.
    case reversedAtLift = "reversed-at-lift"
    /// The name of `missingScans`.
    case missingScans = "missing-scans"
  }

  /// What was found.
  public var kind: Kind
  /// Which contact it is about; nil when it is about the recording.
  public var contact: Int?
  /// When, in microseconds of the recording's clock; nil when it is about all of it.
  public var microseconds: Int64?

  /// Creates a finding.
  public init(_ kind: Kind, contact: Int? = nil, microseconds: Int64? = nil) {
    self.kind = kind
    self.contact = contact
    self.microseconds = microseconds
  }

  /// How far outside its range an axis may tell before it is a warning, as a fraction of the range.
  ///
  /// Source: ours; ranges of PS/2 touchpads are nominal, and their edges reach a little beyond.
  static let overhang = 0.1

  /// How much it matters.
  public var severity: Severity {
    switch kind {
    case .outsideAxis(let axis, count: _, let furthest):
      axis.overhang(of: furthest) > Self.overhang ? .warning : .note
    case .unequalScales(let unit):
      SurfaceMapping.isFar(unit.x.value, unit.y.value) ? .warning : .note
    case .sizeUnknown, .kindAssumed, .otherShape, .liesAcross, .boundingBoxOnly, .deviceClock,
      .timeStoodStill, .unfinishedFrame, .palm, .reversedAtLift, .missingScans:
      .note
    case .noTouches, .clockStepped, .startedMidTouch, .unterminated, .coordinateMissing, .jump,
      .exchanged, .trackingIDSplit, .trackingIDReplaced, .stuck:
      .warning
    case .unusableSurface, .dropped, .slotOutOfRange, .tooManyContacts: .problem
    }
  }

  /// The name of what was found, such as `clock-stepped`, for programs to tell findings apart.
  public var name: String { title.rawValue }

  private var title: Name {
    switch kind {
    case .noTouches: .noTouches
    case .unusableSurface: .unusableSurface
    case .sizeUnknown: .sizeUnknown
    case .kindAssumed: .kindAssumed
    case .otherShape: .otherShape
    case .unequalScales: .unequalScales
    case .liesAcross: .liesAcross
    case .boundingBoxOnly: .boundingBoxOnly
    case .dropped: .dropped
    case .clockStepped: .clockStepped
    case .deviceClock: .deviceClock
    case .timeStoodStill: .timeStoodStill
    case .slotOutOfRange: .slotOutOfRange
    case .outsideAxis: .outsideAxis
    case .tooManyContacts: .tooManyContacts
    case .unfinishedFrame: .unfinishedFrame
    case .startedMidTouch: .startedMidTouch
    case .unterminated: .unterminated
    case .palm: .palm
    case .coordinateMissing: .coordinateMissing
    case .jump: .jump
    case .exchanged: .exchanged
    case .trackingIDSplit: .trackingIDSplit
    case .trackingIDReplaced: .trackingIDReplaced
    case .stuck: .stuck
    case .reversedAtLift: .reversedAtLift
    case .missingScans: .missingScans
    }
  }
}

extension DeviceDescription.Axis {
  /// How far outside the range a value is, as a fraction of the range; 0 inside, and where the range
  /// is not known.
  func overhang(of value: Int32) -> Double {
    guard maximum > minimum else { return 0 }
    let excess = max(Double(minimum) - Double(value), Double(value) - Double(maximum), 0)
    return excess / (Double(maximum) - Double(minimum))
  }
}
