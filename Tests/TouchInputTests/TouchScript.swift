import Quantities
import TouchInput

/// One raw event without its time, for events written by hand.
struct Signal: Hashable, Sendable {
  var type: UInt16
  var code: UInt16
  var value: Int32

  static func axis(_ code: UInt16, _ value: Int32) -> Signal {
    Signal(type: EventType.absolute, code: code, value: value)
  }
  static func slot(_ value: Int32) -> Signal { axis(AbsoluteAxis.slot, value) }
  static func id(_ value: Int32) -> Signal { axis(AbsoluteAxis.trackingID, value) }
  static func x(_ value: Int32) -> Signal { axis(AbsoluteAxis.positionX, value) }
  static func y(_ value: Int32) -> Signal { axis(AbsoluteAxis.positionY, value) }
  static func singleX(_ value: Int32) -> Signal { axis(AbsoluteAxis.x, value) }
  static func singleY(_ value: Int32) -> Signal { axis(AbsoluteAxis.y, value) }
  static func tool(_ value: Int32) -> Signal { axis(AbsoluteAxis.toolType, value) }
  static func key(_ code: UInt16, _ value: Int32) -> Signal {
    Signal(type: EventType.key, code: code, value: value)
  }
  static func touch(_ value: Int32) -> Signal { key(TouchButton.touch, value) }
  static let contactReport = Signal(
    type: EventType.synchronization, code: Synchronization.contactReport, value: 0)
  static let dropped = Signal(
    type: EventType.synchronization, code: Synchronization.dropped, value: 0)
  static let report = Signal(
    type: EventType.synchronization, code: Synchronization.report, value: 0)

  func event(at microseconds: Int64) -> RawEvent {
    RawEvent(microseconds: microseconds, type: type, code: code, value: value)
  }
}

/// Events written frame by frame.
struct TouchScript: Hashable, Sendable {
  var events: [RawEvent] = []

  /// Adds a frame: its signals and a `SYN_REPORT`.
  mutating func frame(_ microseconds: Int64, _ signals: Signal...) {
    frame(microseconds, signals)
  }

  mutating func frame(_ microseconds: Int64, _ signals: [Signal]) {
    events += signals.map { $0.event(at: microseconds) }
    events.append(Signal.report.event(at: microseconds))
  }

  /// The frames that the reader returns for the events, including the end of the recording.
  func contactFrames(
    on device: DeviceDescription, initial: Recording.InitialState? = nil, cancelsPalms: Bool = true
  ) -> [ContactReport] {
    var reader = ContactReader(device: device, initial: initial, cancelsPalms: cancelsPalms)
    var frames = events.compactMap { reader.receive($0) }
    if let last = reader.finish() { frames.append(last) }
    return frames
  }

  /// The touch events on a screen of 1000 × 1000 pt, on which a device unit is one point.
  func handEvents(
    on device: DeviceDescription, initial: Recording.InitialState? = nil,
    options: PanOptions = PanOptions(recognizer: .immediate), mapping: SurfaceMapping? = nil,
    estimator: any VelocityEstimator = LastTwoSamples()
  ) throws -> [TimedHandEvent] {
    let surface = try mapping ?? SurfaceMapping(device: device, screen: TestDevice.screen)
    var reader = TouchReader(
      device: device, initial: initial, mapping: surface, options: options, estimator: estimator)
    return events.flatMap { reader.receive($0) } + reader.finish()
  }
}

/// Devices whose units are easy to calculate with.
enum TestDevice {
  static let screen = Planar(x: Points(1000), y: Points(1000))

  /// A touchscreen of type B with ten slots and 0…1000 units.
  static let screenWithSlots = DeviceDescription(
    name: "screen", codes: touchCodes,
    axes: [axis(0x00), axis(0x01), axis(0x2f, 9), axis(0x35), axis(0x36), axis(0x39, 65_535)],
    properties: [DeviceProperty.direct])

  /// A touchscreen of type A with 0…1000 units.
  static let screenWithReports = DeviceDescription(
    name: "old screen", codes: touchCodes, axes: [axis(0x35), axis(0x36)],
    properties: [DeviceProperty.direct])

  /// A touchscreen without multitouch.
  static let singleTouchScreen = DeviceDescription(
    name: "single", codes: touchCodes, axes: [axis(0x00), axis(0x01)],
    properties: [DeviceProperty.direct])

  /// A touchpad of type B with five slots and 10 units in a millimetre.
  static let touchpad = DeviceDescription(
    name: "touchpad", codes: touchCodes,
    axes: [axis(0x2f, 4), axis(0x35, resolution: 10), axis(0x36, resolution: 10), axis(0x39)],
    properties: [DeviceProperty.pointer])

  static func axis(
    _ code: UInt16, _ maximum: Int32 = 1000, resolution: Int32 = 0
  ) -> DeviceDescription.Axis {
    DeviceDescription.Axis(code: code, minimum: 0, maximum: maximum, resolution: resolution)
  }

  private static let touchCodes = [
    DeviceDescription.Codes(
      type: EventType.key,
      codes: [TouchButton.toolFinger, TouchButton.touch, TouchButton.toolDoubleTap])
  ]
}

/// A simple estimator with predictable results: the slope between the last two samples.
struct LastTwoSamples: VelocityEstimator {
  private(set) var samples: [PanSample] = []

  mutating func reset() { samples.removeAll() }

  mutating func receive(_ sample: PanSample) {
    if samples.last?.microseconds == sample.microseconds { samples.removeLast() }
    samples.append(sample)
  }

  func live() -> VelocityEstimate {
    guard samples.count >= 2 else { return .none(.tooFew) }
    let (from, to) = (samples[samples.count - 2], samples[samples.count - 1])
    let time = Double(to.microseconds - from.microseconds) / 1_000_000
    let distance = to.position - from.position
    return VelocityEstimate(
      velocity: Velocity(
        x: PointsPerSecond(distance.x.value / time), y: PointsPerSecond(distance.y.value / time)),
      samplesUsed: samples.count, reason: .ok)
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    var estimate = live()
    // The span lets a test check at which time the velocity was requested.
    estimate.span = .microseconds(microseconds)
    return estimate
  }
}

extension TimedHandEvent {
  /// The name of the event, without its data, to compare the order of events.
  var name: String {
    switch event {
    case .touchDown: "touchDown"
    case .force: "force"
    case .touchMoved: "touchMoved"
    case .panBegan: "panBegan"
    case .panChanged: "panChanged"
    case .panEnded: "panEnded"
    case .panCancelled: "panCancelled"
    case .touchUp: "touchUp"
    case .touchCancelled: "touchCancelled"
    case .gap: "gap"
    }
  }

  /// The pan in the event, if any.
  var pan: Pan? {
    switch event {
    case .panBegan(let pan), .panChanged(let pan, _), .panEnded(let pan, _),
      .panCancelled(let pan, _):
      pan
    case .touchDown, .force, .touchMoved, .touchUp, .touchCancelled, .gap: nil
    }
  }

  /// The velocity at the end of a pan, if the event has one.
  var released: VelocityEstimate? {
    if case .panEnded(_, let estimate) = event { return estimate }
    return nil
  }
}
