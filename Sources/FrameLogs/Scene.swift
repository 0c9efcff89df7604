public import Quantities

/// What a surface looks like at an instant: a screen, and on it layers from back to front.
///
/// Pictures draw scenes and know no scenario.
public struct Scene: Hashable, Sendable {
  /// The size of the screen; its upper left corner is zero.
  public var screen: Planar<Points>
  /// What is on it, from back to front; what goes beyond the screen is not seen.
  public var layers: [SceneLayer]

  /// Creates a scene.
  public init(screen: Planar<Points>, layers: [SceneLayer]) {
    self.screen = screen
    self.layers = layers
  }
}

/// A rectangle in points of the screen.
public struct SceneBox: Hashable, Sendable {
  /// The middle of the rectangle, about which it is turned.
  public var centre: Position
  /// Its width and height.
  public var size: Planar<Points>

  /// Creates a rectangle about `centre`.
  public init(centre: Position, size: Planar<Points>) {
    self.centre = centre
    self.size = size
  }

  /// Creates a rectangle by its upper left corner; a negative size is zero.
  public init(x: Points, y: Points, width: Points, height: Points) {
    size = Planar(x: max(.zero, width), y: max(.zero, height))
    centre = Position(x: x + size.x / 2, y: y + size.y / 2)
  }

  /// Creates a square, or the box of a circle, about `centre`.
  public init(centre: Position, diameter: Points) {
    self.init(centre: centre, size: Planar(x: diameter, y: diameter))
  }

  /// The rectangle that fills `screen`.
  public init(filling screen: Planar<Points>) {
    self.init(centre: screen / 2, size: screen)
  }
}

/// A part of a scene.
public struct SceneLayer: Hashable, Sendable {
  /// What a part is, which says how it is drawn.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// What stays where it is, such as the disc of a dial.
    case ground
    /// Where something may go, such as a place of rest or the reach of a magnet: an outline.
    case outline
    /// What darkens all that is behind it, as much as its opacity says.
    case scrim
    /// What moves with the hand and is looked at rather than held, such as a page.
    case page
    /// What a hand moves. Pictures also show where it may rest.
    case surface
    /// Rows or tiles on a surface, on a page or in the view.
    case content
    /// What is lit, as brightly as its opacity says.
    case light
    /// A small mark, such as a grabber, a pointer or a row of dots.
    case handle
  }

  /// What it is.
  public var role: Role
  /// Where it is, before it is turned.
  public var box: SceneBox
  /// How round its corners are; at most half of its shorter side is drawn.
  public var cornerRadius: Points
  /// How far it is turned about its centre, in degrees; clockwise is positive.
  public var angle: Double
  /// How much of it is seen, 0 to 1; unitless.
  public var opacity: Double
  /// What is written in its middle; empty for nothing.
  public var label: String
  /// From one part to the next in a box that is divided into rows, columns or both, beginning at its
  /// upper left corner; zero along an axis that is not divided.
  public var pitch: Planar<Points>
  /// The rectangle through which it is seen; nil for the whole screen.
  public var window: SceneBox?

  /// Creates a part.
  public init(
    _ role: Role, _ box: SceneBox, cornerRadius: Points = .zero, angle: Double = 0,
    opacity: Double = 1, label: String = "", pitch: Planar<Points> = .zero, window: SceneBox? = nil
  ) {
    self.role = role
    self.box = box
    self.cornerRadius = cornerRadius
    self.angle = angle
    self.opacity = opacity
    self.label = label
    self.pitch = pitch
    self.window = window
  }
}

extension SceneLayer {
  /// A circle about `centre`.
  public static func circle(
    _ role: Role, about centre: Position, diameter: Points, opacity: Double = 1,
    label: String = ""
  ) -> SceneLayer {
    SceneLayer(
      role, SceneBox(centre: centre, diameter: diameter), cornerRadius: diameter / 2,
      opacity: opacity, label: label)
  }

  /// Rows of a list in `box`, seen through `window`.
  public static func rows(_ box: SceneBox, window: SceneBox? = nil) -> SceneLayer {
    SceneLayer(
      .content, box, cornerRadius: Points(8), pitch: Planar(x: .zero, y: Points(64)),
      window: window)
  }

  /// A surface that goes from `top` to below the lower edge of `screen`.
  public static func panel(
    from left: Points, _ top: Points, width: Points, on screen: Planar<Points>
  ) -> SceneLayer {
    // As much further down as its lower corners are round.
    SceneLayer(
      .surface,
      SceneBox(x: left, y: top, width: width, height: max(Points(32), screen.y + Points(16) - top)),
      cornerRadius: Points(16))
  }

  /// The bar below the middle of an upper edge by which a panel is held.
  public static func grabber(below edge: Position) -> SceneLayer {
    SceneLayer(
      .handle,
      SceneBox(
        centre: edge + Position(x: .zero, y: Points(11)), size: Planar(x: Points(40), y: Points(5))
      ), cornerRadius: Points(2.5))
  }
}

extension Frame {
  /// The number of the field `key` of the scenario's own; `other` where it is none.
  public func number(_ key: String, or other: Double = 0) -> Double {
    own[key]?.asNumber ?? other
  }
}

