import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import TouchInput

/// A surface with a deliberate fault.
struct Distorted: Scenario {
  /// The fault.
  struct Fault: Sendable {
    /// Replaces the frame.
    var shows: @Sendable (Frame, Distorted) -> Frame = { frame, _ in frame }
    /// Replaces a gesture event; nil drops the event.
    var hears: @Sendable (TouchEvent) -> TouchEvent? = { $0 }
    /// Replaces the recorded events.
    var notes: @Sendable (RunEvent) -> [RunEvent] = { [$0] }
    /// Whether the surface never comes to rest.
    var isRestless = false
  }

  private(set) var inner: any Scenario
  let fault: Fault
  /// The number of commands so far.
  private(set) var requests = 0
  /// The number of calls of `advance` so far.
  private(set) var advances = 0

  init(_ inner: any Scenario, _ fault: Fault) {
    self.inner = inner
    self.fault = fault
  }

  /// Lets the surface record its events, and replaces them.
  private mutating func distort(
    into eventLog: inout EventLog,
    _ act: (inout any Scenario, inout EventLog) throws(SettingError) -> Void
  ) throws(SettingError) {
    var own = EventLog()
    try act(&inner, &own)
    for event in own.events.flatMap(fault.notes) {
      eventLog.note(event.kind, at: event.time, event.payload)
    }
  }

  // The static requirements are not distorted. Trials pass their conditions as the tuning.
  static let name = "distorted"
  static let meaning = "A surface with something wrong about it."
  static let standardTuning = Conditions()
  static let settings: [Setting<Conditions>] = []
  static let machine = StateMachine([])
  static let fields = FieldTable<Self>([])

  init(tuning: Conditions, screen: Screen) throws(SettingError) {
    inner = try SheetScenario(tuning: SheetScenario.standardTuning, screen: screen)
    fault = Fault()
  }

  mutating func receive(_ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog) {
    guard let heard = fault.hears(event) else { return }
    try? distort(into: &eventLog) { inner, own in inner.receive(heard, at: time, into: &own) }
  }

  mutating func adapt(
    to tuning: Conditions, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    requests += 1
    func adapt<S: Scenario>(_ inner: inout S, _ own: inout EventLog) throws(SettingError) {
      let resolved = try S.resolved(preset: nil, applying: tuning.settings)
      try inner.adapt(to: resolved.tuning, screen: screen, at: time, into: &own)
    }
    try distort(into: &eventLog) { (inner, own) throws(SettingError) in try adapt(&inner, &own) }
  }

  mutating func receive(_ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog)
  {
    requests += 1
    try? distort(into: &eventLog) { inner, own in inner.receive(command, at: time, into: &own) }
  }

  mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    advances += 1
    try? distort(into: &eventLog) { inner, own in
      inner.advance(to: time, isFrame: isFrame, into: &own)
    }
  }

  func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    fault.shows(inner.frame(index, at: time), self)
  }
  var destinations: [String] { inner.destinations }
  var isAtRest: Bool { !fault.isRestless && inner.isAtRest }
  var isGone: Bool { inner.isGone }
}
