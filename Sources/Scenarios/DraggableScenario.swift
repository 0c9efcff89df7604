public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A scenario that is one draggable surface: it only says where the surface may be, what a touch
/// must hit, and what its frames show besides.
public protocol DraggableScenario: Scenario {
  /// The surface.
  var surface: DraggableSurface { get set }

  /// Its numbers and words.
  var tuning: Tuning { get set }

  /// Where it plays.
  var stage: Stage { get set }

  /// Where a surface with `tuning` may be on `stage`.
  ///
  /// - Throws: `SettingError.contradiction` when values do not go together.
  static func geometry(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface.Geometry

  /// How a surface with `tuning` moves and decides.
  static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour

  /// Whether a touch at `position` of the screen acts on the surface.
  func isHit(_ position: Position) -> Bool

  /// How far along its travel the surface is when it is at `position`; unitless, see `Frame.progress`.
  func progress(at position: Position) -> Double
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DraggableScenario {
  public static var ownEvents: [EventDescription] { [.handPaused] }

  public var isAtRest: Bool { surface.isAtRest }
  public var isGone: Bool { surface.isGone }
  public var destinations: [String] { surface.geometry.namedCandidates.map { $0.name } }
  public var targets: [String] {
    destinations + surface.behaviour.policy.rule.ownTargets
      + (surface.geometry.letsGo ? [Decision.gone] : [])
  }
  public var exits: [Position] { surface.geometry.exits }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isHit = isHit(event)
    surface.receive(event, into: &journal) { _ in isHit }
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name): surface.settle(at: name, into: &journal)
    }
  }

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) {
    let geometry = try Self.geometry(tuning, on: stage)
    self.tuning = tuning
    self.stage = stage
    surface.adapt(to: geometry, Self.behaviour(tuning), into: &journal)
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    surface.advance(to: time, isFrame: isFrame, into: &journal)
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    surfaceFrame(index, at: time)
  }

  /// Whether a touch that `event` begins acts on the surface.
  func isHit(_ event: HandEvent) -> Bool {
    if case .touchDown(let position?) = event { isHit(position) } else { true }
  }

  /// The common values of the frame of a scenario that shows its surface where that is.
  func surfaceFrame(_ index: Int, at time: Seconds) -> Frame {
    var frame = surface.frame(index, at: time)
    frame.progress = progress(at: frame.position)
    return frame
  }
}

extension FieldTable {
  /// The fields of a scenario: those of its finger, which every scenario has first, then `own`.
  init(finger: @escaping @Sendable (Subject) -> Position?, _ own: [Field<Subject>]) {
    self.init(
      [Field(fingerX) { finger($0)?.x }, Field(fingerY) { finger($0)?.y }] + own)
  }
}

extension FieldTable where Subject: DraggableScenario {
  /// The fields of a draggable surface: those of its finger, then `own`.
  public init(ofSurface own: [Field<Subject>]) {
    self.init(finger: { $0.surface.hold.finger }, own)
  }
}

extension Planar<Points> {
  /// Whether this position is in the box of `size` about `centre`.
  public func isInside(_ size: Planar<Points>, about centre: Position) -> Bool {
    let off = self - centre
    return off.x.magnitude <= size.x / 2 && off.y.magnitude <= size.y / 2
  }
}
