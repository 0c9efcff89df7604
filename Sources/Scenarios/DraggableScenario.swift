public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A scenario that consists of one draggable surface.
///
/// A type that conforms to this protocol provides the geometry of the surface, a hit test, and the frame fields that
/// only this scenario has. An extension of the protocol implements the other requirements of ``Scenario``.
public protocol DraggableScenario: Scenario {
  /// The surface.
  var surface: DraggableSurface { get set }

  /// The settings of the scenario.
  var tuning: Tuning { get set }

  /// The screen on which the surface moves.
  var screen: Screen { get set }

  /// Returns the geometry of a surface with `tuning` on `screen`.
  ///
  /// - Throws: `SettingError.contradiction` if settings contradict each other.
  static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry

  /// Returns how a surface with `tuning` moves, and how it decides at a release.
  static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics

  /// Returns whether a touch at `position` on the screen can press or drag the surface.
  func isHit(_ position: Position) -> Bool

  /// Returns the progress of a surface at `position`; unitless, see `Frame.progress`.
  func progress(at position: Position) -> Double
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DraggableScenario {
  public static var ownEvents: [EventDescription] { [.handPaused] }

  public static func panAxis(_ tuning: Tuning, on screen: Screen) -> PanAxis? {
    switch try? geometry(tuning, on: screen).axes {
    case .horizontal: .horizontal
    case .vertical: .vertical
    case .both, nil: nil
    }
  }

  public var isAtRest: Bool { surface.isAtRest }
  public var isGone: Bool { surface.isGone }
  public var destinations: [String] { surface.geometry.namedCandidates.map { $0.name } }
  public var targets: [String] {
    destinations + surface.dynamics.policy.rule.ownTargets
      + (surface.geometry.letsGo ? [Decision.gone] : [])
  }
  public var exits: [Position] { surface.geometry.exits }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    let isHit = isHit(event)
    surface.receive(event, into: &eventLog) { _ in isHit }
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    switch command {
    case .settle(let name): surface.settle(at: name, into: &eventLog)
    }
  }

  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    let geometry = try Self.geometry(tuning, on: screen)
    self.tuning = tuning
    self.screen = screen
    surface.adapt(to: geometry, Self.dynamics(tuning), into: &eventLog)
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    surface.advance(to: time, isFrame: isFrame, into: &eventLog)
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    surfaceFrame(index, at: time)
  }

  /// Returns whether `event` begins a touch on the surface; true for events that do not begin a touch.
  func isHit(_ event: TouchEvent) -> Bool {
    if case .touchDown(let position?) = event { isHit(position) } else { true }
  }

  /// Returns the common fields of a frame.
  ///
  /// A scenario that implements ``commonFrame(_:at:)`` itself, for example to change the phase, starts from this frame.
  func surfaceFrame(_ index: Int, at time: Seconds) -> Frame {
    var frame = surface.frame(index, at: time)
    frame.progress = progress(at: frame.position)
    return frame
  }
}

extension FieldTable {
  /// Creates the fields of a scenario: the position of the finger, followed by `own`.
  init(finger: @escaping @Sendable (Subject) -> Position?, _ own: [Field<Subject>]) {
    self.init(
      [Field(fingerX) { finger($0)?.x }, Field(fingerY) { finger($0)?.y }] + own)
  }
}

extension FieldTable where Subject: DraggableScenario {
  /// Creates the fields of a draggable surface: the position of the finger, followed by `own`.
  public init(ofSurface own: [Field<Subject>]) {
    self.init(finger: { $0.surface.hold.finger }, own)
  }
}

extension Planar<Points> {
  /// Returns whether this position is in the box of `size` around `centre`.
  public func isInside(_ size: Planar<Points>, about centre: Position) -> Bool {
    let off = self - centre
    return off.x.magnitude <= size.x / 2 && off.y.magnitude <= size.y / 2
  }
}
