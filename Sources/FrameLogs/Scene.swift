public import Quantities

/// The appearance of a surface at an instant: a screen, and layers on it from back to front.
///
/// Pictures are drawn only from scenes, so the code that draws pictures does not depend on any scenario.
public struct Scene: Hashable, Sendable {
  /// The size of the screen; its top left corner is zero.
  public var screen: Planar<Points>
  /// The layers, from back to front; the parts of a layer beyond the screen are not drawn.
  public var layers: [SceneLayer]

  /// Creates a scene.
  public init(screen: Planar<Points>, layers: [SceneLayer]) {
    self.screen = screen
    self.layers = layers
  }
}

/// A rectangle in points of the screen.
public struct SceneBox: Hashable, Sendable {
  /// The centre of the rectangle, around which it is rotated.
  public var centre: Position
  /// The width and the height, before the rotation of the layer.
  public var size: Planar<Points>

  /// Creates a rectangle around `centre`.
  public init(centre: Position, size: Planar<Points>) {
    self.centre = centre
    self.size = size
  }

  /// Creates a rectangle from its top left corner; a negative size becomes zero.
  public init(x: Points, y: Points, width: Points, height: Points) {
    size = Planar(x: max(.zero, width), y: max(.zero, height))
    centre = Position(x: x + size.x / 2, y: y + size.y / 2)
  }

  /// Creates a square around `centre`, which is also the bounding box of a circle.
  public init(centre: Position, diameter: Points) {
    self.init(centre: centre, size: Planar(x: diameter, y: diameter))
  }

  /// Creates the rectangle that fills `screen`, whose top left corner is zero.
  public init(filling screen: Planar<Points>) {
    self.init(centre: screen / 2, size: screen)
  }
}

/// A rectangle of a scene, or a rectangle that is divided into rows or tiles.
public struct SceneLayer: Hashable, Sendable {
  /// The role of a layer, which determines how it is drawn.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A fixed background, such as the disc of a dial.
    case ground
    /// The outline of a possible position, such as a position of rest or the range of a magnet.
    case outline
    /// A layer that darkens everything behind it by its opacity.
    case scrim
    /// A part that moves with the surface but is not the surface itself, such as a page.
    case page
    /// The surface that the user moves; pictures also draw this layer at the possible rest positions.
    case surface
    /// Rows or tiles on a surface, on a page or in the view.
    case content
    /// A light; the opacity of the layer is its brightness.
    case light
    /// A small mark, such as a grabber, a pointer or a row of dots.
    case handle
  }

  /// The role of the layer.
  public var role: Role
  /// The rectangle of the layer, before rotation.
  public var box: SceneBox
  /// The radius of the corners; drawn as at most half of the shorter side.
  public var cornerRadius: Points
  /// The rotation around the centre, in degrees; clockwise is positive.
  public var angle: Double
  /// The opacity, from 0 to 1.
  public var opacity: Double
  /// The text in the centre; empty for no text.
  public var label: String
  /// The distance between the starts of two neighbouring parts, in a box that is divided into rows, columns or both.
  ///
  /// The first part begins at the top left corner of the box. The distance is zero along an axis that is not divided.
  public var pitch: Planar<Points>
  /// The rectangle to which the layer is clipped; nil for the whole screen.
  public var window: SceneBox?

  /// Creates a layer.
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
  /// A circle around `centre`: a square layer with a corner radius of half its side.
  public static func circle(
    _ role: Role, about centre: Position, diameter: Points, opacity: Double = 1,
    label: String = ""
  ) -> SceneLayer {
    SceneLayer(
      role, SceneBox(centre: centre, diameter: diameter), cornerRadius: diameter / 2,
      opacity: opacity, label: label)
  }

  /// The rows of a list in `box`, clipped to `window`.
  public static func rows(_ box: SceneBox, window: SceneBox? = nil) -> SceneLayer {
    SceneLayer(
      .content, box, cornerRadius: Points(8), pitch: Planar(x: .zero, y: Points(64)),
      window: window)
  }

  /// A surface that extends from `top` to below the bottom edge of `screen`.
  public static func panel(
    from left: Points, _ top: Points, width: Points, on screen: Planar<Points>
  ) -> SceneLayer {
    // The panel extends below the screen by its corner radius, which hides its lower corners.
    SceneLayer(
      .surface,
      SceneBox(x: left, y: top, width: width, height: max(Points(32), screen.y + Points(16) - top)),
      cornerRadius: Points(16))
  }

  /// The grabber of a panel, below the middle of its top edge.
  public static func grabber(below edge: Position) -> SceneLayer {
    SceneLayer(
      .handle,
      SceneBox(
        centre: edge + Position(x: .zero, y: Points(11)), size: Planar(x: Points(40), y: Points(5))
      ), cornerRadius: Points(2.5))
  }
}