/// A number of a scenario that matters, for the curves of pictures.
public struct SceneCurve: Sendable {
  /// What it is called, such as brightness.
  public var name: String
  /// Its unit, empty for none.
  public var unit: String
  /// Whether larger numbers are lower, as on a screen.
  public var growsDown: Bool
  /// Whether it is the edge of something, so that what lies below its curve is filled in.
  public var isEdge: Bool
  /// What its change in a second is called, such as velocity.
  public var rateName: String
  /// The number in a frame; nil where it has none.
  public var value: @Sendable (Frame) -> Double?
  /// Its change in a second; nil where that is not known.
  public var rate: @Sendable (Frame) -> Double?
  /// Where it is heading; nil where that is not known.
  public var target: @Sendable (Frame) -> Double?
  /// The finger in the same measure; nil where it has none.
  public var finger: @Sendable (Frame) -> Double?
  /// What it is where the surface is at a position; nil where that does not say it.
  public var atPosition: @Sendable (Position) -> Double?

  /// Creates a curve of a number that is no position.
  public init(
    _ name: String, unit: String = "", isEdge: Bool = false, rateName: String = "change",
    value: @escaping @Sendable (Frame) -> Double?,
    rate: @escaping @Sendable (Frame) -> Double? = { _ in nil },
    target: @escaping @Sendable (Frame) -> Double? = { _ in nil }
  ) {
    (self.name, self.unit, self.isEdge, self.rateName) = (name, unit, isEdge, rateName)
    (self.value, self.rate, self.target) = (value, rate, target)
    growsDown = false
    finger = { _ in nil }
    atPosition = { _ in nil }
  }

  /// Creates a curve of a coordinate of the position: `(coordinate − zero) / measure`.
  ///
  /// `measure` are the points in a unit, negative where the number falls as the coordinate grows, and
  /// `zero` is the coordinate at which it is zero. A finger has the number zero at `fingerZero`; nil
  /// where it has no place in this measure.
  public init(
    _ name: String, unit: String = "pt", along axis: Axis, measure: Points = Points(1),
    zero: Points = .zero, fingerZero: Points? = .zero, growsDown: Bool = false,
    isEdge: Bool = false, rateName: String = "velocity"
  ) {
    (self.name, self.unit, self.isEdge, self.rateName) = (name, unit, isEdge, rateName)
    self.growsDown = growsDown
    value = { (axis.of($0.position) - zero) / measure }
    rate = { (axis == .x ? $0.velocity.x : $0.velocity.y).value / measure.value }
    target = { (axis.of($0.target) - zero) / measure }
    finger = { frame in
      guard let fingerZero else { return nil }
      let finger = frame.own[axis == .x ? "fingerX" : "fingerY"]?.asNumber
      return finger.map { (Points($0) - fingerZero) / measure }
    }
    atPosition = { (axis.of($0) - zero) / measure }
  }

  /// An axis of the screen.
  public enum Axis: Sendable {
    /// To the right.
    case x
    /// Down.
    case y

    func of(_ position: Position) -> Points { self == .x ? position.x : position.y }
  }

  /// The unit of its change in a second.
  public var rateUnit: String { unit.isEmpty ? "1/s" : "\(unit)/s" }
}

/// How the frames of a run are looked at.
public struct Scenery: Sendable {
  /// The numbers that matter, the first of which matters most; at least one.
  public var curves: [SceneCurve]
  /// What a frame looks like.
  public var scene: @Sendable (Frame) -> Scene

  /// Creates a view; traps without a curve.
  public init(curves: [SceneCurve], scene: @escaping @Sendable (Frame) -> Scene) {
    precondition(!curves.isEmpty, "a view of frames without a curve")
    self.curves = curves
    self.scene = scene
  }

  /// Creates a view of frames on a screen of this size, in `layers` from back to front; traps without
  /// a curve.
  public init(
    screen: Planar<Points>, curves: [SceneCurve],
    layers: @escaping @Sendable (Frame) -> [SceneLayer]
  ) {
    self.init(curves: curves) { Scene(screen: screen, layers: layers($0)) }
  }

  /// The view of a surface of which no more is known than where it is: a box about its position when
  /// it moves in both directions, else what lies below it.
  public static func plain(_ screen: Planar<Points>, isPlanar: Bool) -> Scenery {
    let down = SceneCurve("y", along: .y, growsDown: true, isEdge: !isPlanar)
    return Scenery(curves: isPlanar ? [SceneCurve("x", along: .x), down] : [down]) { frame in
      func own(_ key: String) -> Points? { frame.own[key]?.asNumber.map { Points($0) } }
      let position = frame.position
      let body =
        isPlanar
        ? SceneBox(
          centre: position,
          size: Planar(x: own("width") ?? Points(60), y: own("height") ?? Points(40)))
        : SceneBox(x: .zero, y: position.y, width: screen.x, height: screen.y - position.y)
      return Scene(screen: screen, layers: [SceneLayer(.surface, body, cornerRadius: Points(12))])
    }
  }
}
