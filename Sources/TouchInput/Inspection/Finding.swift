public import Quantities

/// An observation about a recording that the user should know.
public struct Finding: Hashable, Sendable {
  /// The importance of a finding, in ascending order from `note` to `problem`.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Information; nothing is wrong.
    case note
    /// The recording may differ from the real gesture.
    case warning
    /// The recording differs from the real gesture.
    case problem

    /// Whether `left` is less severe than `right`.
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

  /// The kind of a finding, with its data.
  public enum Kind: Hashable, Sendable {
    /// The recording has no contacts.
    case noTouches
    /// The recording has only events of libinput, so nothing is known about the contacts.
    case noContacts
    /// The recording has only events of libinput with one finger, whose unaccelerated motion has an unknown unit.
    case acceleratedPointer
    /// The gesture that libinput recognized when the recording was made differs from the one that Flickbook recognizes;
    /// nil stands for no gesture.
    case libinputDiffers(recorded: LibinputGesture?, recognized: LibinputGesture?)
    /// This many gestures of libinput have no beginning or no end.
    case incompleteGestures(count: Int)
    /// `count` of the `total` contacts last one report: they are taps, or the device does not follow the fingers.
    case oneReportContacts(count: Int, total: Int)
    /// Positions cannot be converted to points.
    case unusableSurface(SurfaceError)
    /// The device does not report its size, so lengths are based on an assumed size.
    case sizeUnknown
    /// The device reports this size, which no device of its kind has, so the size counts as unknown.
    case sizeImpossible(widthMillimeters: Double, heightMillimeters: Double)
    /// The device does not report whether it is a touchscreen or a touchpad; the text describes the assumption.
    case kindAssumed(String)
    /// The shape of the touchscreen differs from the shape of the screen, so its positions are measured in millimetres.
    ///
    /// The value is the size of the touchscreen in points.
    case otherShape(Planar<Points>)
    /// The two axes of the touchscreen have different scales; the value is the points per unit of each axis.
    case unequalScales(Planar<Points>)
    /// All pans are horizontal, so the panel may be mounted rotated; with this rotation, the first pan goes up.
    case liesAcross(PanelOrientation.Rotation)
    /// The slots are the corners of a bounding box of the fingers.
    case boundingBoxOnly
    /// The kernel dropped events, and this many synthesized events restored the state.
    case dropped(resynchronizedEvents: Int)
    /// The clock was set `count` times during the recording, by at most `furthest`.
    case clockStepped(count: Int, furthest: Seconds)
    /// The kernel's times have this jitter, so the device's own clock is used.
    case deviceClock(jitter: Seconds)
    /// This many frames have the same time as the previous frame.
    case timeStoodStill(count: Int)
    /// This many events select slots that the device does not have.
    case slotOutOfRange(count: Int)
    /// This many values of an axis are outside its range; `furthest` is the value that is farthest outside.
    case outsideAxis(DeviceDescription.Axis, count: Int, furthest: Int32)
    /// The device listed more contacts than any device has.
    case tooManyContacts
    /// The recording ends with this many events after the last `SYN_REPORT`.
    case unfinishedFrame(events: Int)
    /// A finger was already down when the recording began.
    case startedMidTouch
    /// The contact was down when the recording ended.
    case unterminated
    /// The device reported the contact as a palm.
    case palm
    /// The contact began without a coordinate.
    case coordinateMissing
    /// The contact moved farther in one step than a finger can.
    ///
    /// The limits are libinput's: more than 20 mm in 12 ms or, on touchpads, more than 7 mm farther than in the
    /// previous step.
    case jump(millimeters: Double, in: Seconds)
    /// The device exchanged two contacts: each contact continues at the position of the other.
    ///
    /// Without the exchange, the two contacts together would have moved this many millimetres less.
    case exchanged(with: Int, millimeters: Double)
    /// A moving finger got a new tracking id, so its contact ends too early.
    case trackingIDSplit(continuesAs: Int)
    /// A slot changed from one tracking id to another without a lift.
    case trackingIDReplaced(slot: Int32)
    /// The contact rests for this long while other contacts begin and end.
    case stuck(Seconds)
    /// The contact moves back by this distance while it lifts.
    case reversedAtLift(millimeters: Double)
    /// The device sent no position for this long, although the contact moved.
    case missingScans(Seconds)
  }