extension Frame {
  /// Returns the number in the scenario's own field `key`; `other` if the field is missing or not a number.
  public func number(_ key: String, or other: Double = 0) -> Double {
    own[key]?.asNumber ?? other
  }
}

/// A number of a scenario that pictures show as a curve.
public struct SceneCurve: Sendable {
  /// The name of the number, such as `brightness`.
  public var name: String
  /// The unit; empty for none.
  public var unit: String
  /// Whether larger numbers are drawn lower, in the same way as positions on a screen.
  public var growsDown: Bool
  /// Whether the number is the position of an edge of the surface; pictures then fill the area below the curve.
  public var isEdge: Bool
  /// The name of the change per second, such as `velocity`.
  public var rateName: String
  /// The number in a frame; nil if the frame has none.
  public var value: @Sendable (Frame) -> Double?
  /// The change per second; nil if unknown.
  public var rate: @Sendable (Frame) -> Double?
  /// The number at the frame's target; nil if unknown.
  public var target: @Sendable (Frame) -> Double?
  /// The number that corresponds to the position of the finger; nil if the finger has no position on the screen.
  public var finger: @Sendable (Frame) -> Double?
  /// The number that corresponds to a position of the surface; nil if the number does not depend on the position.
  public var atPosition: @Sendable (Position) -> Double?

  /// Creates a curve of a number that is not a coordinate.
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
  /// `measure` is the number of points per unit. `measure` is negative if the number decreases when the coordinate
  /// increases. `zero` is the coordinate of the surface at which the number is zero. `fingerZero` is the coordinate of
  /// the finger at which the finger's number is zero; nil if the picture shows no finger on the curve.
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
    /// The horizontal axis; positive is right.
    case x
    /// The vertical axis; positive is down.
    case y

    func of(_ position: Position) -> Points { self == .x ? position.x : position.y }
  }

  /// The unit of the change per second, such as `pt/s`; `1/s` for a number without a unit.
  public var rateUnit: String { unit.isEmpty ? "1/s" : "\(unit)/s" }
}

/// The curves and the scenes with which pictures show the frames of a run.
public struct Scenery: Sendable {
  /// The curves, with the most important first; at least one.
  public var curves: [SceneCurve]
  /// Returns the scene of a frame.
  public var scene: @Sendable (Frame) -> Scene

  /// Creates a scenery; traps if `curves` is empty.
  public init(curves: [SceneCurve], scene: @escaping @Sendable (Frame) -> Scene) {
    precondition(!curves.isEmpty, "a scenery needs at least one curve")
    self.curves = curves
    self.scene = scene
  }

  /// Creates a scenery whose scenes have `layers`, from back to front, on a `screen`; traps if `curves` is empty.
  public init(
    screen: Planar<Points>, curves: [SceneCurve],
    layers: @escaping @Sendable (Frame) -> [SceneLayer]
  ) {
    self.init(curves: curves) { Scene(screen: screen, layers: layers($0)) }
  }

  /// Returns the scenery for a scenario that does not define one.
  ///
  /// The surface is drawn as a box around its position if it moves along both axes. Otherwise it is drawn as the area
  /// below its position.
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