  /// The names of the kinds of findings, without the data of ``Kind``; `flickbook explain` explains each name.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The name of `noTouches`.
    case noTouches = "no-touches"
    /// The name of `noContacts`.
    case noContacts = "no-contacts"
    /// The name of `acceleratedPointer`.
    case acceleratedPointer = "accelerated-pointer"
    /// The name of `libinputDiffers`.
    case libinputDiffers = "libinput-differs"
    /// The name of `incompleteGestures`.
    case incompleteGestures = "incomplete-gestures"
    /// The name of `oneReportContacts`.
    case oneReportContacts = "one-report-contacts"
    /// The name of `unusableSurface`.
    case unusableSurface = "unusable-surface"
    /// The name of `sizeUnknown`.
    case sizeUnknown = "size-unknown"
    /// The name of `sizeImpossible`.
    case sizeImpossible = "size-impossible"
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

  /// The kind of the finding, with its data.
  public var kind: Kind
  /// The number of the contact; nil if the finding is about the recording.
  public var contact: Int?
  /// The time, in microseconds of the recording's clock; nil if the finding is about the whole recording.
  public var microseconds: Int64?

  /// Creates a finding.
  public init(_ kind: Kind, contact: Int? = nil, microseconds: Int64? = nil) {
    self.kind = kind
    self.contact = contact
    self.microseconds = microseconds
  }

  /// The distance outside an axis from which a value is a warning instead of a note, as a fraction of the axis's range.
  ///
  /// The value is our choice. The ranges of PS/2 touchpads are nominal, and values at the edges of the pad are slightly
  /// outside.
  static let overhang = 0.1

  /// The importance of the finding; for some kinds, it depends on the data, such as the distance outside an axis.
  public var severity: Severity {
    switch kind {
    case .outsideAxis(let axis, count: _, let furthest):
      axis.overhang(of: furthest) > Self.overhang ? .warning : .note
    case .unequalScales(let unit):
      SurfaceMapping.differsBeyondRecognition(unit.x.value, unit.y.value) ? .warning : .note
    case .noContacts, .acceleratedPointer, .oneReportContacts, .sizeUnknown, .kindAssumed,
      .otherShape, .liesAcross,
      .boundingBoxOnly,
      .deviceClock,
      .timeStoodStill, .unfinishedFrame, .palm, .reversedAtLift, .missingScans:
      .note
    case .noTouches, .libinputDiffers, .incompleteGestures, .sizeImpossible, .clockStepped,
      .startedMidTouch,
      .unterminated,
      .coordinateMissing, .jump, .exchanged, .trackingIDSplit, .trackingIDReplaced, .stuck:
      .warning
    case .unusableSurface, .dropped, .slotOutOfRange, .tooManyContacts: .problem
    }
  }

  /// The name of the finding's kind, such as `clock-stepped`, for use by programs.
  public var name: String { title.rawValue }

  private var title: Name {
    switch kind {
    case .noTouches: .noTouches
    case .noContacts: .noContacts
    case .acceleratedPointer: .acceleratedPointer
    case .libinputDiffers: .libinputDiffers
    case .incompleteGestures: .incompleteGestures
    case .oneReportContacts: .oneReportContacts
    case .unusableSurface: .unusableSurface
    case .sizeUnknown: .sizeUnknown
    case .sizeImpossible: .sizeImpossible
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
  /// Returns the distance of a value from the range, as a fraction of the length of the range.
  ///
  /// - Parameter value: The value, in device units.
  /// - Returns: The fraction; 0 if the value is inside the range, or if the range is unknown.
  func overhang(of value: Int32) -> Double {
    guard maximum > minimum else { return 0 }
    let excess = max(Double(minimum) - Double(value), Double(value) - Double(maximum), 0)
    return excess / (Double(maximum) - Double(minimum))
  }
}
